"""f0: values from U(0, 1), whatever the point."""

import numpy as np
import pytest
from scipy import stats

import inbounds as ib


def test_noise_is_a_problem_on_the_unit_box_without_an_optimum_to_find() -> None:
    noise = ib.problem("noise", dimension=3)
    assert np.array_equal(noise.lower, np.zeros(3))
    assert np.array_equal(noise.upper, np.ones(3))
    assert (noise.f_opt, noise.x_opt, noise.function, noise.group) == (0.0, None, 0, 0)
    assert noise.is_noise


def test_noise_is_uniform_and_independent_of_the_point() -> None:
    noise = ib.problem("noise", dimension=2, seed=5)
    values = noise(np.zeros((20_000, 2)))
    assert stats.kstest(values, "uniform").pvalue > 1e-3
    assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 0.03
    assert noise([0.5, 0.5]) != noise([0.5, 0.5])


def test_noise_repeats_with_its_seed() -> None:
    points = np.zeros((7, 4))
    first, second = (ib.problem("noise", dimension=4, seed=9) for _ in range(2))
    assert np.array_equal(first(points), second(points))
    assert not np.array_equal(first(points), ib.problem("noise", dimension=4, seed=10)(points))


def test_noise_of_a_run_comes_from_the_run() -> None:
    noise = ib.problem("noise", dimension=2)
    de = ib.DE(population=20)
    one, two = (de.run(noise, budget=400, runs=3, seed=1, target=None) for _ in range(2))
    assert np.array_equal(one.precision, two.precision)
    assert len(set(one.precision)) == 3
    assert ((one.precision > 0) & (one.precision < 0.05)).all()  # the least of 400 uniform draws


def test_the_core_refuses_to_evaluate_noise() -> None:
    with pytest.raises(ValueError, match="no values of its own"):
        ib.problem("noise", dimension=2).native.evaluate(np.zeros((1, 2)))
