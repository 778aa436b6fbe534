"""Bootstrap intervals of the mean ranks."""

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import RankingOptions, function_ranks, group_ranks, load, rank_intervals, resample
from inbounds.errors import InvalidArgumentError

from .run_tables import methods_on, random_study


def near(centre: float, runs: int = 25) -> np.ndarray:
    return centre + np.linspace(-0.4, 0.4, runs)


def test_methods_far_apart_have_certain_ranks():
    table = pl.concat(methods_on(f, {"a": near(1), "b": near(3), "c": near(5)}) for f in (1, 2, 3))
    found = rank_intervals(group_ranks(function_ranks(table)), resamples=20).table.filter(pl.col("group") == "1")
    for column in ("mean_rank", "low", "high"):
        assert found[column].to_list() == [1, 2, 3]
    assert found["best_share"].to_list() == [1, 0, 0]


def test_methods_of_one_distribution_take_turns_at_the_top():
    generator = np.random.default_rng(2)
    table = pl.concat(methods_on(f, {c: generator.normal(5, 1, 10) for c in "abcd"}) for f in range(1, 6))
    found = rank_intervals(group_ranks(function_ranks(table)), resamples=60).table.filter(pl.col("group") == "1")
    assert (found["high"] > found["low"]).all()
    assert found["best_share"].max() < 1


def test_a_replicate_depends_only_on_the_seed_and_its_number():
    runs = load(random_study(runs=9, functions=(1, 2, 3), mutations=("rand/1",), spread=1.0))
    few = resample(runs, RankingOptions(), resamples=3, seed=9, workers=1)
    many = resample(runs, RankingOptions(), resamples=5, seed=9, workers=3)
    other = resample(runs, RankingOptions(), resamples=3, seed=10)
    np.testing.assert_array_equal(few.ranks, many.ranks[:3])
    assert not np.array_equal(few.ranks, other.ranks)


def test_measures_are_averaged_over_the_same_draws():
    runs = load(random_study(runs=6, functions=(1,), mutations=("rand/1",)))
    precision = runs.frame["precision"].to_numpy()
    drawn = resample(runs, RankingOptions(), resamples=40, measures={"a": precision, "twice": 2 * precision})
    np.testing.assert_allclose(drawn.measures["twice"], 2 * drawn.measures["a"])
    means = runs.cell_means("precision")
    error = drawn.measures["a"].std(axis=0) / np.sqrt(40)
    assert (np.abs(drawn.measures["a"].mean(axis=0) - means) < 5 * error + 1e-12).all()


def test_missing_cells_and_unequal_runs_stay_what_they_are():
    table = pl.concat(
        [
            methods_on(1, {"a": near(1, 30), "b": near(3, 10)}),
            methods_on(2, {"a": near(1), "b": near(3), "c": near(5, 40)}),
        ]
    )
    runs = load(table)
    drawn = resample(runs, RankingOptions(), resamples=5)
    np.testing.assert_array_equal(drawn.ranks[0, 0], [[1, 2, np.nan], [1, 2, 3]])
    found = rank_intervals(group_ranks(function_ranks(table)), replicates=drawn).table
    assert found.filter(pl.col("group") == "1")["low"].to_list() == [1, 2, 3]


def test_a_column_without_ranks_has_no_interval():
    table = pl.concat([methods_on(6, {"a": near(1)}), methods_on(7, {"b": near(1)})])
    found = rank_intervals(group_ranks(function_ranks(table)), resamples=3).table
    assert found["low"].null_count() == found["best_share"].null_count() == found.height


def test_bad_arguments_are_refused():
    ranks = group_ranks(function_ranks(methods_on(1, {"a": near(1), "b": near(2)})))
    with pytest.raises(InvalidArgumentError, match="resamples must be at least 1; got 0"):
        rank_intervals(ranks, resamples=0)
    with pytest.raises(InvalidArgumentError, match=r"level must lie in \(0, 1\); got 1"):
        rank_intervals(ranks, level=1)


def test_resampling_does_not_separate_equal_methods_more_often_than_the_test_allows():
    generator = np.random.default_rng(8)
    table = pl.concat(methods_on(f, {f"m{k}": generator.normal(5, 1, 15) for k in range(6)}) for f in range(1, 25))
    ranks = function_ranks(table)
    drawn = resample(ranks.runs, RankingOptions(), resamples=50)
    held_equal = np.broadcast_to((ranks.ranks == 3.5).all(axis=2), drawn.ranks.shape[:3])
    separated = (drawn.ranks != 3.5).any(axis=3)[held_equal].mean()
    assert separated < 0.05  # the level of all pairwise tests together
