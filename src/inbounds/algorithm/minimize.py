"""Minimise a function of one's own in a box, called as SciPy's optimizers are."""

import math
import os
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.callbacks import Callback, Stops, as_stop
from inbounds.algorithm.constraints import BAR, Constraints, Values, none_given
from inbounds.algorithm.de import DE
from inbounds.algorithm.history import History
from inbounds.algorithm.initial_points import initial_points
from inbounds.algorithm.objective import MapLike, evaluation, process_count
from inbounds.algorithm.polish import Finish, Polisher, as_polisher
from inbounds.algorithm.resume import load
from inbounds.algorithm.scipy_words import answering_scipy_words
from inbounds.algorithm.whole_numbers import room_to_round, rounded, whole_variables
from inbounds.arguments import seed_of, whole_number
from inbounds.arrays import Floats
from inbounds.box import BoundsLike, as_box
from inbounds.errors import InvalidArgumentError, ObjectiveError, SavedRunError
from inbounds.operators.catalogue import FAMILIES, choose
from inbounds.operators.module_paths import registered_name

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

EVALUATIONS_PER_VARIABLE = 10_000
LEAST_POPULATION = 6
CHECK_EVERY = 10  # generations between two looks at the spread of the population
CHECKS_EQUAL = 3  # looks at which all values were the same to rounding
AGREEING = 2  # populations that ended at the best value: it is taken for the minimum
FLAT = 1e-12  # share of the best value by which a population's values differ when it makes way
CHECKPOINT_EVERY = 50  # generations between two checkpoints


