"""`differential_evolution` in SciPy's words: its documentation's examples and the problems of its own tests."""

import inspect
import warnings
from functools import partial

import numpy as np
import pytest
from scipy import optimize, stats
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, OptimizeResult, minimize, rosen

import inbounds as ib
from inbounds import differential_evolution
from tests.algorithm.objectives import fails_on_the_right, sphere

BOX = [(0, 2), (0, 2)]


def ackley(x):
    near = -0.2 * np.sqrt(0.5 * (x[0] ** 2 + x[1] ** 2))
    waves = 0.5 * (np.cos(2.0 * np.pi * x[0]) + np.cos(2.0 * np.pi * x[1]))
    return -20.0 * np.exp(near) - np.exp(waves) + 20.0 + np.e


def quadratic(x):
    return x[0] ** 2


def test_the_signature_is_scipys_but_for_updating_and_two_keywords_at_its_end():
    scipys = inspect.signature(optimize.differential_evolution).parameters
    ours = inspect.signature(differential_evolution).parameters
    assert [name for name in ours if name not in ("seed", "boundary")] == [name for name in scipys if name != "seed"]
    defaults = {name: scipys[name].default for name in scipys if name != "seed"}
    assert {name: ours[name].default for name in defaults} == {**defaults, "updating": "deferred"}
    assert all(ours[name].kind == scipys[name].kind for name in defaults)


# The examples of SciPy's documentation.


def test_rosenbrock_in_five_variables():
    result = differential_evolution(rosen, [(0, 2)] * 5, rng=1)
    assert result.success
    assert result.message == "Optimization terminated successfully."
    assert result.x == pytest.approx(np.ones(5), abs=1e-6)


def test_rosenbrock_in_two_processes():
    one, two = (differential_evolution(rosen, BOX, updating="deferred", workers=w, rng=1, maxiter=30) for w in (1, 2))
    assert np.array_equal(one.x, two.x)
    assert one.nfev == two.nfev


@pytest.mark.parametrize("more", [{}, {"vectorized": True}, {"polish": partial(minimize, method="SLSQP")}])
def test_ackley(more):
    result = differential_evolution(ackley, [(-5, 5), (-5, 5)], rng=1, **more)
    assert result.x == pytest.approx([0, 0], abs=1e-6)
    assert result.fun == pytest.approx(0, abs=1e-6)


def test_rosenbrock_under_a_linear_constraint():
    limit = LinearConstraint([[1, 1]], -np.inf, 1.9)
    result = differential_evolution(rosen, Bounds([0.0, 0.0], [2.0, 2.0]), constraints=limit, rng=1)
    assert result.success
    assert result.x.sum() <= 1.9
    assert (result.constr_violation, result.maxcv) == (0, 0)
    assert result.x == pytest.approx([0.96632622, 0.93367155], abs=2e-4)  # SciPy's documentation
    assert result.fun == pytest.approx(0.0011352416852625719, abs=1e-6)


# The problems of SciPy's tests.


def narrow_valley(x):
    return [x[1] - x[0] ** 2]


# Objective, constraints, box, further arguments, minimum and its place: Lampinen (2002), problems 5, 6, 7 and 9, as in
# SciPy's tests.
LAMPINEN = {
    "5": (
        lambda x: -(np.sin(2 * np.pi * x[0]) ** 3) * np.sin(2 * np.pi * x[1]) / (x[0] ** 3 * (x[0] + x[1])),
        NonlinearConstraint(lambda x: [x[0] ** 2 - x[1] + 1, 1 - x[0] + (x[1] - 4) ** 2], -np.inf, 0),
        [(0, 10)] * 2, {}, -0.095825, (1.22797135, 4.24537337),
    ),
    "6": (
        lambda x: (x[0] - 10) ** 3 + (x[1] - 20) ** 3,
        NonlinearConstraint(
            lambda x: [(x[0] - 5) ** 2 + (x[1] - 5) ** 2 - 100, -((x[0] - 6) ** 2) - (x[1] - 5) ** 2 + 82.81], 0, np.inf
        ),
        [(13, 100), (0, 100)], {"tol": 1e-7}, -6961.814744, (14.095, 0.84296),
    ),
    "7": (
        lambda x: 5.3578547 * x[2] ** 2 + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141,
        NonlinearConstraint(
            lambda x: [
                85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4],
                80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] ** 2,
                9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3],
            ],
            [0, 90, 20], [92, 110, 25],
        ),
        [(78, 102), (33, 45)] + [(27, 45)] * 3, {"popsize": 6}, -30665.537578,
        (78.00000686, 33.00000362, 29.99526064, 44.99999971, 36.77579979),
    ),
    "9": (
        lambda x: x[0] ** 2 + (x[1] - 1) ** 2, NonlinearConstraint(narrow_valley, [-0.001], [0.001]),
        [(-1, 1)] * 2, {}, 0.75, (np.sqrt(0.5), 0.5),
    ),
}  # fmt: skip


