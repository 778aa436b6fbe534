"""What people ask of a minimizer: a finish, whole numbers, constraints, a start, a time limit, a history, resuming."""

import itertools
import math
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, rosen

import inbounds as ib
from inbounds.algorithm import saved_run
from inbounds.algorithm.constraints import BAR, told_violation
from inbounds.algorithm.minimize_defaults import default_population, polish_share

BOX = [(-2.0, 2.0)] * 4


def sphere(x):
    return float(((x - 0.3) ** 2).sum())


def own_finish(fun, x0, bounds):
    fun(x0)


def recorded(fun):
    seen = []

    def record(x):
        seen.append(x.copy())
        return fun(x)

    return record, seen


def test_the_finish_makes_small_budgets_count_and_never_leaves_the_box():
    fun, seen = recorded(rosen)
    with_it = ib.minimize(fun, [(-2, 0.8)] * 4, seed=1, max_evaluations=400)
    assert with_it.nfev == len(seen) <= 400
    points = np.array(seen)
    assert points.min() >= -2
    assert points.max() <= 0.8
    assert with_it.fun == rosen(with_it.x)
    inside = {"seed": 2, "max_evaluations": 400}
    assert ib.minimize(rosen, BOX, **inside).fun < ib.minimize(rosen, BOX, **inside, polish=False).fun - 0.05


def test_the_finish_does_not_mind_the_units_of_the_variables():
    scale = np.array([1e-6, 1.0, 1e4])
    result = ib.minimize(lambda x: sphere(x / scale), [(-2 * s, 2 * s) for s in scale], seed=1, max_evaluations=300)
    assert result.x / scale == pytest.approx([0.3] * 3, abs=1e-5)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_the_finish_does_not_mind_the_size_of_the_values(size):
    # An ellipsoid of condition 10^6: SLSQP gives up after a few evaluations where its values are taken as they are.
    weights = size * 10.0 ** np.linspace(0, 6, 10)
    result = ib.minimize(
        lambda x: float(weights @ (x - 0.3) ** 2), [(-5, 5)] * 10, seed=1, max_evaluations=1000, population=10
    )
    assert result.fun < 1e-4 * size


def test_the_finish_can_be_ones_own():
    calls = []

    def own(fun, x0, bounds):
        calls.append((x0.copy(), np.array(bounds)))
        fun(np.full(4, 99.0))  # brought into the box
        fun(np.full(4, 0.3))

    fun, seen = recorded(sphere)
    result = ib.minimize(fun, BOX, seed=1, max_evaluations=200, polish=own)
    assert result.fun == 0
    assert np.array_equal(calls[0][1], BOX)
    assert np.max(seen) <= 2
    assert result.nfev == len(seen)


def test_a_finish_that_goes_on_for_ever_ends_with_the_budget():
    def endless(fun, x0, bounds):
        while True:
            fun(x0)

    assert ib.minimize(sphere, BOX, seed=1, max_evaluations=200, polish=endless).nfev == 200


def test_noise_and_stairs_are_left_to_the_population():
    rng = np.random.default_rng(1)
    called = []
    noisy = ib.minimize(
        lambda x: sphere(x) + 1e-3 * rng.random(),
        BOX,
        seed=1,
        max_evaluations=400,
        polish=lambda *a, **k: called.append(1),
    )
    assert not called
    assert noisy.nfev > 350  # what was kept for the finish is used otherwise
    fun, seen = recorded(lambda x: float(np.floor(np.abs(x * 8)).sum()))
    stairs = ib.minimize(fun, BOX, seed=1, max_evaluations=400)
    assert stairs.nfev == len(seen)


@pytest.mark.parametrize("polish", ["yes", 1, None])
def test_a_finish_that_is_none_is_a_clear_error(polish):
    with pytest.raises(ib.InvalidArgumentError, match="polish must be True, False or a callable"):
        ib.minimize(sphere, BOX, polish=polish)


def test_a_failure_in_the_finish_carries_what_was_reached():
    def own(fun, x0, bounds):
        fun(np.full(4, 1.25))

    def fails(x):
        if x[0] == 1.25:
            raise ArithmeticError("there")
        return sphere(x)

    with pytest.raises(ib.ObjectiveError, match="there") as caught:
        ib.minimize(fails, BOX, seed=1, max_evaluations=200, polish=own)
    assert caught.value.result.fun < 8
    assert caught.value.result.nfev == 41  # 200 less the four fifths kept for the finish, and its start once more


