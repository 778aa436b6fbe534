"""For every claim of the paper, results that just make it hold and results that just make it fail, with the number.

A planting fills only the cells that the claim is about and only the values that it uses; all else is NaN, so that a
claim that looks elsewhere finds no number. The numbers follow from the planting by counting.
"""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from scipy.stats import spearmanr

from inbounds.analysis.noise_check import TARGET_BASED
from inbounds.paper.claims.claim import BOTH
from inbounds.paper.paper_grid import BINOMIAL, EXPONENTIAL, GROUPS, Evidence
from inbounds.paper.published import BOUNDARIES, EXPLORATORY, MUTATIONS, USES_BEST

BIN, EXP = (BINOMIAL,), (EXPONENTIAL,)
SHAPE = (len(GROUPS), 2, len(MUTATIONS), len(BOUNDARIES))
CELLS = len(MUTATIONS) * len(BOUNDARIES)  # of one group and crossover
BEST_METHOD = "wrapping"  # whose results a line shows, in the plantings of lines


class Planted:
    """Evidence that holds what was put there and NaN elsewhere."""

    def __init__(self) -> None:
        names = ("rank", "worse", "repaired", "share", "early")
        self.fields = {name: np.full(SHAPE, np.nan) for name in names}
        self.fields["on_slope"] = np.full(SHAPE[1:], np.nan)

    def put(
        self,
        field: str,
        value: object,
        groups: Sequence[str] = GROUPS,
        crossovers: Sequence[int] = BOTH,
        *,
        mutations: Sequence[str] = MUTATIONS,
        boundaries: Sequence[str] = BOUNDARIES,
    ) -> Self:
        """Write a value, or one per boundary, or one per mutation and boundary, into these cells."""
        rows, columns = [MUTATIONS.index(m) for m in mutations], [BOUNDARIES.index(b) for b in boundaries]
        at = np.ix_([GROUPS.index(g) for g in groups], list(crossovers), rows, columns)
        self.fields[field][at] = value
        return self

    def order(self, places: Mapping[str, int], group: str, crossovers: Sequence[int]) -> Self:
        """Rank all methods alike in every column, these at these places."""
        others = iter(sorted(set(range(1, 14)) - set(places.values())))
        ranks = [places[name] if name in places else next(others) for name in BOUNDARIES]
        return self.put("rank", ranks, [group], crossovers)

    def won(self, wins: Mapping[str | tuple[str, ...], int], groups: Sequence[str], crossovers: Sequence[int]) -> Self:
        """Let methods be best in so many columns, a tuple of them together; the counts fill the columns."""
        columns = [(g, c, m) for m in MUTATIONS for c in crossovers for g in groups]
        winners = [name for name, count in wins.items() for _ in range(count)]
        assert len(winners) == len(columns)
        for (group, crossover, mutation), winner in zip(columns, winners, strict=True):
            self.put("rank", np.arange(2, 15), [group], [crossover], mutations=[mutation])
            best = (winner,) if isinstance(winner, str) else winner
            self.put("rank", 1, [group], [crossover], mutations=[mutation], boundaries=best)
        return self

    def worse(self, count: int, group: str, crossovers: Sequence[int], boundaries: Sequence[str] = BOUNDARIES) -> Self:
        """Mark so many cells of these methods as significantly worse, and no other of theirs."""
        marks = np.arange(len(crossovers) * len(MUTATIONS) * len(boundaries)) < count
        shape = (1, len(crossovers), len(MUTATIONS), len(boundaries))
        return self.put("worse", marks.reshape(shape), [group], crossovers, boundaries=boundaries)

    def filled(
        self, field: str, count: int, value: float, others: float, group: str, crossovers: Sequence[int]
    ) -> Self:
        """Write one value into so many cells of a group and another into the rest."""
        cells = np.where(np.arange(len(crossovers) * CELLS) < count, value, others)
        return self.put(field, cells.reshape(1, len(crossovers), *SHAPE[2:]), [group], crossovers)

    def lines(self, values: object, groups: Sequence[str], crossovers: Sequence[int], field: str = "share") -> Self:
        """Give each mutation's best method this share of the targets (one value, or one per mutation)."""
        self.put("rank", 5, groups, crossovers).put("rank", 1, groups, crossovers, boundaries=[BEST_METHOD])
        column = np.broadcast_to(np.asarray(values, dtype=float), len(MUTATIONS))[:, None]
        return self.put(field, column, groups, crossovers, boundaries=[BEST_METHOD])

    @property
    def evidence(self) -> Evidence:
        return Evidence(**self.fields)

    def uses(self, *names: str) -> bool:
        return any(not np.isnan(self.fields[name]).all() for name in names)


