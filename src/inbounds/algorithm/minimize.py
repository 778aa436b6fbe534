"""Minimise a function of one's own in a box, called as SciPy's optimizers are."""

import math
import secrets
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.callbacks import Callback, Stops, as_stop
from inbounds.algorithm.de import DE
from inbounds.algorithm.objective import Evaluation, MapLike, evaluation, process_count
from inbounds.algorithm.scipy_words import answering_scipy_words
from inbounds.arguments import seed_of, whole_number
from inbounds.box import BoundsLike, as_box
from inbounds.errors import InvalidArgumentError, ObjectiveError
from inbounds.operators.catalogue import choose
from inbounds.operators.module_paths import registered_name

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

EVALUATIONS_PER_VARIABLE = 10_000
LEAST_POPULATION = 6
CHECK_EVERY = 10  # generations between two looks at the spread of the population
CHECKS_EQUAL = 3  # looks at which all values were the same to rounding


@answering_scipy_words
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
    max_evaluations: float | None = None,
    target: float | None = None,
    tolerance: float = 1e-10,
    x0: ArrayLike | None = None,
    seed: int | None = None,
    rng: np.random.Generator | int | None = None,
    vectorized: bool = False,
    workers: int | MapLike = 1,
    errors: str = "raise",
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
    rng
        In the place of `seed`: a seed, or a `numpy.random.Generator` from which one is drawn.
    vectorized
        `fun` takes a whole generation, shape (k, n), and returns k values, shape (k,).
    workers
        Processes over which the calls of `fun` are spread (-1: one for each processor), or a map-like callable
        ``workers(fun, points)``, as that of a pool. The result does not depend on it.
    errors
        What an exception of `fun` does: "raise" ends the run with an ObjectiveError, "inf" makes the point worse than
        any number, and `failed` in the result counts it.
    callback
        Called after each generation with an `OptimizeResult` of the state, as ``callback(intermediate_result)`` or
        ``callback(state)``; or as SciPy's older ``callback(xk, convergence)``. StopIteration, or True, stops.
    progress
        Show evaluations, best value and repaired share while running.

    Returns
    -------
    scipy.optimize.OptimizeResult
        x, fun, nfev, nit, success, message, population, population_energies, repaired (share of the evaluations whose
        point had to be repaired), nonfinite (values that were NaN or inf), failed (calls that raised, with
        ``errors="inf"``), seed.

    Raises
    ------
    ObjectiveError
        `fun` failed; the error carries the point, ``.x``, and the state so far, ``.result``.
    KeyboardInterrupt
        Ctrl-C; it carries the state so far, ``.result``, too.
    """
    lower, upper = as_box(bounds)
    if not (isinstance(tolerance, int | float) and 0 <= tolerance < 1):
        raise InvalidArgumentError(f"tolerance must be in [0, 1); got {tolerance!r}")
    budget = len(lower) * EVALUATIONS_PER_VARIABLE
    if max_evaluations is not None:
        budget = whole_number("max_evaluations", max_evaluations)
    if population is None:
        given = 1 if x0 is None else len(np.atleast_2d(np.asarray(x0)))
        least = max(choose("mutation", registered_name("mutation", mutation)).info.minimum_population, given)
        population = max(least, default_population(len(lower), budget))
    population = whole_number("population", population)
    if budget < population:
        raise InvalidArgumentError(f"max_evaluations must be at least the population, {population}; got {budget}")
    if seed is not None and rng is not None:
        raise InvalidArgumentError(f"seed and rng mean the same: give one of them; got seed={seed!r} and rng={rng!r}")
    stops = as_stop(callback)
    optimizer = Optimizer(
        DE(mutation, crossover, boundary, adaptation, population),
        np.column_stack([lower, upper]),
        seed=seed_from(seed, rng),
        budget=budget,
        target=target,
        x0=x0,
    )
    if not callable(workers) and not vectorized:
        workers = busy_workers(workers, population, stacklevel=4)
    with (
        evaluation(fun, args, vectorized=vectorized, workers=workers, errors=errors) as values,
        _progress_line(optimizer, budget, shown=progress) as show,
    ):
        message = drive(optimizer, values, tolerance, stops, show)
    result = optimizer.result
    if message is not None:
        result.message = message
        result.success = message == CONVERGED and math.isfinite(result.fun)
    result.failed = values.failed
    if values.failed and result.fun == math.inf:
        result.message += f"; fun raised {values.first_failure}"
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


def seed_from(seed: int | None, rng: object) -> int:
    """Return the seed that was given in one form or the other, or a fresh one."""
    if rng is not None:
        return seed_of(rng)
    return secrets.randbits(63) if seed is None else seed


def busy_workers(workers: int, population: int, *, stacklevel: int) -> int:
    """Return how many of the processes a generation can keep busy, and say so where some cannot."""
    processes = process_count(workers)
    if processes > population:
        warnings.warn(
            f"workers={processes}, but a generation has {population} points: {processes - population} would be idle "
            f"and are not started. The population does not follow the workers, so that the result does not depend "
            f"on them; population={processes} keeps all of them busy.",
            stacklevel=stacklevel,
        )
    return min(processes, population)


def drive(
    optimizer: Optimizer, values: Evaluation, tolerance: float, stops: Stops | None, show: Callable[[], None]
) -> str | None:
    """Ask, evaluate and tell until the run is over; return why, where the run itself does not know."""
    spread = _Spread(optimizer, tolerance)
    try:
        while not optimizer.finished:
            optimizer.tell(values(optimizer.ask()))
            show()
            if stops is not None and optimizer.generation > 0:
                state = optimizer.result
                state.convergence = spread.convergence()
                if stops(state):
                    return STOPPED
            if not optimizer.finished and spread.gone():
                return CONVERGED
    except (ObjectiveError, KeyboardInterrupt) as error:
        result = optimizer.cut_short(values.known)
        result.message = "interrupted" if isinstance(error, KeyboardInterrupt) else "fun failed"
        error.result = result  # type: ignore[union-attr]  # Python's own exceptions take attributes, too
        raise
    return None


class _Spread:
    """Watches whether the population still differs, every few generations."""

    def __init__(self, optimizer: Optimizer, tolerance: float) -> None:
        self._optimizer = optimizer
        self._limits = tolerance * (optimizer.upper - optimizer.lower)
        self._watching = tolerance > 0
        self._times_equal = 0

    def convergence(self) -> float:
        """Return how near the population is to the tolerance: 1 where it is so close that the run ends."""
        widths = np.ptp(self._optimizer.population, axis=0)
        return float(np.min(self._limits[widths > 0] / widths[widths > 0], initial=1.0))

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
