"""Boundary methods: equal to the paper's equations, true to their promise on any input, right in distribution."""

import itertools

import cma.transformations
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import inbounds as ib
from inbounds.operators import catalogue

from .core import engine, repaired
from .reference import DETERMINISTIC, RANDOM, mahalanobis

REPAIRS = [info.name for info in catalogue.operators("boundary") if info.kind in ("repair", "transform")]


@st.composite
def situations(draw, reach=20.0):
    """A box of any scale and place with fixed variables, points around it, and a base, a target and a best inside."""
    n = draw(st.integers(1, 9))
    scale = 10.0 ** draw(st.integers(-6, 6))
    lower = scale * np.array(draw(st.lists(st.floats(-3, 3), min_size=n, max_size=n)))
    width = scale * np.array(draw(st.lists(st.one_of(st.just(0.0), st.floats(0.01, 4)), min_size=n, max_size=n)))
    upper = lower + width
    share = st.lists(st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)), min_size=n, max_size=n)
    base = np.clip(lower + np.array(draw(share)) * width, lower, upper)
    target = np.clip(lower + np.array(draw(share)) * width, lower, upper)
    best = np.clip(lower + np.array(draw(share)) * width, lower, upper)
    place = st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(-reach, reach))
    donor = lower + np.array(draw(st.lists(place, min_size=n, max_size=n))) * width
    fixed = width == 0
    donor[fixed] = lower[fixed]  # a difference of equal coordinates is zero
    return lower, upper, base, target, best, donor


@pytest.mark.parametrize("name", DETERMINISTIC)
@given(situations())
@settings(max_examples=100, deadline=None)
def test_deterministic_methods_equal_the_papers_equations(name, situation):
    lower, upper, base, target, best, donor = situation
    moving = upper > lower
    expected = np.array(lower)
    if moving.any():
        points = {"v": donor, "l": lower, "u": upper, "b": base, "t": target, "g": best}
        expected[moving] = DETERMINISTIC[name](**{name: point[moving] for name, point in points.items()})
    got, was_repaired = repaired(name, donor, lower=lower, upper=upper, bases=base, targets=target, best=best)
    scale = np.max(np.abs([lower, upper, donor]))
    difference = np.abs(got[0] - expected)
    if name == "wrapping":  # the two bounds are one place on the torus, and rounding chooses the side
        difference = np.minimum(difference, np.abs(upper - lower - difference))
    assert np.all(difference <= 1e-12 * scale)
    outside = bool(np.any((donor < lower) | (donor > upper)))
    if name.startswith("transformation"):
        assert was_repaired[0] == np.any(got[0] != donor)
    else:
        assert was_repaired[0] == outside


EXTREME = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True, width=64),
    st.sampled_from([np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324]),
)


@pytest.mark.parametrize("name", REPAIRS)
@given(situations(), st.data())
@settings(max_examples=100, deadline=None)
def test_every_repair_ends_inside_the_box_for_any_donor(name, situation, data):
    lower, upper, base, target, best, donor = situation
    for j in range(len(donor)):
        if data.draw(st.booleans()):
            donor[j] = data.draw(EXTREME)
    got, was_repaired = repaired(name, donor, lower=lower, upper=upper, bases=base, targets=target, best=best)
    assert np.all((got[0] >= lower) & (got[0] <= upper))
    if not np.all((donor >= lower) & (donor <= upper)):
        assert was_repaired[0]


@pytest.mark.parametrize("name", [name for name in REPAIRS if not name.startswith("transformation")])
@given(situations(reach=1.0))
@settings(max_examples=60, deadline=None)
def test_feasible_donors_are_left_alone(name, situation):
    lower, upper, base, target, best, donor = situation
    donor = np.clip(donor, lower, upper)
    got, was_repaired = repaired(name, donor, lower=lower, upper=upper, bases=base, targets=target, best=best)
    np.testing.assert_array_equal(got[0], donor)
    assert not was_repaired[0]


