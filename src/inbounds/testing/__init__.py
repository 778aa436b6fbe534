"""The promises of an operator, as checks in plain words that built-in ones and users' own must pass alike.

>>> from inbounds.testing import check_boundary
>>> check_boundary("reflection")
"""

from inbounds.testing.checks import (
    broken_promises,
    check,
    check_boundary,
    check_crossover,
    check_mutation,
    promises,
)
from inbounds.testing.stand import CASES, Case, ConformanceError, Promise

__all__ = [
    "CASES",
    "Case",
    "ConformanceError",
    "Promise",
    "broken_promises",
    "check",
    "check_boundary",
    "check_crossover",
    "check_mutation",
    "promises",
]
