"""How the repaired share develops: its mean over the evaluations, a panel per problem, a line per boundary method."""

import polars as pl

from inbounds.figures.method_lines import MethodLines, draw_method_lines
from inbounds.figures.style import Drawn
from inbounds.operators.shown_names import Names


def repaired_curves(
    curves: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None, start: int | None = None
) -> Drawn:
    """Draw the repaired share so far of one configuration, on every problem of the table, from `start` on."""
    lines = MethodLines(value="repaired", y_label="mean repaired share so far", y_scale="linear")
    return draw_method_lines(curves, mutation, crossover, lines, names, start)
