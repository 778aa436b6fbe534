"""What every mutation promises."""

from collections.abc import Callable
from typing import Any

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.stages import Run
from inbounds.arrays import Floats
from inbounds.testing.stand import (
    POPULATION,
    Case,
    Promise,
    Stand,
    least_population,
    leaves_inputs_alone,
    require,
    rows_inside,
    whole_runs_stay_inside,
)


def _fitness(values: Floats) -> Callable[[Stand], None]:
    def put(stand: Stand) -> None:
        stand.engine.fitness[...] = values

    return put


def _mutated(name: str, case: Case, size: int, prepare: Callable[[Stand], None] = lambda stand: None) -> Stand:
    stand = Stand(case, mutation=name, boundary="projection", size=size)
    prepare(stand)
    stand.run.mutate()
    stand.unchanged()
    require(not np.isnan(stand.engine.trials).any(), "a donor is NaN")
    require(bool(rows_inside(case, stand.engine.bases()).all()), "a base vector is outside the box")
    return stand


def _makes_donors(name: str, case: Case) -> None:
    stand = _mutated(name, case, max(POPULATION, least_population("mutation", name)))
    free = case.upper > case.lower
    moved = (stand.engine.trials != stand.targets)[:, free].any()
    require(bool(moved), "every donor is its own target, though the population is diverse")


def _works_with_the_least_population(name: str, case: Case) -> None:
    _mutated(name, case, least_population("mutation", name))


def _works_without_diversity(name: str, case: Case) -> None:
    def collapse(stand: Stand) -> None:
        stand.engine.population[...] = stand.targets[0]
        stand.targets = np.array(stand.engine.population)

    stand = _mutated(name, case, max(POPULATION, least_population("mutation", name)), collapse)
    require(bool(np.isfinite(stand.engine.trials).all()), "a donor is not finite")


def _works_with_any_fitness(name: str, case: Case) -> None:
    size = max(POPULATION, least_population("mutation", name))
    for values in (np.full(size, np.inf), np.zeros(size), np.linspace(-1e300, 1e300, size)):
        _mutated(name, case, size, _fitness(values))


def _works_on_few_rows(name: str, case: Case) -> None:
    """The last generation of a budget, and resampling, ask for fewer donors than there are individuals."""
    operators: dict[str, Any] = {"mutation": name, "boundary": "resampling"}
    size = max(POPULATION, least_population("mutation", name))
    run = Run(DE(**operators, population=size), case.lower, case.upper, budget=size + 3, seed=2)
    run.propose()
    run.accept(np.arange(float(size)))
    points = run.propose()
    require(points.shape == (3, len(case.lower)), f"3 points were to be made; got {len(points)}")


def _mutation_is_deterministic(name: str, case: Case) -> None:
    size = max(POPULATION, least_population("mutation", name))
    first, second = (np.array(_mutated(name, case, size).engine.trials) for _ in range(2))
    require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


MUTATION = (
    Promise("Every individual gets a donor of numbers, not all of them their targets", _makes_donors),
    Promise("The least population it names is enough", _works_with_the_least_population),
    Promise("A population of one repeated point gives finite donors", _works_without_diversity),
    Promise("Infinite, equal and huge fitness values are no trouble", _works_with_any_fitness),
    Promise("Fewer rows than individuals can be asked for", _works_on_few_rows),
    Promise("The same seed gives the same result", _mutation_is_deterministic),
    Promise("Inputs other than the donors are left alone", leaves_inputs_alone("mutation")),
    Promise("No run evaluates a point outside the box", whole_runs_stay_inside("mutation")),
)
