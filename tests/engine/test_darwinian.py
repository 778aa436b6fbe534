"""Darwinian handling: an infeasible trial stays outside, and its value is that of its repaired image."""

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm.python_runs import StopFlag, run_in_python
from inbounds.algorithm.stages import Run
from inbounds.operators import catalogue
from inbounds.operators.registration import boundary as register
from inbounds.testing import check_boundary

from . import reference

MOVING = [info.name for info in catalogue.operators("boundary") if info.kind in ("repair", "transform")]
LOWER, UPPER = np.array([0.0, -2.0, 1.0, 5.0]), np.array([1.0, 3.0, 1.0, 9.0])  # one variable is fixed


def slope(points):
    """A plane that falls towards the corner `lower`, bent a little so that hardly two values are equal."""
    return np.sum(points - LOWER, axis=1) + 0.01 * np.sin(points).sum(axis=1)


def generations(de, count, seed=1):
    """Yield the run before and after each selection, with the points that were evaluated."""
    run = Run(de, LOWER, UPPER, budget=10**6, seed=seed)
    for _ in range(count):
        points = run.propose()
        yield run, points
        run.accept(slope(points))


def inside(points):
    return np.all((points >= LOWER) & (points <= UPPER))


@pytest.mark.parametrize("name", [*MOVING, "reflection+projection+beta", "(reflection+midpoint-best)[rule=survival]"])
def test_values_are_those_of_images_in_the_box(name):
    spelt = f"{name}[stage=darwinian]" if "+" not in name else name.replace("]", ",stage=darwinian]")
    spelt = f"({name})[stage=darwinian]" if spelt == name else spelt
    de = ib.DE(boundary=spelt, population=12)
    went_out = False
    for run, points in generations(de, 25):
        assert inside(points)
        outside = ~np.all((run.engine.trials >= LOWER) & (run.engine.trials <= UPPER), axis=1)
        if "transformation" not in name:  # which bends feasible points too
            np.testing.assert_array_equal(run.engine.repaired[: len(outside)].astype(bool), outside)
            np.testing.assert_array_equal(points[~outside], run.engine.trials[~outside])
        went_out |= not inside(run.engine.population)
        if not run.engine.initial:
            np.testing.assert_array_equal(slope(run.engine.images), run.engine.fitness)
    assert went_out
    assert inside(run.engine.best_x)
    assert slope(run.engine.best_x[None])[0] == run.engine.best


@pytest.mark.parametrize("name", ["projection", "reflection", "wrapping"])
def test_the_image_is_the_method_s_repair_of_the_trial(name):
    repair, free = getattr(reference, name), LOWER < UPPER
    for run, points in generations(ib.DE(boundary=f"{name}[stage=darwinian]", population=12), 20):
        expected = [repair(trial[free], LOWER[free], UPPER[free]) for trial in run.engine.trials]
        np.testing.assert_allclose(points[:, free], expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["midpoint-target", "conservatism"])
def test_a_method_sees_images_only(name):
    # Were target, base or best taken where they lie outside, rounding would cut some image to a bound.
    on_bound = count = 0
    for run, points in generations(ib.DE(boundary=f"{name}[stage=darwinian]", population=12), 30):
        repaired = run.engine.repaired[: len(points)].astype(bool)
        on_bound += np.count_nonzero((points == LOWER)[repaired][:, LOWER < UPPER])
        count += repaired.sum()
    assert count > 50
    assert on_bound == 0


def test_an_own_method_is_handed_the_images():
    seen = []

    @register("to-the-middle")
    def middle(generation):
        seen.append((generation.targets.copy(), generation.population.copy(), generation.bases.copy()))
        return np.broadcast_to((LOWER + UPPER) / 2, generation.donors.shape)

    try:
        de = ib.DE(boundary="to-the-middle[stage=darwinian]", population=12)
        went_out = False
        for run, points in generations(de, 25):
            assert inside(points)
            went_out |= not inside(run.engine.population)
        assert went_out
        assert all(inside(rows) for generation in seen for rows in generation)
    finally:
        catalogue.remove("boundary", "to-the-middle")


def test_python_and_native_runs_have_the_same_bits():
    problem = ib.problem("bbob", function=5, dimension=6)
    de = ib.DE(boundary="reflection[stage=darwinian]", population=15)
    how = {"budget": 1500, "seed": 3, "runs": 2, "target": None, "workers": 1, "first_run": 0}
    native, python = de.run_arrays(problem, **how), run_in_python(de, problem, **how, stop=StopFlag())
    for name in ("precision", "x", "repaired", "curve_repaired"):
        np.testing.assert_array_equal(native[name], python[name])
    assert np.all((native["x"] >= problem.lower) & (native["x"] <= problem.upper))
    assert np.all(native["repaired"] > 0.1)


def test_it_is_another_algorithm_than_moving_the_trial():
    problem = ib.problem("bbob", function=1, dimension=5)
    stayed, moved = (
        ib.DE(boundary=f"projection[stage={stage}]").run(problem, budget=3000, seed=1, target=None)
        for stage in ("darwinian", "trial")
    )
    assert stayed.precision[0] != moved.precision[0]


def test_a_saved_run_goes_on_with_the_same_bits_and_reports_points_of_the_box(tmp_path):
    def advance(run, count):
        for _ in range(count):
            run.tell(slope(run.ask()))
        return run

    de = ib.DE(boundary="(reflection+beta)[stage=darwinian]", population=12, reduction="linear")
    box, start = np.column_stack([LOWER, UPPER]), (LOWER + UPPER) / 2
    whole = advance(de.start(box, seed=5, budget=900, x0=start), 40)
    half = advance(de.start(box, seed=5, budget=900, x0=start), 20)
    half.ask()
    half.save(tmp_path / "run.npz")
    again = advance(ib.load(tmp_path / "run.npz"), 20)
    np.testing.assert_array_equal(whole.population, again.population)
    np.testing.assert_array_equal(whole.result.x, again.result.x)
    assert inside(again.population)
    assert inside(again.result.population)
    assert inside(again.result.x)


@pytest.mark.parametrize("name", ["reflection", "mahalanobis", "rand-base"])
def test_the_promises_hold_with_images_too(name):
    check_boundary(f"{name}[stage=darwinian]")


@pytest.mark.parametrize("name", ["resampling[stage=darwinian]", "(reflection+death-penalty)[stage=darwinian]"])
def test_methods_without_an_image_are_refused(name):
    with pytest.raises(ib.errors.InvalidArgumentError, match="needs methods that move a point into the box"):
        ib.DE(boundary=name)


def test_death_penalty_has_no_stage():
    with pytest.raises(ib.errors.InvalidArgumentError, match="acts on trials by itself"):
        ib.DE(boundary="death-penalty[stage=darwinian]")
