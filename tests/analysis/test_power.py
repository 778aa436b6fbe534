"""What the tests could have shown: swapped runs against plain loops, detectable differences against the formulas."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from inbounds.analysis import RankingOptions, SignificanceOptions, function_ranks, group_ranks, load
from inbounds.analysis.power import confirmed_by_more_runs, with_the_worst_runs, worse_with_the_worst_runs
from tests.analysis.run_tables import methods_on

METHODS = [f"method {k:02d}" for k in range(13)]
OPTIONS = (RankingOptions(), SignificanceOptions())


def alike(functions: int, told: int, *, seed: int = 1) -> pl.DataFrame:
    """Return 13 methods of ten runs from one distribution on `told` functions, and at the floor on the others."""
    generator = np.random.default_rng(seed)
    return pl.concat(
        methods_on(f + 1, {name: generator.random(10) if f < told else np.zeros(10) for name in METHODS})
        for f in range(functions)
    )


def test_one_method_gets_the_worst_runs_and_the_others_keep_theirs():
    values = np.random.default_rng(2).integers(0, 9, (2, 3, 4, 5)).astype(float)
    values[0, 0, 2, 3:] = values[0, 0, 1, 4:] = np.nan
    sizes = (~np.isnan(values)).sum(axis=3)
    swapped = with_the_worst_runs(values, sizes, 2)
    for c, b in np.ndindex(2, 3):
        before, after = values[c, b], swapped[c, b]
        assert np.array_equal(np.isnan(before), np.isnan(after))
        pooled = np.sort(before[~np.isnan(before)])
        assert np.array_equal(np.sort(after[~np.isnan(after)]), pooled)
        assert np.array_equal(np.sort(after[2][~np.isnan(after[2])]), pooled[-sizes[c, b, 2] :])
        others = np.delete(np.arange(4), 2)
        assert (after[others] <= before[others])[~np.isnan(before[others])].all()


def test_every_run_counted_equally_often_is_the_test_itself_or_a_stronger_one():
    runs = load(alike(5, 5))
    ranks = group_ranks(function_ranks(runs))
    means, worse = confirmed_by_more_runs(runs, *OPTIONS, per_cell=10)
    assert np.array_equal(means, ranks.means)
    assert np.array_equal(worse, ranks.worse)
    shifted = load(methods_on(1, {name: np.arange(10.0) + k / 2 for k, name in enumerate(METHODS)}))  # D ≤ 0.6
    assert np.unique(confirmed_by_more_runs(shifted, *OPTIONS, per_cell=10)[0]).tolist() == [7.0]
    assert confirmed_by_more_runs(shifted, *OPTIONS, per_cell=100)[0][0, 0].tolist() == list(range(1, 14))


@pytest.mark.parametrize("tie_correction", [False, True])
def test_one_bad_method_among_equals_is_seen_on_five_functions_only_with_the_correction_for_ties(tie_correction):
    """Ranks 13 and 6.5 on all five give χ² = 60/182 · 39 = 12.9, below 21.0, and 60 = 12·5 corrected for ties.

    Then z = −6.5/√(182/30) has p = 0.0042, times 12 just below 0.05 (Hochberg's smallest of 12).
    """
    uncorrected = 60 / 182 * (6**2 + 12 * 0.5**2)
    corrected = uncorrected / (1 - (12**3 - 12) / (13 * 168))
    assert uncorrected < stats.chi2.ppf(0.95, 12) < corrected
    assert 12 * stats.norm.cdf(-6.5 / np.sqrt(182 / 30)) < 0.05
    options = (RankingOptions(), SignificanceOptions(tie_correction=tie_correction))
    runs = load(alike(5, 5))
    assert worse_with_the_worst_runs(runs, *options, 3, per_cell=10)[0].tolist() == [tie_correction]
    floored = load(alike(5, 2))
    assert not worse_with_the_worst_runs(floored, *options, 3, per_cell=10).any()
