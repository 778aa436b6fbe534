"""The problems on which SciPy tests its own differential evolution, through `minimize`."""

import numpy as np
import pytest
from scipy.optimize import Bounds, OptimizeResult, rosen

import inbounds as ib


def ackley(x: np.ndarray) -> float:
    root, waves = np.sqrt((x**2).mean()), np.cos(2 * np.pi * x).mean()
    return float(-20 * np.exp(-0.2 * root) - np.exp(waves) + 20 + np.e)


def himmelblau(x: np.ndarray) -> float:
    return float((x[0] ** 2 + x[1] - 11) ** 2 + (x[0] + x[1] ** 2 - 7) ** 2)


@pytest.mark.parametrize("dimension", [2, 5, 10])
def test_rosenbrock_has_its_minimum_at_ones(dimension):
    result = ib.minimize(rosen, [(0, 2)] * dimension, seed=1)
    assert result.success
    assert result.x == pytest.approx(np.ones(dimension), abs=1e-5)
    assert result.fun == pytest.approx(0, abs=1e-8)


def test_rosenbrock_in_a_box_without_its_minimum_ends_on_the_wall():
    # With x <= 0.8 the best is x = 0.8, y = x² (SciPy's own constrained-to-box case: f = (1 - x)²).
    result = ib.minimize(rosen, Bounds([-1.5, -1.5], [0.8, 1.5]), seed=1)
    assert result.x == pytest.approx([0.8, 0.64], abs=1e-6)
    assert result.fun == pytest.approx(0.04, abs=1e-10)


def test_ackley_has_its_minimum_at_zero():
    result = ib.minimize(ackley, [(-5, 5)] * 2, seed=1)
    assert result.x == pytest.approx([0, 0], abs=1e-6)
    assert result.fun == pytest.approx(0, abs=1e-6)


def test_himmelblau_reaches_one_of_its_four_minima():
    result = ib.minimize(himmelblau, [(-5, 5)] * 2, seed=3)
    assert result.fun == pytest.approx(0, abs=1e-10)


def test_one_variable():
    # SciPy's test: a parabola in one variable, 100 (x - 0.5)².
    result = ib.minimize(lambda x: 100 * (x[0] - 0.5) ** 2, [(0, 2)], seed=1)
    assert result.x == pytest.approx([0.5], abs=1e-6)


def test_a_fixed_variable_keeps_its_value():
    seen = []

    def fun(x):
        seen.append(x[1])
        return float(((x - [0.3, 0.0, -0.3]) ** 2).sum())

    result = ib.minimize(fun, [(-1, 1), (0.75, 0.75), (-1, 1)], seed=1)
    assert set(seen) == {0.75}
    assert result.x == pytest.approx([0.3, 0.75, -0.3], abs=1e-6)


def test_only_fixed_variables_end_at_once():
    result = ib.minimize(lambda x: float(x.sum()), [(1, 1), (2, 2)], seed=1)
    assert result.success
    assert result.fun == 3
    assert result.nit == 0


def test_the_minimum_in_a_corner_is_found_exactly_enough():
    result = ib.minimize(lambda x: float(x.sum()), [(-1, 4), (2, 3), (-7, -6)], seed=1)
    assert result.x == pytest.approx([-1, 2, -7], abs=1e-6)


@pytest.mark.parametrize("boundary", ib.boundaries())
def test_every_boundary_method_finds_a_minimum_inside(boundary):
    result = ib.minimize(
        lambda X: ((X - 0.3) ** 2).sum(axis=1), [(-1, 1)] * 3, boundary=boundary, seed=1, vectorized=True
    )
    assert result.x == pytest.approx([0.3] * 3, abs=1e-5)


def test_the_result_is_scipys_with_all_its_fields():
    result = ib.minimize(rosen, [(0, 2)] * 3, seed=1, max_evaluations=500, population=20, polish=False)
    assert isinstance(result, OptimizeResult)
    assert result.nfev == 500
    assert result.nit == 24
    assert result.population.shape == (20, 3)
    assert result.population_energies.min() == result.fun == rosen(result.x)
    assert 0 <= result.repaired <= 1
    assert not result.success
    assert result.message == "evaluations used up"


def test_the_target_stops_and_is_a_value_of_the_function():
    result = ib.minimize(lambda x: float((x**2).sum()) - 10, [(-5, 5)] * 3, target=-9.5, seed=1)
    assert result.success
    assert -10 <= result.fun <= -9.5
    assert "-9.5" in result.message


def test_a_function_without_lower_end_stops_with_success():
    result = ib.minimize(lambda x: -np.inf if x[0] > 0.9 else -x[0], [(0, 1)], seed=1)
    assert result.success
    assert result.fun == -np.inf
