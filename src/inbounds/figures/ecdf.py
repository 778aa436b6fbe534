"""Share of the targets reached over the evaluations spent: a panel a group, colour = mutation, dashes = crossover."""

from collections.abc import Sequence

import polars as pl
from matplotlib.lines import Line2D

from inbounds.figures.style import (
    INK,
    LARGE,
    Drawn,
    chosen_rows,
    crossover_dashes,
    distinct,
    group_label,
    legend_below,
    mutation_colours,
    name_axes,
    names_in,
    panels,
    plain,
    tidy,
)
from inbounds.operators.shown_names import Names


def ecdf_panel(curves: pl.DataFrame, *, groups: Sequence[str] | None = None, names: Names | None = None) -> Drawn:
    """Draw the ECDFs of every group: one line a configuration, with the method named in the table."""
    names = names or names_in(curves)
    shown = list(groups) if groups is not None else distinct(curves, "group")
    table = pl.concat([chosen_rows(curves, group=group) for group in shown])
    colours = mutation_colours(distinct(table, "mutation"))
    dashes = crossover_dashes(distinct(table, "crossover"))
    figure, axes = panels(len(shown), columns=3, width=3.5, height=2.7, legend=0.6)
    for place, group in zip(axes, shown, strict=True):
        lines = table.filter(pl.col("group") == group)
        for (mutation, crossover, _), line in lines.group_by(
            ["mutation", "crossover", "boundary"], maintain_order=True
        ):
            place.plot(
                line["evaluations_per_dimension"].to_numpy(),
                line["share"].to_numpy(),
                color=colours[str(mutation)],
                linestyle=dashes[str(crossover)],
                linewidth=1.0,
            )
        place.set_xscale("log")
        place.margins(x=0)
        place.set_ylim(0, 1)
        tidy(place, group_label(group))
    name_axes(axes, 3, x="evaluations / dimension", y="share of targets reached")
    named = [name for name in colours if name or len(colours) > 1]
    crossed = [name for name in dashes if name]
    legend_below(
        figure,
        [Line2D([], [], color=colours[name], linewidth=2) for name in named]
        + [Line2D([], [], color=INK, linestyle=dashes[name], linewidth=1.2) for name in crossed],
        [plain(names[name]) or "–" for name in named + crossed],
        columns=6 if len(shown) > 2 else 4 if len(shown) > 1 else 2,
    )
    figure.suptitle("ECDF of the best-ranked method of each configuration", fontsize=LARGE, color=INK)
    return figure, table
