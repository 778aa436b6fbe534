"""Critical-difference diagrams: mean ranks on a line, bars over methods that Nemenyi's test cannot tell apart."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from inbounds.figures.style import (
    FAINT,
    INK,
    LARGE,
    SMALL,
    Drawn,
    boundary_label,
    chosen_rows,
    configuration_label,
    group_label,
    largest,
    names_in,
)
from inbounds.operators.shown_names import Names

ACROSS = 2  # diagrams side by side


def critical_difference(
    mean_ranks: pl.DataFrame,
    friedman: pl.DataFrame,
    group: str,
    *,
    configurations: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    names: Names | None = None,
) -> Drawn:
    """Draw a diagram for each (mutation, crossover) of a group; those with fewer than two ranked methods are left out.

    The table behind it: mutation, crossover, boundary, mean_rank, blocks, methods, critical_difference.
    """
    names = names or names_in(mean_ranks)
    table = chosen_rows(mean_ranks, group=group).drop_nulls("mean_rank").filter(pl.col("methods") > 1)
    columns = table.select("mutation", "crossover").unique(maintain_order=True).rows()
    shown = [column for column in columns if configurations is None or column in set(configurations)]
    differences = {
        (row["mutation"], row["crossover"]): row["critical_difference"]
        for row in chosen_rows(friedman, group=group).iter_rows(named=True)
    }
    across = min(ACROSS, max(len(shown), 1))
    down = -(-max(len(shown), 1) // across)
    most = largest(table["methods"], at_least=2)
    height = 0.75 + 0.105 * most
    figure = Figure(figsize=(4.9 * across, height * down + 0.35), layout="constrained")
    axes = list(figure.subplots(down, across, squeeze=False).flat)
    for place in axes:
        place.set_axis_off()
    frames = []
    for place, (mutation, crossover) in zip(axes, shown, strict=False):
        part = table.filter((pl.col("mutation") == mutation) & (pl.col("crossover") == crossover))
        limit = differences[mutation, crossover]
        _diagram(place, part, limit, configuration_label(mutation, crossover, names), names)
        frames.append(
            part.select("group", "mutation", "crossover", "boundary", "mean_rank", "blocks", "methods").with_columns(
                critical_difference=pl.lit(limit)
            )
        )
    figure.suptitle(f"Critical differences at {alpha:g} – {group_label(group)}", fontsize=LARGE, color=INK)
    empty = table.select("group", "mutation", "crossover", "boundary", "mean_rank", "blocks", "methods").clear()
    return Drawn(figure, pl.concat(frames) if frames else empty.with_columns(critical_difference=pl.lit(0.0)))


def alike(ranks: Sequence[float], difference: float) -> list[tuple[float, float]]:
    """Return the widest ranges of sorted mean ranks in which the ends differ by less than `difference`."""
    ranges: list[tuple[float, float]] = []
    for low in ranks:
        high = max(rank for rank in ranks if rank - low < difference)
        if high > low and not (ranges and high <= ranges[-1][1]):
            ranges.append((low, high))
    return ranges


def _diagram(axes: Axes, part: pl.DataFrame, difference: float, title: str, names: Names) -> None:
    ordered = part.sort("mean_rank", maintain_order=True)
    labels = [boundary_label(name, names) for name in ordered["boundary"]]
    ranks = ordered["mean_rank"].to_list()
    methods = len(ranks)
    bars = alike(ranks, difference)
    half = -(-methods // 2)
    below = 0.5 + 0.34 * len(bars)
    axes.set_xlim(1 - 0.62 * (methods - 1), methods + 0.62 * (methods - 1))
    axes.set_ylim(below + half + 0.3, -2.6)
    axes.plot([1, methods], [0, 0], color=INK, linewidth=0.8)
    for tick in range(1, methods + 1):
        axes.plot([tick, tick], [0, -0.25], color=INK, linewidth=0.6)
        axes.text(tick, -0.4, str(tick), ha="center", va="bottom", fontsize=SMALL - 1, color=FAINT)
    width = min(difference, methods - 1)
    axes.plot([1, 1 + width], [-1.75, -1.75], color=INK, linewidth=1.6, solid_capstyle="butt")
    shown = f"CD = {difference:.2f}" + (" (off the scale)" if difference > methods - 1 else "")
    axes.text(1 + width / 2, -1.85, shown, ha="center", va="bottom", fontsize=SMALL - 0.5, color=INK)
    for k, (low, high) in enumerate(bars):
        y = 0.35 + 0.34 * k
        axes.plot([low - 0.06, high + 0.06], [y, y], color="#2a6cb0", linewidth=2.2, solid_capstyle="butt")
    for place, (name, rank) in enumerate(zip(labels, ranks, strict=True)):
        left = place < half
        y = below + (place if left else methods - 1 - place) + 0.2
        edge = 1 - 0.12 * (methods - 1) / 2 if left else methods + 0.12 * (methods - 1) / 2
        axes.plot([rank, rank, edge], [0, y, y], color=FAINT, linewidth=0.5)
        text = f"{name}  {rank:.2f}" if left else f"{rank:.2f}  {name}"
        axes.text(edge, y, f" {text} ", ha="right" if left else "left", va="center", fontsize=SMALL - 0.5, color=INK)
    axes.set_title(title, fontsize=SMALL + 1, color=INK, loc="left")
