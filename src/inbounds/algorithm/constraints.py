"""Constraints beside the box: SciPy's objects, the violation of a point, and values that put the feasible first."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError

BAR = 1e300  # values of infeasible points begin here: worse than any feasible one, better the less they violate
DECADES = 700.0  # of violations that a double can hold, spread over BAR … 2·BAR


class Constraints:
    """SciPy's NonlinearConstraint, LinearConstraint and Bounds; a point is feasible where none of them is violated.

    The feasibility rules (Deb 2000): feasible before infeasible, feasible ones by their value, infeasible ones by the
    sum of their violations. They are told to the algorithm as one number per point, in that order.
    """

    def __init__(self, given: object, dimension: int) -> None:
        self._parts = [_part(one, dimension) for one in (given if isinstance(given, list | tuple) else [given])]

    def __len__(self) -> int:
        return len(self._parts)

    def violation(self, x: Floats) -> float:
        """Return by how much `x` violates the constraints, all of them together; NaN counts as infinitely."""
        return sum(float(part.sum()) for part in self.excesses(x))

    def excesses(self, x: Floats) -> list[Floats]:
        """Return by how much `x` is beyond the limits, one array per constraint."""
        made = []
        for function, lower, upper in self._parts:
            value = np.atleast_1d(np.asarray(function(x), dtype=float))
            beyond = np.maximum(np.maximum(lower - value, value - upper), 0.0)
            made.append(np.where(np.isnan(value), math.inf, beyond))
        return made


def told_violation(violation: float) -> float:
    """Return the value that stands for an infeasible point."""
    return BAR * (1.5 + math.log10(min(max(violation, 1e-320), 1e308)) / DECADES)


def _part(given: Any, dimension: int) -> tuple[Any, Floats, Floats]:
    from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint

    if isinstance(given, LinearConstraint):
        matrix = np.atleast_2d(np.asarray(given.A.toarray() if hasattr(given.A, "toarray") else given.A, dtype=float))
        if matrix.shape[1] != dimension:
            raise InvalidArgumentError(
                f"a LinearConstraint must have one column per variable, {dimension}; got shape {matrix.shape}"
            )
        return (lambda x: matrix @ x), *_limits(given)
    if isinstance(given, NonlinearConstraint):
        return given.fun, *_limits(given)
    if isinstance(given, Bounds):
        return np.asarray, *_limits(given)
    raise InvalidArgumentError(
        "constraints must be scipy.optimize.NonlinearConstraint, LinearConstraint or Bounds, one or several; "
        f"got {given!r}"
    )


def _limits(given: Any) -> tuple[Floats, Floats]:
    lower, upper = np.asarray(given.lb, dtype=float), np.asarray(given.ub, dtype=float)
    if np.isnan(lower).any() or np.isnan(upper).any() or (lower > upper).any():
        raise InvalidArgumentError(f"a constraint needs lb <= ub; got lb={given.lb!r}, ub={given.ub!r}")
    return lower, upper


def none_given(constraints: object) -> bool:
    """Say whether there are no constraints."""
    return constraints is None or (isinstance(constraints, Sequence) and not len(constraints))
