"""Minimise a function of one's own in a box, called as SciPy's optimizers are."""

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.callbacks import Callback, as_stop
from inbounds.algorithm.checkpoint import (
    CHECKPOINT_EVERY,
    Stage,
    checkpoint_path,
    resumed,
    saving,
    seed_of_population,
)
from inbounds.algorithm.constraints import Constraints, none_given
from inbounds.algorithm.de import DE
from inbounds.algorithm.drive import CONVERGED, LATE, STOPPED, Spread, drive
from inbounds.algorithm.generation_values import Values
from inbounds.algorithm.history import History
from inbounds.algorithm.initial_points import initial_points
from inbounds.algorithm.ledger import Ledger
from inbounds.algorithm.minimize_defaults import (
    EVALUATIONS_PER_VARIABLE,
    default_boundary,
    default_modules,
    default_population,
    fitting_modules,
    polish_share,
)
from inbounds.algorithm.objective import MapLike, busy_workers, evaluation
from inbounds.algorithm.polish import Finish, Polisher, as_polisher
from inbounds.algorithm.scipy_words import answering_scipy_words
from inbounds.algorithm.whole_variables import room_to_round, rounded, whole_variables
from inbounds.arguments import check_seconds, check_tolerance, flag, seed_from, whole_number
from inbounds.box import BoundsLike, as_box, as_rows
from inbounds.errors import InvalidArgumentError, ObjectiveError, shown
from inbounds.operators import operator_names as named
from inbounds.operators.module_paths import chosen
from inbounds.progress_line import BAR, progress_line

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult


