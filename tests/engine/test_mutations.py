"""Mutations: the paper's formulas on decoded draws, and draws that are distinct, unbiased and never the target."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

import inbounds as ib
from inbounds.operators import catalogue

from .core import coefficients, engine
from .reference import donor_coefficients

SIMPLE = ["rand/1", "best/1", "target-to-best/1", "best/2", "rand/2", "target-to-best/2"]
DRAWS = {"rand/1": 3, "best/1": 2, "target-to-best/1": 2, "best/2": 4, "rand/2": 5, "target-to-best/2": 4}


def decoded(mutation, i, donor, base, F, draws, M):
    """All index tuples whose formula gives this donor: there must be one (up to the order of the pairs)."""

    for r in itertools.permutations([k for k in range(M) if k != i], draws):
        expected_donor, expected_base = donor_coefficients(mutation, i, r, F, M)
        if np.allclose(expected_donor, donor, atol=1e-12) and np.array_equal(expected_base, base):
            return r
    return None


@pytest.mark.parametrize("mutation", SIMPLE)
def test_donor_is_the_papers_formula_for_some_distinct_indices(mutation):
    for i, donor, base, F in coefficients(mutation, population=7, generations=6):
        assert decoded(mutation, i, donor, base, F, DRAWS[mutation], 7) is not None, (i, donor, F)


def test_pbest_is_uniform_among_the_best_few_and_the_target_may_be_among_them():
    M = 100
    picks = []
    for i, donor, base, F in coefficients("target-to-pbest/1", population=M, generations=60):
        assert base[i] == 1
        rest = donor.copy()
        rest[i] -= 1 - F
        elite = [k for k in range(5) if np.isclose(rest[k], F) or np.isclose(rest[k], 2 * F) or np.isclose(rest[k], 0)]
        assert elite
        plus = np.flatnonzero(np.isclose(rest, F))
        if len(plus) == 2 and (plus < 5).sum() == 1 and i >= 5:  # pbest and r1 can be told apart
            picks.append(plus[plus < 5][0])
    counts = np.bincount(picks, minlength=5)
    assert stats.chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize(
    ("mutation", "role"), [("rand/1", "base"), ("rand/2", "base"), ("nsde", "base"), ("rand/1", "minus")]
)
def test_indices_are_uniform_and_never_the_target(mutation, role):
    M, counts = 10, np.zeros((10, 10))
    for i, donor, base, _F in coefficients(mutation, population=M, generations=3000, seed=4):
        index = np.argmax(base) if role == "base" else np.argmin(donor)
        counts[i, index] += 1
    assert np.all(np.diag(counts) == 0)
    off = counts[~np.eye(M, dtype=bool)].reshape(M, M - 1)
    assert stats.chisquare(off.ravel(), np.repeat(off.sum(1) / (M - 1), M - 1)).pvalue > 1e-4


def test_rand_2_dir_points_from_worse_to_better():
    for _i, donor, base, F in coefficients("rand/2/dir", population=8, generations=200):
        r1 = int(np.argmax(base))
        moved = donor - base
        plus, minus = np.flatnonzero(np.isclose(moved, F / 2)), np.flatnonzero(np.isclose(moved, -F / 2))
        assert len(plus) == len(minus) == 2
        assert r1 in plus
        r3 = int(plus[plus != r1][0])
        # fitness equals the index: r1 beats one of the two, r3 the other
        assert any(r1 < a and r3 < b for a, b in (minus, minus[::-1]))


@pytest.mark.parametrize(("mutation", "pairs"), [("2-opt/1", 1), ("2-opt/2", 2)])
def test_two_opt_starts_from_the_better_of_its_first_two(mutation, pairs):
    starts = np.zeros(9)
    for _i, donor, base, F in coefficients(mutation, population=9, generations=1500):
        r1 = int(np.argmax(base))
        moved = donor - base
        plus = np.flatnonzero(np.isclose(moved, F))
        assert len(plus) == pairs
        assert len(np.flatnonzero(np.isclose(moved, -F))) == pairs
        assert r1 < plus.max()
        starts[r1] += 1
    # the better of two out of the eight others, averaged over the targets: rank k of 8 has weight 8 − k
    expected = np.zeros(9)
    for i in range(9):
        others = [k for k in range(9) if k != i]
        for rank, k in enumerate(others):
            expected[k] += (7 - rank) / 28
    assert starts[8] == 0
    assert stats.chisquare(starts[:8], starts.sum() * expected[:8] / expected[:8].sum()).pvalue > 1e-4


def test_two_opt_keeps_r1_as_base_on_equal_values():
    counts = np.zeros(6)
    for _i, _donor, base, _F in coefficients("2-opt/1", population=6, generations=2000, fitness=np.zeros(6)):
        counts[np.argmax(base)] += 1
    assert stats.chisquare(counts).pvalue > 1e-4


def test_nsde_scales_by_a_normal_or_a_cauchy_number_half_of_the_time_each():
    steps = []
    for _i, donor, base, _F in coefficients("nsde", population=6, generations=3000):
        moved = donor - base
        r = np.flatnonzero(moved)
        assert len(r) == 2
        np.testing.assert_allclose(moved[r].sum(), 0, atol=1e-9 * np.abs(moved).max())
        steps.append(moved[r])
    # which of the two is r2 cannot be seen from the donor: compare the magnitudes
    mixture = lambda x: 0.5 * stats.norm(0.5, 0.5).cdf(x) + 0.5 * stats.cauchy.cdf(x)  # noqa: E731
    magnitude = np.abs(np.array(steps)[:, 0])
    assert stats.kstest(magnitude, lambda x: mixture(x) - mixture(-x)).pvalue > 1e-4


def test_trigonometric_donor_is_the_papers_formula_once_in_twenty():
    fitness = np.array([3.0, -1.0, 2.0, 0.5, 4.0, 2.5])
    rare = total = 0
    for _i, donor, base, F in coefficients("trigonometric", population=6, generations=4000, fitness=fitness):
        total += 1
        if base.max() == 1:
            assert np.isclose((donor - base).max(), F)
            continue
        rare += 1
        r = np.flatnonzero(base)
        np.testing.assert_allclose(base[r], 1 / 3)
        p = np.abs(fitness[r]) / np.abs(fitness[r]).sum()
        e = np.eye(6)[r]
        x = e.sum(0) / 3 + (p[1] - p[0]) * (e[0] - e[1]) + (p[2] - p[1]) * (e[1] - e[2]) + (p[0] - p[2]) * (e[2] - e[0])
        np.testing.assert_allclose(donor, x, atol=1e-12)
    assert stats.binomtest(rare, total, 0.05).pvalue > 1e-4


def test_trigonometric_with_all_values_zero_is_the_centroid():
    for _i, donor, base, _F in coefficients("trigonometric", population=6, generations=300, fitness=np.zeros(6)):
        assert np.all(np.isfinite(donor))
        if base.max() < 1:
            np.testing.assert_allclose(donor, base, atol=1e-15)


@pytest.mark.parametrize("M", [6, 20])  # the wheel counts eight at a time: within one piece, and over several
@pytest.mark.parametrize("weight", ["inverse", "distance"])
def test_proximity_draws_by_distance_without_replacement(weight, M):
    """The first index against the wheel's probabilities, the pair (base, plus) against sequential draws."""
    X = np.random.default_rng(5).uniform(-1, 1, (M, 3))
    differences = X[:, None] - X
    distance = np.linalg.norm(differences, axis=2)
    with np.errstate(divide="ignore"):
        w = 1 / distance if weight == "inverse" else distance.copy()
    np.fill_diagonal(w, 0)
    limits = np.full(3, 1e6)
    name = f"proximity-rand/1[weight={weight}]"
    counts, pairs = np.zeros((M, M)), np.zeros((M, M))
    for seed in range(4000):
        made = engine(mutation=name, boundary="projection", population=M, lower=-limits, upper=limits, seed=seed)
        made.population[:] = X
        made.parameters()
        made.scale[:] = 1e-3
        made.mutate()
        bases = np.array(made.bases())
        step = (np.array(made.trials) - bases) / 1e-3
        for i in range(M):
            r1 = int(np.argmin(np.linalg.norm(X - bases[i], axis=1)))
            counts[i, r1] += 1
            if i == 0:
                r2, r3 = divmod(int(np.argmin(np.linalg.norm(differences - step[0], axis=2))), M)
                assert len({0, r1, r2, r3}) == 4
                pairs[r1, r2] += 1
    for i in range(M):
        keep = np.arange(M) != i
        assert stats.chisquare(counts[i, keep], counts[i].sum() * w[i, keep] / w[i].sum()).pvalue > 1e-4
    expected = np.array(
        [
            [0 if a == b or 0 in (a, b) else w[0, a] / w[0].sum() * w[0, b] / (w[0].sum() - w[0, a]) for b in range(M)]
            for a in range(M)
        ]
    )
    assert stats.chisquare(pairs[expected > 0], pairs.sum() * expected[expected > 0]).pvalue > 1e-4


