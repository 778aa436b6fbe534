"""Moved walls: BBOB's own values in a box whose nearer wall is at the chosen distance from the optimum."""

import pickle

import numpy as np
import pytest

import inbounds as ib
from inbounds.experiment import Plan, parse_config
from inbounds.problems import functions
from inbounds.problems.function_groups import function_group

EPSILONS = [0.0, 0.01, 0.05, 0.2, 0.5]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("function", [1, 5, 9, 20, 24])
def test_the_optimum_lies_at_the_relative_distance_epsilon_from_the_nearer_wall(function, epsilon):
    p = ib.problem("walls", function=function, instance=3, dimension=9, epsilon=epsilon)
    plain = ib.problem("bbob", function=function, instance=3, dimension=9)
    np.testing.assert_array_equal(p.x_opt, plain.x_opt)
    nearer = np.minimum(p.x_opt - p.lower, p.upper - p.x_opt) / (p.upper - p.lower)
    np.testing.assert_allclose(nearer, epsilon, atol=1e-12)
    assert np.all((p.lower == -5.0) | (p.upper == 5.0))  # one wall of each coordinate stays
    if epsilon == 0:
        assert np.all((p.x_opt == p.lower) | (p.x_opt == p.upper))


def test_the_values_are_bbobs_inside_and_outside_the_box():
    p = ib.problem("walls", function=15, instance=2, dimension=5, epsilon=0.1)
    plain = ib.problem("bbob", function=15, instance=2, dimension=5)
    points = np.random.default_rng(1).uniform(-7, 7, (50, 5))
    np.testing.assert_array_equal(p(points), plain(points))
    assert (p.f_opt, p.group, p.label) == (plain.f_opt, plain.group, plain.label)


@pytest.mark.parametrize(("coordinates", "moved"), [(1, [0]), (2, [0, 3]), (3, [0, 2, 4]), (6, range(6))])
def test_only_some_coordinates_are_moved_spread_over_all(coordinates, moved):
    p = ib.problem("walls", function=1, dimension=6, epsilon=0, coordinates=coordinates)
    touched = np.flatnonzero((p.lower != -5) | (p.upper != 5))
    np.testing.assert_array_equal(touched, list(moved))


def test_the_name_carries_the_options_and_leads_back_to_the_problem():
    p = ib.problem("walls", function=3, dimension=4, epsilon=0.02, coordinates=2)
    assert p.suite == "walls[epsilon=0.02,coordinates=2]"
    assert ib.problem(p.suite, function=3, dimension=4) == p == pickle.loads(pickle.dumps(p))
    assert ib.problem("walls", function=3, dimension=4, epsilon=0.01) != p
    assert len(functions(p.suite)) == 24
    assert function_group(p.suite, 3) == "1"
    third = ib.problem("walls", function=1, dimension=2, epsilon=1 / 3)
    assert ib.problem(third.suite, function=1, dimension=2) == third


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"epsilon": 0.6}, ["epsilon must be a number in [0, 0.5]", "0.6"]),
        ({"epsilon": -0.1}, ["[0, 0.5]", "-0.1"]),
        ({"epsilon": float("nan")}, ["[0, 0.5]", "nan"]),
        ({"epsilon": "near"}, ["[0, 0.5]", "'near'"]),
        ({}, ["epsilon must be given for suite 'walls'"]),
        ({"epsilon": 0.1, "coordinates": 5}, ["coordinates must be at most the dimension, 4", "got 5"]),
        ({"epsilon": 0.1, "coordinates": 0}, ["coordinates must be a whole number of at least 1", "got 0"]),
        ({"epsilon": 0.1, "coordinates": 1.5}, ["coordinates must be a whole number", "1.5"]),
        ({"epsilon": 0.1, "suite": "bbob"}, ["for suite 'walls' only", "'bbob'"]),
        ({"suite": "walls[epsilon=0.1]", "epsilon": 0.2}, ["given twice"]),
        ({"suite": "walls[eps=0.1]"}, ["'epsilon', 'coordinates'; got 'eps'"]),
        ({"suite": "walls[epsilon=x]"}, ["epsilon must be a number; got 'x'"]),
        ({"suite": "wall"}, ["Did you mean 'walls'?"]),
    ],
)
def test_what_does_not_exist_is_refused_with_what_is_allowed(arguments, told):
    with pytest.raises(ib.errors.InvalidArgumentError) as caught:
        ib.problem(**{"suite": "walls", "function": 1, "dimension": 4, **arguments})
    for words in told:
        assert words in str(caught.value)


CONFIG = """
functions = [1, 5]
dimensions = [4]
mutations = "rand/1"
crossovers = "binomial"
boundaries = ["reflection"]
budget = 100
population = 10
runs = 2
"""


def test_an_experiment_names_epsilons_and_coordinates_by_keys_of_their_own():
    config = parse_config('suites = ["bbob", "walls"]\nepsilon = [0, 0.01]\ncoordinates = ["all", 2]\n' + CONFIG)
    assert config.suites == (
        "bbob",
        "walls[epsilon=0]",
        "walls[epsilon=0,coordinates=2]",
        "walls[epsilon=0.01]",
        "walls[epsilon=0.01,coordinates=2]",
    )
    assert parse_config(config.to_toml()) == config
    plan = Plan(config)
    assert len(plan.cells) == 10
    alone = Plan(parse_config('suites = ["bbob"]\n' + CONFIG))
    assert [cell.id for cell in plan.cells if cell.suite == "bbob"] == [cell.id for cell in alone.cells]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ('suites = ["walls"]', "needs epsilon"),
        ('suites = ["bbob"]\nepsilon = 0.1', "which is not among the suites"),
        ('suites = ["walls"]\ncoordinates = 2', "epsilon: must be given"),
        ('suites = ["walls"]\nepsilon = [0.1, 0.7]', "epsilon must be a number in [0, 0.5]; got 0.7"),
        ('suites = ["walls"]\nepsilon = 0.1\ncoordinates = 5', "coordinates must be at most the dimension, 4; got 5"),
    ],
)
def test_an_experiment_with_bad_walls_is_refused(keys, told):
    with pytest.raises(ib.errors.ConfigError) as caught:
        parse_config(keys + "\n" + CONFIG)
    assert told in str(caught.value)


def test_all_suites_are_those_that_need_no_epsilon():
    assert parse_config('suites = "all"\n' + CONFIG.replace("[1, 5]", '"all"')).suites == ("bbob", "sbox", "noise")
