"""How F and Cr adapt: their means over the evaluations, a panel per problem and a line per boundary method."""

import polars as pl

from inbounds.figures.method_lines import MethodLines, draw_method_lines
from inbounds.figures.style import Drawn
from inbounds.operators.shown_names import Names


def f_curves(
    curves: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None, start: int | None = None
) -> Drawn:
    """Draw the mean F of one configuration on every problem of the table, from evaluation `start` on."""
    lines = MethodLines(value="f", y_label="mean F", y_scale="linear")
    return draw_method_lines(curves, mutation, crossover, lines, names, start)


def cr_curves(
    curves: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None, start: int | None = None
) -> Drawn:
    """Draw the mean Cr of one configuration on every problem of the table, from evaluation `start` on."""
    lines = MethodLines(value="cr", y_label="mean Cr", y_scale="linear")
    return draw_method_lines(curves, mutation, crossover, lines, names, start)
