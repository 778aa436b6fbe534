"""What `minimize` promises around the calls: seeds, workers, callbacks, errors."""

import multiprocessing

import numpy as np
import pytest
from scipy.optimize import OptimizeResult

import inbounds as ib
from tests.algorithm.objectives import fails_on_the_right, fails_unpicklably, kills_its_process, sphere

BOX = [(-1.0, 1.0)] * 3
SHORT = {"max_evaluations": 300, "population": 20}


def same(one, two):
    keys = ("x", "fun", "nfev", "nit", "population", "population_energies", "repaired")
    return all(np.array_equal(one[key], two[key]) for key in keys)


def test_the_same_seed_gives_the_same_bits_and_another_does_not():
    first, second, other = (ib.minimize(sphere, BOX, seed=seed, **SHORT) for seed in (1, 1, 2))
    assert same(first, second)
    assert not same(first, other)


def test_without_a_seed_the_result_tells_the_one_it_drew():
    first = ib.minimize(sphere, BOX, **SHORT)
    assert same(first, ib.minimize(sphere, BOX, seed=first.seed, **SHORT))
    assert first.seed != ib.minimize(sphere, BOX, **SHORT).seed


def test_two_processes_give_the_bits_of_one():
    one, two = (ib.minimize(sphere, BOX, args=(0.25,), seed=1, workers=workers, **SHORT) for workers in (1, 2))
    assert same(one, two)
    assert same(one, ib.minimize(sphere, BOX, args=(0.25,), seed=1, workers=-1, **SHORT))  # all processors


def test_any_map_can_do_the_calls():
    def backwards(fun, points):
        return list(reversed([fun(x) for x in reversed(list(points))]))

    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = [ib.minimize(sphere, BOX, seed=1, workers=w, **SHORT) for w in (1, map, backwards, pool.map)]
    assert all(same(results[0], result) for result in results)


def test_a_vectorized_function_sees_rows_and_gives_the_same_bits():
    shapes = set()

    def rows(X, shift):
        shapes.add(X.shape)
        return np.array([sphere(x, shift) for x in X])

    vectorized = ib.minimize(rows, BOX, args=(0.25,), seed=1, vectorized=True, **SHORT)
    assert shapes == {(20, 3)}
    assert same(vectorized, ib.minimize(sphere, BOX, args=(0.25,), seed=1, **SHORT))


def test_points_given_as_x0_are_evaluated_first():
    seen = []

    def fun(x):
        seen.append(x.copy())
        return sphere(x)

    ib.minimize(fun, BOX, x0=[[0.5, 0.25, 0.125], [-1, 0, 1]], seed=1, **SHORT)
    assert np.array_equal(seen[:2], [[0.5, 0.25, 0.125], [-1, 0, 1]])
    result = ib.minimize(sphere, BOX, x0=[0, 0, 0], seed=1, **SHORT)
    assert result.fun == 0


def test_the_population_grows_with_many_given_points():
    points = np.random.default_rng(1).uniform(-1, 1, (500, 3))
    result = ib.minimize(sphere, BOX, x0=points, seed=1, max_evaluations=1000)
    assert len(result.population) == 500
    assert result.fun <= min(map(sphere, points))


def test_the_callback_sees_every_generation_and_may_stop():
    seen = []

    def callback(intermediate_result):
        seen.append(intermediate_result)
        if intermediate_result.nit == 3:
            raise StopIteration

    result = ib.minimize(sphere, BOX, callback=callback, seed=1, **SHORT)
    assert [state.nit for state in seen] == [1, 2, 3]
    assert all(isinstance(state, OptimizeResult) and state.population.shape == (20, 3) for state in seen)
    assert [state.nfev for state in seen] == [40, 60, 80]
    assert not result.success
    assert result.nfev == 80
    assert result.message == "stopped by the callback"
    assert not np.array_equal(seen[0].population, seen[2].population)  # a copy each, not one view


def test_a_callback_that_returns_true_stops_too():
    assert ib.minimize(sphere, BOX, callback=lambda state: state.nit == 2, seed=1, **SHORT).nit == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_comes_with_its_point_and_the_state_so_far(workers):
    with pytest.raises(ib.ObjectiveError, match=r"ArithmeticError: x\[0\] is too large at x = \[") as caught:
        ib.minimize(fails_on_the_right, BOX, seed=1, workers=workers, **SHORT)
    assert caught.value.x[0] > 0.5
    assert isinstance(caught.value.__cause__, ArithmeticError)
    assert isinstance(caught.value.result, OptimizeResult)


def test_an_exception_that_cannot_travel_still_arrives():
    with pytest.raises(ib.ObjectiveError, match="UnpicklableError: 1 and 2"):
        ib.minimize(fails_unpicklably, BOX, seed=1, workers=2, **SHORT)


def test_a_process_that_dies_is_an_error_and_no_hang():
    with pytest.raises(ib.ObjectiveError, match="a worker process died"):
        ib.minimize(kills_its_process, BOX, seed=1, workers=2, **SHORT)


def test_a_function_that_other_processes_cannot_get_is_a_clear_error():
    with pytest.raises(ib.InvalidArgumentError, match=r"workers=2 .* cannot be pickled .* workers=1 or vectorized"):
        ib.minimize(lambda x: 0.0, BOX, workers=2)