def test_whole_variables_are_rounded_for_the_function_and_in_the_result():
    fun, seen = recorded(lambda x: float((x[0] - 2.4) ** 2 + (x[1] + 0.7) ** 2))
    result = ib.minimize(fun, [(0, 5), (-2, 2)], integrality=[True, False], seed=1, max_evaluations=2000)
    assert {x[0] for x in seen} <= {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}
    assert result.x[0] == 2
    assert result.x[1] == pytest.approx(-0.7, abs=1e-6)
    both = ib.minimize(lambda x: float(((x - 7.6) ** 2).sum()), [(-10, 10)] * 3, integrality=True, seed=1)
    assert both.x.tolist() == [8, 8, 8]


def test_every_whole_number_is_equally_likely_at_first():
    fun, seen = recorded(lambda x: 0.0)
    ib.minimize(fun, [(0, 3)], integrality=True, seed=1, population=4000, max_evaluations=4000)
    counts = np.bincount([int(x[0]) for x in seen], minlength=4)
    assert counts == pytest.approx([1000] * 4, abs=130)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"integrality": [True]}, "one truth value per variable, 4"),
        ({"integrality": "all"}, "one truth value per variable"),
        ({"bounds": [(0.2, 0.8)] * 4, "integrality": True}, r"variable 0 must be a whole number in \[0.2, 0.8\]"),
        ({"constraints": "x > 0"}, "NonlinearConstraint, LinearConstraint or Bounds, one or several; got 'x > 0'"),
        ({"constraints": LinearConstraint([[1, 1]], 0, 1)}, r"one column per variable, 4; got shape \(1, 2\)"),
        ({"constraints": NonlinearConstraint(sphere, 2, 1)}, "needs lb <= ub"),
        ({"init": "lattin"}, "init must be one of 'random', 'latin', 'sobol', 'halton' .* Did you mean 'latin'"),
        ({"init": [[9, 9, 9, 9]]}, "init must lie in the box"),
        ({"init": [[0, 0, 0, 0]], "x0": [9, 9, 9, 9]}, "x0 must lie in the box"),
        ({"max_seconds": 0}, "max_seconds must be a number above 0"),
        ({"max_seconds": True}, "max_seconds must be a number above 0, or None; got True"),
        ({"tolerance": True}, r"tolerance must be in \[0, 1\); got True"),
        ({"tolerance": None}, r"tolerance must be in \[0, 1\); got None"),
        ({"target": False}, "target must be a number or None; got False"),
        (
            {"checkpoint": "/nonexistent/folder/run.npz"},
            "checkpoint must be the path of a file in a folder that exists",
        ),
        ({"checkpoint": f"{__file__}/run.npz"}, "checkpoint must be the path of a file in a folder that exists"),
        ({"checkpoint": "nul\0.npz"}, "checkpoint must be the path of a file in a folder that exists"),
        ({"checkpoint": 3}, "checkpoint must be the path of a file .*, or None; got 3"),
        ({"constraints": Bounds([0, 0], [1, 1])}, r"constraints\[0\] needs one limit lb and ub .* or 4, one for each"),
        (
            {"constraints": NonlinearConstraint(sphere, [0, 0], [1, 1, 1])},
            r"constraints\[0\] needs one limit lb and ub",
        ),
        (
            {"constraints": NonlinearConstraint(sphere, "low", 1)},
            r"constraints\[0\] needs numbers as lb and ub; got lb='low'",
        ),
        (
            {"constraints": [NonlinearConstraint(sphere, 0, 9), NonlinearConstraint(lambda x: x[:2], [0, 0, 0], 1)]},
            r"constraints\[1\] has limits for 3 values; its function returned 2 at x = \[",
        ),
        ({"constraints": NonlinearConstraint(lambda x: None, 0, 1)}, "must return real numbers; got None at x"),
        ({"polish": own_finish, "constraints": NonlinearConstraint(sphere, 0, 9)}, "polish must be True or False here"),
        ({"polish": own_finish, "integrality": True}, "polish must be True or False here: .* every variable is whole"),
        (
            {"polish": lambda fun, x0: None},
            r"polish must take \(fun, x0, bounds=bounds\), .*got one that takes \(fun, x0\)",
        ),
        ({"adaptation": "l-shade[memory=20.7]"}, r"memory of l-shade must be a whole number in \[1, 1000\]; got 20.7"),
        ({"reduction": "linear[least=8.5]"}, r"least of linear must be a whole number in \[4, 1000\]; got 8.5"),
        ({"reduction": "lin"}, "reduction must be one of"),
    ],
)
def test_every_wrong_argument_is_told_before_anything_is_evaluated(arguments, message):
    fun, seen = recorded(sphere)
    with pytest.raises(ib.InboundsError, match=message):
        ib.minimize(fun, **{"bounds": BOX, **arguments})
    assert not seen


