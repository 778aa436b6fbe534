"""Runs driven from Python have the bits of native ones, and every mix of native and Python stages works."""

import threading

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm.python_runs import run_in_python
from inbounds.problems import PythonProblem

NATIVE = ib.problem("bbob", function=15, instance=1, dimension=7)
FIELDS = ("precision", "evaluations", "repaired", "x", "hits", "nonfinite")


def assert_same(one, two):
    for name in FIELDS:
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    for name in ("evaluations", "precision", "repaired", "mean_f", "mean_cr"):
        assert np.array_equal(getattr(one.curves, name), getattr(two.curves, name), equal_nan=True), name


class Wrapped:
    """A native problem that shows nothing of being native."""

    native = None

    def __init__(self, problem):
        self.problem = problem

    def __getattr__(self, name):
        return getattr(self.problem, name)

    def precision(self, X):
        return self.problem.precision(X)


@pytest.mark.parametrize("crossover", ib.crossovers())
@pytest.mark.parametrize("boundary", ib.boundaries())
def test_a_native_problem_in_python_clothes_gives_the_native_bits(crossover, boundary):
    de = ib.DE("target-to-pbest/1", crossover, boundary, population=20)
    runs = {"budget": 1010, "runs": 3, "seed": 5, "first_run": 2}
    assert_same(de.run(Wrapped(NATIVE), **runs), de.run(NATIVE, **runs))


@pytest.mark.parametrize("mutation", ib.mutations())
def test_every_mutation_gives_the_native_bits_from_python(mutation):
    de = ib.DE(mutation, population=20)
    assert_same(de.run(Wrapped(NATIVE), budget=1010, seed=5), de.run(NATIVE, budget=1010, seed=5))


@pytest.mark.parametrize("target", [1e-8, 0.0, None, 50.0])
def test_stopping_early_is_the_same_from_python(target):
    sphere = ib.problem("bbob", function=1, instance=1, dimension=3)
    de = ib.DE("best/1", population=20)
    assert_same(
        de.run(Wrapped(sphere), budget=20_000, seed=5, target=target),
        de.run(sphere, budget=20_000, seed=5, target=target),
    )


def test_noise_draws_from_the_runs_own_stream_on_both_ways():
    noise = ib.problem("noise", dimension=5)
    de = ib.DE(population=20)
    assert_same(de.run(Wrapped(noise), budget=500, runs=2, seed=5), de.run(noise, budget=500, runs=2, seed=5))


def test_workers_and_batches_change_no_bit():
    de, problem = ib.DE(population=20), Wrapped(NATIVE)
    whole = de.run(problem, budget=500, runs=4, seed=5)
    assert_same(whole, de.run(problem, budget=500, runs=4, seed=5, workers=3))
    part = de.run(problem, budget=500, runs=2, seed=5, first_run=2)
    assert np.array_equal(part.x, whole.x[2:])


def test_a_python_function_without_known_optimum_reports_its_own_values():
    problem = PythonProblem(lambda x: float((x**2).sum()) - 7, lower=[-5] * 3, upper=[5] * 3)
    result = ib.DE("best/1", population=20).run(problem, budget=5000, runs=2, seed=1, target=None)
    assert result.precision == pytest.approx([-7, -7])
    known = PythonProblem(lambda x: float((x**2).sum()) - 7, lower=[-5] * 3, upper=[5] * 3, f_opt=-7.0)
    assert (ib.DE("best/1", population=20).run(known, budget=5000, runs=2, seed=1).precision <= 1e-8).all()


def test_a_function_is_never_asked_for_no_points_where_death_penalty_refused_them_all():
    asked = []

    def value(X):
        asked.append(len(X))
        return (X**2).sum(axis=1)

    problem = PythonProblem(value, lower=[-1] * 20, upper=[1] * 20, vectorized=True)
    de = ib.DE(boundary="death-penalty", adaptation="constant", F=2.0, Cr=1.0, population=5)
    result = de.run(problem, budget=500, seed=1)
    assert sum(asked) == 500 - round(result.repaired[0] * 500)
    assert len(asked) < 100  # generations whose trials were all refused
    assert min(asked) > 0


