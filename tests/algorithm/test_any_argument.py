"""Public calls with anything as an argument: a result or an error of the package, and no point outside the box."""

import copy
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import inbounds as ib

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import attack_calls

BOX = [(-1.0, 2.0)] * 3


def sphere(x):
    return float((x**2).sum())


def test_generated_calls_end_with_a_result_or_an_error_of_the_package():
    outcomes, findings = attack_calls.run(600, seed=3)
    assert not findings
    assert outcomes["calls"] >= 600


@pytest.mark.parametrize(
    "odd", [7, None, ["rand/1"], np.array(["rand/1", "best/1"]), np.zeros((2, 2)), b"rand/1", object()]
)
def test_a_name_that_is_no_text_is_named(odd):
    for call in (
        lambda: ib.catalogue.find("mutation", odd),
        lambda: ib.catalogue.label("mutation", odd),
        lambda: ib.catalogue.names(odd),
        lambda: ib.catalogue.remove("mutation", odd),
        lambda: ib.DE(mutation=odd),
        lambda: ib.DE(archive=odd),
        lambda: ib.DE.preset(odd),
        lambda: ib.problem(odd, function=1, dimension=2),
        lambda: ib.minimize(sphere, BOX, crossover=odd),
        lambda: ib.minimize(sphere, BOX, errors=odd),
        lambda: ib.differential_evolution(sphere, BOX, strategy=odd),
        lambda: ib.differential_evolution(sphere, BOX, updating=odd),
    ):
        with pytest.raises(ib.InvalidArgumentError, match="must be"):
            call()


@pytest.mark.parametrize("odd", [np.array([1, 2]), np.array([]), [True], "yes", object()])
@pytest.mark.parametrize("name", ["vectorized", "history", "progress", "polish", "tolerance", "target", "max_seconds"])
def test_an_array_where_a_flag_or_a_number_is_due_is_named(name, odd):
    with pytest.raises(ib.InvalidArgumentError, match=f"{name} must be"):
        ib.minimize(sphere, BOX, max_evaluations=50, **{name: odd})


@pytest.mark.parametrize("odd", ["x", 2, None, [True]])
def test_measures_are_asked_for_by_a_flag(odd):
    algorithm = ib.DE(population=5)
    for call in (
        lambda: algorithm.start(BOX, measures=odd),
        lambda: algorithm.run(sphere, bounds=BOX, budget=20, measures=odd),
        lambda: algorithm.run(ib.problem("bbob", function=1, dimension=2), budget=20, measures=odd),
    ):
        with pytest.raises(ib.InvalidArgumentError, match="measures must be True or False"):
            call()


@pytest.mark.parametrize("how", [{}, {"workers": map}, {"vectorized": True}])
def test_an_error_of_the_function_carries_the_point_that_it_was_given(how):
    given = []

    def spoils(x):
        given.append(x.copy())
        x[...] = 77.0
        if len(given) == (2 if how.get("vectorized") else 9):
            raise RuntimeError("no")
        return np.zeros(len(x)) if x.ndim == 2 else 0.0

    with pytest.raises(ib.ObjectiveError) as caught:
        ib.minimize(spoils, BOX, max_evaluations=500, seed=1, **how)
    assert np.array_equal(caught.value.x, given[-1])


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda run: pickle.loads(pickle.dumps(run))])
@pytest.mark.parametrize("asked", [False, True])
def test_a_copy_of_an_optimizer_is_a_run_of_its_own_with_the_same_bits(how, asked):
    run = ib.DE(population=9).start(BOX, seed=4, budget=200, x0=[0.5, 0.5, 0.5])
    for _ in range(3):
        run.tell((run.ask() ** 2).sum(axis=1))
    if asked:
        run.ask()
    before = run.evaluations, run.best, run.population.copy()
    other = how(run)
    while not other.finished:
        other.tell((other.ask() ** 2).sum(axis=1))
    assert (run.evaluations, run.best) == before[:2]
    assert np.array_equal(run.population, before[2])
    while not run.finished:
        run.tell((run.ask() ** 2).sum(axis=1))
    assert np.array_equal(run.population, other.population)


@pytest.mark.parametrize("box", [[(1e17, 1e17 + 64)] * 2, [(-5e-324, 5e-324)] * 2, [(0.0, 0.0), (-1e300, 1e300)]])
@pytest.mark.parametrize("method", [ib.minimize, ib.differential_evolution])
def test_the_finish_asks_for_no_point_outside_a_narrow_or_vast_box(box, method):
    """Differences far from 0 were taken with steps wider than the box, and infinite values led to NaN."""
    lower, upper = np.array(box).T
    seen = []

    def fun(x):
        seen.append(x.copy())
        with np.errstate(over="ignore"):
            return float((x**2).sum())

    method(fun, box, seed=1, **({"max_evaluations": 400} if method is ib.minimize else {"maxiter": 5}))
    assert ((np.array(seen) >= lower) & (np.array(seen) <= upper)).all()
