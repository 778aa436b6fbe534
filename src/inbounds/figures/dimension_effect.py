"""How the impact of the boundary method changes with the dimension."""

import polars as pl
from matplotlib.ticker import NullLocator

from inbounds.figures.style import INK, SMALL, Drawn, distinct, panels, tidy


def dimension_effect(impact: pl.DataFrame) -> Drawn:
    """Draw a panel per measure: its share in each dimension, with intervals."""
    measures = distinct(impact, "measure")
    figure, axes = panels(len(measures), columns=4, width=2.3, height=2.1)
    for place, measure in zip(axes, measures, strict=True):
        part = impact.filter(pl.col("measure") == measure)
        place.plot(part["dimension"], 100 * part["value"], "-o", color="#0072b2", linewidth=1.0, markersize=3.6)
        for row in part.drop_nulls("low").iter_rows(named=True):
            place.plot([row["dimension"]] * 2, [100 * row["low"], 100 * row["high"]], color="#0072b2", linewidth=1.6)
        place.set_xscale("log")
        place.set_xticks(part["dimension"].to_list(), [str(n) for n in part["dimension"]])
        place.xaxis.set_minor_locator(NullLocator())
        place.set_ylim(bottom=0)
        place.set_xlabel("dimension", fontsize=SMALL, color=INK)
        place.set_ylabel("%", fontsize=SMALL, color=INK)
        tidy(place, measure)
    return Drawn(figure, impact)
