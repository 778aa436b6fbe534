"""SciPy's `differential_evolution`, its own signature in front of this package's algorithm."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.callbacks import Callback, Stops, as_stop
from inbounds.algorithm.constraints import Constraints, none_given
from inbounds.algorithm.de import DE
from inbounds.algorithm.drive import Spread, drive
from inbounds.algorithm.generation_values import Values
from inbounds.algorithm.ledger import Ledger
from inbounds.algorithm.objective import Evaluation, MapLike, busy_workers, evaluation, process_count
from inbounds.algorithm.whole_variables import room_to_round, rounded, whole_variables
from inbounds.arguments import flag, one_of, real_number, seed_from, whole_number
from inbounds.arrays import Booleans, Floats
from inbounds.box import BoundsLike, as_box, as_rows, starting_points
from inbounds.errors import InvalidArgumentError, shown
from inbounds.operators.catalogue import choose
from inbounds.operators.operator_names import BoundaryName

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

MUTATIONS = {
    "best1": "best/1",
    "best2": "best/2",
    "rand1": "rand/1",
    "rand2": "rand/2",
    "currenttobest1": "target-to-best/1",
}
CROSSOVERS = {"bin": "binomial", "exp": "exponential"}
INITS = ("latinhypercube", "sobol", "halton", "random")
LEAST_POPULATION = 5

CONVERGED = "Optimization terminated successfully."
STOPPED = "callback function requested stop early"
USED_UP = "Maximum number of iterations has been exceeded."


def differential_evolution(
    func: Callable[..., Any],
    bounds: BoundsLike,
    args: Sequence[Any] = (),
    strategy: str = "best1bin",
    maxiter: int | None = 1000,
    popsize: int = 15,
    tol: float = 0.01,
    mutation: float | tuple[float, float] = (0.5, 1),
    recombination: float = 0.7,
    rng: Any = None,
    callback: Callback | None = None,
    disp: bool = False,
    polish: bool | Callable[..., "OptimizeResult"] = True,
    init: str | ArrayLike = "latinhypercube",
    atol: float = 0,
    updating: str = "deferred",
    workers: int | MapLike = 1,
    constraints: Any = (),
    x0: ArrayLike | None = None,
    *,
    integrality: ArrayLike | None = None,
    vectorized: bool = False,
    seed: Any = None,
    boundary: "BoundaryName | str" = "reinitialization",
) -> "OptimizeResult":
    """Minimise `func` as `scipy.optimize.differential_evolution` does, argument by argument.

    For code that exists; new code does better with `inbounds.minimize`, whose defaults were chosen by measurement. The
    arguments mean what SciPy's documentation says. Refused, with the reason: a callable `strategy`, 'randtobest1bin'
    and 'randtobest1exp', and ``updating="immediate"``. Of two infeasible points the better is the one with the smaller
    sum of violations (SciPy: the one that violates no constraint more). The random numbers, and so the bits of a
    result, are not SciPy's.

    Parameters
    ----------
    boundary
        The one argument that SciPy does not have: any of `inbounds.boundaries()`. SciPy's way, a new random place for
        each coordinate outside, is the default.
    """
    lower, upper = as_box(bounds)
    whole = whole_variables(integrality, lower, upper)
    low, high = room_to_round(lower, upper, whole)
    limits = None if none_given(constraints) else Constraints(constraints, len(lower))
    vectorized, disp = flag("vectorized", vectorized), flag("disp", disp)
    tol, atol = real_number("tol", tol, least=0), real_number("atol", atol, least=0)
    if not callable(polish):
        polish = flag("polish", polish)
    if not isinstance(updating, str) or updating != "deferred":
        raise InvalidArgumentError(
            "updating must be 'deferred': a whole generation is made from the one before, so that it can be evaluated "
            f"at once; got {shown(updating)}"
        )
    if vectorized and (callable(workers) or process_count(workers) != 1):
        warnings.warn("differential_evolution: the 'workers' keyword overrides the 'vectorized' keyword", stacklevel=2)
        vectorized = False
    if seed is not None and rng is not None:
        raise InvalidArgumentError(f"seed is the old name of rng: give one of them; got {seed!r} and {rng!r}")
    number = seed_from(None, rng if seed is None else seed)
    stops = as_stop(callback)
    chosen, crossover = _operators(strategy)
    adaptation = _adaptation(mutation, recombination)
    needed = max(LEAST_POPULATION, choose("mutation", chosen).info.minimum_population)
    free = max(1, int(np.count_nonzero(lower < upper)))
    rows = _initial(init, max(needed, whole_number("popsize", popsize) * free), lower, upper, low, high, number)
    if x0 is not None:
        rows[0] = starting_points(x0, lower, upper, 1)[0]
    generations = 1000 if maxiter is None else whole_number("maxiter", maxiter, least=0)
    optimizer = Optimizer(
        DE(chosen, crossover, boundary, adaptation, len(rows)),
        np.column_stack([low, high]),
        seed=number,
        budget=(generations + 1) * len(rows),
        x0=rows,
    )
    if not callable(workers) and not vectorized:
        workers = busy_workers(workers, len(rows), stacklevel=3)
    function = _Columns(func) if vectorized else func
    with evaluation(function, args, vectorized=vectorized, workers=workers) as called:
        values = Values(called, whole, limits)
        watch = _Watch(tol, atol, stops, values, disp=disp, whole=whole)
        ledger = Ledger(None, None, constrained=limits is not None)
        drive(optimizer, values, Spread(optimizer, 0.0), watch, ledger)
        result = watch.translated(ledger.merged(optimizer.result))
        result.message = watch.message
        result.success = watch.message == CONVERGED and bool(np.isfinite(result.fun))
        if polish and not whole.all():
            _polish(result, polish, called, np.where(whole, result.x, lower), np.where(whole, result.x, upper),
                    limits, () if limits is None else constraints, disp=disp)  # fmt: skip
    if limits is not None:
        result.constr = limits.excesses(result.x)
        result.constr_violation = result.maxcv = float(np.max(np.concatenate(result.constr)))
        if result.maxcv > 0:
            result.success = False
            result.message = f"The solution does not satisfy the constraints, MAXCV = {result.maxcv}"
    return result


@dataclass(frozen=True)
class _Columns:
    """A function whose points are columns, as SciPy's vectorised ones are, given rows."""

    fun: Callable[..., Any]

    def __call__(self, rows: Floats, *args: Any) -> Any:
        return self.fun(rows.T, *args)