def per_mutation(values: Mapping[str, float], others: float) -> list[float]:
    return [values.get(name, others) for name in MUTATIONS]


def first_mutations(count: int, value: float, others: float) -> list[float]:
    return [value] * count + [others] * (len(MUTATIONS) - count)


def swapped(*pairs: tuple[int, int]) -> list[float]:
    order = [k / 100 for k in range(len(MUTATIONS))]
    for a, b in pairs:
        order[a], order[b] = order[b], order[a]
    return order


def gap(group: str, exponential: int, binomial: int) -> Planted:
    return Planted().worse(exponential, group, EXP).worse(binomial, group, BIN)


def sensitivities(*counts: int) -> Planted:
    planted = Planted()
    for group, count in zip(GROUPS, counts, strict=True):
        planted.worse(count, group, BOTH)
    return planted


def repaired(groups: Mapping[str, float], crossovers: Sequence[int] = BOTH) -> Planted:
    planted = Planted()
    for group, share in groups.items():
        planted.put("repaired", share, [group], crossovers)
    return planted


def repaired_by_crossover(binomial: Mapping[str, float], exponential: Mapping[str, float]) -> Planted:
    planted = repaired(binomial, BIN)
    for group, share in exponential.items():
        planted.put("repaired", share, [group], EXP)
    return planted


def marked(methods: Mapping[str, int], others: int, groups: Sequence[str], crossovers: Sequence[int]) -> Planted:
    """Mark methods in so many of their columns, over all groups, and the others in `others` columns per group."""
    planted = Planted()
    for group in groups:
        planted.worse(others * len(BOUNDARIES), group, crossovers)
        for name in methods:
            planted.worse(0, group, crossovers, [name])
    columns = [(g, c, m) for m in MUTATIONS for c in crossovers for g in groups]
    for name, count in methods.items():
        for group, crossover, mutation in columns[:count]:
            planted.put("worse", 1, [group], [crossover], mutations=[mutation], boundaries=[name])
    return planted


