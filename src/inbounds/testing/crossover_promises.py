"""What every crossover promises."""

import numpy as np

from inbounds.arrays import Floats
from inbounds.operators import catalogue
from inbounds.testing.stand import (
    POPULATION,
    Case,
    Promise,
    Stand,
    leaves_inputs_alone,
    require,
    require_inside,
    whole_runs_stay_inside,
)


def _crossed(name: str, case: Case, rate: float | None = None, seed: int = 1) -> tuple[Stand, Floats, Floats]:
    stand = Stand(case, crossover=name, boundary="projection", seed=seed)
    donors = case.population(np.random.default_rng(11), POPULATION)
    if rate is not None:
        stand.engine.rate[...] = rate
    stand.put(donors)
    stand.run.cross()
    stand.unchanged()
    return stand, donors, np.array(stand.engine.trials)


def _mixes(name: str, case: Case) -> None:
    for rate in (0.0, 0.3, 1.0):
        stand, donors, trials = _crossed(name, case, rate)
        require_inside(case, donors, trials)
        if catalogue.choose("crossover", name).info.kind != "blend":
            known = (trials == donors) | (trials == stand.targets)
            require(bool(known.all()), "a coordinate is neither the donor's nor the target's")
            different = (donors != stand.targets).all(axis=1)
            taken = ((trials == donors) & (donors != stand.targets)).any(axis=1)
            require(bool(taken[different].all()), f"a trial took nothing from its donor (Cr = {rate:g})")


def _crossover_is_deterministic(name: str, case: Case) -> None:
    first, second = (_crossed(name, case)[2] for _ in range(2))
    require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


CROSSOVER = (
    Promise("Every trial mixes its donor and its target, and takes something from the donor", _mixes),
    Promise("The same seed gives the same result", _crossover_is_deterministic),
    Promise("Inputs other than the donors are left alone", leaves_inputs_alone("crossover")),
    Promise("No run evaluates a point outside the box", whole_runs_stay_inside("crossover")),
)
