"""Pictures of what boundary methods do to donors that left a box in the plane."""

from collections.abc import Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from inbounds.analysis.boundary_effect import BASE, BOUND, BoundaryEffect
from inbounds.operators import catalogue

REACH = 11.5  # how far the axes show, so that every box has the same size
SHOWN_WAYS = 5  # of so many donors outside, one is joined with what became of it
HUES = colormaps["hsv"]
REFUSED = "#c0392b"


def draw_boundary_effect(effect: BoundaryEffect) -> Figure:
    """Draw in three steps what a boundary method does: the donors, the way of those outside, and where all end.

    The box has the same size everywhere. A colour follows a donor; those inside are grey, refused ones red crosses.
    """
    figure = Figure(figsize=(9.6, 3.75), layout="constrained")
    donors, ways, ends = figure.subplots(1, 3)
    label = catalogue.label("boundary", effect.boundary)
    _scatter(donors, effect, effect.before, "1  donors around a base vector")
    _ways(ways, effect, f"2  {label}: what becomes of those outside")
    _scatter(ends, effect, effect.after, "3  after")
    figure.supxlabel(_legend(effect), fontsize=9, color="#444444")
    return figure


def _legend(effect: BoundaryEffect) -> str:
    words = ["grey: inside the box", "colours: outside, one per direction", "hollow: before, filled: after"]
    words += ["×: refused"] if effect.refused.any() else []
    words += [f"{mark}: {name}" for point, mark, name in _marked(effect) if point is not None]
    return "   ·   ".join(words)


def _marked(effect: BoundaryEffect) -> tuple[tuple[tuple[float, float] | None, str, str], ...]:
    return (effect.base, "b", "base vector"), (effect.target, "t", "target")


def _ways(axes: Axes, effect: BoundaryEffect, title: str) -> None:
    """Join some of the donors outside with what became of them."""
    outside = np.flatnonzero((np.abs(effect.before) > BOUND).any(axis=1))[::SHOWN_WAYS]
    colours = HUES((_angles(effect)[outside] + np.pi) / (2 * np.pi))
    _box(axes, effect, title, REACH)
    for i, colour in zip(outside, colours, strict=True):
        if effect.refused[i]:
            axes.plot(*effect.before[i], marker="x", color=REFUSED, markersize=4, markeredgewidth=1.0)
            continue
        axes.plot(*zip(effect.before[i], effect.after[i], strict=True), color=colour, linewidth=0.7)
        axes.plot(*effect.before[i], marker="o", markersize=4, markerfacecolor="white", markeredgecolor=colour)
        axes.plot(*effect.after[i], marker="o", markersize=4, color=colour, markeredgewidth=0)


def draw_overview(effects: Sequence[BoundaryEffect], *, columns: int = 7) -> Figure:
    """Draw the donors once and, panel by panel, what each boundary method makes of them."""
    shared = next(effect for effect in effects if catalogue.choose("boundary", effect.boundary).info.kind != "resample")
    rows = -(-(len(effects) + 1) // columns)
    figure = Figure(figsize=(1.75 * columns, 1.95 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).flat
    _scatter(next(panels), shared, shared.before, "donors, before", size=2.5)
    for effect in effects:
        label = catalogue.label("boundary", effect.boundary)
        _scatter(next(panels), effect, effect.after, label, size=2.5)
    for empty in panels:
        empty.set_axis_off()
    return figure


def _angles(effect: BoundaryEffect) -> NDArray[np.float64]:
    return np.asarray(np.arctan2(*(effect.before - BASE).T[::-1]))


def _box(axes: Axes, effect: BoundaryEffect, title: str, reach: float) -> None:
    side = 2 * BOUND
    axes.add_patch(Rectangle((-BOUND, -BOUND), side, side, facecolor="#f4f4f4", edgecolor="black", linewidth=0.9))
    for point, mark, _ in _marked(effect):
        if point is not None:
            axes.plot(*point, marker="+", color="black", markersize=5)
            axes.annotate(mark, point, xytext=(3, 3), textcoords="offset points", fontsize=8, style="italic")
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), xticks=[], yticks=[], aspect="equal")
    axes.set_title(title, fontsize=8.5)


def _scatter(axes: Axes, effect: BoundaryEffect, points: NDArray[np.float64], title: str, *, size: float = 9) -> None:
    outside = (np.abs(effect.before) > BOUND).any(axis=1)
    crossed = effect.refused & (points is not effect.before)
    coloured = outside & ~crossed
    _box(axes, effect, title, REACH)
    axes.scatter(points[~outside, 0], points[~outside, 1], s=size, color="#9a9a9a", linewidths=0)
    hues = HUES((_angles(effect)[coloured] + np.pi) / (2 * np.pi))
    axes.scatter(points[coloured, 0], points[coloured, 1], s=size, color=hues, linewidths=0)
    axes.scatter(points[crossed, 0], points[crossed, 1], s=size, color=REFUSED, marker="x", linewidths=0.6)
