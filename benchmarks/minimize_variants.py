"""What `minimize_defaults.py` compares with the default of `minimize`: one part, method or rule changed at a time."""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

from minimizers import Recorder, with_minimize
from scipy.optimize import minimize as scipy_minimize

from inbounds.algorithm.minimize_defaults import (
    EVALUATIONS_PER_VARIABLE,
    LEAST_POPULATION,
    REDUCED_FROM,
    default_population,
)

Runner = Callable[[Recorder, int], None]


def options(**given: Any) -> Runner:
    """Return the runner of the default with these options."""
    return partial(with_minimize, **given)


def inside(module: str, rules: dict[str, Any], **given: Any) -> Runner:
    """Return the runner of the default with rules replaced that no option reaches, and with these options."""

    def run(recorder: Recorder, seed: int) -> None:
        with patch.multiple(sys.modules[f"inbounds.algorithm.{module}"], **rules):
            with_minimize(recorder, seed, **given)

    return run


def powers(fixed: float, growing: float, factor: float = 1.0, **given: Any) -> Runner:
    """Return the runner whose populations go with other powers of the evaluations, times a factor."""

    def size(dimension: int, evaluations: int) -> int:
        share = evaluations / (EVALUATIONS_PER_VARIABLE * dimension)
        standard = 75 * share**fixed + 12.5 * dimension * share**growing
        if evaluations < REDUCED_FROM * dimension:
            standard = default_population(dimension, evaluations)
        return max(LEAST_POPULATION, round(factor * standard))

    return inside("minimize", {"default_population": size}, **given)


def finish(fixed: float, growing: float, most: float = 0.8) -> Runner:
    """Return the runner whose finish has (fixed + growing·n)·n evaluations, at most this share of all."""

    def share(dimension: int, evaluations: int) -> int:
        return int(min(most * evaluations, (fixed + growing * dimension) * dimension))

    return inside("minimize", {"polish_share": share})


def local_search(method: str) -> Runner:
    """Return the runner whose finish is one of SciPy's searches as it is, told not to give up early."""
    exact = {"SLSQP": {"ftol": 1e-15, "maxiter": 10**6}, "L-BFGS-B": {"ftol": 0.0, "gtol": 0.0, "maxfun": 10**9}}
    return options(polish=partial(scipy_minimize, method=method, options=exact[method]))


PARTS: dict[str, Runner] = {
    "the default": options(),
    "without the finish": options(polish=False),
    "without rotation": options(rotation="none"),
    "without restarts": options(restart="none"),
    "without reduction": options(reduction="none"),
    "without the archive": options(archive="none"),
    "pbest share 0.05": options(pbest="constant"),
    "only better trials selected": options(selection="better"),
    "SHADE": options(adaptation="shade"),
    "SHADE, memory 20": options(adaptation="shade[memory=20]"),
    "jSO's adaptation": options(adaptation="jso"),
    "target-to-pbest/1": options(mutation="target-to-pbest/1"),
}
SETTINGS: dict[str, Runner] = {
    "the default": options(),
    "populations by the powers 0.7 and 0.7": powers(0.7, 0.7),
    "non-linear reduction": options(reduction="nonlinear[least=8]"),
    "L-SHADE's adaptation, memory 20": options(adaptation="l-shade[memory=20]"),
    "L-SHADE's adaptation as in its program": options(adaptation="l-shade[zero=program]"),
    "target-to-pbest-w/1": options(mutation="target-to-pbest-w/1"),
    "pbest share from 0.35": options(pbest="linear[start=0.35]"),
    "populations that grow at restarts": options(restart="stagnation[growth=2]"),
}
# What follows was measured with what was the default at the time, or with what was tried for it.
POPULATION: dict[str, Runner] = {
    "powers 0.4 and 0.75": powers(0.4, 0.75, boundary="projection"),
    "powers 0.7 and 0.7": powers(0.7, 0.7, boundary="projection"),
    **{
        f"powers 0.7 and 0.7, × {factor:g}": powers(0.7, 0.7, factor, boundary="projection") for factor in (0.6, 1.4, 2)
    },
}
ROTATION: dict[str, Runner] = {
    f"in {100 * share:g} % of the generations": powers(
        0.7, 0.7, boundary="projection", rotation=f"eigen[probability={share},share=0.3]"
    )
    for share in (1.0, 0.6, 0.3, 0.1)
} | {"never": powers(0.7, 0.7, boundary="projection", rotation="none")}
BOUNDARY: dict[str, Runner] = {
    name: powers(0.7, 0.7, boundary=name)
    for name in (
        "resampling", "reflection", "projection", "midpoint-target", "rand-base", "reinitialization", "wrapping",
        "projection-best", "resampling+projection",
    )
}  # fmt: skip
FINISH: dict[str, Runner] = {
    "the default": options(),
    "SLSQP, values as they are": local_search("SLSQP"),
    "L-BFGS-B, values as they are": local_search("L-BFGS-B"),
    **{f"largest slope {slope:g}": inside("polish", {"STEEPNESS": slope}) for slope in (1.0, 10.0, 1000.0)},
    "60 % of all at most": finish(40, 6, most=0.6),
    "90 % of all at most": finish(40, 6, most=0.9),
    "100·n": finish(100, 0),
    "250·n": finish(250, 0),
}
VARIANTS = {
    "parts": PARTS, "settings": SETTINGS, "population": POPULATION, "rotation": ROTATION, "boundary": BOUNDARY,
    "finish": FINISH,
}  # fmt: skip