@pytest.mark.parametrize("problem", LAMPINEN)
@pytest.mark.filterwarnings("ignore:delta_grad == 0.0:UserWarning")  # trust-constr meets constraints that are linear
def test_constrained_problems_end_feasible_at_their_minimum(problem):
    fun, limits, box, more, minimum, place = LAMPINEN[problem]
    result = differential_evolution(fun, box, strategy="rand1bin", rng=1234, constraints=limits, **more)
    assert result.success
    assert result.maxcv == 0
    assert result.fun == pytest.approx(minimum, rel=1e-6, abs=1e-3)
    assert np.abs(result.x) == pytest.approx(place, abs=5e-3)


def test_infeasible_points_are_infinite_for_the_callback_and_are_not_called():
    states = []

    def fun(x):
        assert x[0] >= 1.9
        return rosen(x)

    result = differential_evolution(
        fun, BOX, constraints=[Bounds([1.9, 0], [2, 2])], maxiter=3, popsize=3, polish=False, rng=2,
        callback=lambda intermediate_result: states.append(intermediate_result),
    )  # fmt: skip
    assert [state.nit for state in states] == [1, 2, 3]
    assert np.isinf(states[0].population_energies).any()
    assert result.nfev < 4 * 6
    assert not np.isnan(result.population_energies).any()
    assert (np.isinf(result.population_energies) == (result.population[:, 0] < 1.9)).all()


def test_constraints_that_no_point_fulfils():
    limit = NonlinearConstraint(lambda x: [x[0] + x[1]], -np.inf, -1)
    with pytest.warns(UserWarning, match="didn't find a solution satisfying the constraints"):
        result = differential_evolution(
            rosen, BOX, constraints=(limit,), popsize=3, maxiter=100, rng=1,
            polish=lambda fun, x, **_: OptimizeResult(x=x, fun=0.0, success=True),
        )  # fmt: skip
    assert not result.success
    assert result.maxcv == pytest.approx(1, abs=0.05)  # at the corner (0, 0), whose violation is the least
    assert result.fun == np.inf
    assert result.message == f"The solution does not satisfy the constraints, MAXCV = {result.maxcv}"


def test_vectorised_functions_under_constraints():
    limits = [
        NonlinearConstraint(lambda x: np.array([x[0] + x[1]]), -np.inf, 1.9),
        NonlinearConstraint(lambda x: np.array([x[0] ** 2 + x[1], x[0] - x[1]]), (0.9, 0.5), (2.0, 2.0)),
    ]
    one, all_at_once = (
        differential_evolution(rosen, [(0, 10)] * 2, constraints=limits, polish=False, rng=1, maxiter=40, vectorized=v)
        for v in (False, True)
    )
    assert np.array_equal(one.x, all_at_once.x)
    assert one.maxcv == 0


def test_quadratic_in_one_variable():
    result = differential_evolution(quadratic, [(-100, 100)], rng=1)
    assert result.success
    assert result.x == pytest.approx([0], abs=1e-5)


@pytest.mark.parametrize("strategy", ["best1bin", "best1exp", "rand1bin", "rand1exp", "rand2bin", "rand2exp",
                                      "best2bin", "best2exp", "currenttobest1bin", "currenttobest1exp"])  # fmt: skip
def test_every_strategy_solves_rosenbrock(strategy):
    result = differential_evolution(rosen, [(0, 2)] * 2, strategy=strategy, rng=1)
    assert result.x == pytest.approx([1, 1], abs=1e-4)


def test_the_best_is_the_best_of_the_population_and_polished_it_is_better():
    rough = differential_evolution(rosen, BOX, polish=False, rng=1, maxiter=20)
    fine = differential_evolution(rosen, BOX, polish=True, rng=1, maxiter=20)
    assert rough.fun == rosen(rough.x) == rough.population_energies.min()
    assert fine.fun < rough.fun
    assert fine.nfev > rough.nfev
    assert fine.fun == fine.population_energies.min()
    assert "jac" in fine
    assert "jac" not in rough


@pytest.mark.parametrize("args", [(1.0, 2.0, 3.0), [1.0, 2.0, 3.0]])
def test_further_arguments(args):
    result = differential_evolution(lambda x, a, b, c: a * (x[0] - b) ** 2 + c, [(-10, 10)], args=args, rng=1)
    assert result.x == pytest.approx([2], abs=1e-4)
    assert result.fun == pytest.approx(3, abs=1e-8)


