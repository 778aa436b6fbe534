"""Claims about mutations and crossovers, each with its best-ranked boundary method."""

import numpy as np

from inbounds.analysis.noise_check import TARGET_BASED
from inbounds.arrays import Floats
from inbounds.paper import published
from inbounds.paper.claims.claim import ALL_TARGETS, BOTH, MANY, MOST, Claim
from inbounds.paper.paper_grid import BINOMIAL, EXPONENTIAL, GROUPS, Evidence, among_the, correlation, mutation_columns

OTHERS_THAN_BEST = [k for k, name in enumerate(published.MUTATIONS) if name not in published.USES_BEST]
OTHERS_THAN_TARGET_BASED = [k for k, name in enumerate(published.MUTATIONS) if name not in TARGET_BASED]
TARGET_COLUMNS = mutation_columns(TARGET_BASED)


def _lines(e: Evidence, group: str, crossover: int) -> Floats:
    return np.asarray(e.line[GROUPS.index(group), crossover])


def _line_gap(e: Evidence, group: str) -> float:
    """Binomial minus exponential, mean share of the targets over the mutations."""
    return float(_lines(e, group, BINOMIAL).mean() - _lines(e, group, EXPONENTIAL).mean())


def _stuck(e: Evidence) -> float:
    late, early = _lines(e, "1", BINOMIAL), e.early_line[0, BINOMIAL]
    if np.isnan(early).any():
        return float("nan")
    at = mutation_columns(("best/1", "best/2"))
    return float(((early[at] > np.median(early)) & (late[at] < np.median(late))).sum())


def _top_lines(e: Evidence, group: str, crossover: int, count: int) -> float:
    return among_the(_lines(e, group, crossover), TARGET_COLUMNS, count, largest=True)


def _ranking_mutation_place(e: Evidence) -> float:
    at = mutation_columns(("ranking-target-to-pbest/1",))[0]
    return max(float((row >= row[at] - 1e-9).sum()) for row in e.line[GROUPS.index("2")])


def _exploratory_in_top_five(e: Evidence) -> float:
    lines = e.line[GROUPS.index("4")].ravel()
    return among_the(lines, mutation_columns(published.EXPLORATORY), 5, largest=True)  # binomial lines come first


def _exploiting_gap(e: Evidence) -> float:
    lines = _lines(e, "4", EXPONENTIAL)
    return float(lines[mutation_columns(published.USES_BEST)].mean() - lines[OTHERS_THAN_BEST].mean())


def _nsde_place(e: Evidence) -> float:
    lines = e.line[GROUPS.index("5")]
    own = lines[EXPONENTIAL, mutation_columns(("nsde",))[0]]
    return float((lines >= own - 1e-9).sum())


def _groups_led_by_target_based(e: Evidence) -> float:
    lines = (_lines(e, group, BINOMIAL) for group in ("1", "2", "3", "5"))
    return float(sum(row[TARGET_COLUMNS].max() >= row.max() - 1e-9 for row in lines))


def _target_based_lead(e: Evidence) -> float:
    return float(e.line[..., TARGET_COLUMNS].mean() - e.line[..., OTHERS_THAN_TARGET_BASED].mean())