@pytest.mark.parametrize("weight", ["inverse", "distance"])
@pytest.mark.parametrize("closeness", [1e-1, 1e-2, 1e-3, 1e-5, 1e-7, 1e-9])
@pytest.mark.parametrize("M", [4, 6])
def test_proximity_draws_without_bias_where_a_few_weights_are_everything(weight, closeness, M):
    """Two neighbours much closer than the rest; every outcome (r1, r2, r3) against the law of sequential draws."""
    places = np.array([0.0, closeness, -2 * closeness, 1.0, -1.5, 1.25])[:M]
    X = np.outer(places, [1.0, 0.0, 0.0]) + np.outer(places**2, [0.0, 1.0, 0.0])
    limits = np.full(3, 1e6)
    name = f"proximity-rand/1[weight={weight}]"
    made = engine(mutation=name, boundary="projection", population=M, lower=-limits, upper=limits, seed=11)
    made.population[:] = X
    outcomes = list(itertools.permutations(range(1, M), 3))
    donors = {(X[a] + 0.5 * (X[b] - X[c])).tobytes(): k for k, (a, b, c) in enumerate(outcomes)}
    assert len(donors) == len(outcomes)
    counts = np.zeros(len(outcomes))
    for _ in range(30_000):
        made.parameters()
        made.scale[:] = 0.5
        made.mutate()
        counts[donors[made.trials[0].tobytes()]] += 1
    distance = np.linalg.norm(X - X[0], axis=1)
    w = np.where(distance > 0, 1 / np.maximum(distance, 1e-12) if weight == "inverse" else distance, 0)
    law = np.array([w[a] / w.sum() * w[b] / _without(w, a) * w[c] / _without(w, a, b) for a, b, c in outcomes])
    expected = counts.sum() * law
    seldom = expected < 5
    counts = np.append(counts[~seldom], counts[seldom].sum())
    expected = np.append(expected[~seldom], expected[seldom].sum())
    keep = expected > 0
    assert stats.chisquare(counts[keep], expected[keep] * counts[keep].sum() / expected[keep].sum()).pvalue > 1e-5


