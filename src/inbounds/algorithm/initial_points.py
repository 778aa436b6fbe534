"""The first population: random, spread evenly by a design of experiments, or given."""

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arguments import one_of
from inbounds.arrays import Floats
from inbounds.box import starting_points

DESIGNS = ("random", "latin", "sobol", "halton")


def initial_points(
    init: str | ArrayLike, x0: ArrayLike | None, count: int, lower: Floats, upper: Floats, seed: int
) -> Floats:
    """Return the first points of a population of `count`: `x0` in the place of the first of `init`.

    Random ones are left out: the run draws them.
    """
    first = starting_points(x0, lower, upper, count)
    if isinstance(init, str):
        points = _design(one_of("init", init, DESIGNS, otherwise=" or an array of points"), count, lower, upper, seed)
    else:
        points = starting_points(init, lower, upper, count, "init")
    return np.concatenate([first, points[len(first) :]])


def _design(name: str, count: int, lower: Floats, upper: Floats, seed: int) -> Floats:
    if name == "random":
        return np.empty((0, len(lower)))
    from scipy.stats import qmc

    rng = np.random.default_rng(seed)
    makers = {"latin": qmc.LatinHypercube, "sobol": qmc.Sobol, "halton": qmc.Halton}
    sampler = makers[name](len(lower), rng=rng)
    with np.errstate(all="ignore"):
        unit = (
            sampler.random_base2(max(1, (count - 1).bit_length()))[:count] if name == "sobol" else sampler.random(count)
        )
    points: Floats = np.clip(lower + unit * (upper - lower), lower, upper)
    return points
