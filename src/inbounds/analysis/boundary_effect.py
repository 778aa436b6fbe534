"""What a boundary method does to donors that left a box in the plane, before and after."""

from dataclasses import dataclass

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.stages import Run
from inbounds.arrays import Booleans, Floats
from inbounds.operators import catalogue

BOUND = 5.0
BASE = (1.6, 1.0)
TARGET = (-2.8, -1.8)
STEPS = (2.4, 4.8, 7.2, 9.6)  # lengths of the steps that lead from the base to the donors
DIRECTIONS = 64


@dataclass(frozen=True)
class BoundaryEffect:
    """Donors before and after a boundary method, which of them it refused, and the two points it may have used."""

    boundary: str
    before: Floats
    after: Floats
    refused: Booleans
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


def rings() -> Floats:
    """Return donors in all directions around the base vector, at the lengths of STEPS."""
    angle = np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([BASE + step * circle for step in STEPS])


def _resampled(boundary: str, seed: int) -> tuple[Floats, Floats]:
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
