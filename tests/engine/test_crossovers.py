"""Crossovers: which coordinates come from the donor, in shape and in distribution."""

import numpy as np
import pytest
from scipy import stats

from .core import crossed


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("dimension", [1, 2, 7, 20])
def test_binomial_takes_the_expected_share_from_the_donor(rate, dimension):
    mask = crossed("binomial", rate=rate, dimension=dimension, rows=20_000, seed=7)
    # one coordinate is always the donor's
    assert mask.mean() == pytest.approx((1 + (dimension - 1) * rate) / dimension, abs=0.005)
    assert mask.any(axis=1).all()


def test_binomial_counts_and_positions_are_those_of_independent_coins():
    mask = crossed("binomial", rate=0.4, dimension=6, rows=40_000, seed=3)
    counts = np.bincount(mask.sum(1), minlength=7)[1:]
    expected = stats.binom(5, 0.4).pmf(np.arange(6))  # the certain one and five coins
    assert stats.chisquare(counts, expected * counts.sum()).pvalue > 1e-4
    assert stats.chisquare(mask.sum(0)).pvalue > 1e-4


def runs_of(mask):
    """Start and length of the one cyclic run of each row; all-true rows have start −1."""
    n = mask.shape[1]
    starts = mask & ~np.roll(mask, 1, axis=1)
    assert np.all(starts.sum(1) <= 1)
    return np.where(mask.all(1), -1, starts.argmax(1)), mask.sum(1), n


def assert_lengths_follow(length, shares):
    """Compare counts of the lengths 1, 2, … with their probabilities; rare ones are counted together."""
    counts, expected = np.bincount(length, minlength=len(shares) + 1)[1:], shares * len(length)
    assert counts[expected == 0].sum() == 0
    rare = (expected > 0) & (expected < 10)
    pairs = [(counts[i], expected[i]) for i in np.flatnonzero(expected >= 10)]
    if expected[rare].sum() > 1:
        pairs.append((counts[rare].sum(), expected[rare].sum()))
    else:
        assert counts[rare].sum() <= 10
        pairs[0] = (pairs[0][0] + counts[rare].sum(), pairs[0][1] + expected[rare].sum())
    if len(pairs) > 1:
        assert stats.chisquare(*np.transpose(pairs)).pvalue > 1e-4


# lengths are counted eight at a time: dimensions on both sides of a multiple of eight, and several of them
@pytest.mark.parametrize("dimension", [1, 2, 7, 8, 9, 10, 17, 30])
@pytest.mark.parametrize("rate", [0.0, 0.5, 0.9, 0.97, 1.0])
def test_exponential_takes_one_cyclic_run_with_geometric_length(rate, dimension):
    start, length, n = runs_of(crossed("exponential", rate=rate, dimension=dimension, rows=30_000, seed=5))
    assert_lengths_follow(length, np.array([rate ** (k - 1) * (1 - rate) for k in range(1, n)] + [rate ** (n - 1)]))
    seen = start[start >= 0]
    if len(seen):
        assert stats.chisquare(np.bincount(seen, minlength=n)).pvalue > 1e-4


@pytest.mark.parametrize("dimension", [1, 2, 5, 7, 8, 9, 16, 30])
@pytest.mark.parametrize("rate", [0.0, 0.5, 0.9, 0.97, 1.0])
def test_exponential_2020_takes_a_single_coordinate_where_the_run_went_past_the_end(rate, dimension):
    _, length, n = runs_of(crossed("exponential-2020", rate=rate, dimension=dimension, rows=30_000, seed=5))
    shares = np.array([rate ** (k - 1) * (1 - rate) for k in range(1, n + 1)])
    shares[0] += rate**n
    assert_lengths_follow(length, shares)


def test_a_run_of_exponential_crossover_and_its_start_are_independent():
    start, length, _ = runs_of(crossed("exponential", rate=0.9, dimension=12, rows=40_000, seed=6))
    table = np.histogram2d(start[start >= 0], length[start >= 0], bins=[np.arange(13), [1, 3, 6, 12]])[0]
    assert stats.chi2_contingency(table).pvalue > 1e-4


@pytest.mark.parametrize("dimension", [1030, 2100])
def test_binomial_works_beyond_one_block_of_random_words(dimension):
    mask = crossed("binomial", rate=0.25, dimension=dimension, rows=200, seed=1)
    assert mask.mean() == pytest.approx(0.25, abs=0.01)