def _without(weights, *taken):
    return np.delete(weights, taken).sum()


@pytest.mark.parametrize("weight", ["inverse", "distance"])
@pytest.mark.parametrize("half_width", [1e-320, 1e-200, 1e150, 1e160, 1e250, 8.9e307])
def test_proximity_ends_in_any_box_that_is_admitted(weight, half_width):
    """In a process of its own: an endless wheel would be deaf to everything."""
    code = f"""
import numpy as np, inbounds as ib
half = {half_width!r}
run = ib.DE("proximity-rand/1[weight={weight}]", population=9).start([(-half, half)] * 5, seed=1, budget=200)
while not run.finished:
    points = run.ask()
    assert (np.abs(points) <= half).all()
    run.tell(np.abs(points / half - 0.3).sum(axis=1))
assert run.best < 3
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)


def test_proximity_weights_follow_the_population_as_it_moves():
    """A long run updates the wheel bit by bit; a restored one builds it anew: both must go on alike."""
    lower, upper = np.full(4, -5.0), np.full(4, 5.0)
    one = engine(mutation="proximity-rand/1", population=12, lower=lower, upper=upper, seed=8)
    two = engine(mutation="proximity-rand/1", population=12, lower=lower, upper=upper, seed=9)

    def values(run):  # below the 0 of all initial individuals, so that trials win and individuals move
        return np.sum(np.array(run.points()) ** 2, axis=1) - 1000

    for generation in range(40):
        one.propose()
        one.accept(values(one))
        if generation == 20:
            two.restore(one.save())
        elif generation > 20:
            two.propose()
            two.accept(values(two))
        if generation == 30:
            then = np.array(one.population)
    assert not np.array_equal(one.population, then)
    np.testing.assert_array_equal(one.population, two.population)


def test_ranking_draws_r1_by_rank_and_never_the_worst():
    M = 8
    fitness = np.array([5.0, 1.0, 7.0, 3.0, 0.0, 2.0, 6.0, 4.0])
    rank = np.argsort(np.argsort(fitness)) + 1
    counts, r2_counts = np.zeros(M), np.zeros(M)
    i = 2  # the worst: no rank of another is excluded for it
    for target, donor, base, F in coefficients(
        "ranking-target-to-pbest/1", population=M, generations=8000, fitness=fitness
    ):
        if target != i:
            continue
        rest = donor - base
        rest[i] += F
        minus = np.flatnonzero(np.isclose(rest, -F))
        r2_counts[minus] += 1
        # what is left is e_pbest + e_r1 (− e_r2): only pairs that can be told apart count
        plus = [k for k in np.flatnonzero(np.isclose(rest, F)) if rank[k] > 3]
        if len(plus) == 1 and len(minus) == 1:
            counts[plus[0]] += 1
    assert counts[i] == 0
    seen = [k for k in range(M) if rank[k] in (4, 5, 6, 7)]
    weights = np.array([M - rank[k] for k in seen], float)
    assert stats.chisquare(counts[seen], counts[seen].sum() * weights / weights.sum()).pvalue > 1e-4


@pytest.mark.parametrize("info", catalogue.operators("mutation"), ids=lambda info: info.name)
def test_a_population_too_small_for_the_mutation_is_refused_and_the_least_one_works(info):
    least = info.minimum_population
    with pytest.raises(ib.InvalidArgumentError, match=f"at least {least} "):
        ib.DE(mutation=info.name, population=least - 1)
    r = ib.DE(mutation=info.name, population=least).run(ib.problem("bbob", function=1, dimension=2), budget=50 * least)
    assert np.all(np.isfinite(r.precision))


def test_proximity_draws_end_when_some_individuals_coincide_and_others_are_far():
    limits = np.full(2, 1e6)
    made = engine(mutation="proximity-rand/1", boundary="projection", population=4, lower=-limits, upper=limits)
    made.population[:] = [[0, 0], [0, 0], [0, 0], [1e5, 1e5]]  # weights of 1e12 beside 1e-5
    made.parameters()
    made.mutate()
    assert np.all(np.isfinite(made.trials))


@pytest.mark.parametrize(("population", "few"), [(10, 3), (40, 3), (100, 5)])
def test_pbest_chooses_among_a_twentieth_and_at_least_three(population, few):
    chosen = set()
    for i, donor, _base, F in coefficients("target-to-pbest/1", population=population, generations=30, seed=2):
        rest = donor.copy()
        rest[i] -= 1 - F
        plus = np.flatnonzero(np.isclose(rest, F))
        if i >= few and len(plus) == 2 and plus[1] >= few:  # pbest and r1 can be told apart
            chosen.add(int(plus[0]))
    assert {k for k in chosen if k < few} == set(range(few))
    assert chosen == set(range(few))
