"""What a boundary method does to donors that left a box in the plane, before and after."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from inbounds.algorithm.de import DE
from inbounds.algorithm.stages import Run
from inbounds.operators import catalogue

BOUND = 5.0
REACH = 11.5  # how far the axes show
BASE = (1.6, 1.0)
TARGET = (-2.8, -1.8)
STEPS = (2.4, 4.8, 7.2, 9.6)  # lengths of the steps that lead from the base to the donors
DIRECTIONS = 64


@dataclass(frozen=True)
class BoundaryEffect:
    """Donors before and after a boundary method, which of them it refused, and the two points it may have used."""

    boundary: str
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    refused: NDArray[np.bool_]
    base: tuple[float, float] | None
    target: tuple[float, float] | None


def boundary_effect(boundary: str, *, seed: int = 1) -> BoundaryEffect:
    """Apply `boundary` to rings of donors around one base vector, or, to resample, to those of rand/1."""
    info = catalogue.choose("boundary", boundary).info
    if info.kind == "resample":
        before, after = _resampled(boundary, seed)
        return BoundaryEffect(boundary, before, after, np.zeros(len(before), dtype=bool), None, None)
    before = rings()
    run = _started(boundary, len(before), seed)
    run.engine.parameters()
    run.engine.population[...] = TARGET
    run.engine.trials[...] = before
    run.engine.set_bases(np.tile(BASE, (len(before), 1)))
    run.repair()
    run.engine.penalise()
    return BoundaryEffect(
        boundary,
        before,
        np.array(run.engine.trials),
        np.array(run.engine.refused, dtype=bool),
        BASE if "base" in info.needs else None,
        TARGET if "target" in info.needs else None,
    )


def rings() -> NDArray[np.float64]:
    """Return donors in all directions around the base vector, at the lengths of STEPS."""
    angle = np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([BASE + step * circle for step in STEPS])


def draw_boundary_effect(effect: BoundaryEffect) -> Figure:
    """Draw the donors on the left and what became of them on the right; a colour follows a donor."""
    figure = Figure(figsize=(7.2, 3.7), layout="constrained")
    left, right = figure.subplots(1, 2)
    _scatter(left, effect, effect.before, "donors")
    _scatter(right, effect, effect.after, catalogue.label("boundary", effect.boundary), reach=_reach_after(effect))
    return figure


def draw_overview(boundaries: Iterable[str], *, columns: int = 7) -> Figure:
    """Draw the donors once and, panel by panel, what each of `boundaries` makes of them."""
    effects = [boundary_effect(name) for name in boundaries]
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


def _resampled(boundary: str, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    run = _started(boundary, len(STEPS) * DIRECTIONS, seed, adaptation="constant[F=0.8]")
    run.engine.parameters()
    run.engine.mutate()
    before = np.array(run.engine.trials)
    run.repair()
    return before, np.array(run.engine.trials)


def _started(boundary: str, population: int, seed: int, adaptation: str = "constant") -> Run:
    de = DE(mutation="rand/1", boundary=boundary, adaptation=adaptation, population=population)
    run = Run(de, np.full(2, -BOUND), np.full(2, BOUND), seed=seed)
    run.accept(np.zeros(len(run.propose())))
    return run
