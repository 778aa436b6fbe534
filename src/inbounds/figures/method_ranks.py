"""Mean ranks of the boundary methods with their intervals: which one to use."""

from collections.abc import Mapping

import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.style import INK, LARGE, SMALL, Drawn, legend_below, panels, plain, tidy

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#7f7f7f", "#e69f00")
FIRST = 0.26  # of a row: how far the lanes of a method lie apart


def method_ranks(tables: Mapping[str, pl.DataFrame], *, title: str) -> Drawn:
    """Draw a row per method and a mark per table (boundary, mean_rank, low, high), methods in the first one's order."""
    order = next(iter(tables.values()))["boundary"].to_list()
    figure, (axes,) = panels(1, columns=1, width=5.6, height=0.27 * len(order) + 0.6, legend=0.35)
    for lane, (colour, table) in enumerate(zip(COLOURS, tables.values(), strict=False)):
        for row in table.iter_rows(named=True):
            y = order.index(row["boundary"]) + FIRST * (lane - (len(tables) - 1) / 2)
            if row["low"] is not None:
                axes.plot([row["low"], row["high"]], [y, y], color=colour, linewidth=1.1)
            axes.plot(row["mean_rank"], y, "o", color=colour, markersize=3.6)
    axes.set_yticks(range(len(order)), [plain(name) for name in order])
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_xlabel("mean rank (1 is best) with its 95 % interval", fontsize=SMALL, color=INK)
    tidy(axes, "")
    axes.grid(False, axis="y")
    figure.suptitle(title, fontsize=LARGE, color=INK)
    marks = [Line2D([], [], color=colour, marker="o", markersize=3.6) for colour in COLOURS[: len(tables)]]
    legend_below(figure, marks, list(tables), columns=len(tables))
    return Drawn(
        figure, pl.concat(table.select(pl.lit(name).alias("shown"), pl.all()) for name, table in tables.items())
    )
