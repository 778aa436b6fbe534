"""The count table from the first runs of each cell, and from halves of the runs."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from inbounds.analysis import function_ranks, group_ranks
from inbounds.paper import count_table
from inbounds.paper.counts_by_runs import counts_by_runs, halves_agreement
from inbounds.paper.variants import VARIANTS
from tests.analysis.run_tables import random_study


@pytest.fixture(scope="module")
def study() -> pl.DataFrame:
    return random_study(runs=20, spread=0.5)


def test_each_number_of_runs_has_the_counts_of_these_runs_alone(study):
    found = counts_by_runs({"paper": study}, numbers=(12, 5, 99))
    assert found["runs"].unique(maintain_order=True).to_list() == [5, 12, 20]
    for runs in (5, 12, 20):
        alone = count_table(group_ranks(function_ranks(study.filter(pl.col("run") < runs))))
        for row in found.filter(runs=runs).iter_rows(named=True):
            assert row["firsts"] == alone.table.filter(group=row["group"])["count"].sum()
            assert row["spearman"] == alone.correlation.filter(group=row["group"])["spearman"].item()


def test_more_runs_leave_fewer_ties_and_too_few_leave_nothing_else(study):
    totals = counts_by_runs({"paper": study}, numbers=(5, 10)).filter(group="total")
    assert totals["firsts"].to_list()[0] == 5 * 28 * 13  # seven runs are the least that separate 13 methods
    assert totals["spearman"].to_list()[0] is None
    assert totals["firsts"].diff().drop_nulls().max() < 0
    assert totals["paper_firsts"].to_list() == [155] * 3


def test_a_variant_has_as_many_runs_as_its_sets(study):
    old = study.filter((pl.col("crossover") == "exponential") & (pl.col("run") < 11))
    variant = next(variant for variant in VARIANTS if variant.name == "exponential-2020")
    sets = {"paper": study, "paper-2020": old.with_columns(crossover=pl.lit("exponential-2020"))}
    found = counts_by_runs(sets, variant, numbers=(8, 20))
    assert found["runs"].unique(maintain_order=True).to_list() == [8, 11]
    first = study.filter(pl.col("run") < 11)
    assert found.filter(runs=11).drop("runs").equals(counts_by_runs({"paper": first}, numbers=()).drop("runs"))


def test_halves_are_counted_apart_and_share_no_run(study):
    found = halves_agreement({"paper": study}, splits=1, seed=3)
    drawn = np.random.default_rng(3).permutation(20).tolist()
    halves = [study.filter(pl.col("run").is_in(half)) for half in (drawn[:10], drawn[10:])]
    first, second = (count_table(group_ranks(function_ranks(half))).table.filter(group="total") for half in halves)
    row = found.row(0, named=True)
    assert row["runs"] == 10
    assert row["halves"] == pytest.approx(spearmanr(first["count"], second["count"]).statistic)
    assert row["paper_first"] == pytest.approx(spearmanr(first["count"], first["paper_count"]).statistic)
    assert row["paper_second"] == pytest.approx(spearmanr(second["count"], second["paper_count"]).statistic)


def test_halves_that_tell_methods_apart_agree_and_those_that_cannot_say_nothing(study):
    clear = study.with_columns(precision=pl.col("precision") + 100.0 * pl.col("boundary").rank("dense"))
    found = halves_agreement({"paper": clear}, splits=2)
    assert found["halves"].to_list() == pytest.approx([1.0, 1.0])
    few = halves_agreement({"paper": study.filter(pl.col("run") < 7)}, splits=2)
    assert few.drop("runs").null_count().row(0) == (2, 2, 2)
