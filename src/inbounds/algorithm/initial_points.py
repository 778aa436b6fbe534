"""The first population: random, spread evenly by a design of experiments, or given."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arguments import one_of
from inbounds.arrays import Floats

DESIGNS = ("random", "latin", "sobol", "halton")


def initial_points(init: Any, count: int, lower: Floats, upper: Floats, seed: int) -> ArrayLike | None:
    """Return the points of the design `init`, or `init` itself; None for random ones, which the run draws."""
    if not isinstance(init, str):
        return init  # type: ignore[no-any-return]
    one_of("init", init, DESIGNS, otherwise=" or an array of points")
    if init == "random":
        return None
    from scipy.stats import qmc

    rng = np.random.default_rng(seed)
    makers = {"latin": qmc.LatinHypercube, "sobol": qmc.Sobol, "halton": qmc.Halton}
    sampler = makers[init](len(lower), rng=rng)
    with np.errstate(all="ignore"):
        unit = (
            sampler.random_base2(max(1, (count - 1).bit_length()))[:count] if init == "sobol" else sampler.random(count)
        )
    points: Floats = np.clip(lower + unit * (upper - lower), lower, upper)
    return points
