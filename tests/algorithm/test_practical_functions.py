"""The functions like people's own that minimizers are compared on: each against an optimum known from elsewhere."""

import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog, minimize, minimize_scalar

import inbounds as ib

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
practical = pytest.importorskip("practical_functions", reason="the benchmarks come with the repository only")
sys.path.pop(0)


def value(name, x):
    return float(practical.PRACTICAL[name].values(np.asarray(x, dtype=float)[None])[0])


def box(name):
    return np.column_stack([practical.PRACTICAL[name].lower, practical.PRACTICAL[name].upper])


def test_values_at_known_optima():
    assert value("exponential sum", practical.DECAYS.ravel()) == pytest.approx(0, abs=1e-20)
    assert value("FM synthesis", practical.TONE) == 0
    assert value("Schwefel 2.26", np.full(10, 420.968746)) == pytest.approx(0, abs=1e-8)
    assert value("corner Rastrigin", np.zeros(10)) == 0
    # Six atoms are best as an octahedron: -12.712062 (Hoare and Pal, Advances in Physics 20, 1971).
    octahedron = np.concatenate([np.eye(3), -np.eye(3)]).ravel()
    best = minimize_scalar(lambda size: value("Lennard-Jones, 6 atoms", size * octahedron), bounds=(0.6, 0.8))
    assert best.fun == pytest.approx(-12.712062, abs=1e-6)


def test_the_radar_code_is_the_formula_of_its_report():
    x = np.random.default_rng(1).uniform(0, 2 * np.pi, 20)
    phi = {}
    for i in range(1, 21):  # as printed, with sums over k from 1
        phi[2 * i - 1] = sum(np.cos(sum(x[k - 1] for k in range(abs(2 * i - j - 1) + 1, j + 1))) for j in range(i, 21))
    for i in range(1, 20):
        phi[2 * i] = 0.5 + sum(
            np.cos(sum(x[k - 1] for k in range(abs(2 * i - j) + 1, j + 1))) for j in range(i + 1, 21)
        )
    assert value("radar polyphase", x) == pytest.approx(max(max(phi.values()), -min(phi.values())))
    assert value("radar polyphase", np.zeros(20)) == 20


@pytest.mark.parametrize("name", ["portfolio weights", "logistic regression"])
def test_minimize_finds_what_a_local_search_finds_on_convex_ones(name):
    start = np.full(len(box(name)), 0.5)
    known = minimize(lambda x: value(name, x), start, bounds=box(name), options={"maxfun": 10**5})
    found = ib.minimize(practical.PRACTICAL[name].values, box(name), seed=1, vectorized=True, max_evaluations=6000)
    assert found.fun == pytest.approx(known.fun, abs=1e-5)


def test_least_deviations_is_the_linear_program_it_claims_to_be():
    data, observed = practical.with_outliers()
    slack = np.eye(60)
    exact = linprog(
        np.concatenate([np.zeros(12), np.ones(60)]),
        np.block([[data, -slack], [-data, -slack]]),
        np.concatenate([observed, -observed]),
        bounds=[(0, 2)] * 12 + [(0, None)] * 60,
    )
    assert value("least deviations", exact.x[:12]) == pytest.approx(exact.fun)
    settings = {"seed": 1, "vectorized": True, "max_evaluations": 24_000}
    found = ib.minimize(practical.least_deviations, box("least deviations"), **settings)
    assert found.fun == pytest.approx(exact.fun, rel=0.01)


def test_customers_go_to_the_nearest_facility():
    at_one_place = np.tile([0.5, 0.5], 7)
    assert value("facility location", at_one_place) == pytest.approx(np.hypot(*(practical.CUSTOMERS - 0.5).T).mean())
    assert value("facility location", np.concatenate([at_one_place[:12], practical.CUSTOMERS[0]])) == pytest.approx(
        np.minimum(
            np.hypot(*(practical.CUSTOMERS - 0.5).T), np.hypot(*(practical.CUSTOMERS - practical.CUSTOMERS[0]).T)
        ).mean()
    )
