"""What every problem offers, and how the points given to it are checked."""

import operator
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from inbounds.errors import InvalidArgumentError

Floats: TypeAlias = NDArray[np.float64]


@runtime_checkable
class ProblemLike(Protocol):
    """The face that the algorithms see: a box, perhaps a known optimum, and values for a batch of points."""

    @property
    def dimension(self) -> int: ...
    @property
    def lower(self) -> Floats: ...
    @property
    def upper(self) -> Floats: ...
    @property
    def f_opt(self) -> float | None:
        """The smallest value, None where it is not known."""

    @property
    def x_opt(self) -> Floats | None: ...
    @property
    def native(self) -> Any:
        """The core's problem, None where values come from Python."""

    def precision(self, X: ArrayLike, /) -> Floats:
        """Return f − f_opt of each row of `X`; f where f_opt is not known."""


def as_rows(x: ArrayLike, dimension: int) -> tuple[Floats, bool]:
    """Return `x` as contiguous rows of doubles, and whether it was a single point."""
    points = np.asarray(x)
    if points.dtype.kind not in "iuf" and points.size:
        raise InvalidArgumentError(f"points must be real numbers; got an array of dtype {points.dtype}")
    if points.ndim not in (1, 2) or points.shape[-1] != dimension:
        raise InvalidArgumentError(
            f"points must have shape ({dimension},) or (k, {dimension}); got an array of shape {points.shape}"
        )
    rows = np.ascontiguousarray(points, dtype=np.float64)
    return rows.reshape(-1, dimension), points.ndim == 1


def as_bounds(lower: ArrayLike, upper: ArrayLike) -> tuple[Floats, Floats]:
    """Return the corners of a box as read-only arrays; a box must be finite and not turned inside out."""
    try:
        low, high = np.array(lower, dtype=np.float64), np.array(upper, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"bounds must be real numbers; got lower={lower!r}, upper={upper!r}") from None
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


def as_place(x_opt: ArrayLike, dimension: int) -> Floats:
    """Return the place of an optimum as a read-only array."""
    place = np.array(x_opt, dtype=np.float64)
    if place.shape != (dimension,):
        raise InvalidArgumentError(f"x_opt must have shape ({dimension},); got {place.shape}")
    return read_only(place)


def as_whole(name: str, value: object) -> int:
    """Return `value` as an int; anything that is not a whole number is refused."""
    if isinstance(value, bool):
        raise InvalidArgumentError(f"{name} must be a whole number; got {value!r}")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidArgumentError(f"{name} must be a whole number; got {value!r}") from None


def read_only(values: Floats) -> Floats:
    """Lock `values` against writing and return them."""
    values.flags.writeable = False
    return values
