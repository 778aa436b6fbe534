"""What `minimize` promises around the calls: seeds, workers, callbacks, errors."""

import inspect
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from scipy.optimize import OptimizeResult, differential_evolution

import inbounds as ib
from inbounds.algorithm.objective import busy_workers
from inbounds.algorithm.scipy_words import OUR_WORDS
from tests.algorithm.objectives import fails_on_the_right, fails_unpicklably, kills_its_process, sphere

BOX = [(-1.0, 1.0)] * 3
SHORT = {"max_evaluations": 300, "population": 20, "polish": False, "restart": "none"}


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
    result = ib.minimize(sphere, BOX, x0=points, seed=1, max_evaluations=1000, reduction="none")
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


@pytest.mark.parametrize("answer", [np.True_, np.bool_(True)])
def test_a_callback_that_returns_numpys_true_stops_too(answer):
    assert ib.minimize(sphere, BOX, callback=lambda state: answer, seed=1, **SHORT).nit == 1


@pytest.mark.parametrize("answer", [None, False, np.False_, 1, "stop", np.ones(3)])
def test_a_callback_that_returns_anything_else_goes_on(answer):
    assert ib.minimize(sphere, BOX, callback=lambda state: answer, seed=1, **SHORT).nfev == 300


class Recording:
    """Callbacks in every form that SciPy's users write them."""

    def __init__(self):
        self.seen = []

    def keyword_only(self, *, intermediate_result):
        self.seen.append(intermediate_result.x)

    def of_two(self, xk, convergence):
        assert 0 <= convergence <= 1
        self.seen.append(xk)

    def with_a_default(self, xk, convergence=None):
        assert convergence is not None
        self.seen.append(xk)

    def by_keyword(self, xk, *, convergence):
        assert 0 <= convergence <= 1
        self.seen.append(xk)

    def of_any(self, *args):
        self.seen.append(args[0].x)


@pytest.mark.parametrize("form", ["keyword_only", "of_two", "with_a_default", "by_keyword", "of_any"])
def test_callbacks_are_called_in_the_form_they_are_written(form):
    record = Recording()
    result = ib.minimize(sphere, BOX, callback=getattr(record, form), seed=1, **SHORT)
    assert len(record.seen) == result.nit
    assert np.array_equal(record.seen[-1], result.x)


def test_the_convergence_that_old_callbacks_get_rises_to_one():
    seen = []
    result = ib.minimize(sphere, BOX, callback=lambda xk, convergence: seen.append(convergence), seed=1)
    assert result.message.startswith("converged")
    assert seen[0] < 1e-8
    assert seen[-1] == 1


def interrupted_after(calls):
    def fun(x):
        fun.values.append(sphere(x))
        if len(fun.values) > calls:
            raise KeyboardInterrupt
        return fun.values[-1]

    fun.values = []
    return fun


@pytest.mark.parametrize("calls", [0, 7, 20, 33, 60])
def test_ctrl_c_hands_over_the_state_so_far_with_the_values_of_the_current_generation(calls):
    fun = interrupted_after(calls)
    with pytest.raises(KeyboardInterrupt) as caught:
        ib.minimize(fun, BOX, seed=1, **SHORT)
    result = caught.value.result
    assert result.nfev == calls
    assert result.nit == max(0, calls - 20) // 20
    assert result.fun == min(fun.values[:calls], default=np.inf)
    assert result.message == "interrupted"
    assert not result.success
    if calls:
        assert result.fun == sphere(result.x) == result.population_energies.min()


