"""The paper's count table beside ours."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from inbounds.analysis import function_ranks, group_ranks
from inbounds.analysis.confidence import resample
from inbounds.paper import count_table, published
from inbounds.paper.count_table import correlation_intervals
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


def test_the_correlations_of_runs_drawn_again_lie_around_that_of_the_runs():
    ranks = ranked(random_study(runs=9, mutations=("rand/1", "nsde", "best/1"), spread=1.0))
    found = correlation_intervals(ranks, resample(ranks.runs, ranks.ranks.options, resamples=60))
    known = count_table(ranks)
    by_group = {row["group"]: row for row in found.iter_rows(named=True)}
    for row in known.correlation.drop_nulls("spearman").iter_rows(named=True):
        assert by_group[row["group"]]["spearman"] == pytest.approx(row["spearman"])
    later = known.table.filter(pl.col("group").is_in(["2", "3", "4", "5"])).group_by("boundary", maintain_order=True)
    sums = later.agg(pl.col("count", "paper_count").sum())
    assert by_group["2–5"]["spearman"] == pytest.approx(stats.spearmanr(sums["count"], sums["paper_count"]).statistic)
    assert all(row["low"] < row["high"] for row in by_group.values())


def test_where_nothing_varies_the_correlation_is_certain():
    constant = random_study(runs=9, mutations=("rand/1", "nsde", "best/1")).with_columns(
        precision=pl.col("precision").first().over("mutation", "crossover", "boundary", "function")
    )
    ranks = ranked(constant)
    found = correlation_intervals(ranks, resample(ranks.runs, ranks.ranks.options, resamples=5))
    assert found.filter((pl.col("low") - pl.col("spearman")).abs() > 1e-12).is_empty()
    assert found.filter((pl.col("high") - pl.col("spearman")).abs() > 1e-12).is_empty()
    assert "total" in found["group"].to_list()


def test_only_one_exponential_variant_counts():
    crossovers = ("binomial", "exponential", "exponential-2020")
    ranks = ranked(random_study(runs=3, functions=(1, 2), mutations=("rand/1",), crossovers=crossovers))
    assert count_table(ranks).crossovers == ("binomial", "exponential")


def test_the_wide_table_has_the_papers_arrangement():
    wide = count_table(ranked(random_study(runs=3, mutations=("rand/1",)))).wide()
    assert wide.columns[:8] == ["boundary", "1", "2", "3", "4", "5", "total", "all"]
    totals = dict(wide.select("boundary", "paper_total").iter_rows())
    assert (totals["conservatism"], totals["wrapping"]) == (24, 7)
