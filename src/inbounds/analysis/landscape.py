"""A problem seen from above: its values on a grid over the first two coordinates."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError
from inbounds.problems import Problem

MARGIN = 0.15  # of the box's width, shown around it: what happens outside matters here


@dataclass(frozen=True, eq=False)
class Landscape:
    """f − f_opt of a problem on a grid, the other coordinates held at the optimum; rows are values of x2."""

    problem: Problem
    x1: Floats
    x2: Floats
    precision: Floats

    def table(self) -> pl.DataFrame:
        """Return x1, x2 and precision, one row per point."""
        grid1, grid2 = np.meshgrid(self.x1, self.x2)
        return pl.DataFrame({"x1": grid1.ravel(), "x2": grid2.ravel(), "precision": self.precision.ravel()})


def landscape(problem: Problem, *, points: int = 401) -> Landscape:
    """Evaluate `problem` on points × points over its first two coordinates, a margin around the box included."""
    if problem.dimension < 2:
        raise InvalidArgumentError(f"a landscape needs two dimensions; {problem!r} has one")
    width = problem.upper[:2] - problem.lower[:2]
    low, high = problem.lower[:2] - MARGIN * width, problem.upper[:2] + MARGIN * width
    x1, x2 = (np.linspace(low[k], high[k], points) for k in (0, 1))
    rows = np.tile(problem.lower if problem.x_opt is None else problem.x_opt, (points * points, 1))
    rows[:, 0], rows[:, 1] = np.tile(x1, points), np.repeat(x2, points)
    return Landscape(problem, x1, x2, problem.precision(rows).reshape(points, points))
