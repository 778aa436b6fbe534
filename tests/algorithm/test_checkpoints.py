"""A call of `minimize` that goes on from its checkpoint: every field as without the pause, or a clear refusal."""

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm import saved_run

BOX = [(-5.0, 5.0)] * 2
SHORT = {"seed": 1, "max_evaluations": 600, "checkpoint_every": 3}


def sphere(x):
    return float((x**2).sum())


def fails_on_the_right(x):
    if x[0] > 0:
        raise ValueError("no value on the right")
    return float(((x + 1) ** 2).sum())


def fails_everywhere(x):
    raise ValueError(f"no value at {x[0] > 1e9}")


def rough(x):
    """Flat wherever the finish looks, so that it is skipped."""
    return float(np.sin(1e4 * np.floor(100 * x)).sum())


def killed_after(calls, fun):
    made = 0

    def dies(x):
        nonlocal made
        made += 1
        if made > calls:
            raise KeyboardInterrupt
        return fun(x)

    return dies


def assert_same(one, other):
    assert sorted(one) == sorted(other)
    for field in one:
        if field == "history":
            assert one.history.rows.tobytes() == other.history.rows.tobytes()
        else:
            assert np.asarray(one[field]).tobytes() == np.asarray(other[field]).tobytes(), field


@pytest.mark.parametrize(
    ("fun", "arguments"),
    [
        (sphere, {"checkpoint_every": 20}),  # converged: two of the populations ended at the best value
        (sphere, {"history": True, "max_evaluations": 3000}),
        (sphere, {"restart": "none", "tolerance": 1e-6, "max_evaluations": 3000}),
        (lambda x: 7.0 + sphere(np.round(x)), {"restart": "none", "max_evaluations": 3000}),  # by equal values
        (fails_on_the_right, {"errors": "inf", "history": True, "max_evaluations": 2000}),
        (fails_everywhere, {"errors": "inf", "max_evaluations": 600}),
        (rough, {"seed": 4, "restart": "none", "tolerance": 0.6, "max_evaluations": 800}),  # no finish after the second
    ],
)
def test_a_run_that_was_killed_ends_in_every_field_as_one_that_was_not(tmp_path, fun, arguments):
    settings = {"seed": 1, "checkpoint_every": 3, **arguments}
    whole = ib.minimize(fun, BOX, **settings)
    for share in (0.2, 0.5, 0.7, 0.9, 0.99):
        path = tmp_path / f"{share}.npz"
        with pytest.raises(KeyboardInterrupt):
            ib.minimize(killed_after(int(share * whole.nfev), fun), BOX, checkpoint=path, **settings)
        assert_same(ib.minimize(fun, BOX, checkpoint=path, **settings), whole)
        assert_same(ib.minimize(fun, BOX, checkpoint=path, **settings), whole)  # and once more after the end


@pytest.mark.parametrize("how", ["callback", "max_seconds"])
def test_a_run_that_is_stopped_goes_on_where_it_stopped(tmp_path, monkeypatch, how):
    called = []

    def counted(x):
        called.append(1)
        return sphere(x)

    arguments = {"seed": 1, "max_evaluations": 2000, "checkpoint": tmp_path / "run.npz"}  # none is due before the stop
    if how == "callback":
        stopped = ib.minimize(
            counted, BOX, callback=lambda intermediate_result: intermediate_result.nit == 7, **arguments
        )
    else:
        seconds = iter(range(10**6))
        monkeypatch.setattr("inbounds.algorithm.ledger.time.monotonic", lambda: float(next(seconds)))
        stopped = ib.minimize(counted, BOX, max_seconds=7.5, **arguments)
        monkeypatch.undo()
    assert not stopped.success
    assert stopped.nit > 3
    whole = ib.minimize(sphere, BOX, **arguments | {"checkpoint": None})
    assert_same(ib.minimize(counted, BOX, **arguments), whole)
    assert len(called) == whole.nfev


