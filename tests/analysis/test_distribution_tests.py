"""The pairwise tests against scipy."""

import inspect
import warnings
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from inbounds.analysis.distribution_tests import dense_codes, ks_exact_p, ks_p_values
from inbounds.analysis.ranking import RankingOptions, rank_samples

AS_IT_IS = RankingOptions(floor="double")

small_values = st.integers(-3, 3).map(float) | st.floats(-1e6, 1e6)  # integers make ties
sample = st.lists(small_values, min_size=1, max_size=12)


def exact_p(a: list[float], b: list[float]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return float(stats.ks_2samp(a, b, method="exact").pvalue)
        except RuntimeWarning:  # scipy's floats left [0, 1]; the enumeration below covers these sizes
            assume(False)
            raise


@settings(deadline=None, max_examples=200)
@given(a=sample, b=sample)
def test_the_p_value_is_the_exact_one_of_scipy_for_any_two_samples(a, b):
    assert rank_samples([a, b], AS_IT_IS).p_values[0, 1] == pytest.approx(exact_p(a, b), abs=1e-12)


@settings(deadline=None, max_examples=50)
@given(st.lists(sample, min_size=3, max_size=6))
def test_many_samples_of_unequal_sizes_are_compared_pair_by_pair(samples):
    p = rank_samples(samples, AS_IT_IS).p_values
    for i, a in enumerate(samples):
        for j, b in enumerate(samples):
            assert p[i, j] == pytest.approx(1.0 if i == j else exact_p(a, b), abs=1e-12)


@pytest.mark.parametrize("larger", [(), (1,), (0, 1, 2)])
def test_panels_of_equal_and_of_unequal_sizes_stand_side_by_side(larger):
    values = np.random.default_rng(5).normal(size=(3, 4, 9)).round(1)
    sizes = np.full((3, 4), 7)
    sizes[list(larger), 2] = 9
    values[np.arange(9) >= sizes[..., None]] = np.nan
    p = ks_p_values(dense_codes(values), sizes)
    for panel, i, j in np.ndindex(3, 4, 4):
        a, b = (values[panel, k, : sizes[panel, k]] for k in (i, j))
        assert p[panel, i, j] == pytest.approx(1.0 if i == j else exact_p(a, b), abs=1e-12)


def test_the_paper_size_has_the_p_values_of_scipy():
    generator = np.random.default_rng(3)
    samples = [np.maximum(generator.normal(0.1 * k, 1, 100), 0.0) for k in range(13)]  # half of the runs are tied
    p = rank_samples(samples, AS_IT_IS).p_values
    expected = [[exact_p(a, b) for b in samples] for a in samples]
    np.testing.assert_allclose(p, expected, rtol=1e-9)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 5), (6, 4), (5, 3), (7, 1)])
def test_the_exact_p_value_counts_the_orders_of_two_samples(n, m):
    lcm = np.lcm(n, m)
    heights = []
    for chosen in combinations(range(n + m), n):  # every way the first sample can lie among both
        first = np.isin(np.arange(n + m), chosen)
        steps = np.cumsum(np.where(first, lcm // n, -(lcm // m)))
        heights.append(np.abs(steps).max())
    for height in range(1, lcm + 1):
        assert ks_exact_p(height, n, m) == pytest.approx(np.mean(np.array(heights) >= height), abs=1e-15)


def test_infinite_precisions_are_values_like_any_other():
    a, b = [1.0, np.inf, np.inf], [1.0, 2.0, 3.0]
    assert rank_samples([a, b], AS_IT_IS).p_values[0, 1] == pytest.approx(exact_p([1, 9, 9], b))


def scipy_anderson(a: np.ndarray, b: np.ndarray, resamples: int) -> float:
    method = stats.PermutationMethod(n_resamples=resamples, rng=np.random.default_rng(5))
    name = "variant" if "variant" in inspect.signature(stats.anderson_ksamp).parameters else "midrank"
    value = "midrank" if name == "variant" else True
    return float(stats.anderson_ksamp([a, b], **{name: value}, method=method).pvalue)


@pytest.mark.slow
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("shift", [0.0, 0.5, 1.0])
def test_anderson_darling_agrees_with_permutations_by_scipy(tied, shift):
    generator = np.random.default_rng(11)
    a, b = generator.normal(0, 1, 20), generator.normal(shift, 1, 15)
    if tied:
        a, b = np.round(a), np.round(b)
    options = RankingOptions(test="anderson-darling", floor="double", resamples=4999)
    ours = rank_samples([a, b], options).p_values[0, 1]
    theirs = scipy_anderson(a, b, 2000)
    error = np.sqrt(theirs * (1 - theirs) / 2000 + 1e-6) * 4
    assert ours == pytest.approx(theirs, abs=max(error, 0.003))


def test_anderson_darling_can_reject_at_the_level_of_thirteen_methods():
    a, b = np.arange(30.0), np.arange(30.0) + 100
    options = RankingOptions(test="anderson-darling", floor="double")
    assert rank_samples([a, b], options).p_values[0, 1] < 0.05 / 78


def test_anderson_darling_sees_no_difference_between_constants():
    options = RankingOptions(test="anderson-darling", floor="double", resamples=99)
    assert rank_samples([[1.0] * 5, [1.0] * 7], options).p_values[0, 1] == 1.0
