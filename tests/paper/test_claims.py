"""The paper's statements as checks: planted data must make them hold or fail. No outside truth but the planting."""

import numpy as np
import polars as pl
import pytest

from inbounds import paper
from inbounds.analysis import function_ranks, group_ranks
from inbounds.analysis.noise_check import TARGET_BASED
from inbounds.errors import InvalidArgumentError
from inbounds.paper import CLAIMS, published
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.problems.function_groups import group_members
from tests.analysis.run_tables import methods_on, random_study

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


def numbers(checks) -> dict[str, float]:
    return dict(checks.table.select("claim", "number").iter_rows())


def times(factor: float, where: pl.Expr) -> pl.Expr:
    return pl.when(where).then(pl.col("precision") * factor).otherwise(pl.col("precision"))


def group(number: str) -> pl.Expr:
    return pl.col("function").is_in(list(group_members()[number]))


BINOMIAL, EXPONENTIAL = pl.col("crossover") == "binomial", pl.col("crossover") == "exponential"


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


def test_planted_winners_make_the_claims_about_methods_hold(table):
    wins = (BINOMIAL & (pl.col("boundary") == "resampling")) | (
        EXPONENTIAL & (pl.col("boundary") == "conservatism") & ~group("1")
    )
    loses = group("1") & (pl.col("boundary") == "conservatism")
    planted = table.with_columns(precision=times(1e-5, wins)).with_columns(precision=times(1e5, loses))
    found = verdicts(check_claims(planted.with_columns(precision=pl.col("precision") * 1e4), **FAST))
    for name in (
        "g1-conservatism-last",
        "g1-conservatism-worse",
        "g2-conservatism-exponential",
        "g2-resampling-binomial",
        "g3-exponential-leaders",
        "g3-resampling-binomial",
        "most-wins",
        "rule-binomial",
        "rule-exponential",
        "crossover-decides",
        "fallback-binomial-not-best",
    ):
        assert found[name] == HOLDS, name


def test_the_opposite_planting_makes_them_fail(table):
    wins = (BINOMIAL & (pl.col("boundary") == "conservatism")) | (EXPONENTIAL & (pl.col("boundary") == "resampling"))
    planted = table.with_columns(precision=times(1e-5, wins) * 1e4)
    found = verdicts(check_claims(planted, **FAST))
    for name in ("g1-conservatism-last", "g2-conservatism-exponential", "rule-binomial", "rule-exponential"):
        assert found[name] == FAILS, name


def test_planted_repairs_decide_the_claims_about_repairs(table):
    share = (
        pl.when(pl.col("boundary") == "transformation")
        .then(0.95)
        .when(pl.col("boundary") == "death-penalty")
        .then(0.04)
        .when(pl.col("boundary") == "conservatism")
        .then(0.05)
        .when(group("4") & EXPONENTIAL)
        .then(0.85)
        .when(pl.col("function") == 5)
        .then(0.92)
        .when(EXPONENTIAL)
        .then(0.5)
        .otherwise(0.2)
    )
    fewer = pl.when(pl.col("mutation").is_in(list(TARGET_BASED))).then(0.9).otherwise(1.0)
    checks = check_claims(table.with_columns(repaired=share * fewer), **FAST)
    found = verdicts(checks)
    for name in (
        "g1-least-repairs",
        "transformation-most-repairs",
        "g1-best-repairs-less",
        "f5-over-90",
        "g2-binomial-repairs-less",
        "g2-about-half",
        "g2-death-penalty-few",
        "g2-target-to-best-repairs-least",
        "g3-repairs-like-g2",
        "g4-most-repairs",
        "g4-over-80",
        "g5-repairs-below-g4",
        "exponential-repairs-more",
        "target-to-best-repairs-less",
    ):
        assert found[name] == HOLDS, name
    slope = table.with_columns(repaired=share * fewer).filter(pl.col("function") == 5)
    cells = slope.group_by("mutation", "crossover", "boundary").agg(pl.col("repaired").mean())["repaired"]
    assert numbers(checks)["f5-over-90"] == pytest.approx((cells.to_numpy() > 0.9).mean())


def test_planted_configurations_decide_the_claims_about_them(table):
    middle = table.with_columns(precision=pl.lit(1e-3) * 10 ** ((pl.col("run") % 3) / 10))
    exploratory = pl.col("mutation").is_in(list(published.EXPLORATORY))
    target_based = pl.col("mutation").is_in(list(TARGET_BASED))
    better = (
        (BINOMIAL & (group("2") | group("3")))
        | (group("4") & BINOMIAL & exploratory)
        | (group("5") & EXPONENTIAL)
        | (group("1") & EXPONENTIAL)
    )
    best = (BINOMIAL & target_based & ~group("4")) | ((pl.col("mutation") == "nsde") & EXPONENTIAL & group("5"))
    planted = middle.with_columns(precision=times(1e-2, better)).with_columns(precision=times(1e-2, best))
    planted = planted.with_columns(precision=times(10.0, group("3")))
    found = verdicts(check_claims(planted, **FAST))
    for name in (
        "g1-exponential-better",
        "g2-binomial-better",
        "g2-target-to-best",
        "g3-fewer-targets",
        "g3-binomial-better-throughout",
        "g3-target-to-best",
        "g4-binomial-better",
        "g4-exploratory-top-five",
        "g5-exponential-better",
        "g5-nsde-best",
        "binomial-target-to-best",
        "target-to-best-overall",
    ):
        assert found[name] == HOLDS, name
    assert found["g1-exponential-solves"] == FAILS


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
    checks = check_claims(partial, **FAST).table
    reasons = dict(checks.select("claim", "reason").iter_rows())
    assert reasons["g2-conservatism-exponential"] == "cells that the claim is about have no runs"
    assert reasons["rule-exponential"] == "cells that the claim is about have no runs"
    assert verdicts(check_claims(partial, **FAST))["g3-exponential-leaders"] != UNDECIDABLE


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
    same = random_study(runs=8).with_columns(precision=(pl.col("run") + 1.0), repaired=pl.lit(0.5))
    found = verdicts(check_claims(same, **FAST))
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
        assert found[name] == FAILS, name
    assert found["g5-no-favourite"] == HOLDS
