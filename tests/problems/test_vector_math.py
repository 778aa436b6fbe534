"""The core's own exp, log and sin against 64-bit-mantissa arithmetic."""

import numpy as np
import pytest

from inbounds import _core

long = np.longdouble
pytestmark = pytest.mark.skipif(np.finfo(long).nmant < 63, reason="needs an extended-precision long double")
PI = long("3.14159265358979323846264338327950288")


def ulps(name: str, x: np.ndarray, truth: np.ndarray) -> float:
    error = np.abs(_core.vector_math(name, x) - truth)
    return float(np.max(error / np.spacing(np.abs(truth).astype(float))))


def test_exp_is_within_an_ulp_and_a_half_also_where_it_is_subnormal() -> None:
    x = np.random.default_rng(1).uniform(-745.0, 709.7, 100_000)
    assert ulps("exp", x, np.exp(x.astype(long))) <= 1.5


def test_log_is_within_an_ulp_and_a_half_from_subnormals_to_the_largest() -> None:
    rng = np.random.default_rng(2)
    x = np.concatenate(
        [10.0 ** rng.uniform(-320, 308, 50_000), rng.uniform(0.5, 2.0, 50_000), 1 + 1e-6 * rng.standard_normal(1000)]
    )
    assert ulps("log", x, np.log(x.astype(long))) <= 1.5


@pytest.mark.parametrize("reach", [1e-3, 1.0, 30.0, 1e5, 1e7])
def test_sin_is_within_three_ulps(reach: float) -> None:
    x = np.random.default_rng(3).uniform(-reach, reach, 50_000)
    assert ulps("sin", x, np.sin(x.astype(long))) <= 3.0


def test_sin_keeps_its_absolute_error_at_its_zeros() -> None:
    x = np.arange(-20_000, 20_000) * (np.pi / 2)
    assert np.abs(_core.vector_math("sin", x) - np.sin(x.astype(long))).max() <= 2.5e-16


def test_sin_of_half_turns_is_reduced_exactly() -> None:
    x = np.random.default_rng(4).uniform(-1000, 1000, 50_000)
    rest = x - np.round(x)
    truth = np.sin(PI * rest.astype(long)) * np.where(np.round(x) % 2 == 0, 1, -1)
    assert ulps("sin_half_turns", x, truth) <= 4.0


def test_special_values_are_those_of_ieee() -> None:
    special = np.array([np.nan, np.inf, -np.inf, 0.0])
    assert np.array_equal(_core.vector_math("exp", special), [np.nan, np.inf, 0.0, 1.0], equal_nan=True)
    assert np.array_equal(_core.vector_math("log", special), [np.nan, np.inf, np.nan, -np.inf], equal_nan=True)
    assert np.array_equal(_core.vector_math("sin", special), [np.nan, np.nan, np.nan, 0.0], equal_nan=True)
