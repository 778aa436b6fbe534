"""DE as the algorithm of an `ioh.Experiment`: `ioh` is the host, its logger sees every evaluation."""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from inbounds.algorithm.composition import Composition
from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.algorithm.stages import Run
from inbounds.arguments import check_budget, check_seed, check_target
from inbounds.errors import InvalidArgumentError
from inbounds.operators.catalogue import FAMILIES
from inbounds.problems import as_problem


@dataclass
class IohAlgorithm:
    """A callable that runs DE on an `ioh` problem, once per call; what `ioh.Experiment(algorithm=…)` takes.

    The k-th call on a problem has the bits of ``de.run(problem, seed=algorithm.seed_of(problem), first_run=k)``. While
    it runs, `repaired`, `F` and `Cr` follow it; `experiment_attributes`, `run_attributes` and `logged_attributes` hold
    what the arguments of these names take to record all that. Every evaluation is one call of the problem, but for the
    trials that strict death penalty refuses: they use up the budget and are never evaluated.

    Parameters
    ----------
    de
        The algorithm.
    budget
        Evaluations of a run, or a formula in the dimension such as ``"1000*n"``.
    target
        Precision at which a run stops; None: never.
    seed
        Of all runs together: each problem has a seed of its own, derived from it.
    """

    de: Composition
    budget: int | str = "10000*n"
    target: float | None = 1e-8
    seed: int = 0
    repaired: float = field(default=0.0, init=False)  # share of the evaluations so far
    F: float = field(default=0.0, init=False)  # mean of the generation
    Cr: float = field(default=0.0, init=False)
    run: int = field(default=-1, init=False)
    _population: int = field(default=0, init=False, repr=False)
    _runs: dict[tuple[int, int, int, str], int] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        try:
            self.budget = normal_formula(self.budget)
        except ValueError as error:
            raise InvalidArgumentError(f"budget {error}; got {self.budget!r}") from None
        self.seed = check_seed(self.seed)
        self.target = check_target(self.target)
        self._population = self.de.population if isinstance(self.de.population, int) else 0

    def __call__(self, problem: Any) -> None:
        """Run once on `problem`."""
        adapted = as_problem(problem)
        key = _identity(problem)
        self.run = self._runs.get(key, 0)
        self._runs[key] = self.run + 1
        run = Run(
            self.de,
            adapted.lower,
            adapted.upper,
            budget=check_budget(evaluate_formula(str(self.budget), adapted.dimension), self.de.size(adapted.dimension)),
            target=self.target,
            f_opt=0.0 if adapted.f_opt is None else adapted.f_opt,
            optimum_known=adapted.f_opt is not None,
            seed=self.seed_of(problem),
            run=self.run,
        )
        engine: Any = run.engine
        self._population = self.de.size(adapted.dimension)
        self.repaired, self.F, self.Cr = 0.0, 0.0, 0.0
        while not run.finished:
            points = run.propose()
            if engine.evaluations:  # the initial population has no parameters
                self.F, self.Cr = float(np.mean(engine.scale)), float(np.mean(engine.rate))
            run.accept(adapted.precision(points))
            self.repaired = float(engine.repaired_share)

    def seed_of(self, problem: Any) -> int:
        """Return the seed of the runs on `problem`: another one for each, so that runs are independent."""
        text = ":".join(map(str, (self.seed, *_identity(problem))))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    @property
    def population(self) -> int:
        """The population on the problem of the last call."""
        return self._population

    @property
    def experiment_attributes(self) -> dict[str, str]:
        """The operators, for the argument of that name: `inbounds import` restores them."""
        return {family: getattr(self.de, family) for family in FAMILIES}

    @property
    def run_attributes(self) -> list[str]:
        """What can be recorded of a run, for the argument of that name."""
        return ["repaired", "run", "population"]

    @property
    def logged_attributes(self) -> list[str]:
        """What can be recorded along a run, for the argument of that name."""
        return ["repaired", "F", "Cr"]

    def __str__(self) -> str:
        return "_".join(getattr(self.de, family) for family in FAMILIES).replace("/", "-")


def _identity(problem: Any) -> tuple[int, int, int, str]:
    about = problem.meta_data
    return about.problem_id, about.instance, about.n_variables, about.name
