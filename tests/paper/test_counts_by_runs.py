"""The count table from the first runs of each cell."""

import polars as pl
import pytest

from inbounds.analysis import function_ranks, group_ranks
from inbounds.paper import count_table
from inbounds.paper.counts_by_runs import counts_by_runs
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
