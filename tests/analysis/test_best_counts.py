"""Counts of wins, sensitivity, floors and the noise of the ranking."""

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import (
    best_counts,
    compare_floors,
    function_ranks,
    group_ranks,
    noise_check,
    sensitivity,
    sensitivity_by_crossover,
)
from inbounds.errors import InvalidArgumentError

from .run_tables import methods_on, random_study


def near(centre: float, runs: int = 25) -> np.ndarray:
    return centre + np.linspace(-0.4, 0.4, runs)


def ranked(table: pl.DataFrame):
    return group_ranks(function_ranks(table))


def test_each_configuration_counts_for_every_method_that_shares_its_best_rank():
    table = pl.concat(
        [
            methods_on(f, {"resampling": near(1), "wrapping": near(1), "projection": near(5)}, mutation="rand/1")
            for f in (6, 7)
        ]
        + [
            methods_on(f, {"resampling": near(1), "wrapping": near(3), "projection": near(5)}, mutation="nsde")
            for f in (6, 7)
        ]
    )
    counts = best_counts(ranked(table)).table.filter(pl.col("group") == "2")
    assert dict(counts.select("boundary", "count").iter_rows()) == {"resampling": 2, "wrapping": 1, "projection": 0}
    assert counts["configurations"].unique().to_list() == [2]
    assert counts.filter("most")["boundary"].to_list() == ["resampling"]


def test_the_total_is_the_sum_of_the_groups_and_all_is_a_ranking_of_its_own():
    counts = best_counts(ranked(random_study(runs=4, mutations=("rand/1", "nsde")))).table
    by_group = counts.filter(pl.col("group").is_in(list("12345"))).group_by("boundary").agg(pl.col("count").sum())
    total = counts.filter(pl.col("group") == "total").select("boundary", "count")
    assert dict(by_group.iter_rows()) == dict(total.iter_rows())
    assert counts.filter(pl.col("group") == "all")["count"].sum() >= 4


def test_all_crossovers_count_unless_some_are_asked_for():
    crossovers = ("binomial", "exponential", "exponential-2020")
    ranks = ranked(random_study(runs=3, functions=(1, 2), mutations=("rand/1",), crossovers=crossovers))
    assert best_counts(ranks).crossovers == crossovers
    assert best_counts(ranks, crossovers=["exponential-2020"]).table["configurations"].max() == 1
    with pytest.raises(InvalidArgumentError, match=r"crossovers must be among .* got 'uniform'"):
        best_counts(ranks, crossovers=["uniform"])


def test_sensitivity_is_the_distance_from_best_to_worst():
    table = pl.concat(methods_on(f, {"a": near(1), "b": near(10), "c": near(100)}) for f in (1, 2, 3, 4, 5))
    row = sensitivity(ranked(table)).row(0, named=True)
    assert (row["best"], row["worst"], row["spread"]) == ("a", "c", 2.0)
    assert row["decades"] == pytest.approx(2.0)
    assert row["worse"] == 1
    assert row["worse_share"] == pytest.approx(0.5)
    mean = sensitivity_by_crossover(ranked(table)).row(0, named=True)
    assert (mean["configurations"], mean["spread"], mean["rejected_share"]) == (1, 2.0, 1.0)


def test_sensitivity_of_an_unranked_configuration_is_null():
    table = pl.concat([methods_on(6, {"a": near(1)}), methods_on(7, {"b": near(1)})])
    found = sensitivity(ranked(table))
    assert found["spread"].null_count() == found["decades"].null_count() == found.height
    assert sensitivity_by_crossover(ranked(table)).is_empty()


def test_a_floor_hides_what_only_doubles_show():
    table = pl.concat(
        methods_on(f, {"a": near(1) * 1e-9, "b": near(1) * 1e-10, "c": near(1)}, suite="mine") for f in (1, 2, 3)
    )
    comparison = compare_floors(ranked(table))
    row = comparison.table.row(0, named=True)
    assert (comparison.floor, comparison.other_floor) == (1e-8, "double")
    assert (row["configurations"], row["same_best"]) == (1, 0)
    assert row["largest_difference"] == pytest.approx(0.5)


def test_duplicates_measure_the_noise_of_the_ranking():
    samples = {"midpoint-base": near(1), "midpoint-target": near(3), "wrapping": near(5)}
    table = pl.concat(
        methods_on(f, samples, mutation=mutation) for f in (1, 2) for mutation in ("rand/1", "target-to-best/1")
    )
    noise = noise_check(ranked(table))
    assert noise.mean_ranks["mutation"].unique().to_list() == ["target-to-best/1"]  # only there are they duplicates
    assert (noise.typical, noise.largest, noise.identical) == (1.0, 1.0, False)
    assert noise.functions.height == 2
    assert noise.summary.filter(pl.col("group") == "1")["disagreements"].to_list() == [1]


def test_identical_duplicates_measure_nothing_and_absent_ones_neither():
    same = methods_on(1, {"midpoint-base": near(1), "midpoint-target": near(1)}, mutation="target-to-best/2")
    assert noise_check(ranked(same)).identical
    absent = noise_check(ranked(methods_on(1, {"a": near(1), "b": near(2)})))
    assert (absent.typical, absent.largest, absent.identical) == (None, None, False)
