"""Values of the same problems from ioh and cocoex, as f − f_opt."""

import numpy as np

from inbounds.arrays import Floats
from inbounds.problems import Problem


def ioh_precision(problem: Problem, points: Floats) -> Floats:
    import ioh

    twin = ioh.get_problem(
        problem.function,
        problem.instance,
        problem.dimension,
        ioh.ProblemClass.SBOX if problem.suite == "sbox" else ioh.ProblemClass.BBOB,
    )
    return np.array(twin(points)) - twin.optimum.y


def coco_precision(twin: object, problem: Problem, points: Floats) -> Floats:
    return np.array([twin(point) for point in points]) - problem.f_opt  # type: ignore[operator]


def scattered(problem: Problem, count: int, reach: float, seed: int = 0) -> Floats:
    """Uniform points in [-reach, reach]^n."""
    return np.random.default_rng(seed).uniform(-reach, reach, (count, problem.dimension))


def around_optimum(problem: Problem, seed: int = 0) -> Floats:
    """Points at distances 10^-1 … 10^-8 of the optimum, three each, in random directions."""
    directions = np.random.default_rng(seed).standard_normal((24, problem.dimension))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return problem.x_opt + np.repeat(10.0 ** -np.arange(1.0, 9.0), 3)[:, None] * directions


def relative_difference(ours: Floats, theirs: Floats) -> Floats:
    """|Δ| / max(1, |f − f_opt|)."""
    return np.abs(ours - theirs) / np.maximum(1.0, np.abs(theirs))


def excess_near_optimum(ours: Floats, theirs: Floats, problem: Problem) -> Floats:
    """How far |Δ| goes beyond 1e-6 relative, 1e-12 absolute; negative where it agrees.

    The peers give f_opt + value, and subtract from it: what those two steps round away is granted to them, and so
    is the rounding of sums of n cosines of height 10, which f3, f4, f15 and f24 take as a difference.
    """
    rounding = 2 * np.spacing(abs(problem.f_opt) + np.abs(theirs)) + 4 * np.spacing(10.0 * problem.dimension)
    return np.abs(ours - theirs) - np.maximum(np.maximum(1e-6 * np.abs(theirs), 1e-12), rounding)
