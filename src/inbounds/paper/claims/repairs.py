"""Claims about the repaired share."""

from collections.abc import Sequence

import numpy as np

from inbounds.analysis.noise_check import TARGET_BASED
from inbounds.paper import published
from inbounds.paper.claims.claim import BOTH, MANY, Claim
from inbounds.paper.paper_grid import (
    BINOMIAL,
    EXPONENTIAL,
    GROUPS,
    Evidence,
    among_the,
    boundary_column,
    correlation,
    margin,
    mutation_columns,
    over_groups,
    sensitivity_gap,
)

OTHERS_THAN_BEST = tuple(name for name in published.MUTATIONS if name not in published.USES_BEST)
OTHERS_THAN_TARGET_BASED = tuple(name for name in published.MUTATIONS if name not in TARGET_BASED)
TARGET_COLUMNS = mutation_columns(TARGET_BASED)


def _least_repairing(e: Evidence, boundaries: Sequence[str], group: str, crossover: int | None = None) -> float:
    shares = e.of("repaired", group, crossover).mean(axis=0)
    return among_the(shares, [boundary_column(b) for b in boundaries], len(boundaries), largest=False)


def _share_between(e: Evidence, group: str, low: float, high: float) -> float:
    cells = e.of("repaired", group, EXPONENTIAL)
    return float(((cells > low) & (cells < high)).mean())


def _few_repairs_of_target_based(e: Evidence, group: str) -> float:
    means = e.repaired[GROUPS.index(group)].mean(axis=2)
    return sum(among_the(row, TARGET_COLUMNS, 4, largest=False) for row in means)


def _most_repairs_of_best(e: Evidence) -> float:
    return float(np.where(e.best, e.repaired, 0).max())


def _repairs_and_sensitivity(e: Evidence) -> float:
    return float(correlation(e.repaired.mean(axis=3).ravel(), e.worse.sum(axis=3).ravel()))


