"""The paper's two heatmaps: mean ranks (blue) and repaired shares (orange) of methods × configurations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from inbounds.figures.style import (
    FAINT,
    INK,
    LARGE,
    Drawn,
    boundary_label,
    chosen_rows,
    distinct,
    group_label,
    largest,
    names_in,
    plain,
)
from inbounds.operators.shown_names import Names

# Both run from light to dark; better ranks and larger shares are the dark ends.
RANKS = LinearSegmentedColormap.from_list("ranks", ["#0b3a75", "#2a6cb0", "#6ea6d6", "#b5d2ec", "#eef5fc"])
SHARES = LinearSegmentedColormap.from_list("shares", ["#fdf5ec", "#fbd7ae", "#f6ab66", "#dd7526", "#8f3d06"])

CELL_WIDTH, CELL_HEIGHT, GAP = 0.225, 0.165, 0.35  # inches, inches, cells between two crossovers
LABELS, HEADINGS, TITLE, FOOT = 1.1, 1.25, 0.26, 0.2  # inches around the cells
BETWEEN = 0.3  # inches between two heatmaps
NUMBERS = 5.6  # points


@dataclass(frozen=True)
class _Cell:
    """What a cell shows: its value on the colour scale, its number in words, and the font."""

    value: float | None
    text: str
    mark: str = ""  # "best", "worse" or nothing


def rank_heatmap(mean_ranks: pl.DataFrame, group: str, *, names: Names | None = None) -> Drawn:
    """Draw the mean ranks of a group: darker is better, green the best of a column, red significantly worse."""
    names = names or names_in(mean_ranks)
    table = chosen_rows(mean_ranks, group=group)
    figure, axes = _laid_out(table, names, heatmaps=1, rows=1)
    _draw_ranks(axes[0][0], table, names, title=f"Mean rank – {group_label(group)}", headings=True, labels=True)
    return figure, table


def repaired_heatmap(repaired: pl.DataFrame, group: str, *, names: Names | None = None) -> Drawn:
    """Draw the mean repaired shares of a group in percent; methods with an asterisk count something else."""
    names = names or names_in(repaired)
    table = chosen_rows(repaired, group=group)
    figure, axes = _laid_out(table, names, heatmaps=1, rows=1)
    title = f"Repaired share in % – {group_label(group)}"
    _draw_shares(axes[0][0], table, names, title=title, headings=True, labels=True)
    return figure, table


def heatmap_pair(mean_ranks: pl.DataFrame, repaired: pl.DataFrame, group: str, *, names: Names | None = None) -> Drawn:
    """Draw both heatmaps of a group side by side, as the paper does."""
    return heatmap_panel(mean_ranks, repaired, groups=[group], names=names)


def heatmap_panel(
    mean_ranks: pl.DataFrame,
    repaired: pl.DataFrame,
    *,
    groups: Sequence[str] | None = None,
    names: Names | None = None,
) -> Drawn:
    """Draw both heatmaps of every group: ranks on the left, repaired shares on the right, a row a group."""
    names = names or names_in(mean_ranks)
    shown = list(groups) if groups is not None else [name for name in distinct(mean_ranks, "group") if name != "all"]
    shown = shown or ["all"]
    ranks = [chosen_rows(mean_ranks, group=group) for group in shown]
    shares = [chosen_rows(repaired, group=group) for group in shown]
    figure, axes = _laid_out(ranks[0], names, heatmaps=2, rows=len(shown))
    for row, group in enumerate(shown):
        top = row == 0
        place = group_label(group)
        _draw_ranks(axes[row][0], ranks[row], names, title=f"{place} – mean rank", headings=top, labels=True)
        _draw_shares(axes[row][1], shares[row], names, title="repaired share in %", headings=top, labels=False)
    keys = ["group", "mutation", "crossover", "boundary"]
    both = pl.concat(ranks).join(
        pl.concat(shares).select(*keys, "repaired", "counted_differently"),
        on=keys,
        how="full",
        coalesce=True,
        maintain_order="left_right",
    )
    return figure, both


def _laid_out(table: pl.DataFrame, names: Names, *, heatmaps: int, rows: int) -> tuple[Figure, list[list[Axes]]]:
    """Place the heatmaps by inches: every cell has the same size, whatever the number of columns."""
    crossovers = table.select("mutation", "crossover").unique(maintain_order=True)["crossover"].to_list()
    wide = CELL_WIDTH * (_columns_with_gaps(crossovers)[-1] + 1)
    high = CELL_HEIGHT * table["boundary"].n_unique()
    side = LABELS * max(1.0, max(len(names[name]) for name in table["boundary"]) / 18)
    head = _head(table, names)
    width = max(side + heatmaps * (wide + BETWEEN), 4.5)
    height = head + rows * (TITLE + high + FOOT)
    figure = Figure(figsize=(width, height))
    axes = []
    for row in range(rows):
        bottom = height - head - (row + 1) * (TITLE + high) - row * FOOT
        left = [side + k * (wide + BETWEEN) for k in range(heatmaps)]
        axes.append([figure.add_axes((x / width, bottom / height, wide / width, high / height)) for x in left])
    return figure, axes


def _head(table: pl.DataFrame, names: Names) -> float:
    """Return the inches that the names of the mutations need above the cells."""
    return HEADINGS * max(0.2, max(len(names[name]) for name in table["mutation"]) / 25)


def _draw_ranks(axes: Axes, table: pl.DataFrame, names: Names, *, title: str, headings: bool, labels: bool) -> None:
    methods = largest(table["methods"], at_least=2)
    scale = Normalize(1, methods)

    def cell(row: dict[str, object]) -> _Cell:
        rank = row["mean_rank"]
        if not isinstance(rank, float):
            return _Cell(None, "")
        return _Cell(scale(rank), f"{rank:.1f}", "best" if row["best"] else "worse" if row["worse"] else "")

    _draw(axes, table, names, cell, RANKS, title=title, headings=headings, labels=labels)


def _draw_shares(axes: Axes, table: pl.DataFrame, names: Names, *, title: str, headings: bool, labels: bool) -> None:
    def cell(row: dict[str, object]) -> _Cell:
        share = row["repaired"]
        return _Cell(share, f"{100 * share:.0f}") if isinstance(share, float) else _Cell(None, "")

    _draw(axes, table, names, cell, SHARES, title=title, headings=headings, labels=labels)


def _draw(
    axes: Axes,
    table: pl.DataFrame,
    names: Names,
    cell_of: Callable[[dict[str, object]], _Cell],
    colours: LinearSegmentedColormap,
    *,
    title: str,
    headings: bool,
    labels: bool,
) -> None:
    boundaries = distinct(table, "boundary")
    columns = table.select("mutation", "crossover").unique(maintain_order=True).rows()
    starts = _columns_with_gaps([crossover for _, crossover in columns])
    place = dict(zip(columns, starts, strict=True))
    marked = set(table.filter(pl.col("counted_differently"))["boundary"]) if "counted_differently" in table else set()
    empty = {(x, y) for x in starts for y in range(len(boundaries))}
    cells: dict[tuple[float, int], _Cell] = {}
    for row in table.iter_rows(named=True):
        at = (place[row["mutation"], row["crossover"]], boundaries.index(row["boundary"]))
        cell = cell_of(row)
        if cell.value is not None:
            cells[at] = cell
    _draw_cells(axes, cells, colours)
    _add_boxes(axes, sorted(empty - cells.keys()), facecolor="#f0f0f0", edgecolor="#b8b8b8", hatch="/////", linewidth=0)
    axes.set_xlim(starts[0], starts[-1] + 1)
    axes.set_ylim(len(boundaries), 0)
    axes.set_yticks([y + 0.5 for y in range(len(boundaries))])
    rows = [boundary_label(name, names) + ("*" if name in marked else "") for name in boundaries]
    axes.set_yticklabels(rows if labels or marked else [""] * len(rows), fontsize=NUMBERS + 0.6)
    if marked and not labels:  # the right heatmap repeats no names but keeps its asterisks
        axes.set_yticklabels(["*" if name in marked else "" for name in boundaries], fontsize=NUMBERS + 2)
    axes.set_xticks([x + 0.5 for x in starts])
    axes.xaxis.tick_top()
    axes.set_xticklabels(
        [plain(names[mutation]) or "–" for mutation, _ in columns] if headings else [],
        rotation=90,
        fontsize=NUMBERS + 0.6,
    )
    axes.tick_params(length=0, colors=INK, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for crossover in dict.fromkeys(crossover for _, crossover in columns):
        within = [place[column] for column in columns if column[1] == crossover]
        axes.text(
            (within[0] + within[-1] + 1) / 2,
            len(boundaries) + 0.15,
            plain(names[crossover]),
            ha="center",
            va="top",
            fontsize=NUMBERS + 0.6,
            color=FAINT,
        )
    lift = ScaledTranslation(0, 0.05 + headings * _head(table, names), axes.get_figure(root=True).dpi_scale_trans)  # type: ignore[union-attr]
    axes.text(0, 1, title, transform=axes.transAxes + lift, fontsize=LARGE - 1, color=INK, ha="left", va="bottom")


def _columns_with_gaps(crossovers: Sequence[str]) -> list[float]:
    """Return where each column begins; a gap separates the crossovers."""
    starts, x = [], 0.0
    for k, crossover in enumerate(crossovers):
        if k and crossover != crossovers[k - 1]:
            x += GAP
        starts.append(x)
        x += 1
    return starts


def _draw_cells(axes: Axes, cells: Mapping[tuple[float, int], _Cell], colours: LinearSegmentedColormap) -> None:
    fills = [colours(min(max(cell.value or 0.0, 0.0), 1.0)) for cell in cells.values()]
    _add_boxes(axes, cells, facecolor=fills, edgecolor="white", linewidth=0.4)
    ordinary = {x for (x, _), cell in cells.items() if cell.mark != "best"}
    best = {(x, y) for (x, y), cell in cells.items() if cell.mark == "best" and x in ordinary}  # where all tie, none
    # a frame as well: green on blue is hard to see for many
    _add_boxes(axes, sorted(best), inset=0.07, facecolor="none", edgecolor="#27d65b", linewidth=0.9)
    for ((x, y), cell), fill in zip(cells.items(), fills, strict=True):
        axes.text(
            x + 0.5,
            y + 0.53,
            cell.text,
            ha="center",
            va="center",
            fontsize=NUMBERS,
            color=_font(cell.mark, luminance(fill)),
            fontweight="bold" if (x, y) in best else "normal",
            fontstyle="italic" if cell.mark == "worse" else "normal",
            parse_math=False,
        )


def _add_boxes(axes: Axes, at: Iterable[tuple[float, int]], *, inset: float = 0.0, **look: Any) -> None:
    low, high = inset, 1 - inset
    corners = [[(x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high)] for x, y in at]
    axes.add_collection(PolyCollection(corners, **look), autolim=False)


def _font(mark: str, behind: float) -> str:
    """Return the paper's font colours, light or dark enough to be read on the cell."""
    dark_cell = behind < 0.3
    match mark:
        case "best":
            return "#8dffad" if behind < 0.2 else "#004d16"
        case "worse":
            return "#ffb0a8" if dark_cell else "#c00018"
        case _:
            return "white" if dark_cell else INK


def luminance(colour: tuple[float, float, float, float]) -> float:
    """Return the relative luminance, which decides between dark and light letters."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
