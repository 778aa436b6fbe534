"""Runs that other programs recorded: their course as steps, and what a run table keeps of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inbounds.errors import InvalidArgumentError, shown
from inbounds.exchange.given_files import GivenFile
from inbounds.plan.config import MAX_BUDGET
from inbounds.runs.recording import curve_evaluations
from inbounds.runs.recording import targets as hit_targets

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

SLACK = 1 + 1e-12  # 1e-3 in a file is the target 10**-3, though the two doubles may differ in the last bit
MOST_FUNCTIONS, MOST_DIMENSIONS, MOST_INSTANCES = 2**15 - 1, 2**31 - 1, 2**31 - 1  # as wide as the run table keeps them
OPERATORS = ("mutation", "crossover", "boundary", "adaptation")


@dataclass(frozen=True)
class RecordedRun:
    """One run: the best precision after the evaluations of each row, and how long it went on."""

    instance: int
    evaluations: int
    steps: Integers
    best: Floats  # never rising
    repaired: Floats | None = None  # share at each step
    facts: Mapping[str, Any] = field(default_factory=dict)  # run attributes by name, checked

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
        with np.errstate(over="ignore"):  # beyond single precision is inf
            curve = np.concatenate([[np.inf], best])[at].astype(np.float32)
        return {
            "precision": float(best[-1]) if inside else float("inf"),
            "evaluations": min(self.evaluations, budget),
            "repaired": self.facts.get("repaired", final) if whole else final,
            "seconds": self.facts.get("seconds", np.nan),
            "nonfinite": self.facts.get("nonfinite", 0),
            "hits": first_hits(steps, best),
            "curve_precision": curve,
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
    data: GivenFile

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


@dataclass(frozen=True)
class Block:
    """One run of a data file: its header line, and its rows with the numbers of their lines."""

    file: GivenFile
    header: str
    rows: list[str]
    lines: list[int]

    @cached_property
    def _split(self) -> list[list[str]]:
        return [row.split() for row in self.rows]

    def column(self, place: int) -> Floats:
        """Return the numbers at `place` of each row."""
        try:
            return np.array([row[place] for row in self._split], dtype=np.float64)
        except (ValueError, IndexError):
            at = next(at for at, row in enumerate(self._split) if not _is_float(row[place : place + 1]))
            raise self.error(
                at, f"a row must have a number in column {place + 1}; this one is cut short or not made of numbers"
            ) from None

    def evaluations(self, place: int, *, repeated: bool = False) -> Integers:
        """Return rising evaluation counts; the end of a run may be written twice where they may be `repeated`."""
        counts = self.column(place)
        whole = (counts >= 1) & (counts <= MAX_BUDGET) & (counts == np.floor(counts))
        rising = np.append(True, np.diff(counts) >= (0 if repeated else 1))
        if not (whole & rising).all():
            at = int(np.argmin(whole & rising))
            raise self.error(
                at,
                f"evaluation counts must be rising whole numbers of 1 to {MAX_BUDGET}; "
                f"got {shown(self._split[at][place])}, no rising whole numbers",
            )
        return counts.astype(np.int64)

    def best(self, place: int) -> Floats:
        """Return the best value so far at each row; NaN is worse than any number."""
        values = self.column(place)
        if (values == -np.inf).any():
            raise self.error(int(np.argmax(values == -np.inf)), "a value must be above -inf")
        best: Floats = np.minimum.accumulate(np.where(np.isnan(values), np.inf, values))
        return best

    def shares(self, place: int) -> Floats:
        """Return shares of 0 to 1, NaN where one is not known."""
        shares = self.column(place)
        outside = (shares < 0) | (shares > 1)
        if outside.any():
            at = int(np.argmax(outside))
            raise self.error(at, f"a repaired share must be 0 to 1; got {shown(self._split[at][place])}")
        return shares

    def error(self, row: int, expected: str) -> InvalidArgumentError:
        """Return the error that names the line of a row."""
        return self.file.error(expected, line=self.lines[row])


def blocks(file: GivenFile) -> Iterator[Block]:
    """Yield each run of a data file: a header line (the first character is no digit) and its rows."""
    header, rows, lines = "", list[str](), list[int]()
    for number, line in file.lines():
        if line[0].isdigit():
            rows.append(line)
            lines.append(number)
        elif line.strip():
            if rows:
                yield Block(file, header, rows, lines)
            header, rows, lines = line.strip(), [], []
    if rows:
        yield Block(file, header, rows, lines)


def _is_float(texts: list[str]) -> bool:
    try:
        return bool(texts) and np.array(texts, dtype=np.float64) is not None
    except ValueError:
        return False
