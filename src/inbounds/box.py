"""The box as users give it, checked once: pairs (low, high), or scipy.optimize.Bounds, and points inside it."""

from typing import TYPE_CHECKING, TypeAlias, Union

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arrays import Floats, read_only
from inbounds.errors import InvalidArgumentError, shown

if TYPE_CHECKING:  # scipy.optimize takes longer to import than all of this package
    from scipy.optimize import Bounds

BoundsLike: TypeAlias = Union[ArrayLike, "Bounds"]


def as_box(bounds: BoundsLike) -> tuple[Floats, Floats]:
    """Return the lower and the upper bounds, (n,) each; low = high fixes a variable."""
    if hasattr(bounds, "lb") and hasattr(bounds, "ub"):
        try:
            lower, upper = np.broadcast_arrays(_numbers(bounds.lb), _numbers(bounds.ub))
        except ValueError:
            raise InvalidArgumentError(f"the limits of bounds must be of one length; got {shown(bounds)}") from None
        lower, upper = np.atleast_1d(lower), np.atleast_1d(upper)
    else:
        pairs = _numbers(bounds)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or not len(pairs):
            raise InvalidArgumentError(
                f"bounds must be pairs (low, high), one per variable, or scipy.optimize.Bounds; got {shown(bounds)}"
            )
        lower, upper = pairs.T
    return as_bounds(lower, upper)


def as_bounds(lower: ArrayLike, upper: ArrayLike) -> tuple[Floats, Floats]:
    """Return the corners of a box as read-only arrays; a box must be finite and not turned inside out."""
    try:
        low, high = np.array(lower, dtype=np.float64), np.array(upper, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidArgumentError(
            f"bounds must be real numbers; got lower={shown(lower)}, upper={shown(upper)}"
        ) from None
    if low.ndim != 1 or low.shape != high.shape or not low.size:
        raise InvalidArgumentError(
            f"lower and upper must be vectors of one length; got shapes {low.shape} and {high.shape}"
        )
    for j, (least, most) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if not (least <= most and np.isfinite(most - least)):
            raise InvalidArgumentError(
                f"bounds of variable {j} must be finite, lower <= upper, with a finite width; got ({least}, {most})"
            )
    return read_only(low), read_only(high)


def starting_points(x0: ArrayLike | None, lower: Floats, upper: Floats, most: int, name: str = "x0") -> Floats:
    """Return `x0`, one point or several, as rows inside the box; no rows for None."""
    if x0 is None:
        return np.empty((0, len(lower)))
    rows = as_rows(x0, name, len(lower), most)
    outside = np.argwhere(~((rows >= lower) & (rows <= upper)))
    if len(outside):
        row, j = outside[0]
        raise InvalidArgumentError(
            f"{name} must lie in the box; got {rows[row, j]} for variable {j}, "
            f"which is outside [{lower[j]}, {upper[j]}]"
        )
    return rows


def as_rows(given: ArrayLike, name: str, dimension: int, most: int | None = None) -> Floats:
    """Return `given`, one point or several, as rows of `dimension` numbers."""
    rows = np.atleast_2d(_numbers(given, name))
    if rows.ndim != 2 or rows.shape[1] != dimension or not len(rows) or (most is not None and len(rows) > most):
        several = "several such rows" if most is None else f"up to {most} such rows (the population)"
        raise InvalidArgumentError(
            f"{name} must be a point of {dimension} numbers, or {several}; got shape {np.shape(given)}"
        )
    return rows


def _numbers(given: object, name: str = "bounds") -> Floats:
    try:
        array = np.asarray(given)
        if array.dtype.kind not in "fiubO":  # NumPy would read numbers out of strings
            raise TypeError
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidArgumentError(f"{name} must be numbers; got {shown(given)}") from None
