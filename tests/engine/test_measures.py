"""What explains a run: every measure against plain NumPy on recorded generations, and where the measures are kept."""

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm.python_runs import StopFlag, run_in_python
from inbounds.algorithm.stages import Run
from inbounds.operators import catalogue
from inbounds.runs.recording import MEASURES

LOWER, UPPER = np.array([0.0, -2.0, 1.0, 5.0, -1.0]), np.array([1.0, 3.0, 1.0, 9.0, 0.5])  # one variable is fixed
FREE = UPPER > LOWER
WIDTH = np.where(FREE, UPPER - LOWER, 1.0)


def slope(points):
    return np.sum((points - LOWER) / WIDTH, axis=1)


def recorded(run):
    """Do one generation, stage by stage; return what each made."""
    engine = run.engine
    target, fitness = np.array(engine.population), np.array(engine.fitness)
    on_trial = run.de.choices["boundary"].stage != "donor"
    engine.parameters()
    run.mutate()
    if on_trial:
        run.cross()
    before = np.array(engine.trials)
    run.repair()
    after, moved = np.array(engine.trial_images), np.array(engine.repaired[: len(before)], bool)
    if not on_trial:
        run.cross()
    engine.penalise()
    repaired = np.array(engine.repaired[: len(before)], bool)
    run.accept(slope(engine.points()))
    won = np.asarray(engine.fitness) != fitness
    return target, before, after, moved, repaired, won, np.array(engine.population)


def expected(target, before, after, moved, repaired, won, population):
    """The measures of one generation, from their definitions."""
    step, wanted = ((rows - target)[moved][:, FREE] / WIDTH[FREE] for rows in (after, before))
    lengths = np.linalg.norm(step, axis=1) * np.linalg.norm(wanted, axis=1)
    some = lengths > 0
    unit = ((population - LOWER) / WIDTH)[:, FREE]
    with np.errstate(all="ignore"):
        return {
            "outside": np.mean((before < LOWER) | (before > UPPER)),
            "cosine": np.mean(np.sum(step * wanted, axis=1)[some] / lengths[some]) if some.any() else np.nan,
            "distance": np.mean(np.linalg.norm(step - wanted, axis=1)) if moved.any() else np.nan,
            "survived_repaired": won[repaired].mean() if repaired.any() else np.nan,
            "survived_unrepaired": won[~repaired].mean() if not repaired.all() else np.nan,
            "diversity": unit.std(axis=0).mean(),
            "extension": np.prod(np.ptp(unit, axis=0)) ** (1 / FREE.sum()),
            "on_bound": np.mean(((population == LOWER) | (population == UPPER))[:, FREE]),
        }


@pytest.mark.parametrize(
    "boundary",
    [
        "reflection",
        "projection",
        "conservatism",
        "resampling",
        "transformation",
        "death-penalty",
        "reflection[stage=trial]",
        "wrapping[stage=darwinian]",
        "(projection+beta+death-penalty)[rule=success-rate]",
    ],
)
def test_measures_are_those_of_plain_numpy(boundary):
    run = Run(ib.DE(boundary=boundary, population=15), LOWER, UPPER, budget=10**6, seed=2, measured_every=1)
    run.accept(slope(run.propose()))
    low, high, donors = np.zeros(5), np.zeros(5), 0
    for _ in range(12):
        made = recorded(run)
        got = dict(zip(MEASURES, run.engine.last_measures(), strict=True))
        for name, value in expected(*made).items():
            assert got[name] == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), name
        low, high, donors = low + (made[1] < LOWER).sum(0), high + (made[1] > UPPER).sum(0), donors + len(made[1])
    np.testing.assert_allclose(run.engine.walls, np.concatenate([low, high]) / donors)
    assert 0 < got["outside"] < 1


def test_curves_hold_the_generation_of_their_count_and_repairs_of_some_generations_before():
    de, budget = ib.DE(boundary="reflection", population=15), 15 * 70
    problem = ib.problems.PythonProblem(slope, lower=LOWER, upper=UPPER, vectorized=True)
    result = de.run(problem, budget=budget, seed=4, target=None, measures=True)
    counts, measures = result.curves.evaluations, result.measures
    run = Run(de, LOWER, UPPER, budget=budget, seed=4)
    run.accept(slope(run.propose()))
    assert np.isnan(measures.outside[0, counts <= 15]).all()
    outside = distance = rows = repairs = 0.0
    while not run.finished:
        begin, number = run.engine.evaluations, run.engine.generations
        target, before, after, moved, repaired, won, population = recorded(run)
        here = (counts > begin) & (counts <= run.engine.evaluations)
        if number % 20 == 0 or here.any():
            outside, rows = outside + np.count_nonzero((before < LOWER) | (before > UPPER)), rows + before.size
            distance += np.linalg.norm(((after - before) / WIDTH)[moved][:, FREE], axis=1).sum()
            repairs += moved.sum()
        if here.any():
            np.testing.assert_allclose(measures.outside[0, here], outside / rows)
            np.testing.assert_allclose(measures.distance[0, here], distance / repairs)
            values = expected(target, before, after, moved, repaired, won, population)
            np.testing.assert_allclose(measures.diversity[0, here], values["diversity"])
            outside = distance = rows = repairs = 0.0
    assert rows == 0  # the last count is the end