REPAIRS: tuple[Claim, ...] = (
    Claim(
        "g1-least-repairs",
        "In group 1, conservatism and death penalty repair least.",
        groups=("1",),
        crossovers=BOTH,
        measure="how many of the two are among the two lowest repaired shares",
        rule=("at least", 2),
        number=lambda e: _least_repairing(e, ("conservatism", "death-penalty"), "1"),
        uses_ranks=False,
    ),
    Claim(
        "transformation-most-repairs",
        "Transformation repairs most in every group.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="groups in which its repaired share is the largest",
        rule=("at least", 5),
        number=lambda e: float(sum(margin(e.of("repaired", g).mean(axis=0), "transformation") > 0 for g in GROUPS)),
        uses_ranks=False,
    ),
    Claim(
        "g1-best-repairs-less",
        "In group 1, mutations that use the best vectors repair less than the others.",
        groups=("1",),
        crossovers=BOTH,
        measure="their mean repaired share minus the others'",
        rule=("below", 0),
        number=lambda e: e.mean_repaired("1", None, published.USES_BEST) - e.mean_repaired("1", None, OTHERS_THAN_BEST),
        uses_ranks=False,
    ),
    Claim(
        "f5-over-90",
        "On the linear slope (f5), many instances repair more than 90 % of the trials.",
        groups=("1",),
        crossovers=BOTH,
        measure="share of instances",
        rule=("at least", MANY),
        number=lambda e: float((e.on_slope > 0.9).mean()),
        uses_ranks=False,
    ),
    Claim(
        "g2-binomial-repairs-less",
        "In group 2, binomial crossover needs fewer repairs than exponential.",
        groups=("2",),
        crossovers=BOTH,
        measure="mean repaired share, exponential minus binomial",
        rule=("above", 0),
        number=lambda e: e.mean_repaired("2", EXPONENTIAL) - e.mean_repaired("2", BINOMIAL),
        uses_ranks=False,
    ),
    Claim(
        "g2-about-half",
        "In group 2, many instances with exponential crossover repair about half of the trials.",
        groups=("2",),
        crossovers=(EXPONENTIAL,),
        measure="share of instances between 40 % and 60 %",
        rule=("at least", MANY),
        number=lambda e: _share_between(e, "2", 0.4, 0.6),
        uses_ranks=False,
    ),
    Claim(
        "g2-death-penalty-few",
        "In group 2, death penalty needs few repairs even with exponential crossover.",
        groups=("2",),
        crossovers=(EXPONENTIAL,),
        measure="1 if its repaired share is the lowest",
        rule=("at least", 1),
        number=lambda e: _least_repairing(e, ("death-penalty",), "2", EXPONENTIAL),
        uses_ranks=False,
    ),
    Claim(
        "g2-target-to-best-repairs-least",
        "In group 2, the four target-to-best mutations repair least, with both crossovers.",
        groups=("2",),
        crossovers=BOTH,
        measure="how many of the 2 × 4 are among the four lowest",
        rule=("at least", 7),
        number=lambda e: _few_repairs_of_target_based(e, "2"),
        uses_ranks=False,
    ),
    Claim(
        "g3-repairs-like-g2",
        "The repaired shares of group 3 are similar to those of group 2.",
        groups=("2", "3"),
        crossovers=BOTH,
        measure="absolute difference of the means",
        rule=("at most", 0.1),
        number=lambda e: abs(e.mean_repaired("3") - e.mean_repaired("2")),
        uses_ranks=False,
    ),
    Claim(
        "g4-most-repairs",
        "Group 4 needs more repairs than the other groups.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="mean repaired share, group 4 minus the largest other group",
        rule=("above", 0),
        number=lambda e: e.mean_repaired("4") - max(e.mean_repaired(group) for group in GROUPS if group != "4"),
        uses_ranks=False,
    ),
    Claim(
        "g4-over-80",
        "In group 4, many instances with exponential crossover repair more than 80 % of the trials.",
        groups=("4",),
        crossovers=(EXPONENTIAL,),
        measure="share of instances",
        rule=("at least", MANY),
        number=lambda e: _share_between(e, "4", 0.8, 1.01),
        uses_ranks=False,
    ),
    Claim(
        "g5-repairs-below-g4",
        "Group 5 needs slightly fewer repairs than group 4.",
        groups=("4", "5"),
        crossovers=BOTH,
        measure="mean repaired share, group 4 minus group 5",
        rule=("above", 0),
        number=lambda e: e.mean_repaired("4") - e.mean_repaired("5"),
        uses_ranks=False,
    ),
    Claim(
        "best-repair-up-to-93",
        "Even best-ranked instances repair up to 93 % of the trials.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="largest repaired share of a best-ranked instance",
        rule=("at least", 0.9),
        number=_most_repairs_of_best,
    ),
    Claim(
        "exponential-repairs-more",
        "Exponential crossover makes considerably more infeasible solutions than binomial.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="mean repaired share, exponential minus binomial",
        rule=("above", 0.05),
        number=lambda e: over_groups(lambda g: e.mean_repaired(g, EXPONENTIAL) - e.mean_repaired(g, BINOMIAL)),
        uses_ranks=False,
    ),
    Claim(
        "exponential-sensitive",
        "The boundary method matters more with exponential crossover than with binomial.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="share of significantly worse cells, exponential minus binomial",
        rule=("above", 0),
        number=lambda e: over_groups(lambda group: sensitivity_gap(e, group)),
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "repairs-go-with-sensitivity",
        "Where more is repaired, the boundary method matters more.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="rank correlation of repaired share and number of significantly worse methods over the columns",
        rule=("above", 0.3),
        number=_repairs_and_sensitivity,
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "target-to-best-repairs-less",
        "The four target-to-best mutations repair less than the others.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="their mean repaired share minus the others'",
        rule=("below", 0),
        number=lambda e: over_groups(
            lambda g: e.mean_repaired(g, None, TARGET_BASED) - e.mean_repaired(g, None, OTHERS_THAN_TARGET_BASED)
        ),
        uses_ranks=False,
    ),
)