class _Watch:
    """After each generation: SciPy's printed line, the callback and SciPy's test of convergence, in this order."""

    def __init__(
        self, tol: float, atol: float, stops: Stops | None, values: Values, *, disp: bool, whole: Booleans
    ) -> None:
        self._tol, self._atol, self._stops, self._values = tol, atol, stops, values
        self._disp, self._whole = disp, whole
        self.message = USED_UP

    def __call__(self, state: "OptimizeResult") -> bool:
        energies = state.population_energies
        spread, centre = np.inf, 1.0
        if np.isfinite(energies).all():
            spread, centre = float(np.std(energies)), float(np.abs(np.mean(energies)))
        if self._disp:
            print(f"differential_evolution step {state.nit}: f(x)= {state.fun}")
        state.convergence = self._tol / (spread / (centre + np.finfo(float).eps) + np.finfo(float).eps)
        if self._stops is not None and self._stops(self.translated(state)):
            self.message = STOPPED
            return True
        if spread <= self._atol + self._tol * centre:
            self.message = CONVERGED
            return True
        return False

    def translated(self, state: "OptimizeResult") -> "OptimizeResult":
        """Return `state` with the whole numbers that the function was given, and its calls alone counted."""
        state.x, state.population = rounded(state.x, self._whole), rounded(state.population, self._whole)
        state.nfev = self._values.calls
        return state


def _operators(strategy: object) -> tuple[str, str]:
    if callable(strategy):
        raise InvalidArgumentError(
            "a callable strategy makes one trial at a time and is not translated: write it over the whole generation "
            "with @inbounds.mutation and run it with inbounds.minimize"
        )
    known = {a + b: (MUTATIONS[a], CROSSOVERS[b]) for a in MUTATIONS for b in CROSSOVERS}
    if isinstance(strategy, str) and strategy in ("randtobest1bin", "randtobest1exp"):
        raise InvalidArgumentError(
            f"strategy {strategy!r} has no counterpart here; the nearest is 'currenttobest1{str(strategy)[-3:]}', "
            "'target-to-best/1' by its name in this package"
        )
    return known[one_of("strategy", strategy, known)]