def test_ctrl_c_in_a_callback_hands_over_the_state_too():
    def callback(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        ib.minimize(sphere, BOX, seed=1, callback=callback, **SHORT)
    assert caught.value.result.nfev == 40


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process group")
def test_ctrl_c_with_worker_processes_ends_at_once_and_says_what_was_reached(tmp_path):
    script = tmp_path / "slow.py"
    script.write_text("""
import time, pathlib
import inbounds as ib

flag = pathlib.Path(__file__).with_name("slow-from-now-on")

def slow(x):
    time.sleep(60 if flag.exists() else 0)
    return float(x[0] ** 2)

def told(state):
    flag.touch()
    print("going", flush=True)

if __name__ == "__main__":
    try:
        ib.minimize(slow, [(-1, 1)] * 2, workers=2, callback=told, population=40, reduction="none")
    except KeyboardInterrupt as stop:
        print("evaluations", stop.result.nfev, flush=True)
""")
    process = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout.readline() == "going\n"
    time.sleep(1)  # until a call is under way
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert out == "evaluations 80\n"  # the initial population of 40, and one generation
    assert err == ""


def test_an_error_hands_over_the_values_of_the_current_generation():
    fun = interrupted_after(1000)

    def fails(x):
        if len(fun.values) == 33:
            raise ArithmeticError("that was one too many")
        return fun(x)

    with pytest.raises(ib.ObjectiveError) as caught:
        ib.minimize(fails, BOX, seed=1, **SHORT)
    assert caught.value.result.nfev == 33
    assert caught.value.result.fun == min(fun.values)
    assert caught.value.result.message == "fun failed"


def test_errors_may_count_as_inf():
    def fails_half(x):
        if x[0] > 0:
            raise ArithmeticError("to the right")
        return sphere(x)

    result = ib.minimize(fails_half, BOX, errors="inf", seed=1, **SHORT)
    assert result.nfev == 300
    assert result.failed == result.nonfinite > 0
    as_inf = ib.minimize(lambda x: np.inf if x[0] > 0 else sphere(x), BOX, seed=1, **SHORT)
    assert same(result, as_inf)
    assert as_inf.failed == 0


def test_errors_count_as_inf_in_processes_and_in_batches_too():
    def batch(X):
        return np.array([fails_on_the_right(x) for x in X])

    one, two = (
        ib.minimize(fails_on_the_right, BOX, errors="inf", seed=1, workers=workers, **SHORT) for workers in (1, 2)
    )
    rows = ib.minimize(batch, BOX, errors="inf", seed=1, vectorized=True, **SHORT)
    assert same(one, two)
    assert same(one, rows)
    assert one.failed == two.failed == rows.failed > 0


def test_a_function_that_always_fails_says_how():
    result = ib.minimize(lambda x: 1 / 0, BOX, errors="inf", seed=1, **SHORT)
    assert result.message == "no finite value was found; fun raised ZeroDivisionError: division by zero"
    assert result.failed == 300


def test_rng_takes_a_seed_or_a_generator():
    by_seed = ib.minimize(sphere, BOX, seed=7, **SHORT)
    assert same(by_seed, ib.minimize(sphere, BOX, rng=7, **SHORT))
    first, again = (ib.minimize(sphere, BOX, rng=np.random.default_rng(3), **SHORT) for _ in range(2))
    assert same(first, again)
    assert same(first, ib.minimize(sphere, BOX, seed=first.seed, **SHORT))
    generator = np.random.default_rng(3)
    one, two = (ib.minimize(sphere, BOX, rng=generator, **SHORT) for _ in range(2))
    assert same(first, one)
    assert not same(one, two)  # the generator has moved on


def test_1e4_is_a_whole_number():
    assert (
        ib.minimize(sphere, BOX, seed=1, max_evaluations=1e3, tolerance=0, population=np.float64(20), polish=False).nfev
        == 1000
    )


def test_more_workers_than_points_are_not_started_and_this_is_said():
    with pytest.warns(UserWarning, match=r"workers=9, but a generation has 6 points: 3 would be idle .* population=9"):
        result = ib.minimize(sphere, BOX, seed=1, max_evaluations=30, workers=9)
    assert same(result, ib.minimize(sphere, BOX, seed=1, max_evaluations=30))
    with pytest.warns(UserWarning, match="3 would be idle"):
        assert busy_workers(9, 6, stacklevel=1) == 6
    assert busy_workers(4, 6, stacklevel=1) == 4


def test_a_population_that_fits_nowhere_is_refused_in_batches_of_runs_too():
    with pytest.raises(ib.InvalidArgumentError, match="population=1000000000000 in 3 variables needs about"):
        ib.DE(population=10**12).run(ib.problem("bbob", function=1, instance=1, dimension=3), budget=10**13)


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("strategy", "mutation='best/1', crossover='binomial'"),
        ("maxiter", "max_evaluations"),
        ("popsize", "population"),
        ("tol", "tolerance"),
        ("atol", "tolerance"),
        ("recombination", "constant"),
        ("disp", "progress=True"),
        ("updating", "deferred"),
    ],
)
def test_scipys_words_are_answered_with_ours(word, answer):
    with pytest.raises(ib.UnexpectedKeywordError, match=f"minimize has no '{word}': here it is .*{re.escape(answer)}"):
        ib.minimize(sphere, BOX, **{word: 1})


