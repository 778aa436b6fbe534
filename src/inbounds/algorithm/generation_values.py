"""The values of a generation's points with whole variables rounded and constraints looked at."""

import math

import numpy as np

from inbounds.algorithm.constraints import Constraints, told_violation
from inbounds.algorithm.objective import Evaluation
from inbounds.algorithm.whole_variables import rounded
from inbounds.arrays import Booleans, Floats
from inbounds.errors import ObjectiveError


class Values:
    """The function of a generation with whole variables rounded, and infeasible points told by their violation."""

    def __init__(self, called: Evaluation, whole: Booleans, limits: Constraints | None) -> None:
        self._called, self._whole, self._limits = called, whole, limits
        self._values = np.empty(0)
        self._feasible = np.empty(0, dtype=np.intp)
        self.calls = 0

    def __call__(self, rows: Floats) -> Floats:
        points = rounded(rows, self._whole)
        if self._limits is None:
            self.calls += len(points)
            return self._called(points)
        self._feasible = np.empty(0, dtype=np.intp)
        violations = np.array([self._violation(self._limits, point) for point in points])
        self._values = np.array([told_violation(violation) for violation in violations])
        self._feasible = np.flatnonzero(violations == 0.0)
        if len(self._feasible):
            self._values[self._feasible] = self._called(points[self._feasible])
            self.calls += len(self._feasible)
        return self._values

    def _violation(self, limits: Constraints, point: Floats) -> float:
        try:
            return limits.violation(point)
        except ObjectiveError as error:
            if error.__cause__ is None or not self._called.forgives(error.function, error.__cause__):
                raise
            return math.inf

    @property
    def known(self) -> Floats:
        """The values of the first points of a generation that was cut short."""
        if self._limits is None:
            return self._called.known
        if not len(self._feasible):
            return np.empty(0)
        known = self._called.known[: len(self._feasible)]
        values = self._values.copy()
        values[self._feasible[: len(known)]] = known
        return values if len(known) == len(self._feasible) else values[: self._feasible[len(known)]]
