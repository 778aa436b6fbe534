"""Constraints beside the box: SciPy's objects, the violation of a point, and values that put the feasible first."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, ObjectiveError, shown

BAR = 1e300  # values of infeasible points begin here: worse than any feasible one, better the less they violate
DECADES = 700.0  # of violations that a double can hold, spread over BAR … 2·BAR


class Constraints:
    """SciPy's NonlinearConstraint, LinearConstraint and Bounds; a point is feasible where none of them is violated.

    The feasibility rules (Deb 2000): feasible before infeasible, feasible ones by their value, infeasible ones by the
    sum of their violations. They are told to the algorithm as one number per point, in that order.
    """

    def __init__(self, given: object, dimension: int) -> None:
        several = given if isinstance(given, list | tuple) else [given]
        self._parts = [_part(one, dimension, f"constraints[{number}]") for number, one in enumerate(several)]

    def __len__(self) -> int:
        return len(self._parts)

    def violation(self, x: Floats) -> float:
        """Return by how much `x` violates the constraints, all of them together; NaN counts as infinitely."""
        return sum(float(part.sum()) for part in self.excesses(x))

    def excesses(self, x: Floats) -> list[Floats]:
        """Return by how much `x` is beyond the limits, one array per constraint."""
        return [part.excess(x) for part in self._parts]


@dataclass(frozen=True)
class Part:
    """One constraint: lower <= function(x) <= upper; `name` is how the caller finds it."""

    name: str
    function: Callable[[Floats], Any]
    lower: Floats
    upper: Floats

    def excess(self, x: Floats) -> Floats:
        """Return by how much each value of the function is beyond its limits."""
        value = self._values(x)
        beyond = np.maximum(np.maximum(self.lower - value, value - self.upper), 0.0)
        return np.where(np.isnan(value), math.inf, beyond)

    def _values(self, x: Floats) -> Floats:
        try:
            given = self.function(x.copy())
        except Exception as error:
            raise self._failed(f"raised {type(error).__name__}: {error}", x) from error
        try:
            array = np.asarray(given).ravel()
        except ValueError:  # rows of different lengths
            array = np.empty(0, dtype=object)
        if array.dtype.kind not in "fiub":
            raise self._failed(f"must return real numbers; got {shown(given)}", x)
        if not _fits(self.lower, len(array)) or not _fits(self.upper, len(array)):
            limits = max(len(self.lower), len(self.upper))
            raise self._failed(f"has limits for {limits} values; its function returned {len(array)}", x)
        return array.astype(np.float64)

    def _failed(self, what: str, x: Floats) -> ObjectiveError:
        return ObjectiveError(f"{self.name} {what} at x = {x.tolist()}", x=x.copy(), function=self.name)


def told_violation(violation: float) -> float:
    """Return the value that stands for an infeasible point."""
    return BAR * (1.5 + math.log10(min(max(violation, 1e-320), 1e308)) / DECADES)


def _part(given: Any, dimension: int, name: str) -> Part:
    from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint

    if isinstance(given, LinearConstraint):
        matrix = np.atleast_2d(np.asarray(given.A.toarray() if hasattr(given.A, "toarray") else given.A, dtype=float))
        if matrix.shape[1] != dimension:
            raise InvalidArgumentError(
                f"{name}, a LinearConstraint, must have one column per variable, {dimension}; got shape {matrix.shape}"
            )
        return Part(name, lambda x: matrix @ x, *_limits(given, name, len(matrix)))
    if isinstance(given, NonlinearConstraint):
        return Part(name, given.fun, *_limits(given, name))
    if isinstance(given, Bounds):
        return Part(name, np.asarray, *_limits(given, name, dimension))
    raise InvalidArgumentError(
        "constraints must be scipy.optimize.NonlinearConstraint, LinearConstraint or Bounds, one or several; "
        f"got {given!r}"
    )


def _limits(given: Any, name: str, count: int | None = None) -> tuple[Floats, Floats]:
    """Return lb and ub, one for all of `count` values or one for each; None: the function will tell how many."""
    told = f"got lb={shown(given.lb)}, ub={shown(given.ub)}"
    try:
        lower, upper = (np.asarray(limit, dtype=float).ravel() for limit in (given.lb, given.ub))
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"{name} needs numbers as lb and ub; {told}") from None
    values = max(len(lower), len(upper)) if count is None else count
    if not _fits(lower, values) or not _fits(upper, values):
        each = "one for each value" if count is None else f"{count}, one for each value"
        raise InvalidArgumentError(f"{name} needs one limit lb and ub for all values, or {each}; {told}")
    if np.isnan(lower).any() or np.isnan(upper).any() or (lower > upper).any():
        raise InvalidArgumentError(f"{name} needs lb <= ub; {told}")
    return lower, upper


def _fits(limits: Floats, values: int) -> bool:
    return len(limits) in (1, values)


def none_given(constraints: object) -> bool:
    """Say whether there are no constraints."""
    return constraints is None or (isinstance(constraints, Sequence) and not len(constraints))
