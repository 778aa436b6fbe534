"""What the core records of a run: the measured columns of the run table, the targets, and where curves are read."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from inbounds import _core
from inbounds.arguments import whole_number
from inbounds.arrays import Floats, Integers

CURVES: Final = ("curve_precision", "curve_repaired", "curve_f", "curve_cr")
MEASURES: Final = tuple(_core.measure_names())
MEASURED_EVERY: Final = 20  # generations: so that measuring costs a few hundredths of a run
# Columns that only some runs have: the shares of a mixture's parts (all parts at a point, then the next point), the
# measures, and the share of donors that crossed each lower wall, then each upper one.
EXTRAS: Final = ("curve_shares", *(f"curve_{name}" for name in MEASURES), "walls")
TIMING: Final = ("seconds",)  # measured, so never the same twice: kept, but no part of a store's content

# Every measured column with the type in which it is kept; hits and curves have a row of values per run.
MEASURED: Final[dict[str, type[np.generic]]] = {
    "precision": np.float64,
    "evaluations": np.int64,
    "repaired": np.float64,
    "seconds": np.float32,
    "nonfinite": np.int32,
    "hits": np.int32,
    **dict.fromkeys(CURVES, np.float32),
}

Columns = Mapping[str, NDArray[Any]]


def targets() -> Floats:
    """Return the 51 precisions whose first hits are recorded, 10^2 … 10^-8."""
    return np.asarray(_core.targets())


def curve_evaluations(budget: int) -> Integers:
    """Return the evaluation counts at which curves are read for `budget`: five per decade, ending at the budget."""
    return np.asarray(_core.curve_evaluations(whole_number("budget", budget)))


def measured(arrays: Columns) -> dict[str, NDArray[Any]]:
    """Return the measured columns of the core's arrays, in the types of the run table."""
    columns = {name: np.asarray(arrays[name]).astype(dtype) for name, dtype in MEASURED.items()}
    return {**columns, **{name: values.astype(np.float32) for name, values in extras(arrays).items()}}


def extras(arrays: Columns) -> dict[str, NDArray[Any]]:
    """Return those of `EXTRAS` that were recorded, one row per run."""
    found: dict[str, NDArray[Any]] = {}
    shares = np.asarray(arrays["curve_shares"])
    if shares.size:
        found["curve_shares"] = shares
    if "walls" in arrays:
        rows = np.asarray(arrays["curve_measures"])
        rows = rows.reshape(len(rows), -1, len(MEASURES))
        found |= {f"curve_{name}": np.ascontiguousarray(rows[:, :, k]) for k, name in enumerate(MEASURES)}
        found["walls"] = np.asarray(arrays["walls"])
    return found
