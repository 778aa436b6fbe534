"""Differential evolution put together from named operators, and batches of its runs."""

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inbounds import _core, catalogue
from inbounds.catalogue import Choice
from inbounds.errors import InvalidArgumentError, RunInterrupted, missing_extra
from inbounds.problems import ProblemLike, as_problem

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from inbounds.ask_tell import Optimizer
    from inbounds.box import BoundsLike
    from inbounds.exchange.ioh_algorithm import IohAlgorithm

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

StopFlag = _core.StopFlag


@dataclass(frozen=True)
class Curves:
    """How the runs went: values at log-spaced evaluation counts, one row a run."""

    evaluations: Integers
    precision: Floats
    repaired: Floats
    mean_f: Floats
    mean_cr: Floats


@dataclass(frozen=True)
class RunResult:
    """What a batch of runs reached; first axis: runs."""

    precision: Floats
    evaluations: Integers
    repaired: Floats
    x: Floats
    hits: Integers
    targets: Floats
    curves: Curves
    seconds: Floats
    nonfinite: Integers

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], budget: int) -> "RunResult":
        """Build the result from the core's arrays."""
        curves = Curves(
            curve_evaluations(budget),
            arrays["curve_precision"],
            arrays["curve_repaired"],
            arrays["curve_f"],
            arrays["curve_cr"],
        )
        direct = {name.name: arrays[name.name] for name in fields(cls) if name.name not in ("targets", "curves")}
        return cls(**direct, targets=targets(), curves=curves)

    def to_polars(self) -> "polars.DataFrame":
        """Return one row a run, in columns named as in a store's run table; `x`, `hits` and the curves as arrays."""
        import polars

        columns: dict[str, Any] = {"run": np.arange(len(self.precision), dtype=np.int32)}
        for name in ("precision", "evaluations", "repaired", "seconds", "nonfinite", "x", "hits"):
            columns[name] = getattr(self, name)
        for column, name in (("precision", "precision"), ("repaired", "repaired"), ("f", "mean_f"), ("cr", "mean_cr")):
            columns[f"curve_{column}"] = getattr(self.curves, name)
        return polars.DataFrame(columns)

    def to_arrow(self) -> "pyarrow.Table":
        """Return the table of `to_polars` as an Arrow table."""
        try:
            import pyarrow  # noqa: F401 - a clear error where the package is missing
        except ImportError:
            raise missing_extra("pyarrow", "pandas") from None
        return self.to_polars().to_arrow()

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the table of `to_polars` as a pandas frame, indexed by run."""
        try:
            import pandas
        except ImportError:
            raise missing_extra("pandas", "pandas") from None
        table = self.to_polars()
        columns = {name: list(table[name].to_numpy()) if table[name].dtype.is_nested() else table[name].to_numpy()
                   for name in table.columns[1:]}  # fmt: skip
        return pandas.DataFrame(columns, index=pandas.Index(table["run"].to_numpy(), name="run"))


@dataclass(frozen=True)
class DE:
    """Differential evolution as a combination of operators.

    Parameters
    ----------
    mutation, crossover, boundary, adaptation
        Names from `inbounds.mutations()` and its kin, or of registered operators; options follow in square
        brackets, as in ``"transformation[offset=text]"``.
    population
        Number of individuals.
    F, Cr
        The parameters of ``adaptation="constant"``; not allowed with any other.
    """

    mutation: str = "rand/1"
    crossover: str = "binomial"
    boundary: str = "reflection"
    adaptation: str = "shade"
    population: int = 100
    F: float | None = field(default=None, repr=False)
    Cr: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.F is not None or self.Cr is not None:
            object.__setattr__(self, "adaptation", _with_constants(self.adaptation, self.F, self.Cr))
            object.__setattr__(self, "F", None)
            object.__setattr__(self, "Cr", None)
        for family in catalogue.FAMILIES:
            object.__setattr__(self, family, catalogue.canonical(family, getattr(self, family)))
        object.__setattr__(self, "population", whole_number("population", self.population))
        needed = self.choices["mutation"].info.minimum_population
        if self.population < needed:
            raise InvalidArgumentError(
                f"population must be at least {needed} for {self.mutation!r}; got {self.population}"
            )

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The operators by family."""
        return {family: catalogue.choose(family, getattr(self, family)) for family in catalogue.FAMILIES}

    @property
    def core_operators(self) -> list[tuple[int, list[float]]]:
        """The operators as the core takes them."""
        return [catalogue.core_choice(self.choices[family]) for family in catalogue.FAMILIES]

    @property
    def native(self) -> bool:
        """True where every operator is the core's own."""
        return all(choice.info.function is None for choice in self.choices.values())

    def run(
        self,
        problem: ProblemLike,
        *,
        budget: int,
        runs: int = 1,
        seed: int = 0,
        target: float | None = 1e-8,
        workers: int = 1,
        first_run: int = 0,
        stop: StopFlag | None = None,
    ) -> RunResult:
        """Run `runs` times on `problem` and return what was reached.

        Parameters
        ----------
        problem
            From `inbounds.problem`, an ioh or cocoex problem, or any object with the same face.
        budget
            Evaluations for each run, the initial population included.
        seed, first_run
            Run k draws from the stream (seed, first_run + k) and from nothing else: neither `workers` nor the way
            the runs are split into calls changes a bit.
        target
            Stop at this precision (f − f_opt); 0: only where f equals f_opt as doubles; None: never.
        workers
            Threads over which the runs are spread.
        stop
            A flag that ends the runs from another thread; RunInterrupted is raised then.
        """
        problem = as_problem(problem)
        budget = check_budget(budget, self.population)
        seed = check_seed(seed)
        target = None if target is None else check_target(target)
        runs, workers = whole_number("runs", runs), whole_number("workers", workers)
        first_run = whole_number("first_run", first_run, least=0)
        flag = StopFlag() if stop is None else stop
        if problem.native is None or not self.native:
            from inbounds.ask_tell import run_in_python

            arrays = run_in_python(
                self, problem, budget=budget, runs=runs, seed=seed, target=target, workers=workers,
                first_run=first_run, stop=flag,
            )  # fmt: skip
        else:
            operators, size = self.core_operators, self.population
            made = _core.run(problem.native, operators, size, budget, target, seed, first_run, runs, workers, flag)
            arrays = cast("dict[str, Any] | None", made)
        if arrays is None:
            raise RunInterrupted("the runs were stopped before they ended")
        return RunResult.from_arrays(arrays, budget)

    def start(
        self,
        bounds: "BoundsLike",
        *,
        seed: int = 0,
        budget: int | None = None,
        target: float | None = None,
        x0: ArrayLike | None = None,
    ) -> "Optimizer":
        """Begin one run whose points are evaluated by the caller: ask, evaluate, tell."""
        from inbounds.ask_tell import Optimizer

        return Optimizer(self, bounds, seed=seed, budget=budget, target=target, x0=x0)

    def as_ioh_algorithm(
        self, *, budget: int | str = "10000*n", target: float | None = 1e-8, seed: int = 0
    ) -> "IohAlgorithm":
        """Return a callable for `ioh.Experiment(algorithm=…)`; see `inbounds.exchange.IohAlgorithm`."""
        from inbounds.exchange.ioh_algorithm import IohAlgorithm

        return IohAlgorithm(self, budget=budget, target=target, seed=seed)

    @classmethod
    def from_configuration(cls, configuration: Mapping[str, Any]) -> "DE":
        """Return the DE that a configuration, of `inbounds.configuration_space()` or a plain dict, describes."""
        from inbounds.configuration import from_configuration

        return from_configuration(configuration)


