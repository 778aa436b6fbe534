"""`inbounds rank` on files of runs."""

import json

import numpy as np
import polars as pl
import pytest
import typer
from typer.testing import CliRunner

from inbounds.cli import rank
from inbounds.errors import InvalidArgumentError

from .run_tables import methods_on, random_study


def near(centre: float) -> np.ndarray:
    return centre + np.linspace(-0.4, 0.4, 25)


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    rank.register(app)
    return app


@pytest.fixture
def store(tmp_path) -> str:
    samples = {"resampling": near(1), "wrapping": near(3), "projection": near(5)}
    path = tmp_path / "runs.parquet"
    pl.concat(methods_on(f, samples) for f in (6, 7, 8, 9)).write_parquet(path)
    return str(path)


def run(app: typer.Typer, *arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False, env={"COLUMNS": "100"})
    assert result.exit_code == 0
    return result.stdout


def test_the_table_shows_mean_ranks_and_the_friedman_test(app, store):
    shown = run(app, store, "--group", "2")
    assert "group 2, low or moderate conditioning" in shown
    rows = {line.split()[0]: line.split()[-1] for line in shown.splitlines() if line.strip()}
    assert (rows["resampling"], rows["wrapping"], rows["projection"]) == ("1.00", "2.00", "3.00")
    assert "rejects equal methods in 1 of 1 configurations" in shown
    assert "In short: resampling is alone best in 1 of 1 configuration, tied in 0" in " ".join(shown.split())
    assert "Alone best in so many configurations: resampling 1." in shown


def test_ties_of_all_are_no_difference(app, tmp_path):
    path = tmp_path / "runs.parquet"
    methods_on(6, {name: near(1) for name in ("resampling", "wrapping", "projection")}).write_parquet(path)
    shown = run(app, str(path), "--group", "2")
    assert "In short: no difference, all methods tie in all 1 configuration." in shown
    assert "est in" not in shown


def test_json_has_the_same_numbers_and_every_choice(app, store):
    data = json.loads(run(app, store, "--group", "2", "--json", "--sided", "two", "--floor", "double"))
    assert [row["mean_rank"] for row in sorted(data["mean_ranks"], key=lambda row: row["mean_rank"])] == [1, 2, 3]
    assert data["friedman"][0]["rejected"]
    assert data["ranking"]["floor"] == "double"
    assert data["significance"] == {"alpha": 0.05, "tie_correction": False, "sided": "two"}


def test_all_columns_are_shown_however_narrow_the_terminal(app, tmp_path):
    path = tmp_path / "runs.parquet"
    random_study(runs=3, functions=(1, 2)).write_parquet(path)
    shown = run(app, str(path))
    assert shown.count("Friedman p") >= 3
    assert sum(line.count("exp") for line in shown.splitlines() if "exponential" not in line) == 14
    assert "fewer than 7 runs" in shown


def test_missing_cells_are_said(app, store):
    table = pl.read_parquet(store).filter(~((pl.col("function") == 6) & (pl.col("boundary") == "wrapping")))
    table.write_parquet(store)
    assert "1 cells of this group have no runs" in run(app, store, "--group", "2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--group", "7"), "group must be one of"),
        (("--group", "4"), "group 4 has no runs; groups with runs are 2, all"),
        (("--floor", "low"), "--floor must be a number or 'double'; got 'low'"),
        (("--dimension", "x"), "--dimension must be a whole number or 'all'; got 'x'"),
        (("--test", "t"), "test must be one of"),
        (("--boundary", "nothing"), "boundary must be one of .* which the table holds; got 'nothing'"),
    ],
)
def test_a_bad_argument_is_one_clear_error(app, store, arguments, message):
    with pytest.raises(InvalidArgumentError, match=message):
        CliRunner().invoke(app, [store, *arguments], catch_exceptions=False)