def test_numbers_of_numpy_are_numbers():
    settings = {"seed": 1, "max_evaluations": 200}
    plain = ib.minimize(sphere, BOX, tolerance=0.25, max_seconds=1000, **settings)
    for kind in (np.float32, np.float64, np.float16):
        numpys = ib.minimize(sphere, BOX, tolerance=kind(0.25), max_seconds=np.int64(1000), **settings)
        assert numpys.x.tobytes() == plain.x.tobytes()
    ib.minimize(sphere, BOX, max_seconds=np.float32(1000), **settings)


def test_a_constraint_that_raises_is_named_and_what_was_reached_is_kept():
    calls = 0

    def fails(x):
        nonlocal calls
        calls += 1
        if calls == 100:
            raise ArithmeticError("too steep")
        return x[0]

    limits = [LinearConstraint(np.ones(4), -9, 9), NonlinearConstraint(fails, -1, 2)]
    with pytest.raises(
        ib.ObjectiveError, match=r"constraints\[1\] raised ArithmeticError: too steep at x = \["
    ) as caught:
        ib.minimize(sphere, BOX, constraints=limits, seed=1, max_evaluations=600)
    assert isinstance(caught.value.__cause__, ArithmeticError)
    assert caught.value.x.shape == (4,)
    assert math.isfinite(caught.value.result.fun)
    assert caught.value.result.message == "constraints[1] failed"


def test_with_errors_inf_a_point_at_which_a_constraint_raises_is_infeasible_and_counted():
    raised = 0

    def fails(x):
        nonlocal raised
        if x[0] < 0:
            raised += 1
            raise ArithmeticError("no value there")
        return x[0]

    fun, seen = recorded(sphere)
    settings = {"seed": 1, "max_evaluations": 600, "errors": "inf"}
    result = ib.minimize(fun, BOX, constraints=NonlinearConstraint(fails, 0, 1), **settings)
    assert result.failed == raised > 0
    assert min(x[0] for x in seen) >= 0
    assert result.fun < 0.01
    nowhere = ib.minimize(fun, BOX, constraints=NonlinearConstraint(lambda x: fails(x - 9), 0, 1), **settings)
    assert nowhere.failed == nowhere.nfev
    assert nowhere.constr_violation == math.inf
    assert nowhere.message.endswith("constraints[0] raised ArithmeticError: no value there")


def test_a_finish_that_raises_is_named_and_what_was_reached_is_kept():
    def breaks(fun, x0, bounds):
        fun(np.full(4, 0.3))
        raise KeyError("no such thing")

    with pytest.raises(ib.ObjectiveError, match="polish raised KeyError: 'no such thing' at x0 = ") as caught:
        ib.minimize(sphere, BOX, seed=1, max_evaluations=200, polish=breaks)
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.result.fun == 0
    assert caught.value.result.nfev == 42  # 40, the start of the finish once more, and the point it looked at
    assert caught.value.result.message == "polish failed"


@pytest.mark.parametrize("wide", [1.0, 1e6])
def test_a_cliff_beside_the_optimum_raises_no_warning_in_the_finish(wide):
    def cliff(x):
        if x[0] > 0.3 * wide:
            raise ArithmeticError
        return sphere(x / wide)

    for seed in range(3):  # warnings are errors in these tests
        result = ib.minimize(cliff, [(-2 * wide, 2 * wide)] * 3, errors="inf", seed=seed, max_evaluations=900)
        assert result.failed