CONFIGURATIONS: tuple[Claim, ...] = (
    Claim(
        "g1-exponential-better",
        "In group 1, exponential crossover reaches more targets than binomial.",
        groups=("1",),
        crossovers=BOTH,
        measure="mean share of the targets, binomial minus exponential",
        rule=("below", 0),
        number=lambda e: _line_gap(e, "1"),
    ),
    Claim(
        "g1-exponential-solves",
        "In group 1, all mutations but best/1 reach every target with exponential crossover.",
        groups=("1",),
        crossovers=(EXPONENTIAL,),
        measure="mutations that reach at least 99.9 % of the targets",
        rule=("at least", 13),
        number=lambda e: float((_lines(e, "1", EXPONENTIAL) >= ALL_TARGETS).sum()),
    ),
    Claim(
        "g1-binomial-does-not",
        "In group 1, only one mutation reaches every target with binomial crossover.",
        groups=("1",),
        crossovers=(BINOMIAL,),
        measure="mutations that reach at least 99.9 % of the targets",
        rule=("at most", 1),
        number=lambda e: float((_lines(e, "1", BINOMIAL) >= ALL_TARGETS).sum()),
    ),
    Claim(
        "g1-best-stuck",
        "In group 1 with binomial crossover, best/1 and best/2 start fast and get stuck.",
        groups=("1",),
        crossovers=(BINOMIAL,),
        measure="how many of the two are above the median after a tenth of the budget and below it at the end",
        rule=("at least", 2),
        number=_stuck,
    ),
    Claim(
        "g2-binomial-better",
        "In group 2, binomial crossover reaches more targets than exponential.",
        groups=("2",),
        crossovers=BOTH,
        measure="mean share of the targets, binomial minus exponential",
        rule=("above", 0),
        number=lambda e: _line_gap(e, "2"),
    ),
    Claim(
        "g2-exponential-below-10",
        "In group 2, a large part of the instances with exponential crossover reaches less than 10 % of the targets.",
        groups=("2",),
        crossovers=(EXPONENTIAL,),
        measure="share of mutations",
        rule=("at least", MANY),
        number=lambda e: float((_lines(e, "2", EXPONENTIAL) < 0.1).mean()),
    ),
    Claim(
        "g2-target-to-best",
        "In group 2, the four target-to-best mutations do very well with binomial crossover.",
        groups=("2",),
        crossovers=(BINOMIAL,),
        measure="how many are among the best five",
        rule=("at least", 4),
        number=lambda e: _top_lines(e, "2", BINOMIAL, 5),
    ),
    Claim(
        "g2-ranking-mutation",
        "In group 2, the ranking-based mutation is good with either crossover.",
        groups=("2",),
        crossovers=BOTH,
        measure="its worse place of the two among 14",
        rule=("at most", 3),
        number=_ranking_mutation_place,
    ),
    Claim(
        "g2-same-order",
        "In group 2, the mutations come in much the same order with both crossovers.",
        groups=("2",),
        crossovers=BOTH,
        measure="rank correlation of their shares of the targets",
        rule=("at least", 0.7),
        number=lambda e: float(correlation(_lines(e, "2", BINOMIAL), _lines(e, "2", EXPONENTIAL))),
    ),
    Claim(
        "g3-fewer-targets",
        "Most configurations reach fewer targets in group 3 than in group 2.",
        groups=("2", "3"),
        crossovers=BOTH,
        measure="share of configurations",
        rule=("above", MOST),
        number=lambda e: float((e.line[GROUPS.index("3")] < e.line[GROUPS.index("2")]).mean()),
    ),
    Claim(
        "g3-binomial-better-throughout",
        "In group 3, every instance with binomial crossover does better than every one with exponential.",
        groups=("3",),
        crossovers=BOTH,
        measure="lowest binomial minus highest exponential share of the targets",
        rule=("above", 0),
        number=lambda e: float(_lines(e, "3", BINOMIAL).min() - _lines(e, "3", EXPONENTIAL).max()),
    ),
    Claim(
        "g3-target-to-best",
        "In group 3, target-to-best mutations are again the most successful.",
        groups=("3",),
        crossovers=(BINOMIAL,),
        measure="how many are among the best five with binomial crossover",
        rule=("at least", 4),
        number=lambda e: _top_lines(e, "3", BINOMIAL, 5),
    ),
    Claim(
        "g4-binomial-better",
        "In group 4, binomial crossover reaches more targets than exponential.",
        groups=("4",),
        crossovers=BOTH,
        measure="mean share of the targets, binomial minus exponential",
        rule=("above", 0),
        number=lambda e: _line_gap(e, "4"),
    ),
    Claim(
        "g4-exploratory-top-five",
        "In group 4, the best five are rand/1, rand/2, 2-opt/1, 2-opt/2 and proximity rand/1, with binomial crossover.",
        groups=("4",),
        crossovers=BOTH,
        measure="how many of the five are among the best five of 28",
        rule=("at least", 5),
        number=_exploratory_in_top_five,
    ),
    Claim(
        "g4-exponential-exploits",
        "In group 4 with exponential crossover, mutations that use the best vectors do better than the others.",
        groups=("4",),
        crossovers=(EXPONENTIAL,),
        measure="their mean share of the targets minus the others'",
        rule=("above", 0),
        number=_exploiting_gap,
    ),
    Claim(
        "g5-exponential-better",
        "In group 5, exponential crossover does better than most instances with binomial.",
        groups=("5",),
        crossovers=BOTH,
        measure="share of the exponential lines above the median of the binomial ones",
        rule=("above", MOST),
        number=lambda e: float((_lines(e, "5", EXPONENTIAL) > np.median(_lines(e, "5", BINOMIAL))).mean()),
    ),
    Claim(
        "g5-nsde-best",
        "In group 5, NSDE with exponential crossover is the best of all.",
        groups=("5",),
        crossovers=BOTH,
        measure="its place among 28",
        rule=("at most", 1),
        number=_nsde_place,
    ),
    Claim(
        "binomial-target-to-best",
        "With binomial crossover, a target-to-best mutation is best in every group but the fourth.",
        groups=("1", "2", "3", "5"),
        crossovers=(BINOMIAL,),
        measure="groups of the four in which one of them leads",
        rule=("at least", 4),
        number=_groups_led_by_target_based,
    ),
    Claim(
        "target-to-best-overall",
        "The four target-to-best mutations show the best performance overall.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="their mean share of the targets minus the others'",
        rule=("above", 0),
        number=_target_based_lead,
    ),
)
