"""Calling a problem: shapes, batches, bad input, special values."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inbounds as ib
from inbounds.problems import functions, suites

from .peers import scattered

FUNCTIONS = range(1, 25)


def test_one_point_gives_a_float_and_rows_an_array() -> None:
    problem = ib.problem("bbob", function=1, instance=1, dimension=3)
    points = scattered(problem, 5, 5.0)
    values = problem(points)
    assert values.shape == (5,)
    assert isinstance(problem(points[0]), float)
    assert problem(points[0].tolist()) == values[0]
    assert problem(points[:0]).shape == (0,)
    assert problem.precision(points[2]).shape == (1,)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dimension", [2, 3, 7, 30])
def test_a_value_has_the_same_bits_in_any_batch(function: int, dimension: int) -> None:
    problem = ib.problem("bbob", function=function, instance=2, dimension=dimension)
    points = scattered(problem, 101, 6.0)
    whole = problem.precision(points)
    assert np.array_equal([problem.precision(point)[0] for point in points], whole)
    assert np.array_equal(problem.precision(points[::-1]), whole[::-1])
    for size in (1, 2, 3, 4, 5, 11, 50):
        assert np.array_equal(problem.precision(points[:size]), whole[:size])


@settings(max_examples=60, deadline=None)
@given(
    function=st.sampled_from(FUNCTIONS),
    dimension=st.integers(2, 9),
    values=st.lists(st.floats(width=64), min_size=9, max_size=9),
)
def test_any_doubles_give_a_value_that_is_not_nan_nor_negative(
    function: int, dimension: int, values: list[float]
) -> None:
    point = np.array(values[:dimension])
    for suite in ("bbob", "sbox"):
        value = ib.problem(suite, function=function, instance=1, dimension=dimension).precision(point)[0]
        assert value >= 0.0
        if not np.isfinite(point).all():
            assert value == np.inf


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_coordinate_that_is_not_finite_gives_infinity_and_leaves_the_neighbours_alone(
    function: int, bad: float
) -> None:
    problem = ib.problem("bbob", function=function, instance=1, dimension=5)
    points = scattered(problem, 9, 5.0)
    clean = problem(points)
    points[4, 3] = bad
    spoilt = problem(points)
    assert spoilt[4] == np.inf
    assert np.array_equal(np.delete(spoilt, 4), np.delete(clean, 4))


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.uint8])
def test_real_dtypes_are_taken_as_doubles(kind: type) -> None:
    problem = ib.problem("bbob", function=8, instance=1, dimension=3)
    points = np.array([[1, 2, 3], [0, 4, 5]], dtype=kind)
    assert np.array_equal(problem(points), problem(points.astype(np.float64)))


def test_rows_need_not_be_contiguous() -> None:
    problem = ib.problem("bbob", function=21, instance=1, dimension=4)
    points = scattered(problem, 10, 5.0)
    assert np.array_equal(problem(np.asfortranarray(points)), problem(points))
    assert np.array_equal(problem(np.repeat(points, 2, axis=1)[:, ::2]), problem(points))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (np.zeros(4), "shape (3,) or (k, 3); got an array of shape (4,)"),
        (np.zeros((2, 4)), "shape (3,) or (k, 3)"),
        (np.zeros((1, 2, 3)), "shape (1, 2, 3)"),
        (1.0, "shape ()"),
        (np.zeros(3, dtype=complex), "real numbers; got an array of dtype complex128"),
        (np.array(["a", "b", "c"]), "real numbers"),
        (np.array([True, False, True]), "real numbers; got an array of dtype bool"),
        ([None, 1.0, 2.0], "real numbers"),
    ],
)
def test_wrong_points_are_refused_with_what_is_allowed(given: object, words: str) -> None:
    problem = ib.problem("bbob", function=1, dimension=3)
    with pytest.raises(ib.InvalidArgumentError) as error:
        problem(given)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"suite": "bob", "function": 1, "dimension": 2},
            "one of 'bbob', 'sbox', 'noise', 'walls'; got 'bob'. Did you mean 'bbob'",
        ),
        ({"suite": "bbob", "dimension": 2}, "function must be given for suite 'bbob': 1 … 24"),
        ({"suite": "bbob", "function": 0, "dimension": 2}, "1 … 24; got 0"),
        ({"suite": "sbox", "function": 25, "dimension": 2}, "1 … 24; got 25"),
        ({"suite": "noise", "function": 3, "dimension": 2}, "got 3"),
        ({"suite": "bbob", "function": 1, "instance": 0, "dimension": 2}, "instance must be in 1 … "),
        ({"suite": "bbob", "function": 1, "instance": 2**40, "dimension": 2}, "instance must be in 1 … "),
        ({"suite": "bbob", "function": 2**70, "dimension": 2}, "no such problem"),
        ({"suite": "bbob", "function": 8, "dimension": 1}, "dimension of bbob f8 must be in 2 … "),
        ({"suite": "bbob", "function": 8, "dimension": 0}, "dimension of bbob f8"),
        ({"suite": "bbob", "function": 8, "dimension": -3}, "dimension"),
        ({"suite": "bbob", "function": 8, "dimension": 10**6}, "dimension of bbob f8"),
        ({"suite": "bbob", "function": 8, "dimension": 2.5}, "dimension must be a whole number; got 2.5"),
        ({"suite": "bbob", "function": "8", "dimension": 2}, "function must be a whole number; got '8'"),
        ({"suite": "bbob", "function": True, "dimension": 2}, "function must be a whole number; got True"),
        ({"suite": "bbob", "function": 8, "dimension": 2, "seed": 3}, "seed is for suite 'noise' only"),
        ({"suite": "noise", "dimension": 2, "seed": -3}, "seed must be 0 or more; got -3"),
    ],
)
def test_problems_that_do_not_exist_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(ib.InvalidArgumentError) as error:
        ib.problem(**arguments)
    assert words in str(error.value)


def test_problems_know_what_they_are() -> None:
    problem = ib.problem("bbob", function=15, instance=3, dimension=30)
    assert (problem.suite, problem.function, problem.instance, problem.dimension) == ("bbob", 15, 3, 30)
    assert (problem.name, problem.label, problem.group) == ("RastriginRotated", "Rotated Rastrigin", 4)
    assert np.array_equal(problem.lower, np.full(30, -5.0))
    assert np.array_equal(problem.upper, np.full(30, 5.0))
    assert "f15 Rotated Rastrigin" in repr(problem)
    with pytest.raises(ValueError, match="read-only"):
        problem.lower[0] = 0.0


def test_equal_problems_are_equal_and_survive_pickling() -> None:
    problem = ib.problem("sbox", function=9, instance=2, dimension=4)
    twin = pickle.loads(pickle.dumps(problem))
    assert twin == problem == ib.problem("sbox", function=9, instance=2, dimension=4)
    assert len({problem, twin}) == 1
    assert problem != ib.problem("bbob", function=9, instance=2, dimension=4)


def test_the_catalogue_lists_24_functions_in_five_groups() -> None:
    assert suites() == ("bbob", "sbox", "noise", "walls")
    listed = functions("bbob")
    assert [info.number for info in listed] == list(FUNCTIONS)
    assert [info.group for info in listed] == [1] * 5 + [2] * 4 + [3] * 5 + [4] * 5 + [5] * 5
    assert functions("sbox") == listed


@pytest.mark.parametrize("function", [info.number for info in functions("bbob") if info.minimum_dimension == 1])
def test_functions_whose_definition_allows_it_work_in_one_dimension(function: int) -> None:
    problem = ib.problem("bbob", function=function, dimension=1)
    values = problem.precision(np.linspace(-5, 5, 11)[:, None])
    assert np.isfinite(values).all()
    assert problem.precision(problem.x_opt)[0] == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("function", FUNCTIONS)
def test_640_dimensions_work(function: int) -> None:
    problem = ib.problem("bbob", function=function, instance=1, dimension=640)
    values = problem.precision(scattered(problem, 3, 5.0))
    assert np.isfinite(values).all()
    assert (values > 0).all()
    assert problem.precision(problem.x_opt)[0] <= 1e-14


def test_building_a_large_rotation_can_be_interrupted():
    code = """
import signal, time, inbounds as ib
signal.setitimer(signal.ITIMER_REAL, 0.3)
def alarm(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, alarm)
try:
    ib.problem("bbob", function=15, dimension=1600)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == "interrupted\n"