# Engineering problems with published best values (Coello 2002; Mezura-Montes & Coello 2005; Ray & Liew 2003; for the
# speed reducer Zhang, Luo & Wang 2008).
def test_the_three_bar_truss():
    load, stress = 2.0, 2.0
    limits = NonlinearConstraint(
        lambda x: [
            (math.sqrt(2) * x[0] + x[1]) / (math.sqrt(2) * x[0] ** 2 + 2 * x[0] * x[1]) * load - stress,
            x[1] / (math.sqrt(2) * x[0] ** 2 + 2 * x[0] * x[1]) * load - stress,
            1 / (x[0] + math.sqrt(2) * x[1]) * load - stress,
        ],
        -np.inf,
        0,
    )
    result = ib.minimize(
        lambda x: 100 * (2 * math.sqrt(2) * x[0] + x[1]),
        [(1e-3, 1)] * 2,
        constraints=limits,
        seed=1,
        max_evaluations=10_000,
    )
    assert result.constr_violation == 0
    assert result.fun == pytest.approx(263.8958, abs=1e-3)


def test_the_pressure_vessel():
    def cost(x):
        shell, head = 0.0625 * x[0], 0.0625 * x[1]
        return float(
            0.6224 * shell * x[2] * x[3]
            + 1.7781 * head * x[2] ** 2
            + 3.1661 * shell**2 * x[3]
            + 19.84 * shell**2 * x[2]
        )

    limits = [
        LinearConstraint([[-0.0625, 0, 0.0193, 0], [0, -0.0625, 0.00954, 0]], -np.inf, 0),
        NonlinearConstraint(lambda x: math.pi * x[2] ** 2 * x[3] + 4 / 3 * math.pi * x[2] ** 3, 1_296_000, np.inf),
    ]
    box = [(1, 99), (1, 99), (10, 200), (10, 200)]
    result = ib.minimize(cost, box, constraints=limits, integrality=[1, 1, 0, 0], seed=1, max_evaluations=40_000)
    assert result.constr_violation == 0
    assert result.fun == pytest.approx(6059.7143, abs=0.05)
    assert result.x[:2].tolist() == [13, 7]


def test_the_speed_reducer():
    def weight(x):
        face, module, teeth, length1, length2, shaft1, shaft2 = x
        return float(
            0.7854 * face * module**2 * (3.3333 * teeth**2 + 14.9334 * teeth - 43.0934)
            - 1.508 * face * (shaft1**2 + shaft2**2)
            + 7.4777 * (shaft1**3 + shaft2**3)
            + 0.7854 * (length1 * shaft1**2 + length2 * shaft2**2)
        )

    def loads(x):
        face, module, teeth, length1, length2, shaft1, shaft2 = x
        return [
            27 / (face * module**2 * teeth),
            397.5 / (face * module**2 * teeth**2),
            1.93 * length1**3 / (module * teeth * shaft1**4),
            1.93 * length2**3 / (module * teeth * shaft2**4),
            math.hypot(745 * length1 / (module * teeth), math.sqrt(16.9e6)) / (110 * shaft1**3),
            math.hypot(745 * length2 / (module * teeth), math.sqrt(157.5e6)) / (85 * shaft2**3),
            module * teeth / 40,
            5 * module / face,
            face / (12 * module),
            (1.5 * shaft1 + 1.9) / length1,
            (1.1 * shaft2 + 1.9) / length2,
        ]

    box = [(2.6, 3.6), (0.7, 0.8), (17, 28), (7.3, 8.3), (7.3, 8.3), (2.9, 3.9), (5, 5.5)]
    result = ib.minimize(
        weight,
        box,
        constraints=NonlinearConstraint(loads, -np.inf, 1),
        integrality=[0, 0, 1, 0, 0, 0, 0],
        seed=1,
        max_evaluations=20_000,
    )
    assert result.constr_violation == 0
    assert result.fun == pytest.approx(2994.4711, abs=1e-3)
    assert result.x == pytest.approx([3.5, 0.7, 17, 7.3, 7.71532, 3.350215, 5.286654], abs=1e-4)


def test_the_function_is_asked_at_feasible_points_only_and_infeasible_ends_are_told():
    fun, seen = recorded(sphere)
    result = ib.minimize(fun, BOX, constraints=LinearConstraint([[1, 0, 0, 0]], 1, 2), seed=1, max_evaluations=1500)
    assert min(x[0] for x in seen) >= 1
    assert result.x[0] == pytest.approx(1, abs=1e-6)
    nowhere = ib.minimize(fun, BOX, constraints=NonlinearConstraint(lambda x: x[0], 5, 6), seed=1, max_evaluations=1500)
    assert not nowhere.success
    assert nowhere.constr_violation == pytest.approx(3, abs=1e-6)
    assert "no feasible point was found" in nowhere.message


