"""Runs that other programs recorded: their course as steps, and what a run table keeps of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inbounds.errors import InvalidArgumentError
from inbounds.plan.config import MAX_BUDGET
from inbounds.runs.recording import curve_evaluations
from inbounds.runs.recording import targets as hit_targets

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

SLACK = 1 + 1e-12  # 1e-3 in a file is the target 10**-3, though the two doubles may differ in the last bit
OPERATORS = ("mutation", "crossover", "boundary", "adaptation")


@dataclass(frozen=True)
class RecordedRun:
    """One run: the best precision after the evaluations of each row, and how long it went on."""

    instance: int
    evaluations: int
    steps: Integers
    best: Floats  # never rising
    repaired: Floats | None = None  # share at each step
    facts: Mapping[str, Any] = field(default_factory=dict)  # run attributes by name

    def measured(self, budget: int) -> dict[str, Any]:
        """Return the columns of a run table for this run, read within `budget` evaluations."""
        inside = int(np.searchsorted(self.steps, budget, side="right"))
        steps, best = self.steps[:inside], self.best[:inside]
        counts = curve_evaluations(budget)
        at = np.searchsorted(steps, counts, side="right")
        unknown = np.full(len(counts), np.nan, dtype=np.float32)
        shares = None if self.repaired is None else np.concatenate([[np.nan], self.repaired[:inside]])
        final = float("nan") if shares is None else float(shares[-1])
        whole = self.evaluations <= budget
        return {
            "precision": float(best[-1]) if inside else float("inf"),
            "evaluations": min(self.evaluations, budget),
            "repaired": float(self.facts["repaired"]) if whole and _is_number(self.facts.get("repaired")) else final,
            "seconds": np.float32(self.facts["seconds"]) if _is_number(self.facts.get("seconds")) else np.nan,
            "nonfinite": int(self.facts.get("nonfinite", 0)),
            "hits": first_hits(steps, best),
            "curve_precision": np.concatenate([[np.inf], best])[at].astype(np.float32),
            "curve_repaired": unknown if shares is None else shares[at].astype(np.float32),
            "curve_f": unknown,
            "curve_cr": unknown,
        }


class RecordedFile(ABC):
    """The runs of one algorithm on one function in one dimension: a data file, read when asked for."""

    algorithm: str
    operators: tuple[str, ...] | None  # of the algorithms of this package
    suite: str
    function: int
    dimension: int
    path: Path

    @property
    @abstractmethod
    def longest(self) -> int:
        """The evaluations of the longest run, or its budget where that is recorded."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many runs there are."""

    @abstractmethod
    def runs(self) -> Iterator[RecordedRun]:
        """Yield the runs in the order of the file."""


def first_hits(steps: Integers, best: Floats) -> NDArray[np.int32]:
    """Return the evaluations at the first row not above each of the 51 targets, -1 where there is none."""
    first = np.searchsorted(-best, -hit_targets() * SLACK, side="left")
    found = np.concatenate([steps, [-1]])[first]
    return found.astype(np.int32)


def blocks(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each run of a data file: its header line (the first character is no digit) and its rows."""
    header, rows = "", list[str]()
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line[0].isdigit():
                    rows.append(line)
                elif line.strip():
                    if rows:
                        yield header, rows
                    header, rows = line.strip(), []
    except OSError as error:
        raise InvalidArgumentError(f"data file {str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidArgumentError(f"data file {str(path)!r} is not text") from None
    if rows:
        yield header, rows


def columns(path: Path, rows: list[str], wanted: list[int]) -> list[Floats]:
    """Return the columns at the places `wanted` of one run's rows."""
    try:
        split = [row.split() for row in rows]
        return [np.array([row[place] for row in split], dtype=np.float64) for place in wanted]
    except (ValueError, IndexError):
        raise InvalidArgumentError(
            f"data file {str(path)!r} has a row that is cut short or not made of numbers; its run begins {rows[0]!r}"
        ) from None


def checked_steps(path: Path, evaluations: Floats) -> Integers:
    """Return the evaluation counts as rising whole numbers."""
    steps = evaluations.astype(np.int64)
    if (steps != evaluations).any() or steps[0] < 1 or (np.diff(steps) <= 0).any():
        raise InvalidArgumentError(f"data file {str(path)!r} has evaluation counts that are no rising whole numbers")
    if steps[-1] > MAX_BUDGET:
        raise InvalidArgumentError(f"evaluations must be at most {MAX_BUDGET}; got {steps[-1]} in {str(path)!r}")
    return steps


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
