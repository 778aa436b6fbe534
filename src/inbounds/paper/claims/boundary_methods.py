"""Claims about which boundary methods lead, and where the choice matters."""

from collections.abc import Sequence

import numpy as np

from inbounds.arrays import Floats
from inbounds.paper import published
from inbounds.paper.claims.claim import BOTH, GOOD_PLACE, MANY, MOST, RARELY, Claim
from inbounds.paper.paper_grid import (
    BINOMIAL,
    EXPONENTIAL,
    GROUPS,
    Evidence,
    among_the,
    boundary_column,
    correlation,
    margin,
    over_groups,
    sensitivity_gap,
)

OFTEN_WORSE = ("midpoint-base", "projection", "rand-base", "transformation")


def _worst_place(e: Evidence, boundaries: Sequence[str], group: str) -> float:
    return max(e.place(boundary, group) for boundary in boundaries)


def _last_share(e: Evidence, boundary: str, group: str) -> float:
    ranks = e.of("rank", group)
    own, last = ranks[:, boundary_column(boundary)], ranks.max(axis=1)
    return float(((own >= last - 1e-9) & (last > ranks.min(axis=1) + 1e-9)).mean())  # where all tie, none is last


def _won_by(e: Evidence, boundaries: Sequence[str], group: str, crossover: int) -> float:
    best = e.of("best", group, crossover)
    others = np.delete(best, [boundary_column(b) for b in boundaries], axis=1)
    return float((~others.any(axis=1)).mean())


def _most_often_worse(e: Evidence, boundaries: Sequence[str], group: str) -> float:
    shares = e.of("worse", group, EXPONENTIAL).mean(axis=0)
    return among_the(shares, [boundary_column(b) for b in boundaries], len(boundaries), largest=True)


def _largest_winner(e: Evidence, group: str, crossover: int | None = None) -> float:
    return float(e.wins_alone(group, crossover).max() / e.of("best", group, crossover).shape[0])


def _crossover_decides(e: Evidence) -> float:
    """Similarity of the methods' ranking between columns of one crossover, minus that of one mutation across both."""
    differences = []
    for group in GROUPS:
        binomial, exponential = e.of("rank", group, BINOMIAL), e.of("rank", group, EXPONENTIAL)
        within = [_mean_correlation(part) for part in (binomial, exponential)]
        differences.append(np.mean(within) - correlation(binomial, exponential).mean())
    return float(np.mean(differences))


def _mean_correlation(rows: Floats) -> float:
    """Average over all pairs of rows."""
    first, second = np.triu_indices(len(rows), 1)
    return float(correlation(rows[first], rows[second]).mean())


