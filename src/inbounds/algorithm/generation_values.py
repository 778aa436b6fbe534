"""The values of a generation's points with whole variables rounded and constraints looked at."""

from typing import Any

import numpy as np

from inbounds.algorithm.constraints import Constraints, told_violation
from inbounds.algorithm.objective import Evaluation
from inbounds.arrays import Floats


class Values:
    """The function of a generation with whole variables rounded, and infeasible points told by their violation."""

    def __init__(self, called: Evaluation, whole: Any, limits: Constraints | None) -> None:
        self._called, self._whole, self._limits = called, whole, limits

    def __call__(self, rows: Floats) -> Floats:
        points = np.where(self._whole, np.round(rows), rows) if self._whole.any() else rows
        if self._limits is None:
            return self._called(points)
        violations = np.array([self._limits.violation(point) for point in points])
        values = np.array([told_violation(violation) for violation in violations])
        feasible = violations == 0.0
        if feasible.any():
            values[feasible] = self._called(points[feasible])
        return values

    @property
    def known(self) -> Floats:
        """The values of the first points of a generation that was cut short."""
        return self._called.known if self._limits is None else np.empty(0)
