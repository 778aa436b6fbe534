"""Checkpoints of `minimize`: a saved optimizer with a note of what was before it."""

import math
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.ledger import Ledger
from inbounds.algorithm.resume import load
from inbounds.arguments import check_seed, whole_number
from inbounds.errors import SavedRunError, shown
from inbounds.operators.catalogue import FAMILIES

CHECKPOINT_EVERY = 50  # generations between two checkpoints, where nothing is said


def saving(
    path: str | os.PathLike[str] | None, every: int, optimizer: Optimizer, number: int, left: int, ledger: Ledger
) -> Callable[[], None]:
    """Return what writes a checkpoint whenever one is due."""
    if path is None:
        return lambda: None

    def save() -> None:
        if optimizer.generation % every == 0:
            notes = {
                "number": number, "left": left, "fun": repr(ledger.fun), "x": ledger.x.tolist(), "seed": ledger.seed,
                "evaluations": ledger.evaluations, "generations": ledger.generations, "repaired": ledger.repaired,
                "nonfinite": ledger.nonfinite,
            }  # fmt: skip
            optimizer.save(path, notes=notes)

    return save


def resumed(
    path: str | os.PathLike[str], planned: Optimizer, budget: int, ledger: Ledger
) -> tuple[Optimizer, int, int]:
    """Go on from a checkpoint of the same problem and settings."""
    optimizer = load(path)
    notes = optimizer.notes
    if not notes or not np.array_equal([optimizer.lower, optimizer.upper], [planned.lower, planned.upper]):
        raise SavedRunError(
            f"checkpoint {str(path)!r} is of another problem, or not of minimize: remove it to begin anew"
        )
    try:
        number, left = _booked(notes, optimizer, ledger)
    except (KeyError, TypeError, ValueError) as error:
        raise SavedRunError(f"checkpoint {str(path)!r} does not hold together: {shown(str(error))}") from None
    same_operators = all(getattr(optimizer.de, family) == getattr(planned.de, family) for family in FAMILIES)
    same_plan = (optimizer.de, optimizer.budget) == (planned.de, planned.budget)
    if not same_operators or left + ledger.evaluations != budget or (number == 0 and not same_plan):
        raise SavedRunError(f"checkpoint {str(path)!r} was made with other arguments: remove it to begin anew")
    return optimizer, number, left


def _booked(notes: Mapping[str, Any], optimizer: Optimizer, ledger: Ledger) -> tuple[int, int]:
    """Take the notes into the ledger, each checked against what a call of minimize can have noted."""
    counts = ("number", "left", "evaluations", "generations", "nonfinite")
    number, left, evaluations, generations, nonfinite = (whole_number(key, notes[key], least=0) for key in counts)
    x, fun, repaired = np.array(notes["x"], dtype=np.float64), float(notes["fun"]), float(notes["repaired"])
    seed = check_seed(notes["seed"])
    if x.shape != ((optimizer.dimension,) if number else (0,)) or math.isnan(fun):
        raise ValueError("x must be a point, fun its value")
    if not ((x >= optimizer.lower) & (x <= optimizer.upper)).all() if number else fun < math.inf or evaluations:
        raise ValueError("x must be in the box, and there is none before the first population ended")
    if not 0 <= repaired <= evaluations or not max(generations, nonfinite) <= evaluations:
        raise ValueError("more is noted than there were evaluations")
    if optimizer.seed != seed_of_population(seed, number) or (optimizer.budget or 0) > left:
        raise ValueError("the seed or the evaluations left are not those of this population")
    ledger.x, ledger.fun, ledger.seed = x, fun, seed
    ledger.evaluations, ledger.generations = evaluations, generations
    ledger.repaired, ledger.nonfinite = repaired, nonfinite
    return number, left


def seed_of_population(first: int, number: int) -> int:
    """Return the seed of each population of one call; the first has the seed given."""
    return (first + number * 0x9E3779B97F4A7C15) % 2**64
