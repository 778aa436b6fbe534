"""Ask and tell: the caller evaluates, may stop and save at any time, and goes on with the same bits."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm import saved_run

BOX = [(-5.0, 5.0)] * 4


def values(X):
    return ((X - 1.5) ** 2).sum(axis=1) + np.sin(5 * X).sum(axis=1)


def advance(opt, generations):
    for _ in range(generations):
        opt.tell(values(opt.ask()))
    return opt


def state(opt):
    engine = opt._run.engine
    return engine.save() | {"asked": opt.ask()}


def equal(one, two):
    return one.keys() == two.keys() and all(np.array_equal(one[key], two[key], equal_nan=True) for key in one)


@pytest.fixture
def own_operators():
    @ib.boundary("halfway-at-random")
    def halfway(g):
        share = g.rng.random(g.donors.shape)
        inside = np.clip(g.donors, g.lower, g.upper)
        return np.where(inside == g.donors, g.donors, inside + share * (g.targets - inside))

    @ib.mutation("own-rand/1", minimum_population=4)
    def rand_1(g):
        a, b, c = g.distinct(3)
        return g.population[a] + g.F * (g.population[b] - g.population[c]), g.population[a]

    @ib.crossover("own-binomial")
    def binomial(g):
        k, n = g.donors.shape
        taken = g.rng.random((k, n)) < g.Cr
        taken[np.arange(k), g.rng.integers(n, size=k)] = True
        return np.where(taken, g.donors, g.targets)

    yield {"mutation": "own-rand/1", "crossover": "own-binomial", "boundary": "halfway-at-random"}
    for family, name in (("boundary", "halfway-at-random"), ("mutation", "own-rand/1"), ("crossover", "own-binomial")):
        ib.catalogue.remove(family, name)


def test_ask_gives_the_population_and_then_generations():
    opt = ib.DE(population=12).start(BOX, seed=1)
    X = opt.ask()
    assert X.shape == (12, 4)
    assert ((X >= -5) & (X <= 5)).all()
    opt.tell(values(X))
    assert np.array_equal(opt.population, X)
    assert opt.ask().shape == (12, 4)
    assert not opt.finished


def test_asking_again_gives_the_same_points_as_a_copy():
    opt = advance(ib.DE(population=12).start(BOX, seed=1), 3)
    X = opt.ask()
    kept = X.copy()
    X[:] = 0
    assert np.array_equal(opt.ask(), kept)


@pytest.mark.parametrize("boundary", ["reflection", "resampling", "death-penalty", "transformation"])
def test_ask_and_tell_have_the_bits_of_minimize(boundary):
    opt = ib.DE(boundary=boundary, population=15).start(BOX, seed=3, budget=400)
    while not opt.finished:
        opt.tell(values(opt.ask()))
    whole = ib.minimize(
        values, BOX, seed=3, max_evaluations=400, vectorized=True, tolerance=0,
        mutation="rand/1", crossover="binomial", boundary=boundary, adaptation="shade", population=15,
        polish=False, archive="none", reduction="none", pbest="constant", rotation="none", restart="none",
        selection="better",
    )  # fmt: skip
    assert np.array_equal(opt.result.population, whole.population)
    assert opt.result.fun == whole.fun
    assert opt.result.nfev == whole.nfev == 400


def test_a_finished_run_has_nothing_to_ask():
    opt = ib.DE(population=12).start(BOX, seed=1, budget=30)
    assert [len(opt.ask()), advance(opt, 1) and len(opt.ask()), advance(opt, 1) and len(opt.ask())] == [12, 12, 6]
    advance(opt, 1)
    assert opt.finished
    assert opt.ask().shape == (0, 4)
    opt.tell([])
    assert opt.result.nfev == 30


def test_the_target_is_a_value_of_the_function():
    opt = ib.DE(population=20).start(BOX, seed=1, target=3.0)
    while not opt.finished:
        opt.tell(values(opt.ask()))
    assert opt.result.fun <= 3.0
    assert opt.result.success


def test_generations_that_are_refused_as_a_whole_are_passed_over():
    # F = 2 from a population in two opposite corners leaves the box every time; the budget must still end.
    de = ib.DE("best/1", boundary="death-penalty", adaptation="constant[F=2,Cr=1]", population=6)
    opt = de.start([(-1, 1)] * 30, seed=1, budget=600)
    while not opt.finished:
        X = opt.ask()
        assert len(X)
        opt.tell(np.arange(float(len(X))))
    assert opt.result.nfev == 600


def test_before_anything_is_told_the_result_says_so():
    result = ib.DE(population=12).start(BOX).result
    assert result.nfev == 0
    assert np.isnan(result.x).all()
    assert not result.success
    assert result.message == "not finished"


@pytest.mark.parametrize("told", [[1.0] * 11, [[1.0]] * 12, ["a"] * 12, [1j] * 12, 1.0, None, [[1], [1, 2]]])
def test_values_that_do_not_fit_the_points_are_a_clear_error(told):
    opt = ib.DE(population=12).start(BOX)
    opt.ask()
    with pytest.raises(ib.InvalidArgumentError, match=r"12 points need 12 real values, an array of shape \(12,\)"):
        opt.tell(told)
    opt.tell(np.arange(12))  # the run is as it was


def test_telling_before_asking_is_a_clear_error():
    with pytest.raises(ib.InvalidArgumentError, match="ask, which was not called"):
        ib.DE(population=12).start(BOX).tell([1.0] * 12)


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("generations", [0, 1, 17])
@pytest.mark.parametrize("mutation", ["rand/1", "proximity-rand/1", "trigonometric", "ranking-target-to-pbest/1"])
@pytest.mark.parametrize("boundary", ["rand-base", "resampling", "death-penalty"])
def test_a_saved_and_loaded_run_has_the_bits_of_an_unbroken_one(tmp_path, mutation, boundary, generations, asked):
    de = ib.DE(mutation, boundary=boundary, population=11)
    start = {"seed": 2**64 - 1, "budget": 400, "x0": [1, 2, 3, 4]}
    opt = advance(de.start(BOX, **start), generations)
    if asked:
        opt.ask()
    opt.save(tmp_path / "run.npz")
    loaded = ib.load(tmp_path / "run.npz")
    unbroken = advance(de.start(BOX, **start), generations + 12)
    assert equal(state(advance(loaded, 12)), state(unbroken))
    assert loaded.de == de
    assert loaded.budget == 400


@pytest.mark.parametrize("adaptation", ib.adaptations())
def test_every_adaptation_survives_the_pause(tmp_path, adaptation):
    de = ib.DE(adaptation=adaptation, population=11)
    advance(de.start(BOX, seed=1), 9).save(tmp_path / "run.npz")
    assert equal(state(advance(ib.load(tmp_path / "run.npz"), 9)), state(advance(de.start(BOX, seed=1), 18)))


@pytest.mark.parametrize("asked", [False, True])
def test_own_operators_and_their_generator_survive_the_pause(tmp_path, own_operators, asked):
    de = ib.DE(**own_operators, population=11)
    opt = advance(de.start(BOX, seed=1), 9)
    if asked:
        opt.ask()
    opt.save(tmp_path / "run.npz")
    assert equal(state(advance(ib.load(tmp_path / "run.npz"), 9)), state(advance(de.start(BOX, seed=1), 18)))


def test_saving_does_not_disturb_the_run(tmp_path):
    opt = advance(ib.DE(population=11).start(BOX, seed=1), 3)
    opt.save(tmp_path / "run.npz")
    assert equal(state(advance(opt, 3)), state(advance(ib.DE(population=11).start(BOX, seed=1), 6)))


def test_the_file_is_plain_arrays_and_readable_json(tmp_path):
    path = tmp_path / "run.npz"
    advance(ib.DE(population=11).start(BOX, seed=1, target=-np.inf), 3).save(path)
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("header.json"))
        members = archive.namelist()
    assert header["format"] == "inbounds-run"
    assert header["version"] == 2
    assert header["mutation"] == "rand/1"
    assert ib.load(path).target == -np.inf
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["run/x"].dtype == np.float64
        assert all(arrays[name[:-4]].dtype != object for name in members if name.endswith(".npy"))


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "run.npz"
    opt = advance(ib.DE(population=11).start(BOX, seed=1), 3)
    opt.save(path)
    before = path.read_bytes()

    def no_room(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(ib.SavedRunError, match="cannot be written: No space left"):
        advance(opt, 1).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_no_saved_run_is_a_clear_error(tmp_path):
    path = tmp_path / "run.npz"
    with pytest.raises(ib.SavedRunError, match="no saved run at"):
        ib.load(path)
    path.write_bytes(b"something else")
    with pytest.raises(ib.SavedRunError, match="is not a saved run, or is damaged"):
        ib.load(path)
    np.savez(path, x=np.zeros(3))
    with pytest.raises(ib.SavedRunError, match="is not a saved run, or is damaged"):
        ib.load(path)
    advance(ib.DE(population=11).start(BOX, seed=1), 3).save(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ib.SavedRunError):
        ib.load(path)
    with pytest.raises(ib.SavedRunError, match="cannot be written"):
        ib.DE(population=11).start(BOX).save(tmp_path / "missing" / "run.npz")


def every_composition():
    yield from ({"boundary": name} for name in ib.boundaries())
    yield from ({"adaptation": name} for name in ib.adaptations())
    yield {"boundary": "death-penalty[strict=no]"}
    yield {"boundary": "reflection[stage=darwinian]", "mutation": "target-to-pbest/1", "archive": "external"}
    yield {"boundary": "resampling+reflection+conservatism"}
    yield {"mutation": "target-to-pbest/1", "archive": "external", "reduction": "linear", "restart": "stagnation"}


@pytest.mark.parametrize("asked", [False, True])
def test_every_honest_run_can_be_loaded_at_every_moment(tmp_path, asked):
    """What load checks holds for all operators: before the first values, on the way, and after the end."""
    path = tmp_path / "run.npz"
    for given in every_composition():
        de = ib.DE(**{"population": 8, **given})
        opt = de.start(BOX, seed=2, budget=203, target=1e-3)
        for number in range(30):
            if asked:
                opt.ask()
            if number in (0, 1, 3, 20) or opt.finished:
                opt.save(path)
                again = ib.load(path)
                assert (again.best, again.evaluations) == (opt.best, opt.evaluations)
            if opt.finished:
                break
            values = ((opt.ask() - 0.3) ** 2).sum(axis=1)
            values[:2] = np.nan if opt.generation == 1 else values[:2]
            opt.tell(values)


def test_a_file_whose_content_was_changed_does_not_have_its_checksum(tmp_path):
    path = tmp_path / "run.npz"
    advance(ib.DE(population=11).start(BOX, seed=1, budget=400), 3).save(path)
    header, arrays = saved_run.read(path)
    arrays["run/scale"] = arrays["run/scale"] * 0.5  # as sound as the values before
    np.savez_compressed(path, **arrays)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("header.json", json.dumps(header))
    with pytest.raises(ib.SavedRunError, match="altered or is damaged: its content does not have its checksum"):
        ib.load(path)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("f", 1e9, "best is not the value of the best individual"),
        ("best", -1.0, "hits do not fit the best value"),
        ("evaluations", 40, "evaluations do not fit the generations"),
        ("generations", 9, "evaluations do not fit the generations"),
        ("evaluations", -4, "evaluations holds -4"),
        ("repaired_count", 399, "more was counted than there were evaluations"),
        ("nonfinite", 399, "more was counted than there were evaluations"),
        ("stopped", 1, "stopped does not fit the target"),
        ("best_x", 77.0, "best_x is outside the box"),
        ("memory_f", -1e308, "memory_f holds"),
        ("random", 0, "random is no state of the generator"),
        ("next_target", 51, "hits do not fit"),
        ("next_checkpoint", 0, "next_checkpoint does not fit"),
        ("archive", 77.0, "archive holds a point outside the box"),
    ],
)
def test_what_no_run_can_have_counted_is_refused_even_with_a_fitting_checksum(tmp_path, name, value, told):
    path = tmp_path / "run.npz"
    de = ib.DE(population=11, mutation="target-to-pbest/1", archive="external")
    advance(de.start(BOX, seed=1, budget=400), 3).save(path)
    header, arrays = saved_run.read(path)
    arrays[f"run/{name}"] = np.full_like(arrays[f"run/{name}"], value)
    saved_run.write(path, header, arrays)
    with pytest.raises(ib.SavedRunError, match=told):
        ib.load(path)


def test_a_saved_run_must_be_a_regular_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, "/dev/zero"):
        with pytest.raises(ib.SavedRunError, match="must be a regular file"):
            ib.load(path)
    with pytest.raises(ib.InvalidArgumentError, match="path must be that of a saved run"):
        ib.load(7)


@pytest.mark.slow
def test_no_altered_file_can_crash_hang_or_leave_the_box(tmp_path):
    """Every field of a saved run set to extremes, cut, lengthened, retyped or left out, and single bits turned."""
    program = Path(__file__).with_name("altered_runs.py")
    done = subprocess.run(
        [sys.executable, str(program), str(tmp_path)], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{(tmp_path / 'what').read_text()}: {done.stderr}"
    refused, accepted = map(int, done.stdout.split())
    assert refused > 1000
    assert accepted > 1000


def test_a_run_with_an_operator_that_is_not_registered_here_says_which(tmp_path, own_operators):
    ib.DE(**own_operators, population=11).start(BOX).save(tmp_path / "run.npz")
    ib.catalogue.remove("mutation", "own-rand/1")
    with pytest.raises(ib.UnknownOperatorError, match="'own-rand/1'"):
        ib.load(tmp_path / "run.npz")


def test_files_of_format_version_1_stay_readable():
    """Written by release 0.1.0; the values are those of its own run."""
    opt = ib.load(Path(__file__).parent / "data" / "run-version-1.npz")
    assert opt.evaluations == 30
    assert opt.de == ib.DE("target-to-pbest/1", boundary="rand-base", population=6)
    X = opt.ask()
    assert X.shape == (6, 2)
    while not opt.finished:
        opt.tell((opt.ask() ** 2).sum(axis=1))
    assert opt.evaluations == 100
    assert opt.best <= 0.3609538841646574


def test_an_optimizer_shows_where_it_is():
    run = ib.DE(population=10).start([(-1, 1)] * 2, seed=1)
    assert repr(run) == "<Optimizer: dimension 2, population 10, generation 0, evaluations 0, best inf>"
    run.tell((run.ask() ** 2).sum(axis=1))
    assert repr(run).endswith(f"evaluations 10, best {run.best:.6g}>")
    page = run._repr_html_()
    assert "rand/1, binomial, reflection, shade" in page
    assert f"<td>10</td><td>{run.best:.3g}</td></tr>" in page


def test_as_many_starting_points_as_individuals_are_taken_and_no_more():
    points = np.linspace(-0.9, 0.9, 10).reshape(5, 2)
    box = [(-1.0, 1.0)] * 2
    first = ib.Optimizer(ib.DE(population=5), box, seed=1, x0=points).ask()
    assert np.array_equal(np.sort(first, axis=0), points)
    with pytest.raises(ib.InvalidArgumentError, match=r"up to 4 such rows \(the population\); got shape \(5, 2\)"):
        ib.Optimizer(ib.DE(population=4), box, seed=1, x0=points)
