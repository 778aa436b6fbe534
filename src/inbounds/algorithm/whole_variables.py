"""Variables that are whole numbers: which they are, and the box in which they are searched."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError


def whole_variables(integrality: ArrayLike | None, lower: Floats, upper: Floats) -> Any:
    """Return which variables are whole numbers, from one truth value per variable or one for all."""
    if integrality is None:
        return np.zeros(len(lower), dtype=bool)
    given = np.asarray(integrality)
    if given.dtype.kind not in "bif" or given.ndim > 1 or (given.ndim == 1 and len(given) != len(lower)):
        raise InvalidArgumentError(
            f"integrality must be one truth value per variable, {len(lower)}, or one for all; got {integrality!r}"
        )
    whole = np.broadcast_to(given.astype(bool), lower.shape)
    for j in np.flatnonzero(whole & (np.ceil(lower) > np.floor(upper))):
        raise InvalidArgumentError(f"variable {j} must be a whole number in [{lower[j]}, {upper[j]}]: there is none")
    return whole


def room_to_round(lower: Floats, upper: Floats, whole: Any) -> tuple[Floats, Floats]:
    """Give each whole number, the first and the last too, a unit of the box that is rounded to it."""
    low = np.where(whole, np.nextafter(np.ceil(lower) - 0.5, np.inf), lower)
    high = np.where(whole, np.nextafter(np.floor(upper) + 0.5, -np.inf), upper)
    return low, high