def test_a_flag_stops_python_runs():
    flag = ib.StopFlag()
    problem = PythonProblem(lambda X: X[:, 0], lower=[-5] * 3, upper=[5] * 3, vectorized=True)
    threading.Timer(0.2, flag.set).start()
    with pytest.raises(ib.RunInterrupted):
        ib.DE(population=20).run(problem, budget=10**9, target=None, stop=flag)
    assert run_in_python(
        ib.DE(population=20), problem, budget=100, runs=2, seed=1, target=None, workers=2, first_run=0, stop=flag
    ) is None  # fmt: skip


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_in_a_problem_ends_all_runs(workers):
    def fails(x):
        raise ArithmeticError("no value here")

    problem = PythonProblem(fails, lower=[-5] * 3, upper=[5] * 3)
    with pytest.raises(ArithmeticError, match="no value here"):
        ib.DE(population=20).run(problem, budget=10**6, runs=4, workers=workers)


@pytest.fixture
def projection_in_python():
    @ib.boundary("own-projection")
    def project(g):
        return np.clip(g.donors, g.lower, g.upper)

    yield "own-projection"
    ib.catalogue.remove("boundary", "own-projection")


@pytest.fixture
def far_jumps():
    @ib.mutation("far-jumps")
    def jump(g):
        return g.targets + 3.0 * (g.upper - g.lower) * g.rng.uniform(-1, 1, g.targets.shape)

    yield "far-jumps"
    ib.catalogue.remove("mutation", "far-jumps")


def test_a_python_projection_repairs_as_the_native_one(projection_in_python):
    # The generator of Python operators takes one word of the stream, so the runs differ; what they do does not.
    for problem in (NATIVE, Wrapped(NATIVE)):
        result = ib.DE(boundary=projection_in_python, population=20).run(problem, budget=2000, runs=8, seed=1)
        native = ib.DE(boundary="projection", population=20).run(problem, budget=2000, runs=8, seed=1)
        assert result.repaired.mean() == pytest.approx(native.repaired.mean(), abs=0.05)
        assert ((result.x >= -5) & (result.x <= 5)).all()


@pytest.mark.parametrize("boundary", [name for name in ib.boundaries() if name != "resampling-with-F"])
def test_a_python_mutation_works_with_every_native_boundary_method(far_jumps, boundary):
    de = ib.DE(far_jumps, boundary=boundary, population=20)
    opt = de.start([(-5, 5)] * 3, seed=1, budget=500)
    while not opt.finished:
        X = opt.ask()
        assert ((X >= -5) & (X <= 5)).all()
        opt.tell((X**2).sum(axis=1))
    assert 0.5 < opt.result.repaired < 1


def test_a_method_that_makes_whole_trials_again_refuses_a_python_mutation(far_jumps):
    with pytest.raises(ib.InvalidArgumentError, match="needs built-in operators; got 'far-jumps'"):
        ib.DE(far_jumps, boundary="resampling-with-F")


def test_resampling_asks_a_python_mutation_again_for_the_infeasible_rows_only():
    asked = []

    @ib.mutation("first-outside")
    def first_outside(g):
        asked.append(g.index.tolist())
        donors = np.zeros_like(g.targets)
        if len(asked) % 3:
            donors[g.index % 4 == 0] = 9.0  # outside twice, then inside
        return donors

    de = ib.DE("first-outside", boundary="resampling", population=8)
    opt = de.start([(-5, 5)] * 2, seed=1)
    opt.ask()
    opt.tell(np.arange(8.0))
    opt.ask()
    ib.catalogue.remove("mutation", "first-outside")
    assert asked == [list(range(8)), [0, 4], [0, 4]]
    opt.tell(np.arange(8.0))
    assert opt.result.repaired == 2 / 16  # counted once, by their first draw


def test_resampling_gives_up_after_a_hundred_redraws_and_projects():
    calls = []

    @ib.mutation("always-outside")
    def always_outside(g):
        calls.append(len(g.index))
        return np.full_like(g.targets, 9.0)

    opt = ib.DE("always-outside", "exponential", "resampling", population=8, adaptation="constant[Cr=1]").start(
        [(-5, 5)] * 2, seed=1
    )
    opt.ask()
    opt.tell(np.arange(8.0))
    assert (opt.ask() == 5.0).all()
    assert calls == [8] * 101
    ib.catalogue.remove("mutation", "always-outside")
