"""What the paper fixed and found, as data: its groups, orders, names and count table.

Boks, Kononova, Wang: Quantifying the Impact of Boundary Constraint Handling Methods on Differential Evolution.
GECCO '21 Companion, 2021, doi:10.1145/3449726.3463214.
"""

from typing import Final

from inbounds.analysis.noise_check import TARGET_BASED
from inbounds.problems.function_groups import GROUP_NAMES

CITATION: Final = (
    "R. Boks, A. V. Kononova, H. Wang. Quantifying the Impact of Boundary Constraint Handling Methods on "
    "Differential Evolution. GECCO '21 Companion, 2021. doi:10.1145/3449726.3463214"
)

MUTATIONS: Final = (
    "rand/1",
    "best/1",
    "target-to-best/1",
    "best/2",
    "rand/2",
    "target-to-best/2",
    "target-to-pbest/1",
    "rand/2/dir",
    "nsde",
    "trigonometric",
    "2-opt/1",
    "2-opt/2",
    "proximity-rand/1",
    "ranking-target-to-pbest/1",
)

CROSSOVERS: Final = ("binomial", "exponential")

RUNS: Final = 100  # of every cell

# exponential-2020 is the defective crossover that seems to have made the published exponential results.
EXPONENTIAL_VARIANTS: Final = ("exponential", "exponential-2020")

# From top to bottom of its heatmaps and of its count table.
BOUNDARIES: Final = (
    "conservatism",
    "death-penalty",
    "midpoint-base",
    "midpoint-target",
    "projection-base",
    "projection-midpoint",
    "projection",
    "rand-base",
    "reflection",
    "reinitialization",
    "resampling",
    "transformation",
    "wrapping",
)

USES_BEST: Final = ("best/1", "best/2", *TARGET_BASED)

EXPLORATORY: Final = ("rand/1", "rand/2", "2-opt/1", "2-opt/2", "proximity-rand/1")

# How often each method had the best mean rank over the 28 configurations, groups 1 to 5 (the paper's count table).
BEST_COUNTS: Final[dict[str, tuple[int, int, int, int, int]]] = {
    "conservatism": (1, 12, 6, 4, 1),
    "death-penalty": (10, 1, 0, 0, 0),
    "midpoint-base": (2, 0, 0, 0, 2),
    "midpoint-target": (3, 3, 1, 5, 1),
    "projection-base": (0, 1, 3, 3, 4),
    "projection-midpoint": (0, 1, 6, 2, 3),
    "projection": (0, 0, 1, 0, 1),
    "rand-base": (6, 0, 0, 2, 3),
    "reflection": (2, 1, 1, 2, 5),
    "reinitialization": (0, 2, 0, 1, 6),
    "resampling": (6, 8, 10, 12, 2),
    "transformation": (0, 0, 1, 0, 1),
    "wrapping": (0, 1, 1, 0, 5),
}


def best_count(boundary: str, group: str) -> int | None:
    """Return the paper's count for `boundary` in `group` ("1" to "5" or "total"), None where it has none."""
    counts = BEST_COUNTS.get(boundary)
    if counts is None:
        return None
    if group == "total":
        return sum(counts)
    return counts[int(group) - 1] if group in GROUP_NAMES else None