@pytest.mark.parametrize("name", RANDOM)
@pytest.mark.parametrize(("low", "high"), [(-2.5, 8.0), (-9.0, 6.5), (-40.0, 50.0)])
def test_random_methods_have_the_distribution_they_promise(name, low, high):
    rows, lower, upper = 4000, np.full(3, -2.0), np.full(3, 6.0)
    base, target, best = np.array([3.0, 0.0, 2.0]), np.array([-1.0, 0.0, 5.0]), np.array([5.5, 0.0, 1.0])
    got, _ = repaired(
        name, np.tile([low, 1.0, high], (rows, 1)), lower=lower, upper=upper, bases=base, targets=target, best=best,
        others=np.random.default_rng(4).uniform(lower, upper, (rows, 3)), seed=3,
    )  # fmt: skip
    assert np.all(got[:, 1] == 1.0)
    population = np.concatenate(
        [np.tile(target, (rows, 1)), np.random.default_rng(4).uniform(lower, upper, (rows, 3)), [best]]
    )
    unit = (population + 2) / 8
    for j, v, bound, far in ((0, low, -2.0, 6.0), (2, high, 6.0, -2.0)):
        points = {"b": base[j], "t": target[j], "g": best[j], "m": unit[:, j].mean(), "s2": unit[:, j].var()}
        assert stats.kstest(got[:, j], RANDOM[name](v, bound, far, **points)).pvalue > 1e-3
    assert abs(np.corrcoef(got[:, 0], got[:, 2])[0, 1]) < 0.06


@pytest.mark.parametrize("spread", [1e-9, 0.3, 0.4999])
def test_beta_keeps_the_mean_and_the_variance_of_the_population(spread):
    # Two heaps around the middle: from nearly one point to nearly the two bounds, where both shapes are tiny.
    others = 0.5 + spread * np.where(np.arange(4000) % 2, 1.0, -1.0)[:, np.newaxis]
    got, _ = repaired(
        "beta", np.full((4000, 1), -1.0), lower=[0.0], upper=[1.0], bases=others, targets=others, others=others
    )
    assert got.mean() == pytest.approx(0.5, abs=0.05)
    assert got.std() == pytest.approx(max(spread, 1e-15**0.5), rel=0.05)


def test_beta_is_the_mean_where_the_population_lies_on_one_bound():
    zeros = np.zeros((5, 1))
    got, _ = repaired("beta", [[-1.0]], lower=[0.0], upper=[1.0], bases=[[0.0]], targets=[[0.0]], others=zeros)
    np.testing.assert_array_equal(got, 0.0)


@pytest.mark.parametrize("seed", range(5))
def test_mahalanobis_finds_the_nearest_point_of_the_box_in_the_metric_of_the_population(seed):
    rng = np.random.default_rng(seed)
    n = 4
    lower, upper = np.full(n, -3.0), np.array([1.0, 2.0, 3.0, 4.0])
    others = np.clip(rng.normal(size=(200, n)) @ (np.eye(n) + 0.5 * rng.normal(size=(n, n))), lower, upper)
    donors = rng.uniform(-5, 6, (20, n))
    population = np.concatenate([np.tile(others[0], (len(donors), 1)), others])
    got, _ = repaired(
        "mahalanobis", donors, lower=lower, upper=upper, bases=others[0], targets=others[0], others=others
    )
    precision = np.linalg.inv(np.cov(population, rowvar=False))
    for row, donor in zip(got, donors, strict=True):
        expected = mahalanobis(donor, lower, upper, population)
        ours, theirs = ((x - donor) @ precision @ (x - donor) for x in (row, expected))
        assert ours <= theirs * 1.01 + 1e-12  # at most 20 sweeps
    if seed == 0:
        assert np.abs(got - np.clip(donors, lower, upper)).max() > 0.1  # it is not a projection


def test_mahalanobis_projects_where_the_population_has_no_spread():
    same = np.zeros((6, 3))
    got, _ = repaired(
        "mahalanobis", [[2.0, -3.0, 0.5]], lower=[-1.0] * 3, upper=[1.0] * 3, bases=same[0], targets=same[:1],
        others=same,
    )  # fmt: skip
    np.testing.assert_allclose(got[0], [1.0, -1.0, 0.5])


