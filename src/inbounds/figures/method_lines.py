"""Small multiples of curves: what convergence, repaired-share and parameter curves have in common."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.problem_labels import problem_label, problems
from inbounds.figures.style import (
    FLOOR,
    INK,
    LARGE,
    Drawn,
    boundary_label,
    chosen_rows,
    configuration_label,
    distinct,
    label_powers,
    legend_below,
    name_axes,
    names_in,
    panels,
    tidy,
    whole_decades,
)
from inbounds.operators.appearance import COLOURS, DASHES, Dash
from inbounds.operators.shown_names import Names


@dataclass(frozen=True)
class MethodLines:
    """Which column is drawn, and how; a linear axis goes from 0 to 1, or further where the values do.

    With `fitted` it ends where the values do.
    """

    value: str
    y_label: str
    y_scale: Literal["linear", "log"]
    fitted: bool = False


def draw_method_lines(
    curves: pl.DataFrame, mutation: str, crossover: str, lines: MethodLines, names: Names | None, start: int | None
) -> Drawn:
    """Draw one configuration: a panel per problem, a line per method from where they differ, a legend below."""
    names = names or names_in(curves)
    table = chosen_rows(curves, mutation=mutation, crossover=crossover)
    methods = distinct(table, "boundary")
    shown = problems(table)
    columns = 5 if len(shown) > 4 else 4
    figure, axes = panels(len(shown), columns=columns, width=2.5, height=2.1, legend=0.45)
    for place, problem in zip(axes, shown, strict=True):
        part = after_the_common_start(chosen_rows(table, **problem._asdict()), lines.value, start)
        place.set_xscale("log")
        place.set_yscale(lines.y_scale)
        if lines.y_scale == "log":
            whole_decades(place.yaxis, part[lines.value])
        elif not lines.fitted:
            place.set_ylim(0, max(1.0, *part[lines.value].drop_nulls()))
        for k, method in enumerate(methods):
            line = part.filter(pl.col("boundary") == method)
            values = line[lines.value].to_numpy()
            shape = np.maximum(values, FLOOR) if lines.y_scale == "log" else values
            place.plot(line["evaluations"].to_numpy(), shape, color=_colour(k), linestyle=_dash(k), linewidth=1)
        place.margins(x=0)
        label_powers(place.xaxis)
        tidy(place, problem_label(problem, shown))
    name_axes(axes, columns, x="evaluations", y=lines.y_label)
    figure.suptitle(configuration_label(mutation, crossover, names), fontsize=LARGE, color=INK)
    handles = [Line2D([], [], color=_colour(k), linestyle=_dash(k), linewidth=1.6) for k in range(len(methods))]
    labels = [boundary_label(method, names) for method in methods]
    legend_below(figure, handles, labels, columns=7 if len(shown) > 3 else 4)
    return Drawn(figure, table)


def after_the_common_start(part: pl.DataFrame, value: str, start: int | None) -> pl.DataFrame:
    """Leave out what all methods share: evaluations before `start`, the first population, and equal values after it.

    The last common point is kept, so that the lines part in the picture.
    """
    differing = (
        part.filter(pl.col("evaluations") >= (start or 0))
        .group_by("evaluations")
        .agg(low=pl.col(value).min(), high=pl.col(value).max())
        .filter(pl.col("high") > pl.col("low"))["evaluations"]
    )
    if differing.is_empty():
        return part
    common = part.filter((pl.col("evaluations") < differing.min()) & (pl.col("evaluations") >= (start or 0)))
    begin = differing.min() if common.is_empty() else common["evaluations"].max()
    return part.filter(pl.col("evaluations") >= begin)


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def _dash(k: int) -> Dash:
    return DASHES[k % 3]
