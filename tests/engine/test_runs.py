"""Whole runs: every instance of the catalogue, bit for bit reproducible, with exact books."""

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import inbounds as ib
from inbounds import _core

INSTANCES = list(itertools.product(ib.mutations()[:14], ib.crossovers()[:3], ib.boundaries()[:13]))


def same(one, two):
    for name in ("precision", "evaluations", "repaired", "x", "hits", "nonfinite"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for name in ("precision", "repaired", "mean_f", "mean_cr"):
        np.testing.assert_array_equal(getattr(one.curves, name), getattr(two.curves, name))


def test_the_catalogue_has_the_papers_364_instances_and_the_2020_crossover():
    assert len(INSTANCES) == 14 * 3 * 13
    assert ib.crossovers()[:2] == ["binomial", "exponential"]
    assert ib.adaptations()[:4] == ["shade", "jade", "jde", "constant"]


@pytest.mark.parametrize("place", range(4))
def test_an_operator_that_is_not_there_is_an_error_and_not_another_one(place):
    operators = list(ib.DE(population=8).core_operators)
    family = ("mutation", "crossover", "boundary", "adaptation")[place]
    size = len(_core.operators()[family])
    absent = (size, [0.0] * 3)
    operators[place] = ([absent], 0, False) if family == "boundary" else absent
    box = np.full(2, -1.0), np.full(2, 1.0)
    with pytest.raises(ValueError, match=f"{family} must be in 0 … {size - 1}; got {size}"):
        _core.Engine(*box, tuple(operators), 8, 100, None, 0.0, False, 1, 0)
    with pytest.raises(ValueError, match=f"{family} must be in 0 … {size - 1}; got {size}"):
        _core.run(
            ib.problem("bbob", function=1, dimension=2).native,
            tuple(operators),
            8,
            100,
            None,
            1,
            0,
            1,
            1,
            ib.StopFlag(),
        )


def limited(room, workers, runs):
    """A batch in a process that may have `room` more bytes of address space; what it said."""
    code = f"""
import resource, inbounds as ib
problem = ib.problem("bbob", function=1, dimension=5)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {room},) * 2)
try:
    print(ib.DE(population=10).run(problem, budget=100, runs={runs}, seed=1, workers={workers}).precision.sum())
except ib.NoThreadError as error:
    print(error)
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_where_the_machine_has_no_room_for_all_threads_fewer_do_the_work():
    done = limited(200 << 20, workers=2000, runs=2000)
    expected = ib.DE(population=10).run(ib.problem("bbob", function=1, dimension=5), budget=100, runs=2000, seed=1)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == expected.precision.sum()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_where_no_thread_can_start_the_error_says_so():
    done = limited(2 << 20, workers=4, runs=4)
    assert done.returncode == 0, done.stderr
    assert "no thread could be started for the runs" in done.stdout


@pytest.mark.parametrize("mutation", ib.mutations())
def test_every_instance_runs_and_stays_in_the_box(mutation):
    """Every crossover and boundary method with this mutation, on four functions of different kinds."""
    for crossover, boundary, function in itertools.product(ib.crossovers(), ib.boundaries(), (1, 5, 16, 21)):
        p = ib.problem("bbob", function=function, dimension=4)
        r = ib.DE(mutation, crossover, boundary, population=12).run(p, budget=600, runs=2, seed=3)
        assert np.all((r.x >= p.lower) & (r.x <= p.upper))
        assert np.all(r.evaluations <= 600)
        assert np.all((r.repaired >= 0) & (r.repaired <= 1))
        np.testing.assert_allclose(p.precision(r.x), r.precision, rtol=1e-12, atol=1e-14)
        assert np.all(r.precision <= r.curves.precision[:, 0])
        if boundary != "conservatism":  # which gives up most of its steps on a slope
            assert np.all(np.median(r.precision) < np.median(r.curves.precision[:, 0]))


@pytest.mark.parametrize("adaptation", ib.adaptations())
def test_every_adaptation_solves_the_sphere(adaptation):
    p = ib.problem("bbob", function=1, dimension=5)
    r = ib.DE(adaptation=adaptation, population=30).run(p, budget=30_000, runs=5, seed=1)
    assert np.all(r.precision <= 1e-8)
    assert np.all(r.evaluations < 30_000)


def test_same_seed_same_bits_for_any_workers_split_and_order():
    p = ib.problem("bbob", function=17, dimension=6)
    de = ib.DE("proximity-rand/1", "exponential", "rand-base", population=16)
    whole = de.run(p, budget=2000, runs=7, seed=11)
    same(whole, de.run(p, budget=2000, runs=7, seed=11, workers=3))
    same(whole, de.run(p, budget=2000, runs=7, seed=11, workers=-1))
    parts = [de.run(p, budget=2000, runs=k, seed=11, first_run=first) for first, k in ((4, 3), (0, 1), (1, 3))]
    for part, rows in zip(parts, (slice(4, 7), slice(0, 1), slice(1, 4)), strict=True):
        np.testing.assert_array_equal(part.x, whole.x[rows])
        np.testing.assert_array_equal(part.hits, whole.hits[rows])
        np.testing.assert_array_equal(part.curves.mean_f, whole.curves.mean_f[rows])
    assert len(np.unique(whole.precision)) == 7
    assert not np.array_equal(whole.x, de.run(p, budget=2000, runs=7, seed=12).x)


def traced(de, budget=900, seed=4, n=3, **kwargs):
    """A run whose every evaluation is seen: values in order, and the result."""
    seen = []

    def f(X):
        values = np.sum(X**2, axis=1)
        seen.extend(values)
        return values

    p = ib.problems.PythonProblem(f, lower=[-1] * n, upper=[2] * n, vectorized=True, f_opt=0.0)
    return de.run(p, budget=budget, seed=seed, **kwargs), np.array(seen)


def test_hits_and_curves_are_exact_to_the_evaluation():
    r, values = traced(ib.DE(population=15), target=None)
    assert len(values) == 900
    best = np.minimum.accumulate(values)
    for target, hit in zip(r.targets, r.hits[0], strict=True):
        reached = np.flatnonzero(best <= target)
        assert hit == (reached[0] + 1 if len(reached) else -1)
    np.testing.assert_array_equal(r.curves.precision[0], best[r.curves.evaluations - 1])
    assert r.precision[0] == best[-1]
    assert r.targets[0] == pytest.approx(100)
    assert r.targets[-1] == pytest.approx(1e-8)
    assert len(r.targets) == 51
    assert r.curves.evaluations[0] == 1
    assert r.curves.evaluations[-1] == 900


def test_a_budget_that_is_no_multiple_of_the_population_is_used_up_exactly():
    r, values = traced(ib.DE(population=15), budget=907, target=None)
    assert r.evaluations[0] == len(values) == 907


def test_early_stop_ends_after_the_generation_that_reached_the_target():
    r, values = traced(ib.DE(population=15), budget=90_000, target=1e-3)
    first = np.flatnonzero(values <= 1e-3)[0]
    assert r.evaluations[0] == len(values) == (first // 15 + 1) * 15
    assert r.curves.precision[0, -1] == r.precision[0]


def test_target_zero_stops_only_where_f_equals_f_opt_as_doubles():
    p = ib.problem("bbob", function=1, dimension=3)
    r = ib.DE(population=20).run(p, budget=200_000, seed=1, target=0)
    assert r.evaluations[0] < 200_000
    assert p(r.x[0]) == p.f_opt
    assert ib.DE(population=20).run(p, budget=50_000, seed=1, target=None).evaluations[0] == 50_000


def test_mean_parameters_are_recorded_from_the_first_generation_on():
    r, _ = traced(ib.DE(adaptation="constant", F=0.6, Cr=0.3, population=15), target=None)
    later = r.curves.evaluations > 15
    np.testing.assert_allclose(r.curves.mean_f[0, later], 0.6)
    np.testing.assert_allclose(r.curves.mean_cr[0, later], 0.3)
    assert np.all(np.isnan(r.curves.mean_f[0, ~later]))


def test_repaired_share_counts_each_trial_once_over_all_evaluations():
    p = ib.problem("bbob", function=5, dimension=10)
    r = ib.DE(boundary="projection", population=20).run(p, budget=4000, seed=2, target=None)
    assert 0.2 < r.repaired[0] < 1
    assert r.repaired[0] * 4000 == pytest.approx(round(r.repaired[0] * 4000), abs=1e-9)
    assert r.curves.repaired[0, -1] == r.repaired[0]
    assert r.curves.repaired[0, 0] == 0


def test_noise_is_uniform_and_drawn_from_the_runs_own_stream():
    p = ib.problem("noise", function=0, dimension=5)
    de = ib.DE(population=20)
    r = de.run(p, budget=2000, runs=40, seed=3, target=None)
    same(r, de.run(p, budget=2000, runs=40, seed=3, target=None, workers=2))
    # the least of 2000 uniform numbers has mean 1/2001
    assert np.mean(r.precision) == pytest.approx(1 / 2001, rel=0.6)


BAD = [
    ({"mutation": "rand/3"}, {}, "mutation must be one of 'rand/1', .*got 'rand/3'. Did you mean"),
    ({"boundary": "reflect"}, {}, "Did you mean 'reflection'"),
    ({"crossover": "bin"}, {}, "crossover must be one of"),
    ({"adaptation": "sade"}, {}, "adaptation must be one of"),
    (
        {"boundary": "transformation[offset=cms]"},
        {},
        "offset of transformation must be one of 'cma', 'text'; got 'cms'",
    ),
    ({"boundary": "reflection[offset=text]"}, {}, "options of 'reflection': one of 'stage'; got 'offset'"),
    ({"population": 3}, {}, "population must be at least 4 for 'rand/1'; got 3"),
    ({"population": 10.5}, {}, "population must be a whole number; got 10.5"),
    ({}, {"budget": 99}, "budget must be at least the population, 100; got 99"),
    ({}, {"budget": 1e5 + 0.5}, "budget must be a whole number"),
    ({}, {"seed": -1}, "seed must be a whole number from 0 .* got -1"),
    ({}, {"seed": 2**64}, "seed must be"),
    ({}, {"target": -1e-8}, "target must be at least 0.* got -1e-08"),
    ({}, {"target": float("nan")}, "target must be at least 0"),
    ({}, {"runs": 0}, "runs must be a whole number of at least 1; got 0"),
    ({}, {"workers": 0}, "workers must be"),
]


@pytest.mark.parametrize(("construction", "call", "message"), BAD, ids=lambda value: str(value)[:40])
def test_bad_arguments_are_refused_in_one_clear_line(construction, call, message):
    p = ib.problem("bbob", function=1, dimension=3)
    with pytest.raises(ib.InvalidArgumentError, match=message) as caught:
        ib.DE(**construction).run(p, **{"budget": 1000, **call})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ([(1, 0)], "low"),
        ([(0, float("nan"))], "finite"),
        ([(0, float("inf"))], "finite"),
        ([(-1e308, 1e308)], "finite"),
    ],
)
def test_bad_bounds_are_refused(bounds, message):
    with pytest.raises(ib.InvalidArgumentError, match=message):
        ib.problems.PythonProblem(lambda x: 0.0, lower=[bounds[0][0]], upper=[bounds[0][1]])
    with pytest.raises(ib.InvalidArgumentError, match=message):
        ib.DE(population=4).start(bounds)


def objective(values):
    """A function that gives `values` for some points and the sphere elsewhere."""
    calls = iter(values)
    return lambda X: np.array([next(calls, None) or float(np.sum(x**2)) for x in X])


def test_nan_and_infinite_values_are_worst_and_counted():
    p = ib.problems.PythonProblem(objective([np.nan, np.inf, np.nan]), lower=[-1] * 2, upper=[1] * 2, vectorized=True)
    r = ib.DE(population=10).run(p, budget=400, seed=1, target=None)
    assert r.nonfinite[0] == 3
    assert np.isfinite(r.precision[0])
    everything = ib.problems.PythonProblem(
        lambda X: np.full(len(X), np.nan), lower=[2] * 2, upper=[3] * 2, vectorized=True
    )
    r = ib.DE(population=10).run(everything, budget=400, seed=1, target=None)
    assert r.nonfinite[0] == 400
    assert r.precision[0] == np.inf
    assert np.all((r.x >= 2) & (r.x <= 3))


def test_minus_infinity_stops_the_run():
    p = ib.problems.PythonProblem(objective([1.0] * 25 + [-np.inf]), lower=[-1] * 2, upper=[1] * 2, vectorized=True)
    r = ib.DE(population=10).run(p, budget=400, seed=1, target=None)
    assert r.evaluations[0] == 30
    assert r.precision[0] == -np.inf


def test_a_stop_flag_ends_a_long_run_from_another_thread():
    stop = ib.StopFlag()
    threading.Timer(0.2, stop.set).start()
    begin = time.monotonic()
    with pytest.raises(ib.RunInterrupted):
        ib.DE().run(
            ib.problem("bbob", function=16, dimension=20), budget=10**9, target=None, workers=2, runs=4, stop=stop
        )
    assert time.monotonic() - begin < 30  # ten minutes if nobody listened


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_stops_a_long_native_run_and_leaves_python_usable(workers):
    script = textwrap.dedent(f"""
        import inbounds as ib
        p = ib.problem("bbob", function=1, dimension=10)
        try:
            print("go", flush=True)
            ib.DE().run(p, budget=10**10, runs=2, target=None, workers={workers})
        except KeyboardInterrupt:
            r = ib.DE().run(p, budget=1000)
            print("usable", r.evaluations[0], flush=True)
    """)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "go\n"
    time.sleep(0.5)
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=300)
    assert out == "usable 1000\n"


def test_memory_does_not_grow_with_the_budget():
    """Peak memory of a process that makes ten times as many evaluations stays where it was."""
    script = textwrap.dedent("""
        import resource, sys
        import inbounds as ib
        ib.DE().run(ib.problem("bbob", function=1, dimension=30), budget=int(sys.argv[1]), runs=100, target=None)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    """)
    peak = [int(subprocess.check_output([sys.executable, "-c", script, str(budget)])) for budget in (2000, 20_000)]
    assert peak[1] - peak[0] < 10_000  # KiB
