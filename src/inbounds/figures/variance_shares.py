"""How much of the differences between runs each part of the algorithm explains, group by group."""

import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.style import (
    FAINT,
    INK,
    LARGE,
    SMALL,
    Drawn,
    distinct,
    group_label,
    legend_below,
    panels,
    tidy,
)
from inbounds.problems.function_groups import ALL

COLOURS = {"function": "#7f7f7f", "mutation": "#0072b2", "crossover": "#e69f00", "boundary": "#d55e00"}
NAMES = {"boundary": "boundary method"}


def variance_shares(totals: pl.DataFrame) -> Drawn:
    """Draw a panel per scale and a row per group: the share with interactions as a dot, alone as a ring."""
    scales, groups = distinct(totals, "scale"), distinct(totals, "group")
    factors = [name for name in COLOURS if name in set(totals["factor"])]
    figure, axes = panels(len(scales), columns=2, width=4.2, height=0.42 * len(groups) + 0.7, legend=0.5)
    for place, scale in zip(axes, scales, strict=True):
        for row in totals.filter(pl.col("scale") == scale).iter_rows(named=True):
            lane = factors.index(row["factor"]) - (len(factors) - 1) / 2
            y = groups.index(row["group"]) + 0.17 * lane
            colour = COLOURS[row["factor"]]
            for name, filled in (("total", True), ("alone", False)):
                bounds = [100 * row[f"{name}_low"], 100 * row[f"{name}_high"]]
                place.plot(bounds, [y, y], color=colour, linewidth=1.4 if filled else 0.8)
                face = colour if filled else "white"
                place.plot(
                    100 * row[name], y, "o", color=colour, markerfacecolor=face, markersize=4, markeredgewidth=0.9
                )
        place.set_yticks(range(len(groups)), [_group(group) for group in groups])
        place.set_ylim(len(groups) - 0.5, -0.5)
        place.set_xlim(-2, 102)
        place.set_xlabel("share of the variance in %", fontsize=SMALL, color=INK)
        tidy(place, f"on {scale}")
        place.grid(False, axis="y")
    for place in axes[1:]:
        place.set_yticklabels([])
    figure.suptitle("What explains the differences between runs", fontsize=LARGE, color=INK)
    handles = [Line2D([], [], color=COLOURS[name], marker="o", markersize=4, linewidth=1.4) for name in factors]
    kinds = [Line2D([], [], color=FAINT, marker="o", markersize=4, markerfacecolor=face) for face in (FAINT, "white")]
    labels = [*(NAMES.get(name, name) for name in factors), "with interactions", "alone"]
    legend_below(figure, [*handles, *kinds], labels, columns=6)
    return Drawn(figure, totals)


def _group(group: str) -> str:
    return "all functions" if group == ALL else group_label(group).replace(": ", "\n").replace(" and ", "\nand ")