def test_maxiter_counts_generations_and_the_population_is_popsize_times_the_free_variables():
    result = differential_evolution(rosen, [*BOX, (1, 1)], maxiter=1, popsize=7, polish=False, rng=1)
    assert (result.nit, result.nfev, result.population.shape) == (1, 28, (14, 3))
    assert not result.success
    assert result.message == "Maximum number of iterations has been exceeded."
    assert differential_evolution(rosen, BOX, maxiter=0, polish=False, rng=1).nfev == 30
    assert differential_evolution(quadratic, [(-1, 1)], maxiter=None, rng=1).success


@pytest.mark.parametrize(
    ("callback", "nit"),
    [
        (lambda x, convergence: True, 1),
        (lambda intermediate_result: intermediate_result.nit == 2, 2),
        (lambda *, intermediate_result: np.True_, 1),
    ],
)
def test_a_callback_stops_and_polishing_is_still_done(callback, nit):
    result = differential_evolution(rosen, BOX, callback=callback, rng=1)
    assert result.nit == nit
    assert result.message == "callback function requested stop early"
    assert not result.success
    assert result.nfev > (nit + 1) * 30


def test_the_run_ends_when_convergence_passes_one_as_scipys_does():
    seen = []
    result = differential_evolution(
        lambda x: rosen(x) + 1, BOX, callback=lambda xk, convergence: seen.append(convergence), rng=1
    )
    assert result.success
    assert seen[-1] > 1 - 1e-10
    assert max(seen[:-1]) < 1


def test_atol_and_tol_are_the_spread_of_the_values_at_the_end():
    for limits in ({"tol": 0, "atol": 0.1}, {"tol": 0.3, "atol": 0}):
        result = differential_evolution(lambda x: rosen(x) + 1, BOX, polish=False, rng=1, **limits)
        energies = result.population_energies
        assert result.success
        assert np.std(energies) <= limits["atol"] + limits["tol"] * abs(np.mean(energies))


def test_seeds_and_generators():
    first, second = (differential_evolution(rosen, BOX, maxiter=5, rng=1) for _ in range(2))
    assert np.array_equal(first.population, second.population)
    assert np.array_equal(first.population, differential_evolution(rosen, BOX, maxiter=5, seed=1).population)
    made = [differential_evolution(rosen, BOX, maxiter=5, rng=np.random.default_rng(1)) for _ in range(2)]
    assert np.array_equal(made[0].population, made[1].population)
    old = [differential_evolution(rosen, BOX, maxiter=5, seed=np.random.RandomState(1)) for _ in range(2)]
    assert np.array_equal(old[0].population, old[1].population)
    assert not np.array_equal(old[0].population, made[0].population)


@pytest.mark.parametrize(("init", "size"), [("latinhypercube", 30), ("sobol", 32), ("halton", 30), ("random", 30)])
def test_the_initial_population_is_spread_as_it_is_called(init, size):
    result = differential_evolution(rosen, BOX, init=init, maxiter=0, polish=False, rng=1)
    assert result.population.shape == (size, 2)
    counts = np.histogram(result.population[:, 0], bins=size, range=(0, 2))[0]
    assert (counts == 1).all() == (init in ("latinhypercube", "sobol"))  # one in each slice, for these two


def test_an_initial_population_of_ones_own_is_clipped_and_x0_takes_its_first_place():
    given = np.linspace(-1, 3, 20).reshape(10, 2)
    result = differential_evolution(rosen, BOX, init=given, x0=[0.5, 0.25], maxiter=0, polish=False, rng=1)
    assert np.array_equal(result.population[1:], np.clip(given, 0, 2)[1:])
    assert np.array_equal(result.population[0], [0.5, 0.25])


def test_a_function_that_is_mostly_inf():
    result = differential_evolution(lambda x: np.inf if x[0] < 0.3 else x[0] ** 2, [(0, 1)], rng=1)
    assert result.x == pytest.approx([0.3], abs=1e-3)


def test_whole_numbers_fit_a_discrete_distribution():
    values = stats.nbinom.rvs(5, 0.5, size=2000, random_state=np.random.default_rng(6519843218105))

    def fit(p):
        assert p[0] == round(p[0])
        with np.errstate(divide="ignore", invalid="ignore"):
            likelihood = -np.log(stats.nbinom.pmf(values, *p)).sum()
        return likelihood if np.isfinite(likelihood) else np.inf

    for polish in (False, True):
        result = differential_evolution(
            fit, [(1, 18), (0, 0.95)], integrality=[True, False], polish=polish, maxiter=40, popsize=8, rng=1
        )
        assert result.x[0] == 5
        assert result.x[1] == pytest.approx(0.5, abs=0.03)
        assert (result.population[:, 0] == np.round(result.population[:, 0])).all()


def test_every_whole_number_between_the_bounds_is_equally_likely_and_none_beyond():
    result = differential_evolution(
        lambda x: 0.0, [(-1.2, 2.9)], integrality=True, init="random", popsize=4000, maxiter=0, rng=1
    )
    values, counts = np.unique(result.population, return_counts=True)
    assert values.tolist() == [-1, 0, 1, 2]
    assert stats.chisquare(counts).pvalue > 1e-4


