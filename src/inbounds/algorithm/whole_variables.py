"""Variables that are whole numbers: which, the box that gives each of them room, and the rounding."""

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arrays import Booleans, Floats
from inbounds.errors import InvalidArgumentError, shown


def whole_variables(integrality: ArrayLike | None, lower: Floats, upper: Floats) -> Booleans:
    """Return which variables are whole numbers."""
    if integrality is None:
        return np.zeros(len(lower), dtype=bool)
    try:
        given = np.asarray(integrality)
    except ValueError:  # rows of different lengths
        given = np.empty((0, 0))
    if given.dtype.kind not in "biuf" or given.ndim > 1 or (given.ndim == 1 and len(given) != len(lower)):
        raise InvalidArgumentError(
            f"integrality must be one truth value per variable, {len(lower)}, or one for all; got {shown(integrality)}"
        )
    whole = np.broadcast_to(given.astype(bool), lower.shape).copy()
    for j in np.flatnonzero(whole & (np.ceil(lower) > np.floor(upper))):
        raise InvalidArgumentError(f"variable {j} must be a whole number in [{lower[j]}, {upper[j]}]: there is none")
    return whole


def room_to_round(lower: Floats, upper: Floats, whole: Booleans) -> tuple[Floats, Floats]:
    """Give each whole number, the first and the last too, a unit of the box that is rounded to it."""
    low = np.where(whole, np.nextafter(np.ceil(lower) - 0.5, np.inf), lower)
    high = np.where(whole, np.nextafter(np.floor(upper) + 0.5, -np.inf), upper)
    return low, high


def rounded(x: Floats, whole: Booleans) -> Floats:
    """Return `x`, one point or several, with whole numbers where they are asked for; never -0."""
    return np.where(whole, np.round(x) + 0.0, x) if whole.any() else x