def test_every_argument_of_scipys_is_ours_or_answered():
    scipys = set(inspect.signature(differential_evolution).parameters)
    ours = set(inspect.signature(ib.minimize).parameters)
    assert scipys - ours <= set(OUR_WORDS)
    assert not set(OUR_WORDS) & ours


def test_a_misspelt_argument_is_a_type_error_with_the_right_one():
    with pytest.raises(TypeError, match=r"minimize has no argument 'max_evals'; .* Did you mean 'max_evaluations'?"):
        ib.minimize(sphere, BOX, max_evals=100)


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
    assert shifted.fun == pytest.approx(1e6, rel=1e-14)


def test_with_tolerance_zero_the_whole_budget_is_used():
    assert ib.minimize(sphere, BOX, seed=1, tolerance=0, max_evaluations=5000, polish=False).nfev == 5000


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
        ({"target": "0"}, "target must be a number or None; got '0'"),
        ({"bounds": [("0", "1")]}, "bounds must be numbers; got"),
        ({"bounds": np.array([["0", "1"]])}, "bounds must be numbers; got"),
        ({"x0": ["0", "0", "0"]}, "x0 must be numbers; got"),
        ({"callback": 3}, "callback must be callable or None; got 3"),
        ({"callback": lambda: None}, r"callback must take \(intermediate_result\), or \(xk, convergence\); got"),
        ({"callback": lambda a, b, c: None}, r"callback must take .* got one that takes \(a, b, c\)"),
        ({"errors": "ignore"}, "errors must be one of 'raise', 'inf'; got 'ignore'"),
        ({"seed": None, "rng": "7"}, "rng must be a numpy.random.Generator or a seed, .* got '7'"),
        ({"seed": 1, "rng": 1}, "seed and rng mean the same"),
        ({"max_evaluations": 10.5}, "max_evaluations must be a whole number; got 10.5"),
        ({"max_evaluations": "1e4"}, "max_evaluations must be a whole number; got '1e4'"),
        (
            {"population": 10**12, "max_evaluations": 10**13},
            "population=1000000000000 in 3 variables needs about 89,407 GiB, and this machine has",
        ),
        ({"tolerance": -1}, r"tolerance must be in \[0, 1\); got -1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"workers": 0}, "workers must be a whole number of at least 1, or -1 .* got 0"),
        ({"workers": 2, "vectorized": True}, "workers must be 1; got 2"),
        ({"fun": 3}, "fun must be callable; got 3"),
    ],
)
def test_every_wrong_argument_is_named_with_what_is_allowed(arguments, message):
    given = {"fun": sphere, "bounds": BOX, "mutation": "rand/1", "seed": 1, **arguments}
    with pytest.raises(ib.InvalidArgumentError, match=message):
        ib.minimize(given.pop("fun"), given.pop("bounds"), **given)