def test_scipys_boundary_method_is_the_default_and_any_other_can_be_had():
    seen = differential_evolution(lambda x: -x[0], [(0, 1)] * 2, rng=1, polish=False, tol=0, maxiter=20)
    other = differential_evolution(
        lambda x: -x[0], [(0, 1)] * 2, rng=1, polish=False, tol=0, maxiter=20, boundary="projection"
    )
    assert seen.fun > -1
    assert other.fun == -1


def test_disp_prints_scipys_lines(capsys):
    differential_evolution(rosen, BOX, disp=True, maxiter=2, rng=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("differential_evolution step 1: f(x)= ")
    assert lines[-1] == "Polishing solution with 'L-BFGS-B'"


def test_as_many_evaluations_as_scipy_needs_on_rosenbrock():
    # The same algorithm but for the moment of updating: SciPy with updating="deferred" is the peer.
    runs = {
        solver: [
            solver(rosen, [(0, 2)] * 3, updating="deferred", polish=False, rng=seed, maxiter=400).nfev
            for seed in range(12)
        ]
        for solver in (differential_evolution, optimize.differential_evolution)
    }
    ours, scipys = runs.values()
    assert stats.mannwhitneyu(ours, scipys).pvalue > 1e-3
    assert np.median(ours) == pytest.approx(np.median(scipys), rel=0.15)


def test_an_error_of_the_function_comes_with_its_point_and_the_state():
    with pytest.raises(ib.ObjectiveError) as caught:
        differential_evolution(fails_on_the_right, [(-1, 1)] * 3, rng=1)
    assert isinstance(caught.value.result, OptimizeResult)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "best3bin"}, r"strategy must be one of 'best1bin', .* got 'best3bin'. Did you mean 'best"),
        ({"strategy": "randtobest1exp"}, "has no counterpart here; the nearest is 'currenttobest1exp'"),
        ({"strategy": lambda candidate, population, rng=None: 0}, "callable strategy .* @inbounds.mutation"),
        ({"updating": "immediate"}, "updating must be 'deferred'.* got 'immediate'"),
        ({"mutation": (0.5, 2)}, r"mutation must be a number in \[0, 2\), or two"),
        ({"mutation": (0.5, 1, 1.5)}, r"mutation must be a number in \[0, 2\), or two"),
        ({"mutation": "rand/1"}, r"mutation must be a number in \[0, 2\), or two"),
        ({"recombination": 1.5}, r"recombination must be a number in \[0, 1\]; got 1.5"),
        ({"init": "latin-hypercube"}, "init must be one of 'latinhypercube', .* Did you mean 'latinhypercube'"),
        ({"init": [[0, 0, 0]]}, "init must be a point of 2 numbers, or several such rows"),
        ({"init": [[0, 0]] * 4}, "init must have at least 5 rows; got 4"),
        ({"x0": [3, 0]}, "x0 must lie in the box"),
        ({"integrality": [True, True, True]}, "integrality must be one truth value per variable, 2, or one for all"),
        ({"bounds": [(0.1, 0.9)], "integrality": True}, r"variable 0 must be a whole number in \[0.1, 0.9\]"),
        (
            {"constraints": {"type": "ineq", "fun": sphere}},
            "constraints must be scipy.optimize.NonlinearConstraint, Li",
        ),
        ({"rng": 1, "seed": 1}, "seed is the old name of rng"),
        ({"maxiter": -1}, "maxiter must be a whole number of at least 0; got -1"),
        ({"popsize": 0}, "popsize must be a whole number of at least 1; got 0"),
        ({"polish": lambda fun, x, **_: x, "maxiter": 1}, "polish must return a scipy.optimize.OptimizeResult"),
        ({"callback": 3}, "callback must be callable"),
    ],
)
def test_what_cannot_be_translated_is_refused_with_a_reason(arguments, message):
    with pytest.raises(ib.InvalidArgumentError, match=message):
        differential_evolution(sphere, **{"bounds": BOX, **arguments})


def test_workers_override_vectorized_as_in_scipy():
    with pytest.warns(UserWarning, match="'workers' keyword overrides the 'vectorized' keyword"):
        differential_evolution(rosen, BOX, workers=map, vectorized=True, maxiter=1, rng=1)


def test_a_finish_of_scipys_that_breaks_down_leaves_what_was_found():
    """trust-constr steps out of the box, where there is no value, and then refuses its own NaN."""
    circle = NonlinearConstraint(lambda x: x[0] ** 2 + x[1] ** 2, 1, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = ib.differential_evolution(lambda x: float(x.sum()), [(-2.0, 2.0)] * 5, constraints=circle, seed=1)
    assert np.abs(result.x).max() <= 2
    assert result.nfev > 0
