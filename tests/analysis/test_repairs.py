"""Repaired shares, and how they go with the results."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from inbounds.analysis import repaired_share, repaired_share_by_function, repairs_and_performance

from .run_tables import cell, methods_on, random_study


def test_the_repaired_share_is_the_mean_over_the_problems_of_a_group():
    table = pl.concat(
        [
            cell([1.0] * 2, function=1, repaired=[0.1, 0.3]),
            cell([1.0] * 4, function=5, repaired=0.9),
            cell([1.0], function=20, repaired=0.7),
        ]
    )
    shares = dict(repaired_share(table).select("group", "repaired").iter_rows())
    assert shares == pytest.approx({"1": (0.2 + 0.9) / 2, "5": 0.7, "all": (0.2 + 0.9 + 0.7) / 3})
    by_function = repaired_share_by_function(table)
    assert by_function["repaired"].to_list() == pytest.approx([0.2, 0.9, 0.7])
    assert by_function["runs"].to_list() == [2, 4, 1]


def test_the_asterisk_is_at_transformation_and_death_penalty_with_any_options():
    names = ("transformation", "transformation[offset=text]", "death-penalty", "wrapping")
    table = repaired_share(methods_on(1, {name: [1.0] for name in names}))
    marked = table.filter(pl.col("counted_differently") & (pl.col("group") == "1"))["boundary"].to_list()
    assert sorted(marked) == sorted(names[:3])


def test_missing_cells_and_missing_shares_are_null():
    table = pl.concat(
        [
            cell([1.0], boundary="a"),
            cell([1.0], boundary="b").with_columns(repaired=pl.lit(None, dtype=pl.Float64)),
            cell([1.0], boundary="a", function=2),
        ]
    )
    shares = repaired_share_by_function(table).sort("function", "boundary")["repaired"].to_list()
    assert shares == [0.5, None, 0.5, None]


def test_correlations_are_those_of_scipy_at_each_level():
    table = random_study(runs=8, functions=(1, 7), mutations=("rand/1", "nsde", "best/1", "rand/2"))
    found = repairs_and_performance(table).correlations
    one = table.filter((pl.col("function") == 7) & (pl.col("crossover") == "binomial"))
    here = found.filter((pl.col("function") == 7) & (pl.col("crossover") == "binomial"))

    def floored(frame: pl.DataFrame) -> pl.DataFrame:
        return frame.with_columns(precision=pl.col("precision").clip(lower_bound=1e-8))

    cells = floored(one).group_by("mutation", "boundary").agg(pl.col("precision").median(), pl.col("repaired").mean())
    for level, key, other in (("methods", "mutation", "rand/1"), ("configurations", "boundary", "wrapping")):
        part = cells.filter(pl.col(key) == other)
        expected = stats.spearmanr(part["precision"], part["repaired"]).statistic
        value = here.filter((pl.col("level") == level) & (pl.col(key) == other))["correlation"]
        assert value.to_list() == pytest.approx([expected])
    runs = floored(one).filter((pl.col("mutation") == "nsde") & (pl.col("boundary") == "projection"))
    expected = stats.spearmanr(runs["precision"], runs["repaired"]).statistic
    chosen = (pl.col("level") == "runs") & (pl.col("mutation") == "nsde") & (pl.col("boundary") == "projection")
    assert here.filter(chosen)["correlation"].to_list() == pytest.approx([expected])


def test_independent_repairs_show_no_relation_and_planted_ones_do():
    table = random_study(runs=10, functions=range(8, 20), mutations=("rand/1", "nsde"), seed=5)
    nothing = repairs_and_performance(table).table.filter((pl.col("group") == "all") & (pl.col("level") == "runs"))
    assert nothing["mean"].abs().max() < 0.06
    planted = table.with_columns(repaired=1 / (1 + pl.col("precision") ** -0.1))
    result = repairs_and_performance(planted).table.filter((pl.col("group") == "all") & (pl.col("level") == "runs"))
    assert result["mean"].min() > 0.99
    assert result["p"].max() < 1e-6


def test_constant_and_tiny_cells_have_no_correlation():
    table = methods_on(1, {"a": [1.0, 2.0], "b": [1.0, 3.0]})
    assert repairs_and_performance(table).correlations.is_empty()
    assert repairs_and_performance(table).table.is_empty()


def test_unequal_cells_are_correlated_without_their_padding():
    precision, repaired = [1.0, 2.0, 3.0, 4.0], [0.1, 0.3, 0.2, 0.4]
    table = pl.concat([cell(precision, repaired=repaired, boundary="a"), cell(np.arange(1, 9.0), boundary="b")])
    found = repairs_and_performance(table).correlations.filter(
        (pl.col("level") == "runs") & (pl.col("boundary") == "a")
    )
    assert found["correlation"].to_list() == pytest.approx([stats.spearmanr(precision, repaired).statistic])