def _adaptation(mutation: Any, recombination: Any) -> str:
    try:
        limits = np.atleast_1d(np.asarray(mutation))
    except ValueError:  # rows of different lengths
        limits = np.empty(0)
    if limits.dtype.kind not in "fiu" or limits.shape not in ((1,), (2,)) or not ((limits >= 0) & (limits < 2)).all():
        raise InvalidArgumentError(f"mutation must be a number in [0, 2), or two: (min, max); got {shown(mutation)}")
    low, high = float(limits.min()), float(limits.max())
    rate = real_number("recombination", recombination, least=0, most=1)
    return (
        f"constant[F={low!r},Cr={rate!r}]" if len(limits) == 1 else f"dither[low={low!r},high={high!r},rate={rate!r}]"
    )


def _initial(init: Any, population: int, lower: Floats, upper: Floats, low: Floats, high: Floats, seed: int) -> Floats:
    """Return the initial population: spread over the widened box, or what was given, moved into the box."""
    if not isinstance(init, str):
        rows = as_rows(init, "init", len(lower))
        if len(rows) < LEAST_POPULATION:
            raise InvalidArgumentError(f"init must have at least {LEAST_POPULATION} rows; got {len(rows)}")
        return np.clip(rows, lower, upper)
    one_of("init", init, INITS, otherwise=", or an array")
    from scipy.stats import qmc

    generator = np.random.default_rng(seed)
    dimension = len(lower)
    if init == "random":
        unit = generator.random((population, dimension))
    elif init == "sobol":
        unit = qmc.Sobol(dimension, rng=generator).random_base2(int(np.ceil(np.log2(population))))
    else:
        maker = qmc.Halton if init == "halton" else qmc.LatinHypercube
        unit = maker(dimension, rng=generator).random(population)
    return np.clip(low + unit * (high - low), low, high)


def _polish(
    result: "OptimizeResult", polish: Any, called: Evaluation, lower: Floats, upper: Floats,
    limits: Constraints | None, constraints: Any, *, disp: bool,
) -> None:  # fmt: skip
    """Finish with SciPy's `minimize` from the best point; keep what is better, a success, in the box and feasible."""
    from scipy.optimize import Bounds, OptimizeResult, minimize

    method = "L-BFGS-B" if limits is None else "trust-constr"
    if limits is not None and limits.violation(result.x) > 0:
        warnings.warn(
            "differential evolution didn't find a solution satisfying the constraints, attempting to polish from the "
            "least infeasible solution",
            stacklevel=3,
        )
    if disp and not callable(polish):
        print(f"Polishing solution with '{method}'")

    def value(x: Any) -> float:
        point = np.asarray(x)
        inside = bool(((point >= lower) & (point <= upper)).all())  # NaN, after inf - inf, is nowhere
        return float(called(np.atleast_2d(point))[0]) if inside else np.inf

    finish = polish if callable(polish) else partial(minimize, method=method)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "invalid value encountered in subtract", RuntimeWarning)  # of inf - inf
        warnings.filterwarnings("ignore", "delta_grad == 0.0", UserWarning)  # of a linear constraint, or at rest
        try:
            made = finish(value, result.x.copy(), bounds=Bounds(lower, upper), constraints=constraints)
        except ValueError:
            if callable(polish):
                raise
            return  # trust-constr stepped out of the box and gave up on inf
    if not isinstance(made, OptimizeResult):
        raise InvalidArgumentError(f"polish must return a scipy.optimize.OptimizeResult; got {made!r}")
    result.nfev += made.get("nfev", 0)
    inside = bool(((made.x >= lower) & (made.x <= upper)).all())
    feasible = limits is None or limits.violation(made.x) == 0
    if made.fun < result.fun and made.success and inside and feasible:
        result.x, result.fun, result.jac = made.x, float(made.fun), made.get("jac")
        best = int(np.argmin(result.population_energies))
        result.population[best], result.population_energies[best] = made.x, made.fun
