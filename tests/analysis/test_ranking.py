"""Deep statistical comparison on hand-made problems and against a plain reading of its five steps."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from inbounds.analysis import RankingOptions, function_ranks, load, rank_samples
from inbounds.analysis.ranking import locations
from inbounds.errors import InvalidArgumentError

from .run_tables import methods_on, random_study

AS_IT_IS = RankingOptions(floor="double")


def plain_reading(samples: list[np.ndarray], alpha: float = 0.05) -> np.ndarray:
    """The five steps of the method, one after the other, with scipy only."""
    m = len(samples)
    p = np.array([[stats.ks_2samp(a, b, method="exact").pvalue for b in samples] for a in samples])
    np.fill_diagonal(p, 1.0)
    same = p >= alpha / (m * (m - 1) / 2)
    means = np.array([np.mean(sample) for sample in samples])
    if not (((same @ same) > 0) & ~same).any():
        groups = {}
        for k in range(m):
            groups.setdefault(tuple(same[k]), []).append(k)
        ranks, before = np.empty(m), 0
        for members in sorted(groups.values(), key=lambda members: means[members].mean()):
            ranks[members] = before + (len(members) + 1) / 2
            before += len(members)
        return ranks
    return stats.rankdata(means)


def near(centre: float, runs: int = 25) -> np.ndarray:
    return centre + np.linspace(-0.4, 0.4, runs)


def test_clearly_different_methods_rank_in_the_order_of_their_means():
    result = rank_samples([near(3), near(1), near(2)], AS_IT_IS)
    assert result.transitive
    assert result.ranks.tolist() == [3, 1, 2]


def test_equal_methods_share_the_mean_of_their_places():
    result = rank_samples([near(5), near(5), near(1), near(1), near(1)], AS_IT_IS)
    assert result.transitive
    assert result.ranks.tolist() == [4.5, 4.5, 2, 2, 2]


def test_all_equal_methods_share_the_middle_rank():
    result = rank_samples([near(1)] * 13, AS_IT_IS)
    assert result.transitive
    assert result.ranks.tolist() == [7.0] * 13


def test_a_chain_that_is_not_transitive_is_ranked_by_its_means():
    chain = [np.arange(25.0) + 6 * k for k in range(4)]  # neighbours overlap, the ends do not
    result = rank_samples(chain[::-1], AS_IT_IS)
    assert not result.transitive
    assert result.same[0, 1]
    assert not result.same[0, 3]
    assert result.ranks.tolist() == [4, 3, 2, 1]


def test_equal_means_in_a_chain_share_a_rank():
    chain = [np.arange(25.0), np.arange(25.0)[::-1], np.arange(25.0) + 8, np.arange(25.0) + 16]
    result = rank_samples(chain, AS_IT_IS)
    assert not result.transitive
    assert result.ranks.tolist() == [1.5, 1.5, 3, 4]


def test_groups_are_ordered_by_the_mean_even_where_the_median_says_otherwise():
    outlier = np.append(near(1, 24), 1000.0)
    assert rank_samples([outlier, near(3)], AS_IT_IS).ranks.tolist() == [2, 1]
    by_median = RankingOptions(floor="double", order="median")
    assert rank_samples([outlier, near(3)], by_median).ranks.tolist() == [1, 2]


def test_the_threshold_is_bonferroni_for_the_number_of_methods():
    assert rank_samples([near(k) for k in range(13)], AS_IT_IS).threshold == pytest.approx(6.41e-4, abs=1e-6)
    assert rank_samples([near(1), near(2)], AS_IT_IS).threshold == 0.05


@given(st.lists(st.lists(st.floats(0, 1e6) | st.just(np.inf), max_size=7), min_size=1, max_size=4))
def test_medians_are_those_of_numpy_whatever_the_number_of_runs(samples):
    padded = np.full((len(samples), 7), np.nan)
    for row, sample in zip(padded, samples, strict=True):
        row[: len(sample)] = sample
    expected = [np.median(sample) if sample else np.nan for sample in samples]
    np.testing.assert_allclose(locations(padded, "median"), expected)


def test_noise_below_the_floor_does_not_rank():
    tiny, tinier = near(1) * 1e-9, near(1) * 1e-12
    assert rank_samples([tiny, tinier]).ranks.tolist() == [1.5, 1.5]
    assert rank_samples([tiny, tinier], AS_IT_IS).ranks.tolist() == [2, 1]


@settings(deadline=None, max_examples=60)
@given(
    centres=st.lists(st.integers(0, 6), min_size=2, max_size=7),
    spread=st.sampled_from([0.5, 3.0]),
    seed=st.integers(0, 1000),
)
def test_ranks_follow_the_five_steps_read_plainly(centres, spread, seed):
    generator = np.random.default_rng(seed)
    samples = [generator.normal(centre, spread, 20) for centre in centres]
    np.testing.assert_allclose(rank_samples(samples, AS_IT_IS).ranks, plain_reading(samples))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), min_size=2, max_size=8))
def test_ranks_always_add_up_and_ignore_the_order_of_the_methods(samples):
    ranks = rank_samples(samples, AS_IT_IS).ranks
    assert ranks.sum() == pytest.approx(len(samples) * (len(samples) + 1) / 2)
    backwards = rank_samples(samples[::-1], AS_IT_IS).ranks[::-1]
    np.testing.assert_allclose(ranks, backwards)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_an_increasing_map_of_the_precisions_leaves_median_ranks_alone(seed):
    generator = np.random.default_rng(seed)
    samples = [generator.normal(k % 3, 1, 9) for k in range(5)]  # an odd size: the median is one of the runs
    options = RankingOptions(floor="double", order="median")
    chain = rank_samples(samples, options)
    mapped = rank_samples([sample**3 for sample in samples], options)
    assert chain.transitive == mapped.transitive
    if not chain.transitive:
        np.testing.assert_allclose(chain.ranks, mapped.ranks)


def test_a_whole_table_is_ranked_as_its_problems_are_one_by_one():
    table = random_study(runs=8, functions=(1, 8, 20), mutations=("rand/1", "nsde"))
    ranks = function_ranks(table).table
    for (function, mutation, crossover), part in table.group_by("function", "mutation", "crossover"):
        names = ranks["boundary"].unique().to_list()
        samples = [part.filter(pl.col("boundary") == name)["precision"].to_numpy() for name in names]
        expected = plain_reading([np.maximum(sample, 1e-8) for sample in samples])
        here = (pl.col("function") == function) & (pl.col("mutation") == mutation) & (pl.col("crossover") == crossover)
        found = dict(ranks.filter(here).select("boundary", "rank").iter_rows())
        assert [found[name] for name in names] == pytest.approx(expected)


def test_a_missing_cell_has_no_rank_and_the_others_are_ranked_among_themselves():
    table = pl.concat(
        [
            methods_on(1, {"a": near(1), "b": near(3), "c": near(5)}),
            methods_on(2, {"a": near(3), "c": near(1)}),
        ]
    )
    ranks = function_ranks(table).table.sort("function", "boundary")
    assert ranks["rank"].to_list() == [1, 2, 3, 2, None, 1]
    assert ranks["methods"].to_list() == [3, 3, 3, 2, 2, 2]
    assert ranks["runs"].to_list() == [25, 25, 25, 25, 0, 25]


def test_cells_with_different_numbers_of_runs_are_compared():
    samples = {"a": near(1, 40), "b": near(3, 25), "c": near(3, 15)}
    ranks = function_ranks(methods_on(1, samples)).table.sort("boundary")
    assert ranks["rank"].to_list() == plain_reading(list(samples.values())).tolist()


def test_precision_in_doubles_is_what_the_sum_with_the_optimum_shows():
    problems = pytest.importorskip("inbounds.problems")
    f_opt = problems.problem("bbob", function=1, instance=1, dimension=5).f_opt
    runs = load(methods_on(1, {"a": [1e-17, 1e-3], "b": [2e-15, 1.0]}))
    from inbounds.analysis.ranking import floored

    shown = floored(runs, "double")[0, 0]
    expected = [[(f_opt + p) - f_opt for p in row] for row in ([1e-17, 1e-3], [2e-15, 1.0])]
    np.testing.assert_array_equal(shown, expected)
    assert shown[0, 0] == 0.0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"test": "t-test"}, "test must be one of 'ks', 'anderson-darling'; got 't-test'"),
        ({"order": "mode"}, "order must be one of 'mean', 'median'; got 'mode'"),
        ({"floor": -1.0}, "floor must be 'double' or a number >= 0; got -1.0"),
        ({"floor": "single"}, "floor must be 'double' or a number >= 0; got 'single'"),
        ({"alpha": 0.0}, r"alpha must lie in \(0, 1\); got 0.0"),
        ({"resamples": 0}, "resamples must be at least 1; got 0"),
    ],
)
def test_a_bad_option_is_named_with_what_is_allowed(option, message):
    with pytest.raises(InvalidArgumentError, match=message):
        RankingOptions(**option)


def test_an_empty_sample_is_refused():
    with pytest.raises(InvalidArgumentError, match="at least one number"):
        rank_samples([[1.0], []])


def test_the_floor_makes_equal_what_is_near_the_optimum_and_keeps_what_lies_below_it():
    near, below = np.full(8, 1e-9), np.full(8, -0.3)
    ranked = rank_samples([near, np.zeros(8), below, np.ones(8)])
    assert ranked.ranks.tolist() == [2.5, 2.5, 1.0, 4.0]
