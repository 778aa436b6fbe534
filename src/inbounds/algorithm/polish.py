"""The finish of `minimize`: a local search of SciPy's from the best point, inside the box, with counted evaluations."""

import inspect
import math
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeAlias

import numpy as np

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, ObjectiveError, shown

STEEPNESS = 100.0  # the largest slope that SLSQP sees at its start, per width of the box
STEP = math.sqrt(np.finfo(float).eps)
# Called as SciPy's own local minimizers are: polisher(fun, x0, bounds=…), with evaluations that end by themselves.
Polisher: TypeAlias = Callable[..., Any]


class Budget(Exception):  # noqa: N818 - no error: it ends a search that has spent its evaluations
    """The evaluations of the finish, or its time, are used up, or the target is reached."""


class Finish:
    """One local search: counts what it evaluates and keeps the best point, which is inside the box by construction.

    It is skipped where the function is noisy (the start, evaluated again, has another value) or flat in all directions
    of the box (a staircase, which has no slope to follow).
    """

    def __init__(
        self,
        values: Callable[[Floats], Floats],
        lower: Floats,
        upper: Floats,
        *,
        most: int,
        target: float | None,
        deadline: float | None = None,
    ) -> None:
        self._values, self._lower, self._upper = values, lower, upper
        self._most, self._target = most, -math.inf if target is None else target
        self._deadline = math.inf if deadline is None else deadline
        self.evaluations = 0
        self.nonfinite = 0
        self.x: Floats = np.empty(0)
        self.fun = math.inf
        self.skipped = ""
        self.late = False  # the time was over before the search was
        self._last: tuple[bytes, float] = (b"", math.inf)

    def search(self, polisher: Polisher | None, x: Floats, fun: float) -> None:
        """Start from `x`, whose value is known to be `fun`; `polisher` None: SciPy's SLSQP."""
        self.x, self.fun = x.copy(), fun
        try:
            again = self._evaluate(x[np.newaxis])[0]
            if abs(again - fun) > 1e-12 * max(abs(again), abs(fun)):
                self.skipped = "the function is noisy"
                return
            if polisher is not None:
                self._search_by(polisher, x)
                return
            if not self._descend():
                self.skipped = "the function is flat around the best point"
            elif self.fun < fun:
                self._descend()  # what it had learnt of the curvature may have misled it
        except Budget:
            return

    def _search_by(self, polisher: Polisher, x: Floats) -> None:
        try:
            polisher(self.value, x.copy(), bounds=np.column_stack([self._lower, self._upper]))
        except (Budget, ObjectiveError, BrokenProcessPool):  # of the function that it was given
            raise
        except Exception as error:
            raise ObjectiveError(
                f"polish raised {type(error).__name__}: {error} at x0 = {x.tolist()}", x=x.copy(), function="polish"
            ) from error

    def _descend(self) -> bool:
        """Search by SciPy's SLSQP from the best point, as far as it goes; False where no difference shows a slope.

        It sees the box as the unit cube, so that the variables' own units do not matter, and values scaled by the slope
        at its start: it takes the curvature for 1 at first, and gives up at once where the values are far larger.
        """
        from scipy.optimize import minimize as scipy_minimize  # late: it takes long to import

        widths = np.where(self._upper > self._lower, self._upper - self._lower, 1.0)
        start, height = self.x, self.fun
        slope = self.slope(start)
        with np.errstate(over="ignore"):
            steepest = float(np.abs(slope * widths).max())
        if steepest == 0.0:
            return False
        scale = STEEPNESS / steepest

        def inside(z: Floats) -> Floats:
            return np.clip(self._lower + z * widths, self._lower, self._upper)

        def scaled_slope(z: Floats) -> Floats:
            slope = self.slope(inside(z))
            with np.errstate(over="ignore", invalid="ignore"):  # beside a cliff; SLSQP then asks for NaN, and ends
                return scale * slope * widths

        scipy_minimize(
            lambda z: scale * (self.value(inside(z)) - height),
            (start - self._lower) / widths,
            jac=scaled_slope,
            method="SLSQP",
            bounds=np.column_stack([np.zeros(len(start)), (self._upper - self._lower) / widths]),
            options={"maxiter": self._most, "ftol": 1e-15},
        )
        return True

    def value(self, x: Any) -> float:
        """Return the function's value at `x`, brought into the box."""
        point = np.clip(np.asarray(x, dtype=float), self._lower, self._upper)
        if np.isnan(point).any():  # the search is lost, as after inf - inf
            raise Budget
        value = float(self._evaluate(point[np.newaxis])[0])
        self._last = (point.tobytes(), value)
        return value

    def slope(self, x: Floats) -> Floats:
        """Return the gradient by differences to points inside the box, all of them evaluated together."""
        here = self._last[1] if self._last[0] == x.tobytes() else self.value(x)
        free = np.flatnonzero(self._upper > self._lower)
        steps = STEP * np.maximum(np.abs(x[free]), 1e-2 * (self._upper - self._lower)[free])
        steps = np.where(x[free] + steps > self._upper[free], -steps, steps)
        points = np.repeat(x[np.newaxis], len(free), axis=0)
        points[np.arange(len(free)), free] += steps
        points = np.clip(points, self._lower, self._upper)  # far from 0 a step can be wider than the box
        moved = points[np.arange(len(free)), free] - x[free]
        slope = np.zeros(len(x))
        values = self._evaluate(points)
        with np.errstate(over="ignore"):  # beside a cliff; what is not finite counts as no slope
            slope[free] = (values - here) / np.where(moved == 0.0, 1.0, moved)
        return np.where(np.isfinite(slope), slope, 0.0)

    def _evaluate(self, points: Floats) -> Floats:
        if self.evaluations + len(points) > self._most or self.fun <= self._target:
            raise Budget
        self.late = time.monotonic() > self._deadline
        if self.late:
            raise Budget
        values = self._values(points)
        self.evaluations += len(points)
        self.nonfinite += int(np.count_nonzero(~np.isfinite(values)))
        best = int(np.argmin(np.where(np.isnan(values), math.inf, values)))
        if values[best] < self.fun:
            self.x, self.fun = points[best].copy(), float(values[best])
        return np.where(np.isfinite(values), values, 1e300)


def as_polisher(polish: object) -> tuple[bool, Polisher | None]:
    """Return whether there is a finish, and whose."""
    if callable(polish):
        _check_signature(polish)
        return True, polish
    if not isinstance(polish, bool | np.bool_):
        raise InvalidArgumentError(
            f"polish must be True, False or a callable like scipy.optimize.minimize; got {shown(polish)}"
        )
    return bool(polish), None


def _check_signature(polisher: Polisher) -> None:
    try:
        signature = inspect.signature(polisher)
    except (TypeError, ValueError):  # some compiled callables tell nothing about themselves
        return
    try:
        signature.bind(None, None, bounds=None)
    except TypeError:
        raise InvalidArgumentError(
            "polish must take (fun, x0, bounds=bounds), as scipy.optimize.minimize does; "
            f"got one that takes {signature}"
        ) from None
