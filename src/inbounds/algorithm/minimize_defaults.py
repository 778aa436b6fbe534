"""What `minimize` takes where nothing is said: boundary method, population, modules, evaluations for the finish."""

import math
from typing import Any

from inbounds.arguments import whole_number
from inbounds.operators.module_paths import chosen

EVALUATIONS_PER_VARIABLE = 10_000
LEAST_POPULATION = 6
REDUCED_FROM = 300  # evaluations per variable: with fewer, a population that keeps its size is better


def default_population(dimension: int, max_evaluations: int | None = None) -> int:
    """Return the number of individuals that `minimize` begins with: 75 + 12.5n for 10 000·n evaluations.

    With fewer the 75 fall by the power 0.4 of the evaluations, the 12.5n by the power 0.75; below 300·n, where the
    population keeps its size, it is 30 + 5n by their root. Measured on BBOB: the best population grows with the
    number of variables and with what there is to spend, and with little to spend less with the variables.
    """
    standard = EVALUATIONS_PER_VARIABLE * whole_number("dimension", dimension)
    budget = standard if max_evaluations is None else whole_number("max_evaluations", max_evaluations)
    share = budget / standard
    if budget < REDUCED_FROM * dimension:
        return max(LEAST_POPULATION, round(math.sqrt(share) * (30 + 5 * dimension)))
    size: float = 75 * share**0.4 + 12.5 * dimension * share**0.75
    return round(size)


def default_boundary(mutation: str) -> str:
    """Return the boundary method that `minimize` takes; a mixture cannot ask a mutation in Python for donors again."""
    own = chosen("mutation", mutation).info.function is not None
    return "resampling" if own else "resampling+projection"


def default_modules(dimension: int, max_evaluations: int, population: int) -> dict[str, str]:
    """Return the modules that `minimize` takes."""
    reduced = max_evaluations >= REDUCED_FROM * dimension and population > 8
    return {
        "archive": "external",
        "reduction": "linear[least=8]" if reduced else "none",
        "pbest": "linear",
        "rotation": "eigen[probability=0.3,share=0.3]",
        "restart": "stagnation[growth=1]",
        "selection": "better-or-equal",
    }


def polish_share(dimension: int, max_evaluations: int) -> int:
    """Return how many of the evaluations `minimize` keeps for the finish: (40 + 6n)·n, four of five at most.

    One slope costs n evaluations, and the slopes that SLSQP needs to learn the curvature grow with n, too.
    """
    return int(min(0.8 * max_evaluations, (40 + 6 * dimension) * dimension))


def fitting_modules(
    parts: dict[str, Any], asked: dict[str, str | None], mutation: str, crossover: str, boundary: str
) -> dict[str, Any]:
    """Leave out what was not asked for and does not go with these operators."""
    fitting = dict(parts)
    if asked["archive"] is None and "archive" not in chosen("mutation", mutation).info.needs:
        fitting["archive"] = "none"
    own = any(
        chosen(family, name).info.function is not None
        for family, name in (("crossover", crossover), ("boundary", boundary))
    )
    if asked["rotation"] is None and own:
        fitting["rotation"] = "none"
    if chosen("boundary", boundary).rule == "survival":  # it follows individuals
        fitting |= {family: "none" for family in ("reduction", "restart") if asked[family] is None}
    return fitting
