"""How many donor components leave the box when there is nothing to learn: theory and printed numbers."""

import numpy as np
import pytest

from .core import engine

SCALES = (0.05, 0.285, 0.52, 0.755, 0.99)
# Kononova et al., Evolutionary Computation 32(1), 2024: DE/rand/1/bin on f0, Cr = 0.99, 100 individuals, 30-D; mean
# over 50 runs and 100 generations of the share of donor components outside, by F.
PRINTED_RUNS = 50
PRINTED = {
    "projection": (0.02231, 0.13050, 0.25333, 0.36165, 0.43992),
    "reinitialization": (0.00876, 0.05482, 0.12680, 0.21634, 0.30903),
    "reflection": (0.01652, 0.09138, 0.17078, 0.24967, 0.32819),
    "wrapping": (0.01655, 0.09287, 0.16997, 0.25063, 0.33024),
    "cotn": (0.00893, 0.05794, 0.13204, 0.22720, 0.32168),
}


def outside_shares(boundary, scale, generations, seed=0, population=100, dimension=30):
    """The share of donor components outside in each generation."""
    rng = np.random.default_rng(seed)
    made = engine(
        boundary=boundary, adaptation=f"constant[F={scale},Cr=0.99]", population=population, lower=np.zeros(dimension),
        upper=np.ones(dimension), seed=seed,
    )  # fmt: skip
    made.fitness[:] = rng.random(population)
    shares = []
    for _ in range(generations):
        made.parameters()
        made.mutate()
        shares.append(np.mean((made.trials < 0) | (made.trials > 1)))
        made.repair()
        made.cross()
        made.penalise()
        made.accept(rng.random(population))
    return np.array(shares)


@pytest.mark.parametrize("scale", [0.3, 0.9])
def test_a_uniform_population_sends_a_third_of_f_outside(scale):
    first = [outside_shares("projection", scale, 1, seed=seed)[0] for seed in range(40)]
    assert np.mean(first) == pytest.approx(scale / 3, rel=0.02)


@pytest.mark.parametrize("boundary", PRINTED)
@pytest.mark.parametrize("place", range(len(SCALES)))
def test_the_printed_shares_are_met(boundary, place):
    runs = np.array([outside_shares(boundary, SCALES[place], 100, seed=seed).mean() for seed in range(16)])
    chance = runs.std(ddof=1) * np.sqrt(1 / len(runs) + 1 / PRINTED_RUNS)  # the printed numbers are means of runs too
    printed = PRINTED[boundary][place]
    assert abs(runs.mean() - printed) < 0.03 * printed + 2 * chance
