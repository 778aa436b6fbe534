"""How the mean rank of each boundary method changes with the distance of the optimum from the wall."""

import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.style import INK, LARGE, Drawn, boundary_label, distinct, legend_below, names_in, panels, tidy
from inbounds.operators.appearance import COLOURS, DASHES
from inbounds.operators.shown_names import Names


def walls_ranks(table: pl.DataFrame, *, names: Names | None = None) -> Drawn:
    """Draw the table of `analysis.walls_ranks`: a panel per dimension and number of moved walls, a line per method."""
    names = names or names_in(table)
    methods = distinct(table, "boundary")
    places = table.select("dimension", "coordinates").unique(maintain_order=True).rows()
    figure, axes = panels(len(places), columns=min(3, len(places)), width=5.5, height=3.6, legend=0.9)
    looks = [(COLOURS[k % len(COLOURS)], DASHES[k // len(COLOURS) % 3]) for k in range(len(methods))]
    for place, (dimension, coordinates) in zip(axes, places, strict=True):
        part = table.filter(pl.col("dimension").eq_missing(dimension), pl.col("coordinates").eq_missing(coordinates))
        shown = part["epsilon"].unique().sort().to_list()
        for method, (colour, dash) in zip(methods, looks, strict=True):
            line = part.filter(pl.col("boundary") == method).sort("epsilon")
            at = [shown.index(epsilon) for epsilon in line["epsilon"]]
            place.plot(at, line["mean_rank"].to_numpy(), color=colour, linestyle=dash, lw=1, marker="o", markersize=2)
        place.set_xticks(range(len(shown)), [f"{epsilon:g}" for epsilon in shown])
        place.invert_yaxis()
        place.set(xlabel="distance of the optimum from the wall, as a share of the box", ylabel="mean rank")
        moved = "all walls" if coordinates is None else f"the walls of {coordinates} coordinates"
        tidy(place, f"{dimension}-D, {moved} moved")
    figure.suptitle("An optimum near the wall", fontsize=LARGE, color=INK)
    handles = [Line2D([], [], color=colour, linestyle=dash, linewidth=1.6) for colour, dash in looks]
    legend_below(figure, handles, [boundary_label(method, names) for method in methods], columns=3)
    return Drawn(figure, table)
