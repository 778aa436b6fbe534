"""How an adaptive mixture shares out the repairs: the mean share of each method, a panel per problem."""

import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.problem_labels import problem_label, problems
from inbounds.figures.style import (
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
)
from inbounds.operators import catalogue
from inbounds.operators.appearance import COLOURS, DASHES
from inbounds.operators.shown_names import Names


def share_curves(
    shares: pl.DataFrame, mutation: str, crossover: str, boundary: str, *, names: Names | None = None
) -> Drawn:
    """Draw the shares of one mixture in one configuration, from the table of `analysis.share_curves`."""
    names = names or names_in(shares)
    table = chosen_rows(shares, mutation=mutation, crossover=crossover, boundary=boundary)
    parts, shown = distinct(table, "part"), problems(table)
    columns = 5 if len(shown) > 4 else 4
    figure, axes = panels(len(shown), columns=columns, width=2.5, height=2.1, legend=0.45)
    for place, problem in zip(axes, shown, strict=True):
        of_problem = chosen_rows(table, **problem._asdict())
        for k, part in enumerate(parts):
            line = of_problem.filter(pl.col("part") == part)
            colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % 3]
            place.plot(line["evaluations"].to_numpy(), line["share"].to_numpy(), color=colour, linestyle=dash, lw=1)
        place.set_xscale("log")
        place.set_ylim(0, 1)
        place.margins(x=0)
        label_powers(place.xaxis)
        tidy(place, problem_label(problem, shown))
    name_axes(axes, columns, x="evaluations", y="mean share")
    title = f"{boundary_label(boundary, names)}, {configuration_label(mutation, crossover, names)}"
    figure.suptitle(title, fontsize=LARGE, color=INK)
    handles = [
        Line2D([], [], color=COLOURS[k % len(COLOURS)], linestyle=DASHES[k % 3], linewidth=1.6)
        for k in range(len(parts))
    ]
    legend_below(figure, handles, [catalogue.label("boundary", part) for part in parts], columns=4)
    return Drawn(figure, table)
