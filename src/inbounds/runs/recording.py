"""What the core records along a run: the targets whose first hits it notes, and where the curves are read."""

from typing import Final

import numpy as np

from inbounds import _core
from inbounds.arguments import whole_number
from inbounds.arrays import Floats, Integers

CURVES: Final = ("curve_precision", "curve_repaired", "curve_f", "curve_cr")


def targets() -> Floats:
    """Return the 51 precisions whose first hits are recorded, 10^2 … 10^-8."""
    return np.asarray(_core.targets())


def curve_evaluations(budget: int) -> Integers:
    """Return the evaluation counts at which curves are read for `budget`: five per decade, ending at the budget."""
    return np.asarray(_core.curve_evaluations(whole_number("budget", budget)))
