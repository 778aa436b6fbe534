"""The run's stream: uniform, reproducible, different for every (seed, run), restorable at any place."""

import numpy as np
import pytest
from scipy import stats

from .core import engine


def stream(seed=1, run=0):
    return engine(population=4, lower=np.zeros(1), upper=np.ones(1), seed=seed, run=run)


def test_numbers_are_uniform_on_the_unit_interval():
    u = np.array(stream().noise(200_000))
    assert u.min() >= 0
    assert u.max() < 1
    assert stats.kstest(u, "uniform").pvalue > 1e-4
    assert abs(np.corrcoef(u[:-1], u[1:])[0, 1]) < 0.01
    for bit in (52, 30, 5, 0):  # high and low bits alike
        share = np.mean((u * 2**53).astype(np.int64) >> bit & 1)
        assert share == pytest.approx(0.5, abs=0.006)


def test_every_seed_and_every_run_has_a_stream_of_its_own():
    first = {stream(seed, run).word() for seed in range(40) for run in range(40)}
    assert len(first) == 1600
    a, b = np.array(stream(3, 0).noise(50_000)), np.array(stream(3, 1).noise(50_000))
    assert abs(np.corrcoef(a, b)[0, 1]) < 0.02


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_the_same_seed_gives_the_same_numbers(seed):
    np.testing.assert_array_equal(stream(seed, 5).noise(2000), stream(seed, 5).noise(2000))


@pytest.mark.parametrize("passed", [0, 1, 511, 512, 513, 1700])
def test_a_saved_stream_goes_on_where_it_was(passed):
    one, two = stream(1), stream(2)
    if passed:
        one.noise(passed)
    two.restore(one.save())
    np.testing.assert_array_equal(one.noise(3000), two.noise(3000))
