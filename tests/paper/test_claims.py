"""The paper's statements as checks: planted data must make them hold or fail. No outside truth but the planting."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from inbounds import paper
from inbounds.analysis import RankingOptions, function_ranks, group_ranks, load
from inbounds.analysis.confidence import resample
from inbounds.errors import InvalidArgumentError
from inbounds.paper import CLAIMS, published
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE, Repetitions
from inbounds.paper.claims.repetitions import PORTIONS, share_interval
from inbounds.paper.paper_grid import GROUPS, gather
from inbounds.problems.function_groups import group_members
from tests.analysis.run_tables import TARGETS, methods_on, random_study
from tests.paper.planted_claims import PLANTED, Planted

FAST = {"resamples": 10, "agreement": 0.5, "level": 0.9}  # ten that agree are enough


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    """All 364 instances on all functions; nothing depends on the operators."""
    return random_study(runs=8, spread=0.5)


def check_claims(table: pl.DataFrame, **options: object) -> paper.ClaimChecks:
    return paper.check_claims(group_ranks(function_ranks(table)), **options)


def verdicts(checks, exponential: str = "exponential") -> dict[str, str]:
    kept = checks.table.filter(pl.col("exponential").fill_null(exponential) == exponential)
    return dict(kept.select("claim", "verdict").iter_rows())


def group(number: str) -> pl.Expr:
    return pl.col("function").is_in(list(group_members()[number]))


EXPONENTIAL = pl.col("crossover") == "exponential"


def test_every_claim_has_its_own_name_and_gets_a_verdict(table):
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
    checks = check_claims(table, **FAST)
    assert set(checks.table["claim"]) == {claim.name for claim in CLAIMS}
    assert set(checks.table["verdict"]) <= {HOLDS, FAILS, UNDECIDABLE}
    decided = checks.table.filter(pl.col("verdict") != UNDECIDABLE)
    assert decided["number"].null_count() == decided["agreement"].null_count() == 0
    assert decided["agreement"].min() > 0.5
    assert decided["repetitions"].is_between(10, 10 * PORTIONS).all()
    undecided = checks.table.filter(pl.col("verdict") == UNDECIDABLE)
    assert undecided["reason"].null_count() == 0


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_a_claim_holds_and_fails_where_it_should(claim):
    """Conformance: each claim has a planting on either side of its bound, and looks at nothing beside it."""
    (holds, number_where_it_holds), (fails, number_where_it_fails) = PLANTED[claim.name]
    assert claim.number(holds.evidence) == pytest.approx(number_where_it_holds, abs=1e-12)
    assert claim.holds(claim.number(holds.evidence))
    assert claim.number(fails.evidence) == pytest.approx(number_where_it_fails, abs=1e-12)
    assert not claim.holds(claim.number(fails.evidence))
    assert claim.uses_ranks == holds.uses("rank", "worse")
    assert bool(claim.called_worse) == holds.uses("worse")
    cells = np.ones((len(GROUPS), 2), dtype=bool)  # what the claim says that it is about: all that is planted, no more
    cells[np.ix_([GROUPS.index(group) for group in claim.groups], claim.crossovers)] = False
    assert not any(np.isfinite(holds.fields[name][cells]).any() for name in holds.fields if name != "on_slope")


def test_every_claim_is_planted():
    assert set(PLANTED) == {claim.name for claim in CLAIMS}
    assert len(CLAIMS) == 58


def test_the_evidence_is_what_the_runs_show(table):
    """Every array of the grid against its own average of the table, cell by cell."""
    worse = group("3") & EXPONENTIAL & pl.col("boundary").is_in(["projection", "wrapping"])
    table = table.with_columns(precision=pl.when(worse).then(1e3).otherwise(pl.col("precision") * 1e-2))
    ranks = group_ranks(function_ranks(table))
    evidence = gather(ranks.runs, "exponential", ranks.means, ranks.worse)
    decades = np.isclose(np.log10(TARGETS) % 1, 0) & (TARGETS < 50)  # 10^1, 10^0, …, 10^-8
    hits = table["hits"].to_numpy()[:, decades]
    in_group = {f: number for number, members in group_members().items() for f in members}
    cells = (
        table.with_columns(
            group=pl.col("function").replace_strict(in_group, return_dtype=pl.String),
            share=pl.Series((table["precision"].to_numpy()[:, None] <= TARGETS[decades]).mean(axis=1)),
            early=pl.Series(((hits > 0) & (hits <= 100)).mean(axis=1)),  # a tenth of the budget
            slope=pl.when(pl.col("function") == 5).then(pl.col("repaired")),
        )
        .group_by("group", "crossover", "mutation", "boundary")
        .agg(pl.col("share", "early", "repaired", "slope").mean())
        .join(ranks.mean_ranks, on=["group", "crossover", "mutation", "boundary"])
    )
    assert hits.shape[1] == 10
    assert cells.height == evidence.rank.size
    assert 0 < evidence.worse.mean() < 1
    for row in cells.iter_rows(named=True):
        inner = (
            published.CROSSOVERS.index(row["crossover"]),
            published.MUTATIONS.index(row["mutation"]),
            published.BOUNDARIES.index(row["boundary"]),
        )
        at = (GROUPS.index(row["group"]), *inner)
        found = [evidence.share[at], evidence.early[at], evidence.repaired[at], evidence.rank[at], evidence.worse[at]]
        expected = [row["share"], row["early"], row["repaired"], row["mean_rank"], float(row["worse"])]
        assert found == pytest.approx(expected, abs=1e-12)
        if row["group"] == "1":
            assert evidence.on_slope[inner] == pytest.approx(row["slope"])


def test_claims_about_exponential_crossover_are_checked_with_both_variants(table):
    old = table.filter(EXPONENTIAL).with_columns(
        crossover=pl.lit("exponential-2020"), precision=pl.when(group("2")).then(50.0).otherwise(pl.col("precision"))
    )
    solved = table.with_columns(precision=pl.when(group("2")).then(1e-9).otherwise(pl.col("precision")))
    checks = check_claims(pl.concat([solved, old], how="vertical_relaxed"), **FAST)
    assert verdicts(checks, "exponential")["g2-exponential-below-10"] == FAILS
    assert verdicts(checks, "exponential-2020")["g2-exponential-below-10"] == HOLDS
    assert "g2-exponential-below-10" in checks.resting_on_the_old_defect()
    assert checks.table.filter(pl.col("claim") == "rule-binomial").height == 1


def test_missing_cells_leave_a_claim_undecided(table):
    partial = table.filter(~((pl.col("function") == 8) & EXPONENTIAL & (pl.col("boundary") == "wrapping")))
    checks = check_claims(partial, **FAST)
    reasons = dict(checks.table.select("claim", "reason").iter_rows())
    assert reasons["g2-conservatism-exponential"] == "cells that the claim is about have no runs"
    assert reasons["rule-exponential"] == "cells that the claim is about have no runs"
    assert verdicts(checks)["g3-exponential-leaders"] != UNDECIDABLE


def test_too_few_runs_leave_claims_on_ranks_undecided_but_not_those_on_repairs():
    checks = check_claims(random_study(runs=3), **FAST).table
    ranks = checks.filter(pl.col("section") == "boundary methods")
    assert ranks["verdict"].unique().to_list() == [UNDECIDABLE]
    assert "with fewer than 7 per cell the ranking's test can never separate" in ranks["reason"][0]
    assert HOLDS in checks.filter(pl.col("section") == "repairs")["verdict"].to_list()


def test_unrelated_algorithms_leave_everything_undecided():
    checks = check_claims(methods_on(1, {"CMA-ES": np.ones(9), "PSO": np.ones(9)}, mutation="", crossover=""), **FAST)
    assert checks.table["verdict"].unique().to_list() == [UNDECIDABLE]


def test_other_methods_in_the_table_do_not_change_the_verdicts(table):
    more = table.filter(pl.col("boundary") == "wrapping").with_columns(
        boundary=pl.lit("reflection[once]"), precision=pl.lit(1e-12)
    )
    plain = check_claims(table, **FAST).table.select("claim", "number")
    assert plain.equals(check_claims(pl.concat([table, more]), **FAST).table.select("claim", "number"))


def in_order(table: pl.DataFrame, last: str, *, overlap: bool = False) -> pl.DataFrame:
    """Return runs in which the methods have one order on every function, `last` at its end.

    Neighbours are far apart; with `overlap` even the first and the last share a quarter of their values.
    """
    names = [name for name in published.BOUNDARIES if name != last] + [last]
    place = pl.col("boundary").replace_strict(names, range(13), return_dtype=pl.Float64)
    power = place / 2 + pl.col("run") if overlap else place + pl.col("run") / 100
    return table.with_columns(precision=10.0**power)


WORSE = ("g1-conservatism-worse", "fallback-binomial-safe")  # much of it needed, little of it needed


@pytest.mark.parametrize(
    ("last", "expected"),
    [("conservatism", [HOLDS, HOLDS]), ("midpoint-target", [FAILS, FAILS]), ("wrapping", [FAILS, HOLDS])],
)
def test_claims_about_significance_are_decided_where_the_tests_can_show_it(table, last, expected):
    """Conservatism is the first of 13 where it is not the last, midpoint target the third or fourth."""
    found = verdicts(check_claims(in_order(table, last), **FAST))
    assert [found[name] for name in WORSE] == expected


def test_where_all_runs_reach_the_floor_neither_worse_nor_never_worse_is_decided(table):
    checks = check_claims(table.with_columns(precision=1e-9), **FAST)
    for name in WORSE:
        row = checks.table.row(by_predicate=pl.col("claim") == name, named=True)
        assert (row["verdict"], row["number"], row["repetitions"]) == (UNDECIDABLE, 0, 0)
        assert "significantly worse in 0% of the columns" in row["reason"]


def test_what_the_papers_number_of_runs_would_change_is_not_decided(table):
    checks = check_claims(in_order(table, "conservatism", overlap=True), **FAST)
    row = checks.table.row(by_predicate=pl.col("claim") == "g1-conservatism-worse", named=True)
    assert (row["verdict"], row["number"]) == (UNDECIDABLE, 0)
    assert row["reason"].startswith("too few runs: if 100 per cell, as in the paper")


def test_repetitions_are_the_same_however_they_are_portioned():
    runs = load(methods_on(1, {name: np.arange(9.0) + k for k, name in enumerate("abc")}))
    whole = resample(runs, RankingOptions(), resamples=9, seed=4)
    portions = Repetitions.of(runs, RankingOptions(), resamples=3, seed=4)
    joined = np.concatenate([portions.portion(k).ranks for k in range(3)])
    assert np.array_equal(joined, whole.ranks)
    assert portions.portion(1) is portions.portion(1)


def test_verdicts_near_the_bound_are_repeated_and_not_decided(table):
    """As the exact interval of the share has it, and no outside truth but that."""
    checks = check_claims(table, resamples=40).table.filter(pl.col("agreement").is_not_null())
    for row in checks.iter_rows(named=True):
        low, high = share_interval(round(row["agreement"] * row["repetitions"]), row["repetitions"], 0.99)
        assert (row["verdict"] != UNDECIDABLE) == (low > 0.9)
        assert row["repetitions"] == 40 * PORTIONS or not low <= 0.9 <= high
    assert checks.filter(pl.col("repetitions") == 40).height > 0
    assert checks.filter(pl.col("repetitions") == 40 * PORTIONS).height > 0
    near = checks.filter(pl.col("reason").str.contains("too close to 90% to tell"))
    assert near["repetitions"].unique().to_list() == [40 * PORTIONS]


@pytest.mark.parametrize(("successes", "trials"), [(0, 7), (7, 7), (93, 100), (441, 500)])
def test_the_interval_of_a_share_is_the_exact_one(successes, trials):
    exact = stats.binomtest(successes, trials).proportion_ci(0.99, method="exact")
    assert share_interval(successes, trials, 0.99) == pytest.approx((exact.low, exact.high))


def test_the_required_agreement_is_checked(table):
    with pytest.raises(InvalidArgumentError, match=r"agreement must lie in \[0.5, 1\); got 0.2"):
        check_claims(table, agreement=0.2)
    with pytest.raises(InvalidArgumentError, match=r"level must lie in \(0, 1\); got 1"):
        check_claims(table, level=1)


def test_ties_are_no_evidence_for_a_claim_about_who_leads():
    same = Planted().put("rank", 7).put("worse", 0).put("repaired", 0.5).put("share", 0.5).put("early", 0.5).evidence
    found = {claim.name: claim.holds(claim.number(same)) for claim in CLAIMS if claim.name != "f5-over-90"}
    for name in (
        "g1-leaders",
        "g1-conservatism-last",
        "g2-conservatism-exponential",
        "g3-exponential-leaders",
        "g3-often-worse",
        "g4-midpoint-target-binomial",
        "most-wins",
        "g1-least-repairs",
        "g4-exploratory-top-five",
        "g5-nsde-best",
    ):
        assert not found[name], name
    assert found["g5-no-favourite"]
