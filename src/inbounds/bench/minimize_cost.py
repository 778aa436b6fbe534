"""What `minimize` costs around the calls of the function, and what a boundary method written in Python adds."""

import time

import numpy as np

from inbounds.algorithm.minimize import minimize
from inbounds.arrays import Floats
from inbounds.operators import catalogue
from inbounds.operators.generation import Generation
from inbounds.operators.registration import boundary

DIMENSION, POPULATION, EVALUATIONS, REPEATS = 30, 100, 100_000, 5


def machinery_cost() -> float:
    """Return the microseconds per evaluation of everything but the function: 30-D, population 100, vectorized."""
    return min(_cost("projection") for _ in range(REPEATS))


def python_boundary_cost() -> float:
    """Return the microseconds per evaluation that projection costs more in Python than in the core."""
    name = "bench-projection"

    @boundary(name)
    def projection(generation: Generation) -> Floats:
        return np.clip(generation.donors, generation.lower, generation.upper)

    try:
        pairs = [(_cost(name), _cost("projection")) for _ in range(REPEATS)]
    finally:
        catalogue.remove("boundary", name)
    return min(own for own, _ in pairs) - min(native for _, native in pairs)


def _cost(method: str) -> float:
    inside = 0.0
    rng = np.random.default_rng(1)

    def noise(X: Floats) -> Floats:  # keeps the population spread over the box, so that there is always much to repair
        nonlocal inside
        begin = time.process_time()
        values = rng.random(len(X))
        inside += time.process_time() - begin
        return values

    begin = time.process_time()
    result = minimize(
        noise, [(-5.0, 5.0)] * DIMENSION, boundary=method, population=POPULATION, max_evaluations=EVALUATIONS,
        tolerance=0, seed=1, vectorized=True,
    )  # fmt: skip
    return (time.process_time() - begin - inside) / int(result.nfev) * 1e6