def test_an_error_under_constraints_hands_over_the_values_of_the_generation_at_hand():
    seen = []

    def fun(x):
        if len(seen) == 5:
            raise ArithmeticError
        seen.append(sphere(x))
        return seen[-1]

    with pytest.raises(ib.ObjectiveError) as caught:
        ib.minimize(fun, BOX, constraints=LinearConstraint([[1, 0, 0, 0]], 0, 2), seed=1, max_evaluations=1500)
    assert caught.value.result.fun == min(seen)
    assert caught.value.result.nfev > 5  # infeasible points between them count


def test_told_violations_keep_their_order_behind_all_values():
    violations = [0.0, 1e-320, 1e-17, 1e-16, 1e-3, 0.5, 1.0, 1 + 1e-9, 1e17, 1e300, math.inf]
    told = [told_violation(v) for v in violations]
    assert told == sorted(told)
    assert len(set(told)) == len(told) - 1  # 0 stands with the least
    assert min(told) >= BAR


@pytest.mark.parametrize("init", ["latin", "sobol", "halton"])
def test_designs_spread_the_first_population(init):
    fun, seen = recorded(sphere)
    ib.minimize(fun, BOX, init=init, seed=3, population=16, max_evaluations=64, polish=False)
    first = (np.array(seen[:16]) + 2) / 4
    if init != "halton":
        assert all(sorted(np.floor(column * 16).astype(int)) == list(range(16)) for column in first.T)
    again, seen_again = recorded(sphere)
    ib.minimize(again, BOX, init=init, seed=3, population=16, max_evaluations=64, polish=False)
    assert np.array_equal(seen, seen_again)


def test_an_array_is_the_first_population():
    points = np.random.default_rng(1).uniform(-2, 2, (12, 4))
    fun, seen = recorded(sphere)
    ib.minimize(fun, BOX, init=points, seed=1, max_evaluations=100)
    assert np.array_equal(seen[:12], points)


def test_start_points_take_the_place_of_the_first_of_init():
    design = {"seed": 3, "population": 16, "max_evaluations": 64, "polish": False}
    runs = {}
    for name, start in (("design", {}), ("both", {"x0": [[0.5] * 4, [1.0] * 4]})):
        fun, runs[name] = recorded(sphere)
        ib.minimize(fun, BOX, init="sobol", **start, **design)
    assert np.array_equal(runs["both"][:2], [[0.5] * 4, [1.0] * 4])
    assert np.array_equal(runs["both"][2:16], runs["design"][2:16])
    points = np.random.default_rng(1).uniform(-2, 2, (12, 4))
    fun, seen = recorded(sphere)
    ib.minimize(fun, BOX, init=points, x0=[0.5] * 4, seed=1, max_evaluations=100)
    assert np.array_equal(seen[:12], [[0.5] * 4, *points[1:]])


def test_time_ends_a_run():
    result = ib.minimize(lambda x: time.sleep(0.002) or sphere(x), BOX, seed=1, max_seconds=0.5)
    assert result.message == "max_seconds used up"
    assert not result.success
    assert result.nfev < 5000


def test_the_history_has_a_row_per_generation_and_can_be_drawn():
    result = ib.minimize(sphere, BOX, seed=1, max_evaluations=2000, history=True, polish=False, restart="none")
    history = result.history
    assert len(history) == 1 + result.nit  # the initial population, and the generations
    assert history.evaluations[-1] == result.nfev
    assert np.all(np.diff(history.evaluations) > 0)
    assert np.all(np.diff(history.best) <= 0)
    assert np.all(history.best <= history.median)
    assert np.all((history.repaired >= 0) & (history.repaired <= 1))
    assert history.plot().get_xlabel() == "evaluations"
    assert "history" not in ib.minimize(sphere, BOX, seed=1, max_evaluations=200)


def test_a_run_goes_on_from_its_checkpoint_with_the_same_bits(tmp_path):
    path = tmp_path / "run.npz"
    settings = {"seed": 5, "max_evaluations": 20_000, "tolerance": 0}
    whole = ib.minimize(rosen, BOX, **settings)
    calls = 0

    def dies(x):
        nonlocal calls
        calls += 1
        if calls == 9000:
            raise KeyboardInterrupt
        return rosen(x)

    with pytest.raises(KeyboardInterrupt):
        ib.minimize(dies, BOX, checkpoint=path, **settings)
    assert path.exists()
    fun, seen = recorded(rosen)
    resumed = ib.minimize(fun, BOX, checkpoint=path, **settings)
    assert len(seen) < 20_000 - 4000
    assert resumed.fun == whole.fun
    assert np.array_equal(resumed.x, whole.x)
    assert (resumed.nfev, resumed.nit, resumed.seed) == (whole.nfev, whole.nit, 5)
    with pytest.raises(ib.SavedRunError, match="another problem"):
        ib.minimize(rosen, BOX[:3], checkpoint=path, **settings)
    with pytest.raises(ib.SavedRunError, match="other arguments"):
        ib.minimize(rosen, BOX, checkpoint=path, boundary="reflection", **{**settings, "max_evaluations": 20_000})


