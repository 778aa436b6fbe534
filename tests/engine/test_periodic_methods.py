"""Reflection and wrapping find the number of periods without a division: their results are those of the division."""

import numpy as np
import pytest

from .core import repaired

# Bounds and widths with few digits, so that whole periods are exact and every processor rounds alike.
LOWER = np.array([0.0, -5.0, 1.0, 0.0, -0.375, 96.0, 0.0, -3.0, 2.0])
UPPER = np.array([3.0, 5.0, 8.0, 0.625, 1.0, 96.0 + 5 * 2.0**-10, 11 * 2.0**20, 3.5, 5.0])
WIDTH = UPPER - LOWER


def remainder(distance, period):
    rest = distance - period * np.floor(distance / period)
    return np.where(rest < 0, rest + period, rest)


def reflected(values):
    bound = np.where(values < LOWER, LOWER, UPPER)
    once = np.where((values < LOWER) | (values > UPPER), bound + (bound - values), values)
    rest = remainder(once - LOWER, 2 * WIDTH)
    again = np.where(rest > WIDTH, UPPER - (rest - WIDTH), LOWER + rest)
    return np.where((once < LOWER) | (once > UPPER), np.clip(again, LOWER, UPPER), once)


def wrapped(values):
    below, above = values < LOWER, values > UPPER
    rest = remainder(np.where(below, LOWER - values, values - UPPER), WIDTH)
    entered = np.where(below, UPPER - rest, LOWER + rest)
    return np.where(below | above, np.clip(entered, LOWER, UPPER), values)


def around_whole_periods():
    """Points at whole widths from the lower bounds, and up to three of the smallest possible steps beside them."""
    counts = np.concatenate([np.arange(-40, 41), [2.0**20 + 1, -(2.0**20) - 1, 3e9, -3e9]])
    rows = [LOWER + counts[:, np.newaxis] * WIDTH]
    for towards in (-np.inf, np.inf):
        step = rows[0]
        for _ in range(3):
            step = np.nextafter(step, towards)
            rows.append(step)
    return np.concatenate(rows)


def anywhere(count):
    rng = np.random.default_rng(7)
    return LOWER + rng.normal(size=(count, len(LOWER))) * 10.0 ** rng.uniform(-3, 12, (count, 1)) * WIDTH


def assert_same(name, formula, rows):
    got, _ = repaired(name, rows, lower=LOWER, upper=UPPER, bases=LOWER, targets=LOWER)
    expected = formula(rows)
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))  # −0 is not 0


METHODS = pytest.mark.parametrize(("name", "formula"), [("reflection", reflected), ("wrapping", wrapped)])


@METHODS
def test_the_results_are_those_of_a_division_to_the_bit(name, formula):
    assert_same(name, formula, np.concatenate([around_whole_periods(), anywhere(3000)]))


@METHODS
def test_each_row_alone_has_the_same_bits(name, formula):
    for row in np.concatenate([around_whole_periods()[::3], anywhere(50)]):
        assert_same(name, formula, row[np.newaxis])


@METHODS
def test_a_row_keeps_the_coordinates_that_are_inside(name, formula):
    rng = np.random.default_rng(8)
    rows, far = LOWER + rng.random((500, len(LOWER))) * WIDTH, anywhere(500)
    rows[:, 0] = -0.0
    column = rng.integers(1, len(LOWER), size=len(rows))
    rows[np.arange(len(rows)), column] = far[np.arange(len(rows)), column]
    assert_same(name, formula, rows)
