"""Differential evolution put together from named operators, and batches of its runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from numpy.typing import ArrayLike

from inbounds import _core
from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.composition import Composition
from inbounds.algorithm.configuration_space import arguments_of
from inbounds.algorithm.ioh_algorithm import IohAlgorithm
from inbounds.algorithm.presets import PRESETS
from inbounds.algorithm.python_runs import StopFlag, run_in_python
from inbounds.arguments import (
    check_budget,
    check_memory,
    check_seed,
    check_target,
    flag,
    one_of,
    whole_number,
    worker_count,
)
from inbounds.box import BoundsLike
from inbounds.errors import NoThreadError, RunInterrupted
from inbounds.problems import ProblemLike, as_problem
from inbounds.runs.recording import MEASURED_EVERY
from inbounds.runs.result import RunResult


@dataclass(frozen=True)
class DE(Composition):
    """Differential evolution as a combination of operators.

    Parameters
    ----------
    mutation, crossover, boundary, adaptation
        Names from `inbounds.mutations()` and its kin, or of registered operators; options follow in square
        brackets, as in ``"transformation[offset=text]"``. Boundary methods can be mixed,
        ``"(resampling+reflection)[rule=survival]"``, and act at another stage, ``"reflection[stage=darwinian]"``.
    population
        Number of individuals, or a formula with the dimension n: ``"18*n"``, ``"25*sqrt(n)*log(n)"``.
    archive, reduction, pbest, rotation, restart, selection
        Parts of later algorithms, by name: beaten parents as a second source of differences, a shrinking population,
        the schedule of the pbest share, crossover in an eigenbasis, restarts, and which trials replace their targets.
        By default none of them changes the algorithm.
    F, Cr
        The parameters of ``adaptation="constant"``; not allowed with any other.
    """

    def run(
        self,
        problem: ProblemLike | Callable[..., Any],
        *,
        budget: int,
        bounds: BoundsLike | None = None,
        runs: int = 1,
        seed: int = 0,
        target: float | None = 1e-8,
        workers: int = 1,
        first_run: int = 0,
        stop: StopFlag | None = None,
        measures: bool = False,
    ) -> RunResult:
        """Run `runs` times on `problem` and return what was reached.

        Parameters
        ----------
        problem
            From `inbounds.problem`, an ioh or cocoex problem, any object that implements `ProblemLike`, or a function
            of one point together with `bounds`.
        budget
            Evaluations for each run, the initial population included.
        bounds
            The box of a plain function: pairs (low, high), or scipy.optimize.Bounds. Problems have their own.
        seed, first_run
            Run k draws from the stream (seed, first_run + k) and from nothing else: neither `workers` nor the way
            the runs are split into calls changes a bit.
        target
            Stop at this precision (f − f_opt); 0: only where f equals f_opt as doubles; None: never.
        workers
            Threads over which the runs are spread; -1: one per processor.
        stop
            A flag that ends the runs from another thread; RunInterrupted is raised then.
        measures
            Also record what explains a run, as `RunResult.measures`; the runs themselves stay the same.
        """
        arrays = self.run_arrays(
            problem, budget=budget, bounds=bounds, runs=runs, seed=seed, target=target, workers=workers,
            first_run=first_run, stop=stop, measures=measures,
        )  # fmt: skip
        return RunResult.from_arrays(arrays, budget)

    def run_arrays(
        self,
        problem: ProblemLike | Callable[..., Any],
        *,
        budget: int,
        bounds: BoundsLike | None = None,
        runs: int = 1,
        seed: int = 0,
        target: float | None = 1e-8,
        workers: int = 1,
        first_run: int = 0,
        stop: StopFlag | None = None,
        measures: bool = False,
    ) -> dict[str, Any]:
        """Do what `run` does and return the arrays that the core recorded, by the names of the run table."""
        problem = as_problem(problem, bounds)
        size = self.size(problem.dimension)
        budget = check_budget(budget, size)
        check_memory(size, len(problem.lower))
        seed = check_seed(seed)
        target = check_target(target)
        runs, workers = whole_number("runs", runs), worker_count(workers)
        first_run = whole_number("first_run", first_run, least=0)
        measures = flag("measures", measures)
        stopping = StopFlag() if stop is None else stop
        if problem.native is None or not self.native:
            arrays = run_in_python(
                self, problem, budget=budget, runs=runs, seed=seed, target=target, workers=workers,
                first_run=first_run, stop=stopping, measures=measures,
            )  # fmt: skip
        else:
            operators = self.core_operators
            try:
                made = _core.run(
                    problem.native, operators, size, budget, target, seed, first_run, runs, workers, stopping,
                    MEASURED_EVERY if measures else 0,
                )  # fmt: skip
            except _core.NoThread as error:
                raise NoThreadError(f"{error}; free memory, or allow more threads") from None
            arrays = cast("dict[str, Any] | None", made)
        if arrays is None:
            raise RunInterrupted("the runs were stopped before they ended")
        return arrays

    def start(
        self,
        bounds: BoundsLike,
        *,
        seed: int = 0,
        budget: int | None = None,
        target: float | None = None,
        x0: ArrayLike | None = None,
        measures: bool = False,
    ) -> Optimizer:
        """Begin one run whose points are evaluated by the caller: ask, evaluate, tell."""
        return Optimizer(self, bounds, seed=seed, budget=budget, target=target, x0=x0, measures=measures)

    def as_ioh_algorithm(
        self, *, budget: int | str = "10000*n", target: float | None = 1e-8, seed: int = 0
    ) -> IohAlgorithm:
        """Return a callable for `ioh.Experiment(algorithm=…)`; see `inbounds.exchange.IohAlgorithm`."""
        return IohAlgorithm(self, budget=budget, target=target, seed=seed)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> "DE":
        """Return a known algorithm: ``"l-shade"`` (1.0.1, Tanabe & Fukunaga 2014) or ``"jso"`` (Brest et al. 2017).

        `changes` replace single arguments, such as ``boundary="reflection"``.
        """
        return cls(**{**PRESETS[one_of("preset", name, PRESETS)], **changes})

    @classmethod
    def from_configuration(cls, configuration: Mapping[str, Any]) -> "DE":
        """Return the DE that a configuration, of `inbounds.configuration_space()` or a plain dict, describes."""
        return cls(**arguments_of(configuration))
