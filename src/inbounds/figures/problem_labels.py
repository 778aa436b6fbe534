"""The problems of a table, in order and by name."""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl


class PanelProblem(NamedTuple):
    """What a panel shows."""

    function: int
    instance: int
    dimension: int


def problems(table: pl.DataFrame) -> list[PanelProblem]:
    """Return the problems of a table with function, instance and dimension columns, sorted."""
    fields = list(PanelProblem._fields)
    return [PanelProblem(*row) for row in table.select(fields).unique().sort(fields).rows()]


def problem_label(problem: PanelProblem, among: Sequence[PanelProblem]) -> str:
    """Return the function's number, with instance and dimension only where they vary."""
    label = f"f{problem.function}"
    if len({other.instance for other in among}) > 1:
        label += f", instance {problem.instance}"
    if len({other.dimension for other in among}) > 1:
        label += f", {problem.dimension}-D"
    return label
