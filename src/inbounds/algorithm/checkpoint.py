"""Checkpoints of `minimize`: a saved optimizer with a note of what was before it."""

import os
from collections.abc import Callable

import numpy as np

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.ledger import Ledger
from inbounds.algorithm.resume import load
from inbounds.errors import SavedRunError
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


def resumed(path: str | os.PathLike[str], planned: Optimizer, ledger: Ledger) -> tuple[Optimizer, int, int]:
    """Go on from a checkpoint of the same problem and settings."""
    optimizer = load(path)
    notes = optimizer.notes
    if not notes or not np.array_equal([optimizer.lower, optimizer.upper], [planned.lower, planned.upper]):
        raise SavedRunError(
            f"checkpoint {str(path)!r} is of another problem, or not of minimize: remove it to begin anew"
        )
    same_operators = all(getattr(optimizer.de, family) == getattr(planned.de, family) for family in FAMILIES)
    same_plan = (optimizer.de, optimizer.budget) == (planned.de, planned.budget)
    if not same_operators or (notes["number"] == 0 and not same_plan):
        raise SavedRunError(f"checkpoint {str(path)!r} was made with other arguments: remove it to begin anew")
    ledger.x, ledger.fun = np.array(notes["x"]), float(notes["fun"])
    ledger.evaluations, ledger.generations = notes["evaluations"], notes["generations"]
    ledger.repaired, ledger.nonfinite, ledger.seed = notes["repaired"], notes["nonfinite"], notes["seed"]
    return optimizer, notes["number"], notes["left"]
