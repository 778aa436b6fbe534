"""Pictures of what boundary methods do to donors that left a box in the plane."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from inbounds.analysis.boundary_effect import BASE, BOUND, BoundaryEffect
from inbounds.operators import catalogue

REACH = 11.5  # how far the axes show


def draw_boundary_effect(effect: BoundaryEffect) -> Figure:
    """Draw the donors on the left and what became of them on the right; a colour follows a donor."""
    figure = Figure(figsize=(7.2, 3.7), layout="constrained")
    left, right = figure.subplots(1, 2)
    _scatter(left, effect, effect.before, "donors")
    _scatter(right, effect, effect.after, catalogue.label("boundary", effect.boundary), reach=_reach_after(effect))
    return figure


def draw_overview(effects: Sequence[BoundaryEffect], *, columns: int = 7) -> Figure:
    """Draw the donors once and, panel by panel, what each boundary method makes of them."""
    shared = next(effect for effect in effects if catalogue.choose("boundary", effect.boundary).info.kind != "resample")
    rows = -(-(len(effects) + 1) // columns)
    figure = Figure(figsize=(1.75 * columns, 1.95 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).flat
    _scatter(next(panels), shared, shared.before, "donors, before", size=2.5, reach=REACH)
    for effect in effects:
        label = catalogue.label("boundary", effect.boundary)
        _scatter(next(panels), effect, effect.after, label, size=2.5, reach=_reach_after(effect))
    for empty in panels:
        empty.set_axis_off()
    return figure


def _reach_after(effect: BoundaryEffect) -> float:
    return REACH if effect.refused.any() else BOUND * 1.15  # what stays outside is shown, else the box fills the panel


def _scatter(
    axes: Axes,
    effect: BoundaryEffect,
    points: NDArray[np.float64],
    title: str,
    *,
    size: float = 9,
    reach: float = REACH,
) -> None:
    outside = (np.abs(effect.before) > BOUND).any(axis=1)
    crossed = effect.refused & (points is not effect.before)
    coloured = outside & ~crossed
    angle = np.arctan2(*(effect.before - BASE).T[::-1])
    box = Rectangle((-BOUND, -BOUND), 2 * BOUND, 2 * BOUND, facecolor="#f4f4f4", edgecolor="black", linewidth=0.9)
    axes.add_patch(box)
    axes.scatter(points[~outside, 0], points[~outside, 1], s=size, color="#9a9a9a", linewidths=0)
    axes.scatter(
        points[coloured, 0],
        points[coloured, 1],
        s=size,
        c=angle[coloured],
        cmap="hsv",
        vmin=-np.pi,
        vmax=np.pi,
        linewidths=0,
    )
    axes.scatter(points[crossed, 0], points[crossed, 1], s=size, color="#c0392b", marker="x", linewidths=0.6)
    for point, mark in ((effect.base, "b"), (effect.target, "t")):
        if point is not None:
            axes.plot(*point, marker="+", color="black", markersize=5)
            axes.annotate(mark, point, xytext=(3, 3), textcoords="offset points", fontsize=8, style="italic")
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), xticks=[], yticks=[], aspect="equal")
    axes.set_title(title, fontsize=8.5)
