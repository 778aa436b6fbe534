"""Landscapes: a problem seen from above, with its box and its optimum."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from inbounds.analysis.landscape import Landscape
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.figures.style import Drawn
from inbounds.problems import Problem

COLOURS = "viridis"
INK, WALL, OPTIMUM = "#1c1f24", "#ffffff", "#ff4d5e"
DECADES = 7.0  # below the top by so many powers of ten, all is one colour


def draw_landscape(seen: Landscape) -> Drawn:
    """Draw a problem over its first two coordinates; return also what was drawn."""
    shown = seen.problem
    figure = Figure(figsize=(5.4, 4.7), layout="constrained")
    axes = figure.subplots()
    mesh = draw(axes, seen)
    axes.set_title(f"{shown.suite} f{shown.function} · {shown.label}", loc="left", color=INK, fontsize=11)
    axes.set_title(f"{shown.dimension}-D, instance {shown.instance}", loc="right", color="#6b7280", fontsize=8)
    axes.set_xlabel("$x_1$")
    axes.set_ylabel("$x_2$")
    bar = figure.colorbar(mesh, ax=axes, pad=0.02)
    difference = r"f - f_\mathrm{opt}"
    bar.set_label(f"${difference}$" if shown.is_noise else rf"$\log_{{10}}({difference})$")
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8)
    legend(figure, shown)
    return Drawn(figure, seen.table())


def draw_gallery(seen: Sequence[Landscape]) -> Drawn:
    """Draw several problems beside each other; return also what was drawn."""
    columns = min(6, len(seen))
    rows = -(-len(seen) // columns)
    figure = Figure(figsize=(2.1 * columns, 2.25 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, one in zip(panels, seen, strict=False):
        draw(axes, one)
        axes.set_title(f"f{one.problem.function} · {one.problem.label}", loc="left", fontsize=7.5, color=INK)
        axes.set_xticks([])
        axes.set_yticks([])
    for axes in panels[len(seen) :]:
        axes.set_axis_off()
    tables = (one.table().select(pl.lit(one.problem.function).alias("function"), pl.all()) for one in seen)
    return Drawn(figure, pl.concat(tables))


def save(figure: Figure, path: Path) -> None:
    """Write `figure`; the ending says how."""
    kinds = figure.canvas.get_supported_filetypes()
    kind = path.suffix.removeprefix(".").lower()
    if kind not in kinds:
        raise InvalidArgumentError(f"a plot's file must end in one of {quoted(sorted(kinds))}; got {path.name!r}")
    if not path.parent.is_dir():
        raise InvalidArgumentError(f"the folder of the plot must exist; got {str(path.parent)!r}")
    figure.savefig(path, dpi=170)


def draw(axes: Axes, seen: Landscape) -> QuadMesh:
    """Draw heights on a log scale with contour lines, the box and the optimum."""
    shown, x1, x2 = seen.problem, seen.x1, seen.x2
    heights = heights_of(shown, seen.precision)
    inside = heights[
        np.ix_(between(x2, shown, 1), between(x1, shown, 0))
    ]  # the box sets the colours, not what is beyond
    low, high = float(np.nanquantile(inside, 0.002)), float(np.nanmax(inside))
    mesh = axes.pcolormesh(x1, x2, heights, cmap=COLOURS, vmin=low, vmax=high, shading="nearest", rasterized=True)
    if not shown.is_noise and is_smooth(inside):
        filled = np.nan_to_num(heights, nan=high)
        levels = np.linspace(low, high, 14)[1:]
        axes.contour(x1, x2, filled, levels=levels, colors="white", linewidths=0.35, alpha=0.55, linestyles="solid")
    axes.add_patch(
        Rectangle((shown.lower[0], shown.lower[1]), *(shown.upper - shown.lower)[:2], fill=False, ec=WALL, lw=2.6)
    )
    axes.add_patch(
        Rectangle((shown.lower[0], shown.lower[1]), *(shown.upper - shown.lower)[:2], fill=False, ec=INK, lw=1.2)
    )
    if shown.x_opt is not None:
        axes.plot(*shown.x_opt[:2], marker="*", ms=11, mfc=OPTIMUM, mec="white", mew=0.9, clip_on=False, zorder=5)
    axes.set_aspect("equal")
    axes.set_xlim(x1[0], x1[-1])
    axes.set_ylim(x2[0], x2[-1])
    axes.tick_params(labelsize=8, color="#d5d9df")
    for spine in axes.spines.values():
        spine.set_visible(False)
    return mesh


def heights_of(shown: Problem, precision: Floats) -> Floats:
    """Return what is drawn: powers of ten, a floor below; NaN (blank) where a value is infinite."""
    if shown.is_noise:
        return precision
    finite = np.isfinite(precision)
    top = float(np.log10(precision[finite].max()))
    positive = np.where(finite & (precision > 0.0), precision, 10.0 ** (top - DECADES))
    return np.where(finite, np.maximum(np.log10(positive), top - DECADES), np.nan)


def between(x: Floats, shown: Problem, axis: int) -> NDArray[np.bool_]:
    """Return which grid lines lie in the box."""
    inside: NDArray[np.bool_] = (x >= shown.lower[axis]) & (x <= shown.upper[axis])
    return inside


def is_smooth(heights: Floats) -> bool:
    """Return whether contour lines would show a shape; on ripples of a few pixels they would only cover it."""
    bend = np.abs(np.diff(heights, n=2, axis=1)).mean() + np.abs(np.diff(heights, n=2, axis=0)).mean()
    return bool(bend < 0.02 * (heights.max() - heights.min()))


def legend(figure: Figure, shown: Problem) -> None:
    """Say what the frame and the star are."""
    marks = [Line2D([], [], color=INK, lw=1.2, label="box")]
    if shown.x_opt is not None:
        marks.append(Line2D([], [], marker="*", ls="", ms=10, mfc=OPTIMUM, mec="white", label="optimum"))
    figure.legend(handles=marks, loc="outside lower left", ncols=2, frameon=False, fontsize=8)
