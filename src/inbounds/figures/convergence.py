"""Convergence: the median best precision over the evaluations, a panel per problem and a line per boundary method."""

import polars as pl

from inbounds.figures.method_lines import MethodLines, draw_method_lines
from inbounds.figures.style import Drawn
from inbounds.operators.shown_names import Names


def convergence(
    curves: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None, start: int | None = None
) -> Drawn:
    """Draw the medians of one configuration on every problem of the table, from evaluation `start` on."""
    lines = MethodLines(value="precision", y_label="median best precision", y_scale="log")
    return draw_method_lines(curves, mutation, crossover, lines, names, start)
