"""What is claimed of the optimum holds, and precision near it is not a difference of large numbers."""

import numpy as np
import pytest

import inbounds as ib

FUNCTIONS = range(1, 25)


@pytest.mark.parametrize("suite", ["bbob", "sbox"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_value_at_the_optimum_is_f_opt(suite: str, function: int) -> None:
    for instance, dimension in [(1, 2), (2, 3), (3, 10), (4, 30), (5, 100)]:
        problem = ib.problem(suite, function=function, instance=instance, dimension=dimension)
        assert problem(problem.x_opt) == pytest.approx(problem.f_opt, abs=1e-14, rel=1e-16)
        assert 0.0 <= problem.precision(problem.x_opt)[0] <= 1e-14


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_optimum_lies_in_the_box(function: int) -> None:
    for suite in ("bbob", "sbox"):
        problem = ib.problem(suite, function=function, instance=3, dimension=20)
        assert (problem.lower <= problem.x_opt).all()
        assert (problem.x_opt <= problem.upper).all()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_nothing_lies_below_the_optimum(function: int) -> None:
    problem = ib.problem("bbob", function=function, instance=1, dimension=10)
    rng = np.random.default_rng(3)
    steps = 10.0 ** rng.uniform(-12, 1, (4000, 1)) * rng.standard_normal((4000, 10))
    assert problem.precision(problem.x_opt + steps).min() >= 0.0


def test_tiny_precisions_are_real() -> None:
    # On the sphere f − f_opt is the squared distance: 1e-20 here, far below the rounding of f_opt = 79.48.
    problem = ib.problem("bbob", function=1, instance=1, dimension=4)
    moved = problem.x_opt.copy()
    moved[0] += 1e-10
    assert problem.precision(moved)[0] == pytest.approx((moved[0] - problem.x_opt[0]) ** 2, rel=1e-15)
    assert problem(moved) == problem.f_opt


@pytest.mark.parametrize("function", [3, 4, 15, 16, 19, 21, 22, 23, 24])
def test_multimodal_functions_shrink_smoothly_towards_the_optimum(function: int) -> None:
    # Where a cosine or an exponential is taken as a difference, values stall near 1e-15; ours fall on.
    problem = ib.problem("bbob", function=function, instance=1, dimension=5)
    direction = np.full(5, 5**-0.5)
    values = problem.precision(problem.x_opt + 10.0 ** -np.arange(4.0, 12.0)[:, None] * direction)
    assert (np.diff(values) < 0).all()
    assert values[-1] < 1e-8  # Katsuura falls only linearly
