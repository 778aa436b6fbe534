"""Minimise a function of one's own in a box, called as SciPy's optimizers are."""

import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.de import DE
from inbounds.algorithm.objective import Evaluation, MapLike, evaluation
from inbounds.arguments import whole_number
from inbounds.box import BoundsLike, as_box
from inbounds.errors import InvalidArgumentError, ObjectiveError
from inbounds.operators.catalogue import choose

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

EVALUATIONS_PER_VARIABLE = 10_000
LEAST_POPULATION = 6
CHECK_EVERY = 10  # generations between two looks at the spread of the population
CHECKS_EQUAL = 3  # looks at which all values were the same to rounding

Callback: TypeAlias = Callable[["OptimizeResult"], Any]


def minimize(
    fun: Callable[..., Any],
    bounds: BoundsLike,
    *,
    args: Sequence[Any] = (),
    mutation: str = "ranking-target-to-pbest/1",
    crossover: str = "binomial",
    boundary: str = "resampling",
    adaptation: str = "shade",
    population: int | None = None,
    max_evaluations: int | None = None,
    target: float | None = None,
    tolerance: float = 1e-10,
    x0: ArrayLike | None = None,
    seed: int | None = None,
    vectorized: bool = False,
    workers: int | MapLike = 1,
    callback: Callback | None = None,
    progress: bool = False,
) -> "OptimizeResult":
    """Minimise `fun` in the box `bounds` by differential evolution.

    Parameters
    ----------
    fun
        Called as ``fun(x, *args)`` with x of shape (n,), returns a number. NaN and inf are worse than any number.
    bounds
        Pairs (low, high), one for each variable, or `scipy.optimize.Bounds`; low = high fixes a variable.
    args
        Further arguments of `fun`.
    mutation, crossover, boundary, adaptation
        Names of operators, built in or registered. The defaults were chosen by measurement on BBOB.
    population
        Number of individuals; by default it depends on the number of variables and on `max_evaluations`, see
        `default_population`.
    max_evaluations
        Evaluations at most, the initial population included; 10 000 for each variable by default.
    target
        A value of `fun`: stop as soon as it is reached.
    tolerance
        Stop when the whole population lies within this share of the box in every variable, or when its values can
        no longer be told apart in double precision; 0: never.
    x0
        One point or several, put into the initial population.
    seed
        A whole number: the same seed gives the same result, bit for bit. None: a fresh one, told in the result.
    vectorized
        `fun` takes a whole generation, shape (k, n), and returns k values, shape (k,).
    workers
        Processes over which the calls of `fun` are spread (-1: one for each processor), or a map-like callable
        ``workers(fun, points)``, as that of a pool. The result does not depend on it.
    callback
        Called after each generation with an `OptimizeResult` of the state; StopIteration, or True, stops.
    progress
        Show evaluations, best value and repaired share while running.

    Returns
    -------
    scipy.optimize.OptimizeResult
        x, fun, nfev, nit, success, message, population, population_energies, repaired (share of the evaluations whose
        point had to be repaired), nonfinite (values that were NaN or inf), seed.

    Raises
    ------
    ObjectiveError
        `fun` failed; the error carries the point, ``.x``, and the state so far, ``.result``.
    """
    lower, upper = as_box(bounds)
    if not (isinstance(tolerance, int | float) and 0 <= tolerance < 1):
        raise InvalidArgumentError(f"tolerance must be in [0, 1); got {tolerance!r}")
    budget = len(lower) * EVALUATIONS_PER_VARIABLE
    if max_evaluations is not None:
        budget = whole_number("max_evaluations", max_evaluations)
    if population is None:
        seeds = 1 if x0 is None else len(np.atleast_2d(np.asarray(x0)))
        least = max(choose("mutation", mutation).info.minimum_population, seeds)
        population = max(least, default_population(len(lower), budget))
    if budget < whole_number("population", population):
        raise InvalidArgumentError(f"max_evaluations must be at least the population, {population}; got {budget}")
    optimizer = Optimizer(
        DE(mutation, crossover, boundary, adaptation, population),
        np.column_stack([lower, upper]),
        seed=secrets.randbits(63) if seed is None else seed,
        budget=budget,
        target=target,
        x0=x0,
    )
    with (
        evaluation(fun, args, vectorized=vectorized, workers=workers) as values,
        _progress_line(optimizer, budget, shown=progress) as show,
    ):
        message = _drive(optimizer, values, tolerance, callback, show)
    result = optimizer.result
    if message is not None:
        result.message = message
        result.success = message == CONVERGED and math.isfinite(result.fun)
    return result


CONVERGED = "converged: the population cannot be told apart any more"
STOPPED = "stopped by the callback"


def default_population(dimension: int, max_evaluations: int | None = None) -> int:
    """Return the number of individuals that `minimize` takes: 30 + 5n for 10 000·n evaluations.

    It goes with the root of the evaluations. Measured on BBOB: the best population grows with the number of variables,
    and with what there is to spend.
    """
    standard = EVALUATIONS_PER_VARIABLE * whole_number("dimension", dimension)
    budget = standard if max_evaluations is None else whole_number("max_evaluations", max_evaluations)
    return max(LEAST_POPULATION, round((30 + 5 * dimension) * math.sqrt(budget / standard)))


def _drive(
    optimizer: Optimizer, values: Evaluation, tolerance: float, callback: Callback | None, show: Callable[[], None]
) -> str | None:
    """Ask, evaluate and tell until the run is over; return why, where the run itself does not know."""
    spread = _Spread(optimizer, tolerance)
    while not optimizer.finished:
        points = optimizer.ask()
        try:
            told = values(points)
        except ObjectiveError as error:
            error.result = optimizer.result
            raise
        optimizer.tell(told)
        show()
        if callback is not None and optimizer.generation > 0 and _stops(callback, optimizer.result):
            return STOPPED
        if not optimizer.finished and spread.gone():
            return CONVERGED
    return None


def _stops(callback: Callback, result: "OptimizeResult") -> bool:
    try:
        return callback(result) is True
    except StopIteration:
        return True


class _Spread:
    """Watches whether the population still differs, every few generations."""

    def __init__(self, optimizer: Optimizer, tolerance: float) -> None:
        self._optimizer = optimizer
        self._limits = tolerance * (optimizer.upper - optimizer.lower)
        self._watching = tolerance > 0
        self._times_equal = 0

    def gone(self) -> bool:
        """Say whether all individuals are the same, in place or (for a while) in value."""
        if not self._watching or self._optimizer.generation % CHECK_EVERY:
            return False
        x, f = self._optimizer.population, self._optimizer.fitness
        if bool((np.ptp(x, axis=0) <= self._limits).all()):
            return True
        low, high = float(f.min()), float(f.max())
        equal = math.isfinite(high) and high - low <= 8 * np.finfo(float).eps * abs(low)
        self._times_equal = self._times_equal + 1 if equal else 0
        return self._times_equal >= CHECKS_EQUAL


@contextmanager
def _progress_line(optimizer: Optimizer, budget: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    if not shown:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.completed:.0f}/{task.total:.0f} evaluations"),
        BarColumn(),
        TextColumn("best {task.fields[best]:.6g}  repaired {task.fields[repaired]:.1%}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as line:
        task = line.add_task("", total=budget, best=math.inf, repaired=0.0)

        def show() -> None:
            line.update(task, completed=optimizer.evaluations, best=optimizer.best, repaired=optimizer.repaired)

        yield show