BOUNDARY_METHODS: tuple[Claim, ...] = (
    Claim(
        "g1-leaders",
        "In group 1, death penalty, resampling and rand base are good choices for most configurations.",
        groups=("1",),
        crossovers=BOTH,
        measure="worst place of the three by average mean rank",
        rule=("at most", GOOD_PLACE),
        number=lambda e: _worst_place(e, ("death-penalty", "resampling", "rand-base"), "1"),
    ),
    Claim(
        "g1-conservatism-last",
        "In group 1, conservatism is the worst method in many configurations.",
        groups=("1",),
        crossovers=BOTH,
        measure="share of configurations in which it ranks last",
        rule=("at least", MANY),
        number=lambda e: _last_share(e, "conservatism", "1"),
    ),
    Claim(
        "g1-conservatism-worse",
        "In group 1, conservatism is often significantly worse than the best method.",
        groups=("1",),
        crossovers=BOTH,
        measure="share of configurations",
        rule=("at least", MANY),
        number=lambda e: e.worse_share("1", None, "conservatism"),
        called_worse=("conservatism",),
    ),
    Claim(
        "g2-conservatism-exponential",
        "In group 2, conservatism wins most often with exponential crossover.",
        groups=("2",),
        crossovers=(EXPONENTIAL,),
        measure="its wins minus those of the next method",
        rule=("above", 0),
        number=lambda e: margin(e.wins("2", EXPONENTIAL), "conservatism"),
    ),
    Claim(
        "g2-resampling-binomial",
        "In group 2, resampling is a good choice with binomial crossover.",
        groups=("2",),
        crossovers=(BINOMIAL,),
        measure="its place by average mean rank",
        rule=("at most", GOOD_PLACE),
        number=lambda e: e.place("resampling", "2", BINOMIAL),
    ),
    Claim(
        "g2-exponential-sensitive",
        "In group 2, the boundary method matters more with exponential than with binomial crossover.",
        groups=("2",),
        crossovers=BOTH,
        measure="share of significantly worse cells, exponential minus binomial",
        rule=("above", 0),
        number=lambda e: sensitivity_gap(e, "2"),
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "g3-exponential-leaders",
        "In group 3, projection base, projection midpoint or conservatism is best with exponential crossover.",
        groups=("3",),
        crossovers=(EXPONENTIAL,),
        measure="share of configurations that only they win",
        rule=("above", MOST),
        number=lambda e: _won_by(e, ("projection-base", "projection-midpoint", "conservatism"), "3", EXPONENTIAL),
    ),
    Claim(
        "g3-resampling-binomial",
        "In group 3, resampling is a good choice with binomial crossover.",
        groups=("3",),
        crossovers=(BINOMIAL,),
        measure="its place by average mean rank",
        rule=("at most", GOOD_PLACE),
        number=lambda e: e.place("resampling", "3", BINOMIAL),
    ),
    Claim(
        "g3-exponential-sensitive",
        "In group 3, the boundary method matters more with exponential than with binomial crossover.",
        groups=("3",),
        crossovers=BOTH,
        measure="share of significantly worse cells, exponential minus binomial",
        rule=("above", 0),
        number=lambda e: sensitivity_gap(e, "3"),
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "g3-often-worse",
        "In group 3 with exponential crossover, midpoint base, projection, rand base and transformation are "
        "most often significantly worse.",
        groups=("3",),
        crossovers=(EXPONENTIAL,),
        measure="how many of the four are among the four most often worse",
        rule=("at least", 3),
        number=lambda e: _most_often_worse(e, OFTEN_WORSE, "3"),
        called_worse=OFTEN_WORSE,
    ),
    Claim(
        "g4-midpoint-target-binomial",
        "In group 4, midpoint target does well with binomial crossover.",
        groups=("4",),
        crossovers=(BINOMIAL,),
        measure="its place by average mean rank",
        rule=("at most", GOOD_PLACE),
        number=lambda e: e.place("midpoint-target", "4", BINOMIAL),
    ),
    Claim(
        "g4-most-sensitive",
        "The boundary method matters most in group 4.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="share of significantly worse cells, group 4 minus the largest other group",
        rule=("above", 0),
        number=lambda e: e.worse_share("4") - max(e.worse_share(group) for group in GROUPS if group != "4"),
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "g4-depends-on-mutation",
        "In group 4, the best method depends on the mutation and not only on the crossover.",
        groups=("4",),
        crossovers=BOTH,
        measure="largest share of configurations that one method wins alone, mean of the two crossovers",
        rule=("at most", MOST),
        number=lambda e: (_largest_winner(e, "4", BINOMIAL) + _largest_winner(e, "4", EXPONENTIAL)) / 2,
    ),
    Claim(
        "g5-no-favourite",
        "In group 5, no method can be recommended in general.",
        groups=("5",),
        crossovers=BOTH,
        measure="largest share of configurations that one method wins alone",
        rule=("at most", 1 / 3),
        number=lambda e: _largest_winner(e, "5"),
    ),
    Claim(
        "g5-insensitive",
        "The boundary method matters less in group 5 than elsewhere.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="share of significantly worse cells, group 5 minus the mean of the others",
        rule=("below", 0),
        number=lambda e: e.worse_share("5") - sum(e.worse_share(group) for group in GROUPS[:4]) / 4,
        called_worse=published.BOUNDARIES,
    ),
    Claim(
        "most-wins",
        "Resampling and conservatism win more configurations than any other method.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="how many of the two are among the two with most wins",
        rule=("at least", 2),
        number=lambda e: among_the(
            e.total_wins(), [boundary_column(b) for b in ("resampling", "conservatism")], 2, largest=True
        ),
    ),
    Claim(
        "crossover-decides",
        "The crossover has more influence on which methods are good than the mutation has.",
        groups=GROUPS,
        crossovers=BOTH,
        measure="rank correlation of the methods' mean ranks within a crossover minus within a mutation",
        rule=("above", 0),
        number=_crossover_decides,
    ),
    Claim(
        "rule-binomial",
        "Rule of thumb: resampling is the first choice with binomial crossover.",
        groups=GROUPS,
        crossovers=(BINOMIAL,),
        measure="its wins minus those of the next method",
        rule=("above", 0),
        number=lambda e: margin(e.total_wins(BINOMIAL), "resampling"),
    ),
    Claim(
        "rule-exponential",
        "Rule of thumb: conservatism is the first choice with exponential crossover.",
        groups=GROUPS,
        crossovers=(EXPONENTIAL,),
        measure="its wins minus those of the next method",
        rule=("above", 0),
        number=lambda e: margin(e.total_wins(EXPONENTIAL), "conservatism"),
    ),
    Claim(
        "fallback-binomial-safe",
        "With binomial crossover, midpoint target is nearly always a good choice.",
        groups=GROUPS,
        crossovers=(BINOMIAL,),
        measure="share of columns in which it is significantly worse",
        rule=("at most", RARELY),
        number=lambda e: over_groups(lambda group: e.worse_share(group, BINOMIAL, "midpoint-target")),
        called_worse=("midpoint-target",),
    ),
    Claim(
        "fallback-binomial-not-best",
        "With binomial crossover, midpoint target is rarely the best choice.",
        groups=GROUPS,
        crossovers=(BINOMIAL,),
        measure="share of columns that it wins alone",
        rule=("at most", 0.2),
        number=lambda e: (
            sum(float(e.wins_alone(group, BINOMIAL)[boundary_column("midpoint-target")]) for group in GROUPS)
            / (len(GROUPS) * len(published.MUTATIONS))
        ),
    ),
    Claim(
        "fallback-exponential-safe",
        "With exponential crossover, projection midpoint is a reliable second choice.",
        groups=GROUPS,
        crossovers=(EXPONENTIAL,),
        measure="share of columns in which it is significantly worse",
        rule=("at most", RARELY),
        number=lambda e: over_groups(lambda group: e.worse_share(group, EXPONENTIAL, "projection-midpoint")),
        called_worse=("projection-midpoint",),
    ),
)