def targets() -> Floats:
    """Return the 51 precisions whose first hits are recorded, 10^2 … 10^-8."""
    return np.asarray(_core.targets())


def curve_evaluations(budget: int) -> Integers:
    """Return the evaluation counts at which curves are read for `budget`: five a decade, ending at the budget."""
    return np.asarray(_core.curve_evaluations(whole_number("budget", budget)))


def whole_number(name: str, value: object, *, least: int = 1) -> int:
    """Return `value` as an integer of at least `least`."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidArgumentError(f"{name} must be a whole number; got {value!r}") from None
    if isinstance(value, bool) or number < least:
        raise InvalidArgumentError(f"{name} must be a whole number of at least {least}; got {value!r}")
    if number >= 2**62:
        raise InvalidArgumentError(f"{name} must be below 2**62; got {value!r}")
    return number


def check_seed(seed: object) -> int:
    """Return `seed` as an integer in 0 … 2**64 − 1."""
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidArgumentError(f"seed must be a whole number; got {seed!r}") from None
    if isinstance(seed, bool) or not 0 <= number < 2**64:
        raise InvalidArgumentError(f"seed must be a whole number from 0 to 2**64 - 1; got {seed!r}")
    return number


def check_budget(budget: object, population: int) -> int:
    """Return `budget`, at least the initial population."""
    number = whole_number("budget", budget)
    if number < population:
        raise InvalidArgumentError(f"budget must be at least the population, {population}; got {number}")
    return number


def check_target(target: object) -> float:
    """Return `target`, a precision of at least 0."""
    try:
        value = float(target)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"target must be a number or None; got {target!r}") from None
    if math.isnan(value) or value < 0:
        raise InvalidArgumentError(f"target must be at least 0, or None to never stop early; got {target!r}")
    return value


def _with_constants(adaptation: str, scale: float | None, rate: float | None) -> str:
    if adaptation.partition("[")[0] != "constant":
        raise InvalidArgumentError(f"F and Cr can be given with adaptation='constant' only; got {adaptation!r}")
    given = {"F": scale, "Cr": rate}
    return "constant[" + ",".join(f"{name}={value!r}" for name, value in given.items() if value is not None) + "]"
