"""Every built-in operator keeps its family's promises, and one that does not is told so in plain words."""

import numpy as np
import pytest

import inbounds as ib
from inbounds import testing

WITH_OPTIONS = {
    "mutation": ["proximity-rand/1[weight=distance]"],
    "crossover": [],
    "boundary": ["transformation[offset=text]"],
}
BUILT_IN = [
    (family, name, promise)
    for family, listed in (("mutation", ib.mutations()), ("crossover", ib.crossovers()), ("boundary", ib.boundaries()))
    for name in [*listed, *WITH_OPTIONS[family]]
    for promise in testing.promises(family)
]


@pytest.mark.parametrize(("family", "name", "promise"), BUILT_IN, ids=lambda value: str(value).replace("/", "-"))
def test_a_built_in_operator_keeps_its_promise(family, name, promise):
    for case in testing.CASES:
        promise.check(name, case)


@pytest.fixture
def register():
    """Return a function that registers an operator until the test ends."""
    registered = []

    def add(family, function, **options):
        name = function.__name__.replace("_", "-")
        getattr(ib, family)(name, **options)(function)
        registered.append((family, name))
        return name

    yield add
    for family, name in registered:
        ib.catalogue.remove(family, name)


def faults(family, name):
    with pytest.raises(testing.ConformanceError) as caught:
        testing.check(family, name)
    return str(caught.value)


def test_a_good_operator_of_each_family_passes(register):
    def good_boundary(g):
        return np.clip(g.donors, g.lower, g.upper)

    def good_mutation(g, step=0.5):
        one, two = g.distinct(2)
        return (
            g.targets
            + g.F * step * (g.population[g.pbest()] - g.targets)
            + g.F * (g.population[one] - g.population[two])
        )

    def good_crossover(g):
        k, n = g.donors.shape
        taken = g.rng.random((k, n)) < g.Cr
        taken[np.arange(k), g.rng.integers(n, size=k)] = True
        return np.where(taken, g.donors, g.targets)

    def good_blend(g):
        return g.targets + g.Cr * 0.5 * (g.donors - g.targets)

    testing.check_boundary(register("boundary", good_boundary))
    testing.check_mutation(register("mutation", good_mutation))
    testing.check_mutation("good-mutation[step=0.25]")
    testing.check_crossover(register("crossover", good_crossover))
    testing.check_crossover(register("crossover", good_blend, kind="blend"))


def test_reflecting_only_once_is_found_out(register):
    def reflect_once(g):
        mirrored = np.where(g.donors < g.lower, 2 * g.lower - g.donors, 2 * g.upper - g.donors)
        return np.where((g.donors < g.lower) | (g.donors > g.upper), mirrored, g.donors)

    told = faults("boundary", register("boundary", reflect_once))
    assert "A donor far outside comes back into the box: on the box [-5, 5]^6, boundary 'reflect-once' left" in told
    assert "a fixed variable (low = high)" in told
    assert "outside [-5.0, 5.0]" in told


def test_a_source_of_randomness_of_its_own_is_found_out(register):
    generator = np.random.default_rng(1)

    def hidden_dice(g):
        return generator.uniform(g.lower, g.upper, g.donors.shape)

    told = faults("boundary", register("boundary", hidden_dice))
    assert "The same seed gives the same result" in told
    assert "draw from generation.rng only" in told


def test_writing_to_an_input_is_found_out(register):
    def overwrites(g):
        g.targets[:] = 0
        return np.clip(g.donors, g.lower, g.upper)

    assert "only generation.donors is the operator's own" in faults("boundary", register("boundary", overwrites))


def test_moving_feasible_donors_is_allowed_to_a_transformation_only(register):
    def squeeze(g):
        centre = (g.lower + g.upper) / 2
        return centre + 0.5 * (np.clip(g.donors, g.lower, g.upper) - centre)

    name = register("boundary", squeeze, kind="transform")
    testing.check_boundary(name)
    result = ib.DE(boundary=name, population=10).run(
        ib.problem("bbob", function=1, dimension=3), budget=100, seed=1, target=None
    )
    assert result.repaired == pytest.approx(0.9)  # every donor is moved; the initial population is not


def test_a_wrong_shape_is_found_out(register):
    def flat(g):
        return g.donors.ravel()

    assert "must return donors of shape" in faults("boundary", register("boundary", flat))


def test_a_donor_that_is_nan_is_found_out(register):
    def not_a_number(g):
        return g.targets * np.nan

    assert "made a donor that is NaN" in faults("mutation", register("mutation", not_a_number))


def test_a_population_named_too_small_is_found_out(register):
    def needs_six(g):
        return g.population[g.distinct(5)].mean(axis=0)

    told = faults("mutation", register("mutation", needs_six))
    assert "The least population it names is enough" in told
    assert "need a population of at least 6; got 4" in told
    testing.check_mutation(register("mutation", needs_six, minimum_population=6))


def test_a_crossover_that_may_take_nothing_is_found_out(register):
    def nothing_sure(g):
        return np.where(g.rng.random(g.donors.shape) < g.Cr, g.donors, g.targets)

    assert "took nothing from its donor (Cr = 0)" in faults("crossover", register("crossover", nothing_sure))


def test_a_crossover_that_invents_coordinates_is_found_out(register):
    def invents(g):
        return (g.donors + g.targets) / 2

    assert "neither the donor's nor the target's" in faults("crossover", register("crossover", invents))


def test_each_fault_is_told_once(register):
    def raises(g):
        raise ZeroDivisionError("oh")

    told = faults("mutation", register("mutation", raises))
    assert told.count("ZeroDivisionError: oh") == 1
