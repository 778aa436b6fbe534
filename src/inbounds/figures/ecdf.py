"""Share of the targets reached over the evaluations: a panel per group; colour and mark: mutation, dash: crossover."""

from collections.abc import Sequence
from typing import Any

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
    label_powers,
    legend_below,
    mutation_colours,
    name_axes,
    names_in,
    panels,
    plain,
    tidy,
)
from inbounds.operators.shown_names import Names

MARKS = ("o", "s", "^", "D", "v", "*", "X", "<", "p", "P", ">", "h", "d", "8")


def ecdf_panel(curves: pl.DataFrame, *, groups: Sequence[str] | None = None, names: Names | None = None) -> Drawn:
    """Draw the ECDFs of every group: one line per configuration, with the method named in the table."""
    names = names or names_in(curves)
    shown = list(groups) if groups is not None else distinct(curves, "group")
    table = pl.concat([chosen_rows(curves, group=group) for group in shown])
    colours = mutation_colours(distinct(table, "mutation"))
    dashes = crossover_dashes(distinct(table, "crossover"))
    marks: dict[str, dict[str, Any]] = {
        mutation: {"marker": MARKS[k % len(MARKS)], "markersize": 3.4, "markeredgewidth": 0.7}
        for k, mutation in enumerate(colours)
    }
    figure, axes = panels(len(shown), columns=3, width=3.5, height=2.7, legend=0.6)
    for place, group in zip(axes, shown, strict=True):
        lines = from_the_first_hit(table.filter(pl.col("group") == group))
        grouped = lines.group_by(["mutation", "crossover", "boundary"], maintain_order=True)
        for k, ((mutation, crossover, _), line) in enumerate(grouped):
            place.plot(
                line["evaluations_per_dimension"].to_numpy(),
                line["share"].to_numpy(),
                color=colours[str(mutation)],
                linestyle=dashes[str(crossover)],
                linewidth=1.0,
                **marks[str(mutation)],
                fillstyle="full" if dashes[str(crossover)] == "solid" else "none",
                markevery=(0.03 + 0.02 * (k * 7 % 9), 0.2),  # of the length: marks of different lines stand apart
            )
        place.set_xscale("log")
        place.margins(x=0)
        label_powers(place.xaxis)
        place.set_ylim(0, 1)
        tidy(place, group_label(group))
    name_axes(axes, 3, x="evaluations / dimension", y="share of targets reached")
    named = [name for name in colours if name or len(colours) > 1]
    crossed = [name for name in dashes if name]
    legend_below(
        figure,
        [Line2D([], [], color=colours[name], linewidth=1.6, **marks[name]) for name in named]
        + [Line2D([], [], color=INK, linestyle=dashes[name], linewidth=1.2) for name in crossed],
        [plain(names[name]) or "–" for name in named + crossed],
        columns=6 if len(shown) > 2 else 4 if len(shown) > 1 else 2,
    )
    figure.suptitle("ECDF of the best-ranked method of each configuration", fontsize=LARGE, color=INK)
    return Drawn(figure, table)


def from_the_first_hit(lines: pl.DataFrame) -> pl.DataFrame:
    """Leave out the evaluations before any line has reached a target, all but the last of them."""
    at = pl.col("evaluations_per_dimension")
    hit = lines.filter(pl.col("share") > 0).select(at.min()).item()
    if hit is None:
        return lines
    before = lines.filter(at < hit).select(at.max()).item()
    return lines.filter(at >= (hit if before is None else before))
