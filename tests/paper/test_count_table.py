"""The paper's count table beside ours."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from inbounds.analysis import function_ranks, group_ranks
from inbounds.paper import count_table, published
from tests.analysis.run_tables import random_study


def ranked(table: pl.DataFrame):
    return group_ranks(function_ranks(table))


def test_the_papers_count_table_adds_up_as_printed():
    totals = {name: sum(counts) for name, counts in published.BEST_COUNTS.items()}
    printed = dict(zip(published.BOUNDARIES, (24, 11, 4, 13, 11, 12, 2, 11, 11, 9, 38, 2, 7), strict=True))
    assert totals == printed
    columns = np.array(list(published.BEST_COUNTS.values())).sum(axis=0)
    assert (columns >= 28).all()  # every configuration has a best method, ties count for each


def test_the_papers_counts_stand_beside_ours():
    counts = count_table(ranked(random_study(runs=3, mutations=("rand/1",)))).table
    second = counts.filter(pl.col("group") == "2")
    theirs = dict(second.select("boundary", "paper_count").iter_rows())
    assert (theirs["resampling"], theirs["wrapping"], theirs["projection"]) == (8, 1, 0)
    assert counts.filter(pl.col("group") == "all")["paper_count"].null_count() == 13


def test_correlations_with_the_paper_are_those_of_scipy():
    result = count_table(ranked(random_study(runs=9, mutations=("rand/1", "nsde", "best/1"), spread=1.0)))
    for row in result.correlation.iter_rows(named=True):
        part = result.table.filter(pl.col("group") == row["group"])
        if part["count"].n_unique() == 1:
            assert row["spearman"] is None
            continue
        expected = stats.spearmanr(part["count"], part["paper_count"])
        assert row["spearman"] == pytest.approx(expected.statistic)
        assert row["spearman_p"] == pytest.approx(expected.pvalue)
        assert row["kendall"] == pytest.approx(stats.kendalltau(part["count"], part["paper_count"]).statistic)


def test_only_one_exponential_variant_counts():
    crossovers = ("binomial", "exponential", "exponential-2020")
    ranks = ranked(random_study(runs=3, functions=(1, 2), mutations=("rand/1",), crossovers=crossovers))
    assert count_table(ranks).crossovers == ("binomial", "exponential")


def test_the_wide_table_has_the_papers_arrangement():
    wide = count_table(ranked(random_study(runs=3, mutations=("rand/1",)))).wide()
    assert wide.columns[:8] == ["boundary", "1", "2", "3", "4", "5", "total", "all"]
    totals = dict(wide.select("boundary", "paper_total").iter_rows())
    assert (totals["conservatism"], totals["wrapping"]) == (24, 7)
