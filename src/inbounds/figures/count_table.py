"""How often each method is the best of a configuration, the paper's own counts beside ours."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from inbounds.figures.heatmaps import RANKS, readable
from inbounds.figures.style import (
    FAINT,
    GRID,
    INK,
    LARGE,
    NORMAL,
    SMALL,
    Drawn,
    boundary_label,
    distinct,
    largest,
    names_in,
    plain,
)
from inbounds.operators.shown_names import Names


def count_table(counts: pl.DataFrame, correlation: pl.DataFrame | None = None, *, names: Names | None = None) -> Drawn:
    """Draw the count table, shaded, bold is the most; with a `correlation` the paper's in grey and how they agree."""
    names = names or names_in(counts)
    boundaries = distinct(counts, "boundary")
    groups = distinct(counts, "group")
    figure = Figure(figsize=(1.7 + 0.95 * len(groups), 0.22 * (len(boundaries) + 4) + 0.5), layout="constrained")
    axes = figure.subplots()
    axes.set_xlim(0, 1.7 + 0.95 * len(groups))
    axes.set_ylim(len(boundaries) + 2.6, -1.4)
    axes.set_axis_off()
    most = largest(counts.filter(pl.col("group") != "total")["count"], at_least=1)
    for y, name in enumerate(boundaries):
        axes.text(1.6, y, boundary_label(name, names), ha="right", va="center", fontsize=NORMAL, color=INK)
    for column, group in enumerate(groups):
        x = 1.75 + 0.95 * column
        part = counts.filter(pl.col("group") == group)
        top = largest(part["count"], at_least=1) if group == "total" else most
        heading = {"total": "total", "all": "together"}.get(group, f"group {plain(group)}")
        axes.text(x + 0.21, -0.95, heading, ha="center", va="center", fontsize=NORMAL, color=INK)
        for row in part.iter_rows(named=True):
            _count(axes, x, boundaries.index(row["boundary"]), row, top)
        if correlation is not None:
            _correlation(axes, x, len(boundaries), correlation.filter(pl.col("group") == group))
    for label, below in (("Spearman ρ", 0.4), ("Kendall τ", 1.3)) if correlation is not None else ():
        axes.text(1.6, len(boundaries) + below, label, ha="right", va="center", fontsize=SMALL, color=FAINT)
    for line in (-0.5, len(boundaries) - 0.4):
        axes.plot([0.1, 1.7 + 0.95 * len(groups)], [line, line], color=GRID, linewidth=0.7)
    beside = "" if correlation is None else " (grey: the paper)"
    axes.set_title(
        f"Configurations in which each method has the best mean rank, ties included{beside}",
        fontsize=LARGE,
        color=INK,
        loc="left",
    )
    if correlation is None:
        return Drawn(figure, counts)
    return Drawn(figure, counts.join(correlation.drop("methods"), on="group", how="left", maintain_order="left"))


def _count(axes: Axes, x: float, y: int, row: dict[str, object], top: int) -> None:
    count, published = int(str(row["count"])), row.get("paper_count")
    shade = RANKS(1 - 0.75 * count / top)
    axes.add_patch(Rectangle((x, y - 0.46), 0.42, 0.92, facecolor=shade, linewidth=0))
    axes.text(
        x + 0.21,
        y,
        str(count),
        ha="center",
        va="center",
        fontsize=NORMAL,
        color=readable("", shade),
        fontweight="bold" if row["most"] else "normal",
    )
    if published is not None:
        axes.text(x + 0.66, y, str(published), ha="right", va="center", fontsize=NORMAL - 0.5, color=FAINT)


def _correlation(axes: Axes, x: float, y: int, row: pl.DataFrame) -> None:
    for offset, column in ((0.4, "spearman"), (1.3, "kendall")):
        value = row[column][0] if row.height else None
        text = "–" if value is None else f"{value:.2f}"
        axes.text(x + 0.21, y + offset, text, ha="center", va="center", fontsize=SMALL, color=FAINT)
