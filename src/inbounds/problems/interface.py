"""What every problem offers, and how the points given to it are checked."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arrays import Floats, read_only
from inbounds.errors import InvalidArgumentError, shown


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
    try:
        points = np.asarray(x)
    except ValueError:
        raise InvalidArgumentError(f"points must be rows of one length; got {shown(x)}") from None
    if points.dtype.kind not in "iuf" and points.size:
        raise InvalidArgumentError(f"points must be real numbers; got an array of dtype {points.dtype}")
    if points.ndim not in (1, 2) or points.shape[-1] != dimension:
        raise InvalidArgumentError(
            f"points must have shape ({dimension},) or (k, {dimension}); got an array of shape {points.shape}"
        )
    rows = np.ascontiguousarray(points, dtype=np.float64)
    return rows.reshape(-1, dimension), points.ndim == 1


def as_place(x_opt: ArrayLike, dimension: int) -> Floats:
    """Return the place of an optimum as a read-only array."""
    place = np.array(x_opt, dtype=np.float64)
    if place.shape != (dimension,):
        raise InvalidArgumentError(f"x_opt must have shape ({dimension},); got {place.shape}")
    return read_only(place)