def test_the_history_goes_through_finishes_and_further_populations():
    def short(fun, x0, bounds):  # most of what was kept for it goes to a further population
        fun(x0)

    corner = {"boundary": "projection", "seed": 1, "max_evaluations": 1000, "polish": short, "tolerance": 0}
    result = ib.minimize(lambda x: sphere(x + 2.3), BOX, history=True, **corner)
    history = result.history
    steps = np.diff(history.evaluations)
    assert history.evaluations[-1] == result.nfev
    assert history.best[-1] == result.fun
    assert len(history) > result.nit + 2  # a row more for each population, at its start, and one for each finish
    assert steps.min() > 0
    assert history.repaired[-1] == pytest.approx(result.repaired, abs=1e-12)
    repaired = np.round(history.repaired * history.evaluations, 6)
    assert np.array_equal(repaired, np.round(repaired))  # a count, of all evaluations until then, which never falls
    assert np.diff(repaired).min() >= 0


def test_a_smooth_function_with_one_minimum_ends_when_two_populations_agree():
    result = ib.minimize(sphere, BOX, seed=2)
    assert result.success
    assert result.message.startswith("converged")
    assert result.nfev < 40_000


def test_how_often_checkpoints_are_written_can_be_said(tmp_path):
    def generations_saved(every):
        path, seen = tmp_path / f"{every}.npz", []

        def watch(state):
            seen.append(path.stat().st_mtime_ns if path.exists() else 0)
            return len(seen) == 12

        ib.minimize(rosen, BOX, seed=1, checkpoint=path, checkpoint_every=every, callback=watch)
        return len(set(seen))

    assert generations_saved(1) > generations_saved(6) > 1
    with pytest.raises(ib.InvalidArgumentError, match=r"checkpoint_every must be .*got 0"):
        ib.minimize(rosen, BOX, checkpoint=tmp_path / "none.npz", checkpoint_every=0)


def test_several_functions_in_parallel_have_the_bits_of_one_call_each():
    together = partial(ib.minimize, bounds=BOX, seed=1, max_evaluations=300)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        parallel = list(pool.map(together, [rosen, sphere]))
    for fun, result in zip([rosen, sphere], parallel, strict=True):
        alone = together(fun)
        assert result.x.tobytes() == alone.x.tobytes()
        assert (result.fun, result.nfev) == (alone.fun, alone.nfev)


def test_restarts_and_modules_can_be_switched_off_one_by_one():
    runs = {}
    for off in ({}, {"restart": "none"}, {"rotation": "none"}, {"archive": "none"}, {"reduction": "none"}):
        # The populations: more than one of these runs ends at the minimum itself.
        runs[str(off)] = ib.minimize(rosen, BOX, seed=1, max_evaluations=8000, **off).population.tobytes()
    assert len(set(runs.values())) == 5


def test_own_operators_go_with_the_defaults():
    @ib.boundary("clip-it")
    def clip(g):
        return np.clip(g.donors, g.lower, g.upper)

    @ib.mutation("half-way")
    def half_way(g):
        return (g.targets + g.population[g.rng.integers(len(g.population), size=len(g.targets))]) / 2

    try:
        assert ib.minimize(sphere, BOX, seed=1, boundary="clip-it", max_evaluations=3000).fun < 1e-6
        assert ib.minimize(sphere, BOX, seed=1, mutation="half-way", max_evaluations=3000).nfev <= 3000
        assert ib.minimize(sphere, BOX, seed=1, mutation="rand/1", max_evaluations=3000).fun < 1e-6
    finally:
        ib.catalogue.remove("boundary", "clip-it")
        ib.catalogue.remove("mutation", "half-way")


