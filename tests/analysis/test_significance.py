"""Friedman, Hochberg and the comparison with the best, against scipy, statsmodels, scikit-posthocs and Demšar 2006."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scikit_posthocs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from inbounds.analysis import (
    SignificanceOptions,
    compare_with_best,
    critical_difference,
    friedman,
    function_ranks,
    group_ranks,
    hochberg,
)
from inbounds.errors import InvalidArgumentError

from .run_tables import methods_on, random_study

# Table 6 of Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 7 (2006): four classifiers
# on 14 data sets (AUC); its section 3.2.2 works the example through.
DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9752, 0.975],  # printed as equal, but ranked 2 and 3
        [0.957, 0.978, 0.946, 0.970],
    ]
)
DEMSAR_RANKS = stats.rankdata(-DEMSAR, axis=1)

tables = st.integers(2, 9).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 5), min_size=k, max_size=k), min_size=2, max_size=12)
)


def test_the_uncorrected_statistic_is_the_one_demsar_publishes():
    np.testing.assert_allclose(DEMSAR_RANKS.mean(axis=0), [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    result = friedman(DEMSAR_RANKS)
    assert result.statistic == pytest.approx(9.28, abs=0.005)
    assert (result.blocks, result.methods, result.degrees_of_freedom) == (14, 4, 3)
    assert result.p == pytest.approx(stats.chi2.sf(9.28, 3), abs=1e-4)


# Eftimov & Korošec, Information Sciences 489 (2019): p = .44 and .95 for two comparisons by eDSC ranks. To three
# digits the test without tie correction gives .436 and .956, the corrected one .25 and .37, and these four numbers fix
# the rank sums: with three algorithms, no fewer than 22 problems can give them all, and 22 in one way only (as shown
# below). The tables here are made to have those sums and ties; which problem has which ranks makes no difference.
EDSC_NEARLY_ALL_TIED = [[2, 2, 2]] * 21 + [[1, 2, 3]]
EDSC_OFTEN_TIED = [
    *[[2, 2, 2]] * 8,
    *[[1, 2.5, 2.5]] * 2,
    [1.5, 1.5, 3],
    *[[1, 2, 3]] * 5,
    *[[2, 3, 1], [3, 1, 2]] * 3,
]
EDSC = [(EDSC_OFTEN_TIED, 0.436, 0.25), (EDSC_NEARLY_ALL_TIED, 0.956, 0.37)]


def rank_sums_behind(p: float, corrected: float, problems: int) -> set[tuple[float, ...]]:
    """How far the rank sums of three algorithms can be from equal, given the two p-values of their Friedman tests."""
    found = set()
    for a in range(-2 * problems, 2 * problems + 1):
        for b in range(a, 2 * problems + 1):
            statistic = (a * a + a * b + b * b) / 2 / problems  # in halves of a rank; p = exp(-statistic / 2)
            if round(np.exp(-statistic / 2), 3) != p:
                continue
            for tied in range(4 * problems):  # a tie of two counts 1, one of all three 4
                if round(np.exp(-statistic / (1 - tied / (4 * problems)) / 2), 2) == corrected:
                    found.add(tuple(sorted((a / 2, b / 2, -(a + b) / 2))))
    return found


@pytest.mark.parametrize(("ranks", "p", "corrected"), EDSC)
def test_the_published_edsc_values_come_out(ranks, p, corrected):
    assert friedman(np.array(ranks, dtype=float)).p == pytest.approx(p, abs=5e-4)
    assert friedman(np.array(ranks, dtype=float), tie_correction=True).p == pytest.approx(corrected, abs=5e-3)


def test_the_published_edsc_values_leave_no_other_rank_sums():
    sizes = [n for n in range(2, 30) if all(rank_sums_behind(p, corrected, n) for _, p, corrected in EDSC)]
    assert sizes == [22]
    for ranks, p, corrected in EDSC:
        off = np.sum(ranks, axis=0) - 2 * len(ranks)
        assert rank_sums_behind(p, corrected, 22) == {tuple(np.sort(off)), tuple(np.sort(-off))}


@settings(deadline=None)
@given(tables)
def test_the_tie_corrected_test_is_the_one_of_scipy(rows):
    ranks = stats.rankdata(np.array(rows, dtype=float), axis=1)
    if ranks.shape[1] < 3 or np.ptp(ranks, axis=1).max() == 0:
        return  # scipy wants three samples, and divides by zero where everything is tied
    theirs = stats.friedmanchisquare(*ranks.T)
    ours = friedman(ranks, tie_correction=True)
    assert ours.statistic == pytest.approx(theirs.statistic, abs=1e-9)
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-9)


@settings(deadline=None)
@given(tables)
def test_without_correction_ties_can_only_make_the_test_more_careful(rows):
    ranks = stats.rankdata(np.array(rows, dtype=float), axis=1)
    assert friedman(ranks).p >= friedman(ranks, tie_correction=True).p - 1e-12


def test_methods_that_are_equal_everywhere_are_not_different():
    for correction in (False, True):
        assert friedman(np.full((5, 13), 7.0), tie_correction=correction).p == 1.0


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=15))
def test_hochberg_is_the_simes_hochberg_of_statsmodels(p):
    np.testing.assert_allclose(hochberg(p), multipletests(p, method="simes-hochberg")[1], atol=1e-12)


def test_hochberg_leaves_missing_values_out():
    p = [0.01, np.nan, 0.04, 0.03]
    np.testing.assert_allclose(hochberg(p), [0.03, np.nan, 0.04, 0.04])


def demsar_posthoc(ranks: np.ndarray) -> np.ndarray:
    """The whole two-sided step by scikit-posthocs: p of each method against the best."""
    names = [f"m{k}" for k in range(ranks.shape[1])]
    control = names[int(ranks.mean(axis=0).argmin())]
    found = scikit_posthocs.posthoc_demsar(pd.DataFrame(ranks, columns=names), control=control, p_adjust=None)
    return np.asarray(found.loc[control, names] if control in found.index else found[control][names], dtype=float)


def test_two_sided_comparisons_are_those_of_scikit_posthocs():
    generator = np.random.default_rng(4)
    ranks = stats.rankdata(generator.normal(size=(24, 13)) + 0.2 * np.arange(13), axis=1)
    ours = compare_with_best(ranks.mean(axis=0), 24, sided="two")
    others = np.arange(13) != ours.control
    np.testing.assert_allclose(ours.p[others], demsar_posthoc(ranks)[others], atol=1e-9)
    adjusted = multipletests(ours.p[others], method="simes-hochberg")[1]
    np.testing.assert_allclose(ours.p_adjusted[others], adjusted, atol=1e-12)
    assert np.isnan(ours.p[ours.control])


def test_one_sided_p_values_are_half_of_the_two_sided():
    means = [1.5, 3.0, 4.5, 2.0]
    one, two = compare_with_best(means, 10), compare_with_best(means, 10, sided="two")
    np.testing.assert_allclose(one.p[1:] * 2, two.p[1:])
    z = (1.5 - 4.5) / np.sqrt(4 * 5 / (6 * 10))
    assert one.p[2] == pytest.approx(stats.norm.cdf(z))


# Table 5a of Demšar 2006: two-tailed Nemenyi quantiles at 0.05.
@pytest.mark.parametrize(("methods", "quantile"), [(2, 1.960), (3, 2.343), (4, 2.569), (7, 2.949), (10, 3.164)])
def test_critical_differences_use_the_published_quantiles(methods, quantile):
    expected = quantile * np.sqrt(methods * (methods + 1) / (6 * 14))
    assert critical_difference(methods, 14) == pytest.approx(expected, rel=5e-4)


def near(centre: float) -> np.ndarray:
    return centre + np.linspace(-0.4, 0.4, 25)


def test_significantly_worse_methods_are_marked_against_the_best():
    table = pl.concat(methods_on(f, {f"m{k:02}": near(k) for k in range(13)}) for f in range(1, 6))
    result = group_ranks(function_ranks(table)).mean_ranks.filter(pl.col("group") == "1").sort("boundary")
    assert result["mean_rank"].to_list() == list(range(1, 14))
    assert result["best"].to_list() == [True] + [False] * 12
    z = (1 - np.arange(2, 14)) / np.sqrt(13 * 14 / (6 * 5))
    adjusted = multipletests(stats.norm.cdf(z), method="simes-hochberg")[1]
    np.testing.assert_allclose(result["p_adjusted"].to_list()[1:], adjusted)
    assert result["worse"].to_list() == [False, *(adjusted < 0.05)]


def test_nothing_is_worse_where_friedman_does_not_reject():
    # over four problems, a last place everywhere has a small p of its own, but the test of all methods does not reject
    samples = [{**dict.fromkeys("abcdefghijkl", near(1)), "m": near(9)} for _ in range(2)]
    table = pl.concat(methods_on(6 + k, sample) for k, sample in enumerate(samples))
    result = group_ranks(function_ranks(table))
    assert not result.friedman.filter(pl.col("group") == "2")["rejected"].any()
    assert not result.worse.any()


def test_methods_that_share_the_lowest_mean_rank_are_all_best():
    table = pl.concat(methods_on(f, {"a": near(1), "b": near(1), "c": near(5)}) for f in (6, 7, 8, 9))
    result = group_ranks(function_ranks(table)).mean_ranks.filter(pl.col("group") == "2").sort("boundary")
    assert result["best"].to_list() == [True, True, False]
    assert result["mean_rank"].to_list() == [1.5, 1.5, 3.0]


def test_groups_are_the_five_of_the_paper_and_all_functions_together():
    result = group_ranks(function_ranks(random_study(runs=5, mutations=("rand/1",))))
    assert result.groups == ("1", "2", "3", "4", "5", "all")
    blocks = result.friedman.group_by("group").agg(pl.col("blocks").first()).sort("group")
    assert blocks["blocks"].to_list() == [5, 4, 5, 5, 5, 24]


def test_only_problems_with_all_methods_count_for_a_mean_rank():
    table = pl.concat(
        [
            methods_on(6, {"a": near(1), "b": near(3), "c": near(5)}),
            methods_on(7, {"a": near(5), "b": near(3), "c": near(1)}),
            methods_on(8, {"a": near(1), "b": near(3)}),
        ]
    )
    result = group_ranks(function_ranks(table)).mean_ranks.filter(pl.col("group") == "2").sort("boundary")
    assert result["mean_rank"].to_list() == [2, 2, 2]
    assert result["blocks"].to_list() == [2, 2, 2]


def test_a_configuration_without_a_common_problem_has_no_mean_rank():
    table = pl.concat([methods_on(6, {"a": near(1)}), methods_on(7, {"b": near(1)})])
    result = group_ranks(function_ranks(table))
    assert result.mean_ranks["mean_rank"].null_count() == result.mean_ranks.height
    assert result.friedman["p"].null_count() == result.friedman.height
    assert result.friedman["best"].null_count() == result.friedman.height
    assert not result.best.any()


def test_a_method_without_any_run_is_left_out_of_its_column_only():
    table = pl.concat(
        [methods_on(f, {"a": near(1), "b": near(3), "c": near(5)}, mutation="rand/1") for f in (6, 7)]
        + [methods_on(f, {"a": near(1), "c": near(5)}, mutation="nsde") for f in (6, 7)]
    )
    result = group_ranks(function_ranks(table)).mean_ranks.filter(pl.col("group") == "2")
    found = {(m, b): rank for m, b, rank in result.select("mutation", "boundary", "mean_rank").iter_rows()}
    assert found[("nsde", "b")] is None
    assert found[("nsde", "c")] == 2
    assert found[("rand/1", "c")] == 3


def test_bad_options_are_refused():
    with pytest.raises(InvalidArgumentError, match="sided must be one of 'one', 'two'; got 'three'"):
        SignificanceOptions(sided="three")
    with pytest.raises(InvalidArgumentError, match="at least 1 row and 2 columns"):
        friedman([[1.0]])
    with pytest.raises(InvalidArgumentError, match="at least 2 methods and 1 problem; got 1 and 3"):
        critical_difference(1, 3)