def test_measuring_changes_no_bit_and_python_measures_the_same():
    problem = ib.problem("bbob", function=5, dimension=6)
    for boundary in ("reflection", "(projection+resampling)[rule=survival]"):
        de = ib.DE(boundary=boundary, population=15)
        how = {"budget": 1500, "seed": 3, "runs": 2, "target": None, "workers": 1, "first_run": 0}
        plain, native = de.run_arrays(problem, **how), de.run_arrays(problem, **how, measures=True)
        python = run_in_python(de, problem, **how, stop=StopFlag(), measures=True)
        assert "walls" not in plain
        for name in ("precision", "x", "repaired", "hits", "curve_precision"):
            np.testing.assert_array_equal(plain[name], native[name])
        for name in ("curve_measures", "walls"):
            np.testing.assert_array_equal(native[name], python[name])


def test_repairs_by_own_operators_are_measured_too():
    @ib.boundary("onto-the-wall")
    def onto_the_wall(generation):
        return np.clip(generation.donors, generation.lower, generation.upper)

    @ib.mutation("far-away", minimum_population=1)
    def far_away(generation):
        return generation.targets + generation.rng.normal(0, 2, generation.targets.shape)

    try:
        own = Run(ib.DE(boundary="onto-the-wall", population=15), LOWER, UPPER, budget=10**6, seed=2, measured_every=1)
        again = Run(ib.DE("far-away", boundary="resampling", population=15), LOWER, UPPER, seed=2, measured_every=1)
        own.accept(slope(own.propose()))
        again.accept(slope(again.propose()))
        for _ in range(5):
            made = recorded(own)
            got = dict(zip(MEASURES, own.engine.last_measures(), strict=True))
            for name, value in expected(*made).items():
                assert got[name] == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), name
            again.accept(slope(again.propose()))
            got = dict(zip(MEASURES, again.engine.last_measures(), strict=True))
            assert got["outside"] > 0.2
            assert got["distance"] > 0.2
    finally:
        catalogue.remove("boundary", "onto-the-wall")
        catalogue.remove("mutation", "far-away")


def test_projection_piles_points_up_on_the_bounds_and_reflection_does_not():
    noise = ib.problem("noise", dimension=10)
    on_bound = {
        name: ib.DE(boundary=name, population=50)
        .run(noise, budget=5000, runs=4, seed=1, target=None, measures=True)
        .measures.on_bound[:, -1]
        for name in ("projection", "reflection", "wrapping", "reinitialization")
    }
    assert on_bound["projection"].min() > 0.1
    assert all(on_bound[name].max() == 0 for name in on_bound if name != "projection")


def test_ask_and_tell_shows_measures_walls_and_shares(tmp_path):
    def started(**how):
        de = ib.DE(boundary="(projection+reflection)[rule=success-rate]", population=12)
        return de.start(np.column_stack([LOWER, UPPER]), seed=5, budget=900, **how)

    def advance(run, count):
        for _ in range(count):
            run.tell(slope(run.ask()))
        return run

    whole, half = advance(started(measures=True), 40), advance(started(measures=True), 20)
    plain = advance(started(), 40)
    assert (plain.measures, plain.walls.shape) == ({}, (0, 5))
    np.testing.assert_array_equal(plain.population, whole.population)
    assert list(whole.measures) == list(MEASURES)
    assert whole.walls.shape == (2, 5)
    assert whole.walls[0, 0] > whole.walls[1, 0]  # the slope falls towards the lower bounds
    assert list(whole.shares) == ["projection", "reflection"]
    assert sum(whole.shares.values()) == pytest.approx(1)
    assert started().de.start([(0, 1)] * 2).shares == {"projection": 0.5, "reflection": 0.5}
    half.save(tmp_path / "run.npz")
    again = advance(ib.load(tmp_path / "run.npz"), 20)
    assert again.measures == whole.measures
    np.testing.assert_array_equal(again.walls, whole.walls)


def test_results_hold_measures_by_the_names_of_the_core():
    problem = ib.problem("bbob", function=5, dimension=3)
    result = ib.DE(population=10).run(problem, budget=300, runs=2, measures=True, target=None)
    assert tuple(vars(result.measures)) == (*MEASURES, "walls")
    assert result.measures.walls.shape == (2, 2, 3)
    assert result == ib.DE(population=10).run(problem, budget=300, runs=2, measures=True, target=None)
    assert result != ib.DE(population=10).run(problem, budget=300, runs=2, target=None)
    table = result.to_polars()
    assert table["curve_outside"].to_numpy().shape == result.curves.precision.shape
    assert table["walls"].to_numpy().shape == (2, 6)
