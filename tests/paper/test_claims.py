"""The paper's statements as checks: planted data must make them hold or fail. No outside truth but the planting."""

import numpy as np
import polars as pl
import pytest

from inbounds import paper
from inbounds.analysis import function_ranks, group_ranks
from inbounds.errors import InvalidArgumentError
from inbounds.paper import CLAIMS, published
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.paper.paper_grid import GROUPS, gather
from inbounds.problems.function_groups import group_members
from tests.analysis.run_tables import TARGETS, methods_on, random_study
from tests.paper.planted_claims import PLANTED, Planted

FAST = {"resamples": 10}


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
    assert decided["agreement"].min() >= 0.9
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
    assert "never separate" in ranks["reason"][0]
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


def test_the_required_agreement_is_checked(table):
    with pytest.raises(InvalidArgumentError, match=r"agreement must lie in \[0.5, 1\]; got 0.2"):
        check_claims(table, agreement=0.2)


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