@pytest.mark.parametrize(
    ("argument", "value", "told"),
    [
        ("seed", 2, "seed must be 1, as it was; got 2"),
        ("rng", 2, "seed must be 1, as it was; got 2"),
        ("x0", [1.0, 2.0], r"x0 must be None, as it was; got \[\[1.0, 2.0\]\]"),
        ("init", "sobol", "init must be 'random', as it was; got 'sobol'"),
        ("init", np.linspace(-1, 1, 20).reshape(10, 2), "init must be 'random', as it was; got .*-1.0, -0.8"),
        ("tolerance", 0.5, "tolerance must be 1e-10, as it was; got 0.5"),
        ("target", 1e-3, "target must be None, as it was; got 0.001"),
        ("max_evaluations", 700, "max_evaluations must be 600, as it was; got 700"),
        ("population", 10, "population must be None, as it was; got 10"),
        ("polish", False, "polish must be True, as it was; got False"),
        ("history", True, "history must be False, as it was; got True"),
        ("mutation", "rand/1", "mutation must be 'ranking-target-to-pbest/1', as it was; got 'rand/1'"),
        ("restart", "none", "restart must be None, as it was; got 'none'"),
    ],
)
def test_a_checkpoint_of_other_arguments_is_refused_and_says_which(tmp_path, argument, value, told):
    path = tmp_path / "run.npz"
    ib.minimize(sphere, BOX, checkpoint=path, **SHORT)
    others = {name: given for name, given in SHORT.items() if (name, argument) != ("seed", "rng")}
    with pytest.raises(ib.SavedRunError, match=f"was made with other arguments: {told}"):
        ib.minimize(sphere, BOX, checkpoint=path, **{**others, argument: value})


def test_long_arrays_are_told_apart(tmp_path):
    points = np.random.default_rng(1).uniform(-5, 5, (40, 2))
    path = tmp_path / "run.npz"
    settings = {**SHORT, "max_evaluations": 2000, "checkpoint": path}
    whole = ib.minimize(sphere, BOX, init=points, **settings)
    assert_same(ib.minimize(sphere, BOX, init=points.tolist(), **settings), whole)
    points[-1, -1] = 0.5
    with pytest.raises(ib.SavedRunError, match=r"init must be an array of shape \(40, 2\) with hash"):
        ib.minimize(sphere, BOX, init=points, **settings)


def test_without_a_seed_that_of_the_checkpoint_is_taken(tmp_path):
    path = tmp_path / "run.npz"
    whole = ib.minimize(sphere, BOX, checkpoint=path, **SHORT)
    assert_same(ib.minimize(sphere, BOX, checkpoint=path, **{**SHORT, "seed": None}), whole)


def test_a_checkpoint_of_the_former_version_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "run.npz"
    ib.minimize(sphere, BOX, checkpoint=path, **SHORT)
    header, arrays = saved_run.read(path)
    former = ("number", "left", "fun", "x", "seed", "evaluations", "generations", "repaired", "nonfinite")
    saved_run.write(path, {**header, "notes": {name: header["notes"][name] for name in former}}, arrays)
    with pytest.raises(ib.SavedRunError, match=r"must be of version 2.*got version 1: remove it to begin anew"):
        ib.minimize(sphere, BOX, checkpoint=path, **SHORT)


@pytest.mark.parametrize(
    "damage",
    [lambda rows: rows[:, :3], lambda rows: rows[::-1], lambda rows: rows + 1e6, lambda rows: rows.astype(int)],
)
def test_a_checkpoint_whose_history_no_run_can_have_is_refused(tmp_path, damage):
    path = tmp_path / "run.npz"
    ib.minimize(sphere, BOX, checkpoint=path, history=True, **SHORT)
    header, arrays = saved_run.read(path)
    saved_run.write(path, header, {**arrays, "note/history": damage(arrays["note/history"])})
    with pytest.raises(ib.SavedRunError, match=r"does not hold together: .*history must"):
        ib.minimize(sphere, BOX, checkpoint=path, history=True, **SHORT)


def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_evaluated(tmp_path, monkeypatch):
    monkeypatch.setattr("inbounds.algorithm.checkpoint.os.access", lambda path, mode: False)
    with pytest.raises(ib.InvalidArgumentError, match=r"checkpoint must be .* in a folder that .* can be written to"):
        ib.minimize(fails_everywhere, BOX, checkpoint=tmp_path / "run.npz")