def last_in(columns: int) -> Planted:
    """Let conservatism be last in so many of the 28 columns of group 1, and last but one in the rest."""
    planted = Planted().order({"conservatism": 12, "wrapping": 13}, "1", BOTH)
    for column in range(columns):
        at = {"mutations": [MUTATIONS[column // 2]], "groups": ["1"], "crossovers": [column % 2]}
        planted.put("rank", 13, boundaries=["conservatism"], **at).put("rank", 12, boundaries=["wrapping"], **at)
    return planted


FORWARD, OTHER = np.arange(13) + 1.0, np.roll(np.arange(13) + 1.0, 3)
ROLLED = [np.roll(FORWARD, k % 13) for k in range(len(MUTATIONS))]


def orders_by_crossover() -> Planted:
    return Planted().put("rank", FORWARD, crossovers=BIN).put("rank", OTHER, crossovers=EXP)


def orders_by_mutation() -> Planted:
    planted = Planted()
    for name, order in zip(MUTATIONS, ROLLED, strict=True):
        planted.put("rank", order, mutations=[name])
    return planted


def mean_correlation_of_orders() -> float:
    pairs = [(a, b) for k, a in enumerate(ROLLED) for b in ROLLED[:k]]
    return float(np.mean([spearmanr(a, b).statistic for a, b in pairs]))


def stuck(late_of_best_2: float) -> Planted:
    early = per_mutation({"best/1": 0.6, "best/2": 0.6}, 0.3)
    late = per_mutation({"best/1": 0.4, "best/2": late_of_best_2}, 0.9)
    return Planted().lines(late, ["1"], BIN).lines(early, ["1"], BIN, "early")


def slope(over: int) -> Planted:
    planted = Planted()
    planted.fields["on_slope"][:] = np.where(np.arange(2 * CELLS) < over, 0.901, 0.9).reshape(SHAPE[1:])
    return planted


def few_repairs(target_based: Sequence[int]) -> Planted:
    """Per crossover, let so many of the four target-to-best mutations repair least, before rand/1 and NSDE."""
    planted = Planted()
    for crossover, count in enumerate(target_based):
        shares = dict.fromkeys(TARGET_BASED[:count], 0.1) | {"rand/1": 0.2, "nsde": 0.2}
        column = np.array(per_mutation(shares, 0.3))[:, None]
        planted.put("repaired", column * np.linspace(0.5, 1.5, 13), ["2"], [crossover])
    return planted


def best_repairs(share: float) -> Planted:
    planted = Planted().lines(0, GROUPS, BOTH).put("repaired", 0.99).put("repaired", 0.1, boundaries=[BEST_METHOD])
    return planted.put("repaired", share, ["3"], EXP, mutations=["nsde"], boundaries=[BEST_METHOD])


COLUMN_REPAIRS = np.linspace(0.1, 0.9, 140)
HARDLY = np.random.default_rng(1).permutation(140) % 13  # unrelated to the repairs


def sensitive_columns(marks: np.ndarray) -> Planted:
    planted, columns = Planted(), iter(zip(COLUMN_REPAIRS, marks, strict=True))
    for group in GROUPS:
        for crossover in BOTH:
            for mutation in MUTATIONS:
                share, count = next(columns)
                at = {"groups": [group], "crossovers": [crossover], "mutations": [mutation]}
                planted.put("repaired", share, **at).put("worse", np.arange(13) < count, **at)
    return planted


def target_based_shares(field: str, own: float, others: float) -> Planted:
    planted = Planted().put(field, others)
    return planted.put(field, own, mutations=TARGET_BASED)


def two_lines(group: str, binomial: object, exponential: object) -> Planted:
    return Planted().lines(binomial, [group], BIN).lines(exponential, [group], EXP)


def top_lines(group: str, leaders: int) -> Planted:
    """Let so many of the four target-to-best mutations be among the best five; with rand/1 always at the top."""
    values = {"rand/1": 0.9, **dict.fromkeys(TARGET_BASED[:leaders], 0.8), **dict.fromkeys(("nsde", "best/1"), 0.7)}
    return Planted().lines(per_mutation(values, 0.1), [group], BIN)


def places_of_ranking_mutation(binomial: int, exponential: int) -> Planted:
    def at(place: int) -> list[float]:
        better = dict.fromkeys(MUTATIONS[: place - 1], 0.9)
        return per_mutation({**better, "ranking-target-to-pbest/1": 0.8}, 0.1)

    return two_lines("2", at(binomial), at(exponential))


def led_by_target_based(*, in_group_5: bool) -> Planted:
    leads = per_mutation({"target-to-best/2": 0.9, "rand/1": 0.8}, 0.2)
    follows = per_mutation({"target-to-best/2": 0.9, "rand/1": 0.95}, 0.2)
    planted = Planted().lines(leads, ["1", "2", "3"], BIN)
    return planted.lines(leads if in_group_5 else follows, ["5"], BIN)


def good_place(boundary: str, group: str, crossovers: Sequence[int]) -> tuple[tuple[Planted, float], ...]:
    return tuple((Planted().order({boundary: place}, group, crossovers), place) for place in (4, 5))


LEADERS = ("projection-base", "projection-midpoint", "conservatism")

# claim → (what makes it hold, its number), (what makes it fail, its number)
PLANTED: dict[str, tuple[tuple[Planted, float], ...]] = {
    "g1-leaders": tuple(
        (Planted().order({"death-penalty": 1, "resampling": last, "rand-base": 2}, "1", BOTH), last) for last in (4, 5)
    ),
    "g1-conservatism-last": ((last_in(7), 7 / 28), (last_in(6), 6 / 28)),
    "g1-conservatism-worse": (
        (marked({"conservatism": 7}, 0, ["1"], BOTH), 7 / 28),
        (marked({"conservatism": 6}, 28, ["1"], BOTH), 6 / 28),
    ),
    "g2-conservatism-exponential": (
        (Planted().won({"conservatism": 5, "resampling": 4, "wrapping": 4, "projection": 1}, ["2"], EXP), 1),
        (Planted().won({"conservatism": 5, "resampling": 5, "wrapping": 4}, ["2"], EXP), 0),
    ),
    "g2-resampling-binomial": good_place("resampling", "2", BIN),
    "g2-exponential-sensitive": ((gap("2", 8, 7), 1 / CELLS), (gap("2", 7, 7), 0)),
    "g3-exponential-leaders": (
        (Planted().won({**dict.fromkeys(LEADERS[:2], 3), LEADERS[2]: 2, "resampling": 6}, ["3"], EXP), 8 / 14),
        (Planted().won({LEADERS[0]: 7, (LEADERS[1], "resampling"): 7}, ["3"], EXP), 7 / 14),
    ),
    "g3-resampling-binomial": good_place("resampling", "3", BIN),
    "g3-exponential-sensitive": ((gap("3", 8, 7), 1 / CELLS), (gap("3", 7, 7), 0)),
    "g3-often-worse": (
        (marked({"midpoint-base": 6, "projection": 5, "rand-base": 4, "wrapping": 3}, 2, ["3"], EXP), 3),
        (marked({"midpoint-base": 6, "projection": 5, "rand-base": 1, "wrapping": 3}, 2, ["3"], EXP), 2),
    ),
    "g4-midpoint-target-binomial": good_place("midpoint-target", "4", BIN),
    "g4-most-sensitive": (
        (sensitivities(9, 3, 0, 10, 2), 1 / (2 * CELLS)),
        (sensitivities(3, 10, 0, 10, 2), 0),
    ),
    "g4-depends-on-mutation": (
        (
            Planted()
            .won({"resampling": 8, "wrapping": 6}, ["4"], BIN)
            .won({"conservatism": 6, "projection": 4, ("wrapping", "resampling"): 4}, ["4"], EXP),
            (8 + 6) / 28,
        ),
        (
            Planted()
            .won({"resampling": 8, "wrapping": 6}, ["4"], BIN)
            .won({"conservatism": 7, ("wrapping", "resampling"): 7}, ["4"], EXP),
            (8 + 7) / 28,
        ),
    ),
    "g5-no-favourite": (
        (Planted().won({"wrapping": 9, "reflection": 9, ("wrapping", "resampling"): 10}, ["5"], BOTH), 9 / 28),
        (Planted().won({"wrapping": 10, "reflection": 9, ("wrapping", "resampling"): 9}, ["5"], BOTH), 10 / 28),
    ),
    "g5-insensitive": ((sensitivities(8, 4, 4, 1, 4), -0.25 / (2 * CELLS)), (sensitivities(8, 4, 3, 1, 4), 0)),
    "most-wins": (
        (
            Planted().won(
                {"resampling": 30, "conservatism": 29, "wrapping": 28, "reflection": 28, "projection": 25}, GROUPS, BOTH
            ),
            2,
        ),
        (
            Planted().won(
                {"resampling": 30, "conservatism": 28, "wrapping": 28, "reflection": 27, "projection": 27}, GROUPS, BOTH
            ),
            1,
        ),
    ),
    "crossover-decides": (
        (orders_by_crossover(), 1 - spearmanr(FORWARD, OTHER).statistic),
        (orders_by_mutation(), mean_correlation_of_orders() - 1),
    ),
    **{
        name: (
            (
                Planted().won(
                    {first: 15, "wrapping": 14, "reflection": 14, "projection": 14, "rand-base": 13}, GROUPS, c
                ),
                1,
            ),
            (
                Planted().won(
                    dict.fromkeys((first, "wrapping", "reflection", "projection", "rand-base"), 14), GROUPS, c
                ),
                0,
            ),
        )
        for name, first, c in (("rule-binomial", "resampling", BIN), ("rule-exponential", "conservatism", EXP))
    },
    **{
        name: tuple((marked({method: count}, 14, GROUPS, c), count / 70) for count in (7, 8))
        for name, method, c in (
            ("fallback-binomial-safe", "midpoint-target", BIN),
            ("fallback-exponential-safe", "projection-midpoint", EXP),
        )
    },
    "fallback-binomial-not-best": tuple(
        (Planted().won({"midpoint-target": n, ("midpoint-target", "wrapping"): 70 - n}, GROUPS, BIN), n / 70)
        for n in (14, 15)
    ),
    "g1-least-repairs": (
        (
            repaired({"1": 0.5})
            .put("repaired", 0.2, ["1"], boundaries=["death-penalty"])
            .put("repaired", 0.7, ["1"], BIN, boundaries=["conservatism"])
            .put("repaired", 0.1, ["1"], EXP, boundaries=["conservatism"]),  # least on average only
            2,
        ),
        (
            repaired({"1": 0.5})
            .put("repaired", 0.1, ["1"], boundaries=["conservatism", "wrapping"])
            .put("repaired", 0.2, ["1"], boundaries=["death-penalty"]),
            1,
        ),
    ),
    "transformation-most-repairs": (
        (Planted().put("repaired", 0.5).put("repaired", 0.51, boundaries=["transformation"]), 5),
        (
            Planted()
            .put("repaired", 0.5)
            .put("repaired", 0.51, boundaries=["transformation"])
            .put("repaired", 0.51, ["3"], boundaries=["wrapping"]),
            4,
        ),
    ),
    "g1-best-repairs-less": (
        (repaired({"1": 0.5}).put("repaired", 0.4, ["1"], mutations=USES_BEST), -0.1),
        (repaired({"1": 0.5}), 0),
    ),
    "f5-over-90": ((slope(91), 0.25), (slope(90), 90 / 364)),
    "g2-binomial-repairs-less": (
        (repaired_by_crossover({"2": 0.4}, {"2": 0.5}), 0.1),
        (repaired_by_crossover({"2": 0.5}, {"2": 0.5}), 0),
    ),
    "g2-about-half": (
        (Planted().filled("repaired", 46, 0.41, 0.4, "2", EXP), 46 / CELLS),
        (Planted().filled("repaired", 45, 0.59, 0.6, "2", EXP), 45 / CELLS),
    ),
    "g2-death-penalty-few": (
        (repaired({"2": 0.5}, EXP).put("repaired", 0.4, ["2"], EXP, boundaries=["death-penalty"]), 1),
        (repaired({"2": 0.5}, EXP).put("repaired", 0.4, ["2"], EXP, boundaries=["death-penalty", "wrapping"]), 0),
    ),
    "g2-target-to-best-repairs-least": ((few_repairs((4, 3)), 7), (few_repairs((3, 3)), 6)),
    "g3-repairs-like-g2": ((repaired({"2": 0.5, "3": 0.4}), 0.1), (repaired({"2": 0.3, "3": 0.41}), 0.11)),
    "g4-most-repairs": (
        (repaired({"1": 0.1, "2": 0.5, "3": 0.3, "4": 0.6, "5": 0.4}), 0.1),
        (repaired({"1": 0.6, "2": 0.5, "3": 0.3, "4": 0.6, "5": 0.4}), 0),
    ),
    "g4-over-80": (
        (Planted().filled("repaired", 46, 0.81, 0.8, "4", EXP), 46 / CELLS),
        (Planted().filled("repaired", 45, 1.0, 0.8, "4", EXP), 45 / CELLS),
    ),
    "g5-repairs-below-g4": ((repaired({"4": 0.5, "5": 0.4}), 0.1), (repaired({"4": 0.5, "5": 0.5}), 0)),
    "best-repair-up-to-93": ((best_repairs(0.9), 0.9), (best_repairs(0.89), 0.89)),
    "exponential-repairs-more": tuple(
        (
            repaired_by_crossover(
                dict.fromkeys(GROUPS, 0.4),
                dict(zip(GROUPS, (0.42, 0.44, 0.46, 0.48, 0.4 + last), strict=True)),
            ),
            (0.2 + last) / 5,
        )
        for last in (0.06, 0.05)
    ),
    "exponential-sensitive": tuple(
        (
            Planted()
            .worse(7, "1", EXP)
            .worse(7, "1", BIN)
            .worse(3, "2", EXP)
            .worse(4, "2", BIN)
            .worse(5, "3", EXP)
            .worse(5, "3", BIN)
            .worse(9, "4", EXP)
            .worse(8, "4", BIN)
            .worse(last, "5", EXP)
            .worse(1, "5", BIN),
            (last - 1) / CELLS / 5,
        )
        for last in (2, 1)
    ),
    "repairs-go-with-sensitivity": tuple(
        (sensitive_columns(marks), spearmanr(COLUMN_REPAIRS, marks).statistic)
        for marks in (np.arange(140) // 11, HARDLY)
    ),
    "target-to-best-repairs-less": (
        (target_based_shares("repaired", 0.4, 0.5), -0.1),
        (target_based_shares("repaired", 0.5, 0.5), 0),
    ),
    "g1-exponential-better": ((two_lines("1", 0.4, 0.5), -0.1), (two_lines("1", 0.5, 0.5), 0)),
    "g1-exponential-solves": tuple(
        (Planted().lines(first_mutations(n, 0.999, 0.998), ["1"], EXP), n) for n in (13, 12)
    ),
    "g1-binomial-does-not": tuple((Planted().lines(first_mutations(n, 0.999, 0.998), ["1"], BIN), n) for n in (1, 2)),
    "g1-best-stuck": ((stuck(0.4), 2), (stuck(0.9), 1)),
    "g2-binomial-better": ((two_lines("2", 0.5, 0.4), 0.1), (two_lines("2", 0.5, 0.5), 0)),
    "g2-exponential-below-10": tuple(
        (Planted().lines(first_mutations(n, 0.099, 0.1), ["2"], EXP), n / 14) for n in (4, 3)
    ),
    "g2-target-to-best": ((top_lines("2", 4), 4), (top_lines("2", 3), 3)),
    "g2-ranking-mutation": ((places_of_ranking_mutation(1, 3), 3), (places_of_ranking_mutation(4, 1), 4)),
    "g2-same-order": (
        (two_lines("2", swapped(), swapped((0, 8), (10, 12))), 1 - 6 * 136 / 2730),  # 1 − 6 Σd²/(n³ − n)
        (two_lines("2", swapped(), swapped((0, 8), (10, 12), (1, 2))), 1 - 6 * 138 / 2730),
    ),
    "g3-fewer-targets": tuple(
        (
            two_lines("2", 0.5, 0.5)
            .lines(first_mutations(7, 0.4, 0.5), ["3"], BIN)
            .lines(first_mutations(n, 0.4, 0.6), ["3"], EXP),
            (7 + n) / 28,
        )
        for n in (8, 7)
    ),
    "g3-binomial-better-throughout": (
        (two_lines("3", first_mutations(1, 0.5, 0.9), first_mutations(1, 0.4, 0.1)), 0.1),
        (two_lines("3", first_mutations(1, 0.5, 0.9), first_mutations(1, 0.5, 0.1)), 0),
    ),
    "g3-target-to-best": ((top_lines("3", 4), 4), (top_lines("3", 3), 3)),
    "g4-binomial-better": ((two_lines("4", 0.5, 0.4), 0.1), (two_lines("4", 0.5, 0.5), 0)),
    "g4-exploratory-top-five": (
        (two_lines("4", per_mutation(dict.fromkeys(EXPLORATORY, 0.9), 0.5), 0.6), 5),
        (
            two_lines(
                "4",
                per_mutation({**dict.fromkeys(EXPLORATORY, 0.9), "rand/2": 0.8}, 0.5),
                per_mutation({"rand/2": 0.8}, 0.6),
            ),
            4,
        ),
    ),
    "g4-exponential-exploits": (
        (Planted().lines(per_mutation(dict.fromkeys(USES_BEST, 0.5), 0.4), ["4"], EXP), 0.1),
        (Planted().lines(0.5, ["4"], EXP), 0),
    ),
    "g5-exponential-better": tuple(
        (two_lines("5", first_mutations(6, 0.9, 0.5), first_mutations(n, 0.6, 0.5)), n / 14) for n in (8, 7)
    ),
    "g5-nsde-best": (
        (two_lines("5", 0.8, per_mutation({"nsde": 0.9}, 0.8)), 1),
        (two_lines("5", per_mutation({"rand/1": 0.9}, 0.8), per_mutation({"nsde": 0.9}, 0.8)), 2),
    ),
    "binomial-target-to-best": ((led_by_target_based(in_group_5=True), 4), (led_by_target_based(in_group_5=False), 3)),
    "target-to-best-overall": (
        (Planted().lines(per_mutation(dict.fromkeys(TARGET_BASED, 0.5), 0.4), GROUPS, BOTH), 0.1),
        (Planted().lines(0.5, GROUPS, BOTH), 0),
    ),
}
