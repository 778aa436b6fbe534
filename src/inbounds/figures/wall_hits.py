"""Which walls are hit: a panel per problem, a line per boundary method over the coordinates."""

import numpy as np
import polars as pl
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from inbounds.errors import InvalidArgumentError
from inbounds.figures.problem_labels import problem_label, problems
from inbounds.figures.style import (
    INK,
    LARGE,
    Drawn,
    boundary_label,
    chosen_rows,
    configuration_label,
    distinct,
    legend_below,
    name_axes,
    names_in,
    panels,
    tidy,
)
from inbounds.operators.appearance import COLOURS, DASHES
from inbounds.operators.shown_names import Names


def wall_hits(hits: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None) -> Drawn:
    """Draw the share of the donors beyond each upper wall upwards and beyond each lower wall downwards.

    `hits` is the table of `analysis.wall_hits`.
    """
    if hits.is_empty():
        raise InvalidArgumentError(
            "the runs have no measures, the walls that were hit among them: run with measures = true"
        )
    names = names or names_in(hits)
    table = chosen_rows(hits, mutation=mutation, crossover=crossover)
    methods, shown = distinct(table, "boundary"), problems(table)
    columns = 5 if len(shown) > 4 else 4
    figure, axes = panels(len(shown), columns=columns, width=2.5, height=2.1, legend=0.45)
    for place, problem in zip(axes, shown, strict=True):
        of_problem = chosen_rows(table, **problem._asdict())
        edges = np.repeat(np.arange(problem.dimension + 1) + 0.5, 2)[1:-1]
        for k, method in enumerate(methods):
            line = of_problem.filter(pl.col("boundary") == method).sort("coordinate")
            if line.is_empty():
                continue
            for shares in (line["upper"].to_numpy(), -line["lower"].to_numpy()):
                colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % 3]
                place.plot(edges, np.repeat(shares, 2), color=colour, linestyle=dash, linewidth=1)
        place.axhline(0, color=INK, linewidth=0.6)
        place.margins(x=0)
        place.xaxis.set_major_locator(MaxNLocator(integer=True))
        place.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{abs(share):g}"))
        tidy(place, problem_label(problem, shown))
    name_axes(axes, columns, x="coordinate", y="donors beyond lower and upper wall")
    figure.suptitle(configuration_label(mutation, crossover, names), fontsize=LARGE, color=INK)
    handles = [
        Line2D([], [], color=COLOURS[k % len(COLOURS)], linestyle=DASHES[k % 3], linewidth=1.6)
        for k in range(len(methods))
    ]
    legend_below(figure, handles, [boundary_label(method, names) for method in methods], columns=4)
    return Drawn(figure, table)
