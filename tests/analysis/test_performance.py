"""Running times, success rates and areas by hand (against iohinspector: see the ECDF tests)."""

import math

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import area_over_convergence, group_areas, running_times, success_rates
from inbounds.errors import InvalidArgumentError

from .run_tables import TARGETS, cell


def test_expected_running_time_spreads_failed_runs_over_the_successes():
    hits = np.full((3, TARGETS.size), -1)
    hits[0, :6], hits[1, :6] = 200, 400  # two of three runs reach 10^1
    table = running_times(cell([5.0, 5.0, 50.0], hits=hits, budget=1000))
    row = table.filter(np.isclose(table["target"], 10.0)).row(0, named=True)
    assert row["ert"] == pytest.approx((200 + 400 + 1000) / 2)
    assert row["success_rate"] == pytest.approx(2 / 3)
    assert (row["successes"], row["runs"], row["group"]) == (2, 3, "1")


def test_each_target_has_the_running_time_of_its_own_hits():
    hits = np.full((2, TARGETS.size), -1)
    hits[:, :6], hits[0, 6:16] = 100, 700  # both reach 10^1 early, one goes on to 10^-1
    found = running_times(cell([0.05, 5.0], hits=hits, budget=1000), targets=[10.0, 1.0, 0.1, 1e-8])
    assert found["target"].to_list() == pytest.approx([10.0, 1.0, 0.1, 1e-8])
    assert found["ert"].to_list() == [100.0, 700.0 + 1000.0, 700.0 + 1000.0, math.inf]
    assert found["successes"].to_list() == [2, 1, 1, 0]


def test_a_target_never_reached_has_an_infinite_running_time_and_a_missing_cell_none():
    table = pl.concat([cell([50.0], boundary="a"), cell([50.0], boundary="b", function=2)])
    found = running_times(table, targets=[1e-8]).sort("function", "boundary")["ert"].to_list()
    assert found == [math.inf, None, None, math.inf]
    assert running_times(cell([1e-9]), targets=[1e-8])["success_rate"].to_list() == [1.0]


def test_success_rates_count_final_precisions():
    table = pl.concat([cell([1e-9, 1e-3], function=1), cell([1e-3, 1e-3], function=2)])
    row = success_rates(table).row(0, named=True)
    assert row["success_rate"] == pytest.approx(0.25)
    assert (row["solved"], row["blocks"]) == (1, 2)
    assert success_rates(table, target=1e-3)["success_rate"][0] == 1.0
    assert success_rates(cell([0.0, 1e-300]), target=0)["success_rate"][0] == 0.5


def test_the_area_is_one_for_a_run_solved_at_once_and_zero_for_one_that_never_starts():
    at_once = np.ones((1, TARGETS.size), dtype=int)
    never = np.full((1, TARGETS.size), -1)
    table = pl.concat([cell([0.0], boundary="a", hits=at_once), cell([1e9], boundary="b", hits=never)])
    for scale in ("linear", "log"):
        assert area_over_convergence(table, scale=scale).sort("boundary")["area"].to_list() == pytest.approx([1, 0])


def test_a_run_that_falls_at_half_time_has_half_the_area_on_the_linear_axis():
    hits = np.full((1, TARGETS.size), 501)
    assert area_over_convergence(cell([0.0], hits=hits, budget=1000))["area"][0] == pytest.approx(0.5)
    log = area_over_convergence(cell([0.0], hits=hits, budget=1000), scale="log")["area"][0]
    assert log == pytest.approx(1 - math.log(501) / math.log(1000))


def test_group_areas_are_means_over_the_problems():
    hits = np.ones((1, TARGETS.size), dtype=int)
    table = pl.concat([cell([0.0], hits=hits), cell([1e9], function=2)])
    assert group_areas(table)["area"].to_list() == pytest.approx([0.5, 0.5])


def test_bad_arguments_are_refused():
    with pytest.raises(InvalidArgumentError, match="scale must be one of 'linear', 'log'; got 'sqrt'"):
        area_over_convergence(cell([1.0]), scale="sqrt")
    with pytest.raises(InvalidArgumentError, match="target must be a precision >= 0; got -1"):
        success_rates(cell([1.0]), target=-1)