def test_the_survival_rule_takes_a_population_that_stays():
    settings = {"boundary": "(resampling+projection)[rule=survival]", "seed": 1, "max_evaluations": 3000}
    result = ib.minimize(sphere, BOX, **settings)
    assert result.fun < 1e-10
    same = ib.minimize(sphere, BOX, reduction="none", restart="none", **settings)
    assert result.x.tobytes() == same.x.tobytes()
    with pytest.raises(ib.InvalidArgumentError, match="needs a population that stays; got reduction='linear'"):
        ib.minimize(sphere, BOX, reduction="linear", **settings)


def test_what_is_kept_for_the_finish_grows_with_the_budget_to_a_limit():
    assert polish_share(10, 1_000) == 800
    assert polish_share(10, 1_250) == 1000 == polish_share(10, 100_000)
    assert polish_share(40, 40_000) == 280 * 40


def test_the_population_follows_its_rule():
    assert [default_population(10, per_variable * 10) for per_variable in (100, 1_000, 10_000)] == [8, 52, 200]
    assert default_population(20) == 75 + 250


@pytest.mark.parametrize(
    ("note", "value"),
    [
        ("number", -1), ("number", 3), ("left", -5), ("left", "x"), ("evaluations", 10**30), ("evaluations", 7),
        ("generations", 10**9), ("nonfinite", -1), ("repaired", -1.0), ("repaired", "x"), ("fun", "x"), ("fun", "-1e9"),
        ("x", [1e9] * 4), ("x", "x"), ("seed", 6), ("seed", None), ("failed", 10**9), ("failed", -1), ("failed", 1),
        ("first_failure", "x"), ("finishing", 1), ("finishing", None), ("arguments", None), ("arguments", {}),
        ("spread", None), ("spread", {"range": "x", "ends": [], "times_equal": 0}), ("spread", {"range": None}),
        ("spread", {"range": None, "ends": "x", "times_equal": 0}), ("version", True), ("version", 3),
    ],
)  # fmt: skip
def test_a_checkpoint_with_notes_that_no_run_can_have_made_is_refused(tmp_path, note, value):
    path = tmp_path / "run.npz"
    settings = {"seed": 5, "max_evaluations": 8000, "tolerance": 0, "checkpoint": path}

    def stop(state):
        return state.nit >= 51

    ib.minimize(rosen, BOX, callback=stop, **settings)
    header, arrays = saved_run.read(path)
    saved_run.write(path, {**header, "notes": {**header["notes"], note: value}}, arrays)
    with pytest.raises(ib.SavedRunError, match=r"does not hold together|other arguments|must be of version 2"):
        ib.minimize(rosen, BOX, **settings)


def test_the_time_is_looked_at_after_every_generation(monkeypatch):
    ticks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: float(next(ticks)))  # a second between two looks
    for place in ("minimize", "ledger"):
        monkeypatch.setattr(f"inbounds.algorithm.{place}.time", clock)
    result = ib.minimize(sphere, BOX, seed=1, max_seconds=5, population=10, polish=False)
    assert result.message == "max_seconds used up"
    assert result.nfev == 10 * 5  # the initial population, and a generation for each second that was left


def test_time_that_ends_in_the_finish_is_told(monkeypatch):
    now = 0.0

    def clock():
        return now

    def slow(fun, x0, bounds):
        nonlocal now
        for _ in range(250):  # what is left is too little for a further population
            fun(x0)
        now = 100.0
        fun(x0 + 1e-3)
        raise AssertionError("there is no time for this")

    for place in ("minimize", "ledger", "polish"):
        monkeypatch.setattr(f"inbounds.algorithm.{place}.time", SimpleNamespace(monotonic=clock))
    result = ib.minimize(sphere, BOX, seed=1, max_evaluations=400, max_seconds=50, polish=slow)
    assert result.message == "max_seconds used up"
    assert result.nfev < 400
    assert not result.success


def test_time_that_is_over_after_the_finish_is_told(monkeypatch):
    now = 0.0

    def last(fun, x0, bounds):
        nonlocal now
        now = 100.0

    for place in ("minimize", "ledger", "polish"):
        monkeypatch.setattr(f"inbounds.algorithm.{place}.time", SimpleNamespace(monotonic=lambda: now))
    assert (
        ib.minimize(sphere, BOX, seed=1, max_evaluations=400, max_seconds=50, polish=last).message
        == "max_seconds used up"
    )
    now = 0.0
    assert ib.minimize(sphere, BOX, seed=1, max_evaluations=400, polish=last).message == "evaluations used up"