@pytest.mark.parametrize("value", [None, "one", [1.0, 2.0], 1j, {}])
def test_a_value_that_is_no_number_is_a_clear_error(value):
    with pytest.raises(ib.ObjectiveError, match="fun must return one real number; got"):
        ib.minimize(lambda x: value, BOX, seed=1, **SHORT)


@pytest.mark.parametrize("value", [1, np.float32(1), np.array(1.0), np.array([1.0]), True])
def test_any_single_real_number_is_taken(value):
    assert ib.minimize(lambda x: value, BOX, seed=1, **SHORT).fun == 1


@pytest.mark.parametrize(
    "fun", [lambda X: X, lambda X: 1.0, lambda X: None, lambda X: ["a"] * len(X), lambda X: [[1], [2, 3]]]
)
def test_a_batch_of_the_wrong_shape_is_a_clear_error(fun):
    with pytest.raises(ib.ObjectiveError, match=r"fun must return 20 real values, shape \(20,\)"):
        ib.minimize(fun, BOX, seed=1, vectorized=True, **SHORT)


def test_a_function_of_columns_is_told_how_to_turn_them():
    with pytest.raises(ib.ObjectiveError, match=r"lambda X: fun\(X.T\)"):
        ib.minimize(lambda X: (X**2).sum(axis=0), BOX, seed=1, vectorized=True, **SHORT)


def test_nan_and_inf_are_worse_than_any_number_and_counted():
    result = ib.minimize(lambda x: np.nan if x[0] < 0 else np.inf if x[1] < 0 else sphere(x), BOX, seed=1, **SHORT)
    assert result.fun >= 0
    assert result.x[0] >= 0
    assert result.x[1] >= 0
    assert result.nonfinite > 0


def test_a_function_without_a_single_number_is_no_success():
    result = ib.minimize(lambda x: np.nan, BOX, seed=1, **SHORT)
    assert not result.success
    assert result.fun == np.inf
    assert result.message == "no finite value was found"
    assert ((result.x >= -1) & (result.x <= 1)).all()


def test_a_converged_population_stops_the_run():
    result = ib.minimize(sphere, BOX, seed=1)
    assert result.success
    assert result.message.startswith("converged")
    assert result.nfev < 30_000
    shifted = ib.minimize(lambda x: sphere(x) + 1e6, BOX, seed=1)
    assert shifted.message.startswith("converged")
    assert shifted.fun == 1e6


def test_with_tolerance_zero_the_whole_budget_is_used():
    assert ib.minimize(sphere, BOX, seed=1, tolerance=0, max_evaluations=5000).nfev == 5000


def test_progress_shows_evaluations_best_value_and_repaired_share(capsys):
    ib.minimize(sphere, BOX, seed=1, progress=True, **SHORT)
    captured = capsys.readouterr()
    assert "300/300 evaluations" in captured.err
    assert "best" in captured.err
    assert "repaired" in captured.err
    assert captured.out == ""


def test_a_small_budget_gets_a_small_population():
    assert ib.minimize(sphere, BOX, seed=1, max_evaluations=12).nfev == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bounds": [(1, 0)]}, r"variable 0 must be finite, lower <= upper, .* got \(1.0, 0.0\)"),
        ({"bounds": [(0, np.inf)]}, "variable 0 must be finite"),
        ({"bounds": [(-1e308, 1e308)]}, "finite width"),
        ({"bounds": [1, 2]}, r"bounds must be pairs .* got \[1, 2\]"),
        ({"bounds": []}, "bounds must be pairs"),
        ({"bounds": [("a", "b")]}, "bounds must be numbers"),
        ({"x0": [2, 0, 0]}, r"x0 must lie in the box; got 2.0 for variable 0, which is outside \[-1.0, 1.0\]"),
        ({"x0": [0, 0]}, r"x0 must be a point of 3 numbers, .* got shape \(2,\)"),
        ({"x0": [np.nan, 0, 0]}, "x0 must lie in the box"),
        ({"mutation": "rand1"}, "Did you mean 'rand/1'"),
        ({"population": 3}, "population must be at least 4"),
        ({"population": 100, "max_evaluations": 50}, "max_evaluations must be at least the population, 100; got 50"),
        ({"max_evaluations": 0}, "max_evaluations must be a whole number of at least 1; got 0"),
        ({"target": "low"}, "target must be a number or None; got 'low'"),
        ({"target": np.nan}, "target must be a number or None; got nan"),
        ({"tolerance": -1}, r"tolerance must be in \[0, 1\); got -1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"workers": 0}, "workers must be a number of processes, -1 .* got 0"),
        ({"workers": 2, "vectorized": True}, "workers must be 1; got 2"),
        ({"fun": 3}, "fun must be callable; got 3"),
    ],
)
def test_every_wrong_argument_is_named_with_what_is_allowed(arguments, message):
    given = {"fun": sphere, "bounds": BOX, "mutation": "rand/1", "seed": 1, **arguments}
    with pytest.raises(ib.InvalidArgumentError, match=message):
        ib.minimize(given.pop("fun"), given.pop("bounds"), **given)
