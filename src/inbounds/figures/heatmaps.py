"""The paper's two heatmaps: mean ranks (blue) and repaired shares (orange) of methods × configurations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
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

# The paper's fonts, on a light and on a dark cell, and the least contrast with it (WCAG 2, level AA).
FONTS: Final = {"": (INK, "white"), "best": ("#005a1a", "#8dffad"), "worse": ("#b00016", "#ffb0a8")}
READABLE: Final = 4.5
Colour: TypeAlias = tuple[float, ...]

CELL_WIDTH, CELL_HEIGHT, GAP = 0.225, 0.165, 0.35  # inches, inches, cells between two crossovers
LABELS, HEADINGS, TITLE, FOOT = 1.1, 1.25, 0.26, 0.2  # inches around the cells
LEGEND, LINE, RAMP = 0.42, 0.16, 0.7  # inches: below all cells, of one line of the legend, of a colour ramp
MISSING: Final[dict[str, Any]] = {"facecolor": "#f0f0f0", "edgecolor": "#b8b8b8", "hatch": "/////", "linewidth": 0}
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
    _legend(figure, axes[0][0], _rank_samples(table))
    return Drawn(figure, table)


def repaired_heatmap(repaired: pl.DataFrame, group: str, *, names: Names | None = None) -> Drawn:
    """Draw the mean repaired shares of a group in percent; methods with an asterisk count something else."""
    names = names or names_in(repaired)
    table = chosen_rows(repaired, group=group)
    figure, axes = _laid_out(table, names, heatmaps=1, rows=1)
    title = f"Repaired share in % – {group_label(group)}"
    _draw_shares(axes[0][0], table, names, title=title, headings=True, labels=True)
    _legend(figure, axes[0][0], _share_samples(table))
    return Drawn(figure, table)


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
    """Draw both heatmaps of every group: ranks on the left, repaired shares on the right, a row per group."""
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
    _legend(figure, axes[-1][0], _rank_samples(pl.concat(ranks)))
    _legend(figure, axes[-1][1], _share_samples(pl.concat(shares)))
    keys = ["group", "mutation", "crossover", "boundary"]
    both = pl.concat(ranks).join(
        pl.concat(shares).select(*keys, "repaired", "counted_differently"),
        on=keys,
        how="full",
        coalesce=True,
        maintain_order="left_right",
    )
    return Drawn(figure, both)


def _laid_out(table: pl.DataFrame, names: Names, *, heatmaps: int, rows: int) -> tuple[Figure, list[list[Axes]]]:
    """Place the heatmaps by inches: every cell has the same size, whatever the number of columns."""
    crossovers = table.select("mutation", "crossover").unique(maintain_order=True)["crossover"].to_list()
    wide = CELL_WIDTH * (_columns_with_gaps(crossovers)[-1] + 1)
    high = CELL_HEIGHT * table["boundary"].n_unique()
    side = LABELS * max(1.0, max(len(names[name]) for name in table["boundary"]) / 18)
    head = _head(table, names)
    width = max(side + heatmaps * (wide + BETWEEN), 4.5)
    height = head + rows * (TITLE + high + FOOT) + LEGEND
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
    _add_boxes(axes, sorted(empty - cells.keys()), **MISSING)
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


@dataclass(frozen=True)
class _Sample:
    """An entry of the legend: a cell, a colour ramp or nothing, and what it means."""

    meaning: str
    cell: _Cell | None = None
    ramp: LinearSegmentedColormap | None = None
    hatched: bool = False


def _rank_samples(table: pl.DataFrame) -> list[_Sample]:
    methods = largest(table["methods"], at_least=2)
    found = [
        _Sample(f"mean rank from 1 (dark, best) to {methods} (light, worst)", ramp=RANKS),
        _Sample("green: best of its column", cell=_Cell(0.1, "2.1", "best")),
        _Sample("red: significantly worse than it", cell=_Cell(0.9, "11.4", "worse")),
    ]
    return found + _missing_sample(table["mean_rank"])


def _share_samples(table: pl.DataFrame) -> list[_Sample]:
    found = [_Sample("share of trials repaired, 0 (light) to 100 % (dark)", ramp=SHARES)]
    if table["counted_differently"].any():
        found.append(_Sample("* counts something else: moved feasible points, or trials after crossover"))
    return found + _missing_sample(table["repaired"])


def _missing_sample(values: pl.Series) -> list[_Sample]:
    return [_Sample("no runs", hatched=True)] if values.null_count() else []


def _legend(figure: Figure, above: Axes, samples: Sequence[_Sample]) -> None:
    """Say below a heatmap what its colours, fonts and hatches mean, in as many lines as its width asks for."""
    width, height = figure.get_size_inches()
    box = above.get_position()
    left, top = min(box.x0 * width, 0.15 if box.x0 * width < 2 * LABELS else box.x0 * width), box.y0 * height - FOOT
    room = max(box.x1 * width - left, 4.3)
    axes = figure.add_axes((left / width, (top - LEGEND) / height, room / width, LEGEND / height), label="legend")
    axes.set_axis_off()
    axes.set_xlim(0, room / CELL_WIDTH)  # in cells, as the heatmap above
    axes.set_ylim(LEGEND / LINE, 0)
    x, y = 0.0, 0
    for sample in samples:
        before = RAMP / CELL_WIDTH if sample.ramp else 1.0 if sample.cell or sample.hatched else 0.0
        wide = before + 0.4 + len(sample.meaning) * 0.047 / CELL_WIDTH
        if x and x + wide > room / CELL_WIDTH:
            x, y = 0.0, y + 1
        if sample.ramp:
            shades = [(x + before * k / 20, x + before * (k + 1) / 20, sample.ramp(k / 19)) for k in range(20)]
            corners = [[(a, y + 0.1), (b, y + 0.1), (b, y + 0.9), (a, y + 0.9)] for a, b, _ in shades]
            axes.add_collection(PolyCollection(corners, facecolor=[shade for *_, shade in shades]), autolim=False)
        elif sample.cell:
            _draw_cells(axes, {(x, y): sample.cell, (x, 99): _Cell(0.5, "")}, RANKS)  # out of sight: not all tie
        elif sample.hatched:
            _add_boxes(axes, [(x, y)], **MISSING)
        axes.text(x + before + 0.2, y + 0.53, sample.meaning, va="center", fontsize=NUMBERS + 0.4, color=INK)
        x += wide + 0.6


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
            color=readable(cell.mark, fill),
            fontweight="bold" if (x, y) in best else "normal",
            fontstyle="italic" if cell.mark == "worse" else "normal",
            parse_math=False,
        )


def _add_boxes(axes: Axes, at: Iterable[tuple[float, int]], *, inset: float = 0.0, **look: Any) -> None:
    low, high = inset, 1 - inset
    corners = [[(x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high)] for x, y in at]
    axes.add_collection(PolyCollection(corners, **look), autolim=False)


def readable(mark: str, behind: Colour) -> Colour:
    """Return the font of a cell, moved towards black or white no further than needed to be read on it."""
    on_light, on_dark = (to_rgb(colour) for colour in FONTS[mark])
    for step in np.linspace(0, 1, 21):
        for font, end in ((on_light, 0.0), (on_dark, 1.0)):
            mixed = tuple(float(part + (end - part) * step) for part in font)
            light, dark = sorted((luminance(mixed), luminance(behind)), reverse=True)
            if (light + 0.05) / (dark + 0.05) >= READABLE:
                return mixed
    raise AssertionError("black or white can be read on every colour")


def luminance(colour: Colour) -> float:
    """Return the relative luminance, which decides between dark and light letters."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]  # type: ignore[arg-type] # three or four parts
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
