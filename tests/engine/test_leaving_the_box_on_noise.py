"""How many donor components leave the box when there is nothing to learn: theory and printed numbers."""

import numpy as np
import pytest

import inbounds as ib
from inbounds import _core
from inbounds.algorithm.python_runs import StopFlag
from inbounds.algorithm.stages import Run
from inbounds.runs.recording import MEASURES

from .core import engine

SCALES = (0.05, 0.285, 0.52, 0.755, 0.99)
# Kononova et al., Evolutionary Computation 32(1), 2024: DE/rand/1/bin on f0, Cr = 0.99, 100 individuals, 30-D; mean
# over 50 runs and 100 generations of the share of donor components outside, by F.
PRINTED = {
    "projection": (0.02231, 0.13050, 0.25333, 0.36165, 0.43992),
    "reinitialization": (0.00876, 0.05482, 0.12680, 0.21634, 0.30903),
    "reflection": (0.01652, 0.09138, 0.17078, 0.24967, 0.32819),
    "wrapping": (0.01655, 0.09287, 0.16997, 0.25063, 0.33024),
    "cotn": (0.00893, 0.05794, 0.13204, 0.22720, 0.32168),
}


def outside_shares(boundary, scale, runs, generations=100):
    """The share of donor components outside on f0, a mean over the generations of each run."""
    noise, de = ib.problem("noise", dimension=30), ib.DE(boundary=boundary, adaptation=f"constant[F={scale},Cr=0.99]")
    made = _core.run(
        noise.native, de.core_operators, 100, 100 * (1 + generations), None, 1, 0, runs, 2, StopFlag(), 1
    )  # every generation is measured
    return np.sum(made["walls"], axis=1) / 30


@pytest.mark.parametrize("scale", [0.3, 0.9])
def test_a_uniform_population_sends_a_third_of_f_outside(scale):
    assert outside_shares("projection", scale, 40, 1).mean() == pytest.approx(scale / 3, rel=0.02)


@pytest.mark.parametrize("boundary", PRINTED)
@pytest.mark.parametrize("place", range(len(SCALES)))
def test_the_printed_shares_are_met_within_three_hundredths(boundary, place):
    # With a small F few components leave the box: a mean over 50 runs, as the printed ones are, has an error of 2 %.
    ours = outside_shares(boundary, SCALES[place], 200 if SCALES[place] < 0.5 else 50)
    assert ours.mean() == pytest.approx(PRINTED[boundary][place], rel=0.03)


def recursion(p, scale):
    """The printed share of the next generation where a share p of all components lies on a bound (projection)."""
    return p / 2 + (1 - p) * (p**2 * scale / 2 + (1 - p**2) * scale / 3)


def without_neglect(p, scale):
    """The same without what the printed one neglects: equal bounds make no step, and one bound makes a longer one."""
    inside = p**2 * scale / 2 + p * (1 - p) * scale + (1 - p) ** 2 * scale / 3
    return p * (1 - p**2 / 2) / 2 + (1 - p) * inside


@pytest.mark.parametrize("scale", SCALES[1::2])
@pytest.mark.parametrize("p", [0.0, 0.2, 0.4])
def test_a_population_partly_on_the_bounds_sends_out_what_theory_says(scale, p):
    rng, size, n = np.random.default_rng(1), 400, 60
    made = engine(adaptation=f"constant[F={scale}]", population=size, lower=np.zeros(n), upper=np.ones(n))
    shares = []
    for _ in range(6):
        made.population[:] = np.where(rng.random((size, n)) < p, rng.integers(0, 2, (size, n)), rng.random((size, n)))
        made.parameters()
        made.mutate()
        shares.append(np.mean((made.trials < 0) | (made.trials > 1)))
    assert np.mean(shares) == pytest.approx(without_neglect(p, scale), rel=0.02)
    assert np.mean(shares) == pytest.approx(recursion(p, scale), rel=0.15)


@pytest.mark.parametrize("scale", [0.52, 0.755, 0.99])
def test_the_recursion_follows_projection_where_every_trial_is_accepted(scale):
    # What lies inside the box is no longer uniform after a while: the printed recursion stays an eighth apart at most.
    shares = []
    for seed in range(6):
        de = ib.DE(boundary="projection", adaptation=f"constant[F={scale},Cr=1]")
        run = Run(de, np.zeros(30), np.ones(30), seed=seed, measured_every=1)
        run.propose()
        run.accept(np.full(100, 100.0))
        shares.append([])
        for generation in range(12):
            run.propose()
            run.accept(np.full(100, 99.0 - generation))
            shares[-1].append(run.engine.last_measures()[MEASURES.index("outside")])
    expected = [scale / 3]
    while len(expected) < 12:
        expected.append(recursion(expected[-1], scale))
    np.testing.assert_allclose(np.mean(shares, axis=0), expected, rtol=0.125)
