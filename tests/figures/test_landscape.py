"""`inbounds problem` tells the facts of a problem and draws it."""

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import inbounds as ib
from inbounds.analysis.landscape import landscape
from inbounds.cli import problem as command
from inbounds.figures.landscape import draw_gallery, draw_landscape
from inbounds.problems import functions


def run(*arguments: str) -> str:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    result = CliRunner().invoke(app, ["problem", *arguments])
    if result.exception is not None:
        raise result.exception
    return result.stdout


def test_the_facts_of_a_problem_are_told() -> None:
    told = run("bbob", "15")
    assert "Rotated Rastrigin" in told
    assert "4, multimodal with adequate global structure" in told
    assert "[-5, 5]^2" in told


def test_moved_walls_are_named_with_their_options_and_both_walls_of_each_coordinate() -> None:
    told = run("walls[epsilon=0.01,coordinates=2]", "15", "--dimension", "5")
    assert "walls[epsilon=0.01,coordinates=2] f15 Rotated Rastrigin" in told
    problem = ib.problem("walls", function=15, dimension=5, epsilon=0.01, coordinates=2)
    for name, wall in (("lower", problem.lower), ("upper", problem.upper)):
        (line,) = (line for line in told.splitlines() if line.startswith(name))
        assert [float(x) for x in line.partition("(")[2].rstrip(") ").split(",")] == pytest.approx(wall, abs=1e-4)
    assert "^5" not in told


def test_the_facts_are_also_json() -> None:
    told = json.loads(run("bbob", "8", "--instance", "3", "--dimension", "5", "--json"))
    problem = ib.problem("bbob", function=8, instance=3, dimension=5)
    assert (told["f_opt"], told["x_opt"]) == (problem.f_opt, problem.x_opt.tolist())
    assert len(json.loads(run("bbob", "--json"))) == 24
    assert json.loads(run("noise", "--json"))["x_opt"] is None


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_landscape_is_drawn(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"out.{ending}"
    run("bbob", "15", "--plot", str(file))
    assert file.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bbob", "15", "--plot", "out.tiffany"], "must end in one of"),
        (["bbob", "15", "--plot", "no/such/folder/out.png"], "folder of the plot must exist"),
        (["bbob", "25"], "1 … 24; got 25"),
        (["bob", "1"], "Did you mean 'bbob'"),
        (["bbob", "1", "--dimension", "1", "--plot", "out.png"], "needs two dimensions"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: list[str], words: str) -> None:
    with pytest.raises(ib.InvalidArgumentError) as error:
        run(*arguments)
    assert words in str(error.value)


def test_the_table_behind_a_landscape_holds_the_values_and_the_optimum_lies_lowest() -> None:
    problem = ib.problem("bbob", function=1, dimension=3)
    _, table = draw_landscape(landscape(problem, points=131))
    lowest = table.sort("precision").row(0, named=True)
    assert abs(lowest["x1"] - problem.x_opt[0]) <= 0.05
    assert abs(lowest["x2"] - problem.x_opt[1]) <= 0.05
    row = table.row(100, named=True)
    assert row["precision"] == problem.precision([row["x1"], row["x2"], problem.x_opt[2]])[0]


@pytest.mark.parametrize("suite", ["sbox", "noise"])
def test_every_suite_can_be_drawn(suite: str) -> None:
    numbers = [info.number for info in functions(suite)]
    flat = [ib.problem(suite, function=number, dimension=2) for number in numbers]
    figure, table = draw_gallery([landscape(problem, points=41) for problem in flat])
    assert table["function"].unique().sort().to_list() == numbers
    assert len(figure.axes) >= 1
    assert np.isfinite(table["precision"].to_numpy()).any()


def test_a_landscape_names_its_dimension_and_its_heights() -> None:
    figure, _ = draw_landscape(landscape(ib.problem("bbob", function=3, instance=2, dimension=5), points=31))
    axes, bar = figure.axes
    assert axes.get_title("right") == "5-D, instance 2"
    assert bar.get_ylabel() == r"$\log_{10}(f - f_\mathrm{opt})$"
