"""Checkpoints of `minimize`: a saved optimizer with a note of what was before it and of the arguments of the call."""

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.drive import Spread
from inbounds.algorithm.history import History
from inbounds.algorithm.ledger import Ledger
from inbounds.algorithm.objective import Evaluation
from inbounds.algorithm.resume import load
from inbounds.arguments import check_seed, whole_number
from inbounds.errors import InvalidArgumentError, SavedRunError, shown

CHECKPOINT_EVERY = 50  # generations between two checkpoints, where nothing is said
VERSION = 2  # of the notes; those of the first version have no number
LONGEST_TEXT = 1000  # characters of an argument; arrays of more are noted by their hash


@dataclass(frozen=True)
class Stage:
    """A population of one call of `minimize`: which one, and how many evaluations were left when it began."""

    number: int
    left: int
    optimizer: Optimizer
    spread: Spread
    finishing: bool


def checkpoint_path(given: object) -> Path | None:
    """Return where a checkpoint goes: a file in a folder that can be written to, so that no evaluation is lost."""
    if given is None:
        return None
    try:
        path = Path(given)  # type: ignore[arg-type]
        path.exists()  # an OSError where the name is too long for a file
        if "\0" not in str(path) and path.parent.is_dir() and os.access(path.parent, os.W_OK):
            return path
    except (OSError, TypeError, ValueError):
        pass
    raise InvalidArgumentError(
        "checkpoint must be the path of a file in a folder that exists and can be written to, or None; "
        f"got {shown(given)}"
    )


def saving(
    path: Path | None,
    every: int,
    stage: Stage,
    ledger: Ledger,
    called: Evaluation,
    arguments: Mapping[str, object],
) -> Callable[[bool], None]:
    """Return what writes a checkpoint whenever one is due, or at once."""
    if path is None:
        return lambda now: None
    texts = {name: as_text(value) for name, value in arguments.items()}

    def save(now: bool) -> None:
        if now or stage.optimizer.generation % every == 0:
            notes = {
                "version": VERSION, "arguments": texts, "number": stage.number, "left": stage.left,
                "finishing": stage.finishing, "spread": stage.spread.saved(), "fun": repr(ledger.fun),
                "x": ledger.x.tolist(), "seed": ledger.seed, "evaluations": ledger.evaluations,
                "generations": ledger.generations, "repaired": ledger.repaired, "nonfinite": ledger.nonfinite,
                "failed": called.failed, "first_failure": called.first_failure,
            }  # fmt: skip
            rows = {} if ledger.history is None else {"history": ledger.history.rows}
            stage.optimizer.save(path, notes={**notes, **rows})

    return save


def resumed(
    path: Path,
    planned: Stage,
    ledger: Ledger,
    called: Evaluation,
    arguments: Mapping[str, object],
    *,
    seed: int | None,
    tolerance: float,
) -> Stage:
    """Go on from a checkpoint of the same problem and arguments; `seed` None: that of the checkpoint."""
    optimizer = load(path)
    notes = optimizer.notes
    box = [planned.optimizer.lower, planned.optimizer.upper]
    if "number" not in notes or not np.array_equal([optimizer.lower, optimizer.upper], box):
        raise SavedRunError(
            f"checkpoint {str(path)!r} is of another problem, or not of minimize: remove it to begin anew"
        )
    if notes.get("version") != VERSION:
        raise SavedRunError(
            f"checkpoint {str(path)!r} must be of version {VERSION}, which notes all that a run needs to go on "
            f"with the same bits; got version {shown(notes.get('version', 1))}: remove it to begin anew"
        )
    try:
        other = _other_argument(notes, arguments, seed)
        if other:
            raise SavedRunError(
                f"checkpoint {str(path)!r} was made with other arguments: {other}. Remove the file to begin anew"
            )
        stage = _booked(notes, optimizer, ledger, called, tolerance)
        same_plan = (optimizer.de, optimizer.budget) == (planned.optimizer.de, planned.optimizer.budget)
        if stage.left + ledger.evaluations != planned.left or (stage.number == 0 and not same_plan):
            raise ValueError("its evaluations or its algorithm are not those of these arguments")
    except SavedRunError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SavedRunError(f"checkpoint {str(path)!r} does not hold together: {shown(str(error))}") from None
    return stage


def _other_argument(notes: Mapping[str, Any], arguments: Mapping[str, object], seed: int | None) -> str:
    """Name the first argument that is not what it was, with both values; nothing where all are the same."""
    saved = {**notes["arguments"], "seed": str(notes["seed"])}
    given = {name: as_text(value) for name, value in arguments.items()}
    if seed is not None:
        given["seed"] = str(seed)
    for name, text in given.items():
        if saved[name] != text:
            return f"{name} must be {_shortened(saved[name])}, as it was; got {_shortened(text)}"
    return ""


def as_text(value: object) -> str:
    """Return an argument as text that differs where the argument does."""
    if not isinstance(value, np.ndarray):
        return repr(value)
    text = str(value.tolist())
    if len(text) <= LONGEST_TEXT:
        return text
    return f"an array of shape {value.shape} with hash {blake2b(text.encode(), digest_size=8).hexdigest()}"


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:60]} … {text[-17:]}"


def _booked(
    notes: Mapping[str, Any], optimizer: Optimizer, ledger: Ledger, called: Evaluation, tolerance: float
) -> Stage:
    """Take the notes over, each checked against what a call of minimize can have noted."""
    counts = ("number", "left", "evaluations", "generations", "nonfinite", "failed")
    number, left, evaluations, generations, nonfinite, failed = (
        whole_number(key, notes[key], least=0) for key in counts
    )
    x, fun, repaired = np.array(notes["x"], dtype=np.float64), float(notes["fun"]), float(notes["repaired"])
    seed, finishing, first_failure = check_seed(notes["seed"]), notes["finishing"], notes["first_failure"]
    if x.shape != ((optimizer.dimension,) if number else (0,)) or math.isnan(fun):
        raise ValueError("x must be a point, fun its value")
    if not ((x >= optimizer.lower) & (x <= optimizer.upper)).all() if number else fun < math.inf or evaluations:
        raise ValueError("x must be in the box, and there is none before the first population ended")
    if not 0 <= repaired <= evaluations or not max(generations, nonfinite) <= evaluations:
        raise ValueError("more is noted than there were evaluations")
    if optimizer.seed != seed_of_population(seed, number) or (optimizer.budget or 0) > left:
        raise ValueError("the seed or the evaluations left are not those of this population")
    if failed > evaluations + optimizer.evaluations or bool(failed) != bool(first_failure):
        raise ValueError("failed must count evaluations, and first_failure tell the first of them")
    if not isinstance(finishing, bool) or not isinstance(first_failure, str):
        raise ValueError("finishing must be true or false, first_failure text")
    spread = Spread(optimizer, tolerance)
    spread.restore(notes["spread"])
    if ledger.history is not None:
        ledger.history = History.of(notes["history"], evaluations + optimizer.evaluations)
    ledger.x, ledger.fun, ledger.seed = x, fun, seed
    ledger.evaluations, ledger.generations = evaluations, generations
    ledger.repaired, ledger.nonfinite = repaired, nonfinite
    called.failed, called.first_failure = failed, first_failure
    return Stage(number, left, optimizer, spread, finishing)


def seed_of_population(first: int, number: int) -> int:
    """Return the seed of each population of one call; the first has the seed given."""
    return (first + number * 0x9E3779B97F4A7C15) % 2**64