@answering_scipy_words
def minimize(
    fun: Callable[..., Any],
    bounds: BoundsLike,
    *,
    args: Sequence[Any] = (),
    mutation: str = "ranking-target-to-pbest/1",
    crossover: str = "binomial",
    boundary: str = "resampling",
    adaptation: str = "l-shade",
    archive: str | None = None,
    reduction: str | None = None,
    pbest: str | None = None,
    rotation: str | None = None,
    restart: str | None = None,
    selection: str | None = None,
    population: int | None = None,
    max_evaluations: float | None = None,
    target: float | None = None,
    max_seconds: float | None = None,
    tolerance: float = 1e-10,
    polish: bool | Polisher = True,
    integrality: ArrayLike | None = None,
    constraints: Any = (),
    init: str | ArrayLike = "random",
    x0: ArrayLike | None = None,
    seed: int | None = None,
    rng: np.random.Generator | int | None = None,
    vectorized: bool = False,
    workers: int | MapLike = 1,
    errors: str = "raise",
    callback: Callback | None = None,
    history: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
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
    archive, reduction, pbest, rotation, restart, selection
        Names of modules, see `DE`; None: what was best for these operators and this budget. ``"none"`` switches off.
    population
        Number of individuals; by default it depends on the number of variables and on `max_evaluations`, see
        `default_population`.
    max_evaluations
        Evaluations at most, the initial population included; 10 000 for each variable by default.
    target
        A value of `fun`: stop as soon as it is reached.
    max_seconds
        Time at most; the generation at hand is ended.
    tolerance
        Two populations in a row, or any two of the restarts, that end at the best value stop the run; the values may
        differ by this share of the range of the first population's values. With ``restart="none"`` the run stops when
        the population lies within this share of the box in every variable. 0: never.
    polish
        True: the last part of the evaluations is for SciPy's SLSQP from the best point, inside the box; what it leaves
        over goes to further populations. It is skipped where the function is noisy or flat around that point, and
        with `constraints`. A callable takes SLSQP's place, called as ``polish(fun, x0, bounds=bounds)``. False: none.
    integrality
        One truth value per variable, or one for all: whole numbers only. The function sees them rounded.
    constraints
        `scipy.optimize.NonlinearConstraint` or `LinearConstraint`, one or several. A feasible point is better than an
        infeasible one; infeasible ones are compared by their violation, and `fun` is not called there.
    init
        The initial population: "random", "latin", "sobol", "halton", or an array of points as `x0`.
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
    history
        Keep evaluations, best, median and repaired share of each generation in ``result.history``, which can `plot()`.
    checkpoint
        A file to which the run is written every 50 generations, and from which it goes on where the file exists.
    progress
        Show evaluations, best value and repaired share while running.

    Returns
    -------
    scipy.optimize.OptimizeResult
        x, fun, nfev, nit, success, message, population, population_energies, repaired (share of the evaluations whose
        point had to be repaired), nonfinite (values that were NaN or inf), failed (calls that raised, with
        ``errors="inf"``), seed; constr_violation with `constraints`, history with `history`.

    Raises
    ------
    ObjectiveError
        `fun` failed; the error carries the point, ``.x``, and the state so far, ``.result``.
    KeyboardInterrupt
        Ctrl-C; it carries the state so far, ``.result``, too.
    """
    lower, upper = as_box(bounds)
    n = len(lower)
    if not (isinstance(tolerance, int | float) and 0 <= tolerance < 1):
        raise InvalidArgumentError(f"tolerance must be in [0, 1); got {tolerance!r}")
    budget = (
        n * EVALUATIONS_PER_VARIABLE if max_evaluations is None else whole_number("max_evaluations", max_evaluations)
    )
    if seed is not None and rng is not None:
        raise InvalidArgumentError(f"seed and rng mean the same: give one of them; got seed={seed!r} and rng={rng!r}")
    if max_seconds is not None and not (isinstance(max_seconds, int | float) and max_seconds > 0):
        raise InvalidArgumentError(f"max_seconds must be a number above 0, or None; got {max_seconds!r}")
    finishing, polisher = as_polisher(polish)
    limits = None if none_given(constraints) else Constraints(constraints, n)
    whole = whole_variables(integrality, lower, upper)
    lower, upper = room_to_round(lower, upper, whole)
    finishing = finishing and limits is None and bool((~whole & (lower < upper)).any())
    stops = as_stop(callback)
    modules = {
        "archive": archive, "reduction": reduction, "pbest": pbest, "rotation": rotation, "restart": restart,
        "selection": selection,
    }  # fmt: skip
    first_seed = seed_from(seed, rng)
    reserve = polish_share(n, budget) if finishing else 0
    least = max(
        choose("mutation", registered_name("mutation", mutation)).info.minimum_population,
        1 if x0 is None else len(np.atleast_2d(np.asarray(x0))),
    )
    if not isinstance(init, str):
        least = max(least, len(np.atleast_2d(np.asarray(init))))

    def size_for(evaluations: int) -> int:
        size = population if population is not None else max(least, default_population(n, max(1, evaluations)))
        return whole_number("population", size)

    def begin(number: int, evaluations: int) -> Optimizer:
        """Make a run of its own for these evaluations; the first has the start points."""
        size = size_for(evaluations)
        if evaluations < size:
            raise InvalidArgumentError(f"max_evaluations must be at least the population, {size}; got {evaluations}")
        parts: dict[str, Any] = {**default_modules(n, evaluations, size)}
        parts |= {family: name for family, name in modules.items() if name is not None}
        parts = _fitting(parts, modules, mutation, crossover, boundary)
        start = x0 if x0 is not None else initial_points(init, size, lower, upper, first_seed)
        return Optimizer(
            DE(mutation, crossover, boundary, adaptation, size, **parts),
            np.column_stack([lower, upper]),
            seed=(first_seed + number * 0x9E3779B97F4A7C15) % 2**64 if number else first_seed,
            budget=evaluations,
            target=target,
            x0=start if number == 0 else None,
        )

    if budget - reserve < 2 * size_for(budget - reserve):
        finishing, reserve = False, 0
    ledger = Ledger(
        History() if history else None,
        None if max_seconds is None else time.monotonic() + max_seconds,
        constrained=limits is not None,
    )
    number, left, optimizer = 0, budget, begin(0, budget - reserve)
    if checkpoint is not None and Path(checkpoint).exists():
        optimizer, number, left = _resumed(checkpoint, optimizer, ledger)
        first_seed = ledger.seed if ledger.seed is not None else optimizer.seed
    ledger.seed = first_seed
    if not callable(workers) and not vectorized:
        workers = busy_workers(workers, optimizer.de.size(n), stacklevel=4)
    with evaluation(fun, args, vectorized=vectorized, workers=workers, errors=errors) as called:
        values = Values(called, whole, limits)
        with _progress_line(budget, shown=progress) as show:
            while True:
                ledger.saver = _saver(checkpoint, optimizer, number, left, ledger)
                message = drive(optimizer, values, tolerance, stops, show, ledger)
                ledger.add(optimizer.result)
                left -= optimizer.evaluations
                if message not in (None, CONVERGED) or optimizer.result.success or not finishing:
                    break
                best = rounded(ledger.x, whole)
                finish = Finish(
                    values, np.where(whole, best, lower), np.where(whole, best, upper),
                    most=left, target=target, deadline=ledger.deadline,
                )  # fmt: skip
                ledger.polish(finish, polisher, values)
                left -= finish.evaluations
                if target is not None and ledger.fun <= target:
                    message = f"target {target:g} reached"
                    break
                if message == CONVERGED:
                    break
                finishing = not finish.skipped
                number += 1
                reserve = polish_share(n, left) if finishing else 0
                if ledger.late() or left - reserve < 2 * size_for(left - reserve):
                    break
                optimizer = begin(number, left - reserve)
    result = ledger.merged(optimizer.result, added=True)
    result.x = rounded(result.x, whole)
    if message is not None:
        result.message = message
        result.success = message not in (STOPPED, LATE) and math.isfinite(result.fun)
    if limits is not None:
        _tell_feasibility(result, limits)
    result.failed = called.failed
    if called.failed and result.fun == math.inf:
        result.message += f"; fun raised {called.first_failure}"
    if ledger.history is not None:
        result.history = ledger.history
    return result


CONVERGED = "converged: the population cannot be told apart any more"
STOPPED = "stopped by the callback"
LATE = "max_seconds used up"


def default_population(dimension: int, max_evaluations: int | None = None) -> int:
    """Return the number of individuals that `minimize` begins with: 75 + 12.5n for 10 000·n evaluations.

    It goes with the power 0.7 of the evaluations; below 300·n, where the population keeps its size, it is that of
    30 + 5n with their root. Measured on BBOB: the best population grows with the number of variables and with what
    there is to spend.
    """
    standard = EVALUATIONS_PER_VARIABLE * whole_number("dimension", dimension)
    budget = standard if max_evaluations is None else whole_number("max_evaluations", max_evaluations)
    share = budget / standard
    factor = 2.5 * share**0.7 if budget >= REDUCED_FROM * dimension else math.sqrt(share)
    return max(LEAST_POPULATION, round(factor * (30 + 5 * dimension)))


REDUCED_FROM = 300  # evaluations per variable: with fewer, a population that keeps its size is better


def default_modules(dimension: int, max_evaluations: int, population: int) -> dict[str, str]:
    """Return the modules that `minimize` takes."""
    reduced = max_evaluations >= REDUCED_FROM * dimension and population > 8
    return {
        "archive": "external",
        "reduction": "linear[least=8]" if reduced else "none",
        "pbest": "linear",
        "rotation": "eigen[probability=0.3,share=0.3]",
        "restart": "stagnation[growth=1]",
        "selection": "better-or-equal",
    }


def polish_share(dimension: int, max_evaluations: int) -> int:
    """Return how many of the evaluations `minimize` keeps for the finish."""
    if max_evaluations < 600 * dimension:
        return int(0.6 * max_evaluations)
    return int(min(0.12 * max_evaluations, 100 * dimension))


def _fitting(
    parts: dict[str, Any], asked: dict[str, str | None], mutation: str, crossover: str, boundary: str
) -> dict[str, Any]:
    """Leave out what was not asked for and does not go with these operators."""
    fitting = dict(parts)
    if (
        asked["archive"] is None
        and "archive" not in choose("mutation", registered_name("mutation", mutation)).info.needs
    ):
        fitting["archive"] = "none"
    own = any(
        choose(family, registered_name(family, name)).info.function is not None
        for family, name in (("crossover", crossover), ("boundary", boundary))
    )
    if asked["rotation"] is None and own:
        fitting["rotation"] = "none"
    return fitting


class Ledger:
    """What the populations and finishes of one call have reached and used, all together."""

    def __init__(self, history: History | None, deadline: float | None, *, constrained: bool = False) -> None:
        self.history, self.deadline = history, deadline
        self._constrained = constrained
        self.x: Floats = np.empty(0)
        self.fun = math.inf
        self.evaluations = self.generations = self.nonfinite = 0
        self.repaired = 0.0
        self.seed: int | None = None
        self.saver: Callable[[], None] = lambda: None

    def add(self, result: "OptimizeResult") -> None:
        """Book a population's run."""
        self.better(result.x, result.fun)
        self.repaired += result.repaired * result.nfev
        self.evaluations += result.nfev
        self.generations += result.nit
        self.nonfinite += result.nonfinite

    def better(self, x: Floats, fun: float) -> None:
        """Keep the better point."""
        if not len(self.x) or fun < self.fun:
            self.x, self.fun = np.array(x), float(fun)

    def polish(self, finish: Finish, polisher: Polisher | None, values: Values) -> None:
        """Let the finish search from the best point, and book it, even where the function fails."""
        try:
            if math.isfinite(self.fun):
                finish.search(polisher, self.x, self.fun)
        except (ObjectiveError, KeyboardInterrupt) as error:
            self._book(finish)
            error.result = self.state("interrupted" if isinstance(error, KeyboardInterrupt) else "fun failed")  # type: ignore[union-attr]
            raise
        self._book(finish)

    def _book(self, finish: Finish) -> None:
        self.evaluations += finish.evaluations
        self.nonfinite += finish.nonfinite
        if len(finish.x):
            self.better(finish.x, finish.fun)

    def shown(self, value: float) -> float:
        """Return `value` as its reader knows it: infinite where it stands for an infeasible point."""
        return math.inf if self._constrained and value >= BAR else value

    def late(self) -> bool:
        """Say whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def merged(self, result: "OptimizeResult", *, added: bool = False) -> "OptimizeResult":
        """Return the result of the population at hand with all that was before; `added`: it is booked already."""
        if not added:
            total = result.nfev + self.evaluations
            result.repaired = (self.repaired + result.repaired * result.nfev) / total if total else 0.0
            result.nfev = total
            result.nit += self.generations
            result.nonfinite += self.nonfinite
        else:
            result.nfev, result.nit, result.nonfinite = self.evaluations, self.generations, self.nonfinite
            result.repaired = self.repaired / self.evaluations if self.evaluations else 0.0
        if len(self.x) and self.fun < result.fun:
            result.x, result.fun = self.x.copy(), self.fun
        result.fun = self.shown(result.fun)
        if "population_energies" in result:
            result.population_energies = np.array([self.shown(value) for value in result.population_energies])
        result.seed = self.seed
        return result

    def state(self, message: str) -> "OptimizeResult":
        """Return what has been reached, for an error to carry."""
        from scipy.optimize import OptimizeResult

        made = OptimizeResult(
            x=self.x, fun=self.fun, nfev=0, nit=0, success=False, message=message, repaired=0.0, nonfinite=0
        )
        return self.merged(made, added=True)


def _tell_feasibility(result: "OptimizeResult", limits: Constraints) -> None:
    result.constr_violation = limits.violation(result.x)
    if result.constr_violation > 0.0:
        result.fun, result.success = math.inf, False
        result.message = f"no feasible point was found; the least violation is {result.constr_violation:g}"


def _saver(
    path: str | os.PathLike[str] | None, optimizer: Optimizer, number: int, left: int, ledger: Ledger
) -> Callable[[], None]:
    if path is None:
        return lambda: None

    def save() -> None:
        if optimizer.generation % CHECKPOINT_EVERY == 0:
            notes = {
                "number": number, "left": left, "fun": repr(ledger.fun), "x": ledger.x.tolist(), "seed": ledger.seed,
                "evaluations": ledger.evaluations, "generations": ledger.generations, "repaired": ledger.repaired,
                "nonfinite": ledger.nonfinite,
            }  # fmt: skip
            optimizer.save(path, notes=notes)

    return save


def _resumed(path: str | os.PathLike[str], planned: Optimizer, ledger: Ledger) -> tuple[Optimizer, int, int]:
    """Go on from a checkpoint of the same problem and settings."""
    optimizer = load(path)
    notes = optimizer.notes
    if not notes or not np.array_equal([optimizer.lower, optimizer.upper], [planned.lower, planned.upper]):
        raise SavedRunError(
            f"checkpoint {str(path)!r} is of another problem, or not of minimize: remove it to begin anew"
        )
    same_operators = all(getattr(optimizer.de, family) == getattr(planned.de, family) for family in FAMILIES)
    same_plan = (optimizer.de, optimizer.budget) == (planned.de, planned.budget)
    if not same_operators or (notes["number"] == 0 and not same_plan):
        raise SavedRunError(f"checkpoint {str(path)!r} was made with other arguments: remove it to begin anew")
    ledger.x, ledger.fun = np.array(notes["x"]), float(notes["fun"])
    ledger.evaluations, ledger.generations = notes["evaluations"], notes["generations"]
    ledger.repaired, ledger.nonfinite, ledger.seed = notes["repaired"], notes["nonfinite"], notes["seed"]
    return optimizer, notes["number"], notes["left"]


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
    optimizer: Optimizer,
    values: Values,
    tolerance: float,
    stops: Stops | None,
    show: Callable[[int, float, float], None] = lambda *_: None,
    ledger: Ledger | None = None,
) -> str | None:
    """Ask, evaluate and tell until the run is over; return why, where the run itself does not know."""
    spread = _Spread(optimizer, tolerance)
    ledger = Ledger(None, None) if ledger is None else ledger
    if ledger.seed is None:
        ledger.seed = optimizer.seed
    try:
        while not optimizer.finished:
            optimizer.tell(values(optimizer.ask()))
            ledger.saver()
            state = ledger.merged(optimizer.result) if stops is not None and optimizer.generation > 0 else None
            evaluations, best = (
                ledger.evaluations + optimizer.evaluations,
                ledger.shown(min(ledger.fun, optimizer.best)),
            )
            show(evaluations, best, optimizer.repaired)
            if ledger.history is not None:
                median = ledger.shown(float(np.median(optimizer.fitness)))
                ledger.history.add(evaluations, best, median, optimizer.repaired)
            if state is not None and stops is not None:
                state.convergence = spread.convergence()
                if stops(state):
                    return STOPPED
            if not optimizer.finished and ledger.late():
                return LATE
            if not optimizer.finished and spread.gone():
                return CONVERGED
    except (ObjectiveError, KeyboardInterrupt) as error:
        result = ledger.merged(optimizer.cut_short(values.known))
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
        self._share = tolerance
        self._range: float | None = None  # of the first population's values
        self._ends: list[float] = []  # best values of populations that made way

    def convergence(self) -> float:
        """Return how near the population is to the tolerance: 1 where it is so close that the run ends."""
        widths = np.ptp(self._optimizer.population, axis=0)
        return float(np.min(self._limits[widths > 0] / widths[widths > 0], initial=1.0))

    def gone(self) -> bool:
        """Say whether it is over: enough populations ended at the best value, or the only one differs no more."""
        if not self._watching:
            return False
        x, f = self._optimizer.population, self._optimizer.fitness
        if not self._limits.any():  # every variable is fixed
            return True
        low, high = float(f.min()), float(f.max())
        if self._optimizer.de.restart != "none":
            if self._range is None:
                self._range = float(np.median(f)) - low
            if self._optimizer.restarting:
                self._ends.append(low)
            best = self._optimizer.best
            close = max(self._share * self._range if math.isfinite(self._range) else 0.0, FLAT * abs(best))
            return sum(end - best <= close for end in self._ends) >= AGREEING
        if self._optimizer.generation % CHECK_EVERY:
            return False
        if bool((np.ptp(x, axis=0) <= self._limits).all()):
            return True
        equal = math.isfinite(high) and high - low <= 8 * np.finfo(float).eps * abs(low)
        self._times_equal = self._times_equal + 1 if equal else 0
        return self._times_equal >= CHECKS_EQUAL


@contextmanager
def _progress_line(budget: int, *, shown: bool) -> Iterator[Callable[[int, float, float], None]]:
    if not shown:
        yield lambda *_: None
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

        def show(evaluations: int, best: float, repaired: float) -> None:
            line.update(task, completed=evaluations, best=best, repaired=repaired)

        yield show