@answering_scipy_words
def minimize(
    fun: Callable[..., Any],
    bounds: BoundsLike,
    *,
    args: Sequence[Any] = (),
    mutation: "named.MutationName | str" = "ranking-target-to-pbest/1",
    crossover: "named.CrossoverName | str" = "binomial",
    boundary: "named.BoundaryName | str | None" = None,
    adaptation: "named.AdaptationName | str" = "l-shade",
    archive: "named.ArchiveName | str | None" = None,
    reduction: "named.ReductionName | str | None" = None,
    pbest: "named.PbestName | str | None" = None,
    rotation: "named.RotationName | str | None" = None,
    restart: "named.RestartName | str | None" = None,
    selection: "named.SelectionName | str | None" = None,
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
    checkpoint_every: int = CHECKPOINT_EVERY,
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
        Names of operators, built in or registered. The defaults were chosen by measurement. That of `boundary` is
        ``"resampling+projection"``, one of the two for each donor outside, and with a mutation of one's own
        ``"resampling"``.
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
        The initial population: "random", "latin", "sobol", "halton", or an array of points; the rest is random.
    x0
        One point or several, put into the initial population in the place of its first points, as SciPy does.
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
        What an exception of `fun` or of a constraint does: "raise" ends the run with an ObjectiveError, "inf" makes the
        point worse than any number, and `failed` in the result counts it.
    callback
        Called after each generation with an `OptimizeResult` of the state, as ``callback(intermediate_result)`` or
        ``callback(state)``; or as SciPy's older ``callback(xk, convergence)``. StopIteration, or True, stops.
    history
        Keep evaluations, best, median and repaired share after each generation and finish in ``result.history``, which
        can `plot()`.
    checkpoint
        A file to which the run is written, and from which it goes on where the file exists.
    checkpoint_every
        Generations between two checkpoints.
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
        `fun`, a constraint or a callable `polish` failed; the error carries the point, ``.x``, and the state so far,
        ``.result``.
    KeyboardInterrupt
        Ctrl-C; it carries the state so far, ``.result``, too.
    """
    lower, upper = as_box(bounds)
    n = len(lower)
    vectorized, history = flag("vectorized", vectorized), flag("history", history)
    progress = flag("progress", progress)
    tolerance, max_seconds = check_tolerance(tolerance), check_seconds(max_seconds)
    checkpoint = checkpoint_path(checkpoint)
    budget = (
        n * EVALUATIONS_PER_VARIABLE if max_evaluations is None else whole_number("max_evaluations", max_evaluations)
    )
    if seed is not None and rng is not None:
        raise InvalidArgumentError(
            f"seed and rng mean the same: give one of them; got seed={shown(seed)} and rng={shown(rng)}"
        )
    whole_number("checkpoint_every", checkpoint_every)
    finishing, polisher = as_polisher(polish)
    limits = None if none_given(constraints) else Constraints(constraints, n)
    whole = whole_variables(integrality, lower, upper)
    lower, upper = room_to_round(lower, upper, whole)
    finishing = finishing and limits is None and bool((~whole & (lower < upper)).any())
    if polisher is not None and not finishing:
        raise InvalidArgumentError(
            "polish must be True or False here: there is no finish with constraints, nor where every variable is whole "
            f"or fixed, and a callable would never be called; got {shown(polish)}"
        )
    stops = as_stop(callback)
    modules = {
        "archive": archive, "reduction": reduction, "pbest": pbest, "rotation": rotation, "restart": restart,
        "selection": selection,
    }  # fmt: skip
    method = default_boundary(mutation) if boundary is None else boundary
    first_seed = seed_from(seed, rng)
    reserve = polish_share(n, budget) if finishing else 0
    x0 = None if x0 is None else as_rows(x0, "x0", n)
    init = init if isinstance(init, str) else as_rows(init, "init", n)
    population = None if population is None else whole_number("population", population)
    least = max(
        chosen("mutation", mutation).info.minimum_population,
        0 if x0 is None else len(x0),
        0 if isinstance(init, str) else len(init),
    )

    def size_for(evaluations: int) -> int:
        return max(least, default_population(n, max(1, evaluations))) if population is None else population

    def begin(number: int, left: int, reserve: int, *, finishing: bool) -> Stage:
        """Make a run of its own for the evaluations left without the reserve; the first has the start points."""
        evaluations = left - reserve
        size = size_for(evaluations)
        if evaluations < size:
            raise InvalidArgumentError(f"max_evaluations must be at least the population, {size}; got {evaluations}")
        parts: dict[str, Any] = {**default_modules(n, evaluations, size)}
        parts |= {family: name for family, name in modules.items() if name is not None}
        parts = fitting_modules(parts, modules, mutation, crossover, method)
        start = initial_points(init, x0, size, lower, upper, first_seed) if number == 0 else ()
        optimizer = Optimizer(
            DE(mutation, crossover, method, adaptation, size, **parts),
            np.column_stack([lower, upper]),
            seed=seed_of_population(first_seed, number),
            budget=evaluations,
            target=target,
            x0=start if len(start) else None,
        )
        return Stage(number, left, optimizer, Spread(optimizer, tolerance), finishing)

    if budget - reserve < 2 * size_for(budget - reserve):
        finishing, reserve = False, 0
    ledger = Ledger(
        History() if history else None,
        None if max_seconds is None else time.monotonic() + max_seconds,
        constrained=limits is not None,
    )
    stage = begin(0, budget, reserve, finishing=finishing)
    ledger.seed = first_seed
    if not callable(workers) and not vectorized:
        workers = busy_workers(workers, stage.optimizer.de.size(n), stacklevel=4)
    arguments = {
        "mutation": mutation, "crossover": crossover, "boundary": method, "adaptation": adaptation, **modules,
        "population": population, "max_evaluations": budget, "target": stage.optimizer.target, "tolerance": tolerance,
        "polish": bool(polish) if polisher is None else "a callable", "integrality": whole,
        "constraints": 0 if limits is None else len(limits), "init": init, "x0": x0, "history": history,
    }  # fmt: skip
    with evaluation(fun, args, vectorized=vectorized, workers=workers, errors=errors) as called:
        if checkpoint is not None and checkpoint.exists():
            given_seed = None if seed is None and rng is None else first_seed
            stage = resumed(checkpoint, stage, ledger, called, arguments, seed=given_seed, tolerance=tolerance)
            first_seed = ledger.seed
        values = Values(called, whole, limits)
        with _progress_line(budget, shown=progress) as show:
            while True:
                optimizer = stage.optimizer
                ledger.saver = saving(checkpoint, checkpoint_every, stage, ledger, called, arguments)
                message = drive(optimizer, values, stage.spread, stops, ledger, show)
                ledger.add(optimizer.result)
                left = stage.left - optimizer.evaluations
                if message not in (None, CONVERGED) or optimizer.result.success or not stage.finishing:
                    break
                # From this population's best: that of an earlier one has had its finish.
                found = optimizer.result
                start = rounded(found.x, whole)
                finish = Finish(
                    values, np.where(whole, start, lower), np.where(whole, start, upper),
                    most=left, target=target, deadline=ledger.deadline,
                )  # fmt: skip
                ledger.polish(finish, polisher, found)
                if finish.evaluations:
                    ledger.note(ledger.evaluations, ledger.fun, optimizer.fitness, ledger.repaired)
                left -= finish.evaluations
                if target is not None and ledger.fun <= target:
                    message = f"target {target:g} reached"
                    break
                if message == CONVERGED:
                    break
                if finish.late:
                    message = LATE
                    break
                finishing = not finish.skipped
                reserve = polish_share(n, left) if finishing else 0
                if left - reserve < 2 * size_for(left - reserve):
                    break
                if ledger.late():
                    message = LATE
                    break
                stage = begin(stage.number + 1, left, reserve, finishing=finishing)
    result = ledger.merged(optimizer.result, added=True)
    result.x = rounded(result.x, whole)
    if message is not None:
        result.message = message
        result.success = message not in (STOPPED, LATE) and math.isfinite(result.fun)
    if limits is not None:
        _tell_feasibility(result, limits)
    result.failed = called.failed
    if called.failed and result.fun == math.inf:
        result.message += f"; {called.first_failure}"
    if ledger.history is not None:
        result.history = ledger.history
    return result


def _tell_feasibility(result: "OptimizeResult", limits: Constraints) -> None:
    try:
        result.constr_violation = limits.violation(result.x)
    except ObjectiveError:  # as at every point before, with errors="inf"
        result.constr_violation = math.inf
    if result.constr_violation > 0.0:
        result.fun, result.success = math.inf, False
        result.message = f"no feasible point was found; the least violation is {result.constr_violation:g}"


@contextmanager
def _progress_line(budget: int, *, shown: bool) -> Iterator[Callable[[int, float, float], None]]:
    if not shown:
        yield lambda *_: None
        return
    texts = (
        "{task.completed:.0f}/{task.total:.0f} evaluations",
        BAR,
        "best {task.fields[best]:.6g}  repaired {task.fields[repaired]:.1%}",
    )
    with progress_line(*texts, total=budget, best=math.inf, repaired=0.0) as update:
        yield lambda evaluations, best, repaired: update(completed=evaluations, best=best, repaired=repaired)
