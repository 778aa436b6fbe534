"""The heatmap for the terminal: every cell under its heading, marks as colours, no wider than the terminal."""

import re

import pytest
from rich.console import Console

from inbounds.analysis.axes import Configuration, ordered_axes
from inbounds.report.terminal_heatmap import heatmap_tables, rank_cell

CONFIGURATIONS = [Configuration(m, c) for c in ("binomial", "exponential-2020") for m in ("rand/1", "target-to-best/1")]
AXES = ordered_axes("bbob", CONFIGURATIONS, [], ["reflection", "wrapping"])
NAMES = {
    name: name for name in ("rand/1", "target-to-best/1", "binomial", "exponential-2020", "reflection", "wrapping")
}


@pytest.mark.parametrize(
    ("best", "worse", "shown"),
    [(True, False, "[green]2.50[/]"), (False, True, "[red]2.50[/]"), (False, False, "[default]2.50[/]")],
)
def test_marks_are_colours(best, worse, shown):
    assert rank_cell(2.5, best=best, worse=worse) == shown


@pytest.mark.parametrize("unknown", [None, float("nan")])
def test_what_is_unknown_is_a_dash(unknown):
    assert rank_cell(unknown, best=False, worse=False) == "–"


def printed(width: int) -> list[str]:
    numbers = {place: f"{k}.25" for k, place in enumerate((c, b) for c in AXES.configurations for b in AXES.boundaries)}
    console = Console(width=width, record=True, force_terminal=False)
    with console.capture() as said:
        for table in heatmap_tables(
            AXES,
            lambda configuration, boundary: numbers[configuration, boundary],
            names=NAMES,
            width=width,
            starred=["wrapping"],
            below=("p", lambda configuration: f"p {configuration.mutation[:4]}"),
        ):
            console.print(table)
    return said.get().splitlines()


def test_every_cell_stands_in_its_row_and_column():
    lines = printed(120)
    assert [line.split() for line in lines[-3:]] == [
        ["reflection", "0.25", "2.25", "4.25", "6.25"],
        ["wrapping*", "1.25", "3.25", "5.25", "7.25"],
        ["p", "p", "rand", "p", "targ", "p", "rand", "p", "targ"],
    ]
    assert lines[3].split() == ["bin", "bin", "exp-2020", "exp-2020"]


def test_a_narrow_terminal_gets_several_tables():
    lines = printed(34)
    assert max(map(len, lines)) <= 34
    assert sum(line.startswith("reflection") for line in lines) == 2
    assert re.findall(r"\d\.25", "\n".join(lines)) == ["0.25", "2.25", "1.25", "3.25", "4.25", "6.25", "5.25", "7.25"]