@given(st.lists(st.floats(-200, 200), min_size=3, max_size=3))
@settings(max_examples=100, deadline=None)
def test_transformation_agrees_with_pycma(donor):
    lower, upper = np.array([-5.0, 0.0, 10.0]), np.array([5.0, 0.5, 40.0])
    theirs = cma.transformations.BoxConstraintsLinQuadTransformation(np.stack([lower, upper], 1).tolist())
    offset = np.minimum((upper - lower) / 2, (1 + np.abs([lower, upper])) / 20)
    theirs._al, theirs._au = offset[0], offset[1]
    expected = [theirs._transform_i(value, j) for j, value in enumerate(donor)]
    got, _ = repaired("transformation", donor, lower=lower, upper=upper, bases=lower, targets=lower)
    np.testing.assert_allclose(got[0], expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize(
    "mutation", ["target-to-best/1", "target-to-best/2", "target-to-pbest/1", "ranking-target-to-pbest/1"]
)
def test_for_target_based_mutations_the_two_midpoints_are_one(mutation):
    p = ib.problem("bbob", function=5, dimension=5)
    one, two = (
        ib.DE(mutation=mutation, boundary=b, population=20).run(p, budget=2000, runs=3, seed=5)
        for b in ("midpoint-base", "midpoint-target")
    )
    assert one.repaired.min() > 0
    np.testing.assert_array_equal(one.x, two.x)
    np.testing.assert_array_equal(one.hits, two.hits)


@pytest.mark.parametrize(
    "mutation", ["target-to-best/1", "target-to-best/2", "target-to-pbest/1", "ranking-target-to-pbest/1"]
)
def test_conservatism_on_a_target_based_mutation_gives_the_target(mutation):
    lower, upper = np.zeros(4), np.ones(4)
    made = engine(mutation=mutation, boundary="conservatism", population=30, lower=lower, upper=upper)
    seen = 0
    for _ in range(20):
        made.propose()
        rows = np.array(made.repaired, bool)
        np.testing.assert_array_equal(np.array(made.trials)[rows], np.array(made.population)[rows])
        seen += rows.sum()
        made.accept(np.ones(30))
    assert seen > 20


def test_resampling_counts_the_first_draw_and_ends_feasible():
    lower, upper = np.zeros(6), np.ones(6)
    made = engine(mutation="rand/1", boundary="resampling", population=30, lower=lower, upper=upper)
    made.parameters()
    made.mutate()
    made.repair()
    donors = np.array(made.trials)
    assert np.all((donors >= 0) & (donors <= 1))
    assert 0 < np.sum(made.repaired) < 30


@pytest.mark.parametrize("n", [30, 70])  # a donor of more coordinates may be given up before it is finished
def test_a_donor_that_resampling_takes_is_whole(n):
    made = engine(mutation="rand/1", boundary="resampling", population=7, lower=np.zeros(n), upper=np.ones(n))
    made.parameters()
    made.scale[:] = 0.05
    x = np.array(made.population)
    seen = 0
    for _ in range(20):
        made.mutate()
        made.repair()
        for i in np.flatnonzero(made.repaired):
            others = [k for k in range(7) if k != i]
            donors = [x[a] + 0.05 * (x[b] - x[c]) for a, b, c in itertools.permutations(others, 3)]
            assert np.abs(np.array(donors) - made.trials[i]).max(axis=1).min() < 1e-12
            seen += 1
    assert seen > 20


def test_resampling_gives_up_after_a_hundred_redraws_and_projects():
    lower, upper = np.full(2, -1.0), np.full(2, 1.0)
    made = engine(mutation="rand/1", boundary="resampling", population=4, lower=lower, upper=upper)
    made.parameters()
    made.population[:] = [[0, 0], [1, 1], [1, -1], [-1, 0.5]]  # a target at the centre whose donors may all be outside
    made.scale[:] = 1e6
    made.mutate()
    made.repair()
    donors = np.array(made.trials)
    assert np.all(made.repaired)
    assert np.all(np.abs(donors) <= 1)
    assert np.all(np.any(np.abs(donors) == 1, axis=1))


@pytest.mark.parametrize("adaptation", ib.adaptations())
def test_resampling_with_f_acts_on_trials_and_draws_f_again(adaptation):
    lower, upper = np.zeros(6), np.ones(6)
    made = engine(boundary="resampling-with-F", adaptation=adaptation, population=60, lower=lower, upper=upper)
    made.parameters()
    before, rate = np.array(made.scale), np.array(made.rate)
    made.mutate()
    outside = np.any((made.trials < 0) | (made.trials > 1), axis=1)
    made.cross()
    assert np.any((made.trials < 0) | (made.trials > 1), axis=1).sum() < outside.sum()  # crossover brought some back
    again = engine(boundary="resampling-with-F", adaptation=adaptation, population=60, lower=lower, upper=upper)
    again.propose()
    trials, redrawn = np.array(again.trials), np.array(again.repaired, bool)
    assert np.all((trials >= 0) & (trials <= 1))
    assert 0 < redrawn.sum() < 60
    np.testing.assert_array_equal(again.rate, rate)  # Cr stays
    np.testing.assert_array_equal(np.array(again.scale)[~redrawn], before[~redrawn])
    if adaptation != "constant":
        assert np.any(np.array(again.scale)[redrawn] != before[redrawn])


def test_resampling_with_f_ends_halfway_to_the_target_where_nothing_can_be_drawn_again():
    got, _ = repaired("resampling-with-F", [[-1.0, 0.5]], lower=[0] * 2, upper=[1] * 2, bases=[0, 0], targets=[0.6, 0])
    np.testing.assert_allclose(got[0], [0.3, 0.5])


def test_death_penalty_refuses_infeasible_trials_and_never_evaluates_them():
    lower, upper = np.zeros(3), np.ones(3)
    seen = []
    p = ib.problems.PythonProblem(
        lambda X: seen.append(X.copy()) or np.sum(X, axis=1), lower=[0] * 3, upper=[1] * 3, vectorized=True
    )
    r = ib.DE(boundary="death-penalty", population=10).run(p, budget=500, seed=2, target=None)
    points = np.concatenate(seen)
    assert np.all((points >= lower) & (points <= upper))
    assert r.evaluations[0] == 500
    assert len(points) == 500 - round(r.repaired[0] * 500)
    assert r.repaired[0] > 0


def test_death_penalty_without_strict_evaluates_outside_as_the_papers_program_did():
    seen = []
    p = ib.problems.PythonProblem(
        lambda X: seen.append(X.copy()) or np.sum(X, axis=1), lower=[0] * 3, upper=[1] * 3, vectorized=True
    )
    r = ib.DE(boundary="death-penalty[strict=no]", population=10).run(p, budget=500, seed=2, target=None)
    points = np.concatenate(seen)
    assert len(points) == 500
    outside = np.any((points < 0) | (points > 1), axis=1)
    assert outside.sum() == round(r.repaired[0] * 500) > 0


def test_a_donor_that_was_made_again_keeps_the_base_it_was_made_from():
    lower, upper = np.zeros(2), np.ones(2)
    made = engine(mutation="rand/1", boundary="resampling", population=12, lower=lower, upper=upper)
    corners = np.random.default_rng(1).random((12, 2)) ** 4  # near the walls: many first donors leave the box
    made.population[:] = corners
    made.parameters()
    made.scale[:] = 0.9
    made.mutate()
    made.repair()
    remade = np.flatnonzero(made.repaired)
    assert len(remade) > 3
    differences = (corners[:, None] - corners[None]).reshape(-1, 2)
    donors, bases = np.array(made.trials), made.bases()
    steps = (donors - bases) / 0.9
    projected = ((donors == 0) | (donors == 1)).any(axis=1)
    for i in np.setdiff1d(remade, np.flatnonzero(projected)):
        assert np.isclose(differences, steps[i], rtol=0, atol=1e-12).all(axis=1).any()  # x_r2 − x_r3, eq. of rand/1
