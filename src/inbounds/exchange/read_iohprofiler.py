"""Read what the loggers of `ioh` wrote: JSON with .dat files, or the .info files of older versions."""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from inbounds.errors import InvalidArgumentError, quoted
from inbounds.exchange.info_file import InfoEntry
from inbounds.exchange.recorded_runs import OPERATORS, Floats, RecordedFile, RecordedRun, blocks, checked_steps, columns

EVALUATIONS = ("evaluations", "function evaluation")
# f − f_opt, not yet shifted or scaled; running bests first, as they need no other rows
VALUES = ("raw_y_best", "best-so-far f(x)", "raw_y", "current f(x)")
REPAIRED = "repaired"


@dataclass(frozen=True)
class Described:
    """What the index says of a run, as far as it says it."""

    instance: int
    evaluations: int | None
    best: float | None
    best_at: int | None
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class IohFile(RecordedFile):
    """One .dat file of IOHprofiler data."""

    algorithm: str
    operators: tuple[str, ...] | None
    suite: str
    function: int
    dimension: int
    path: Path
    described: tuple[Described, ...]

    @cached_property
    def longest(self) -> int:
        """The evaluations of the longest run, or its budget where that is recorded."""
        known = [run.facts.get("budget", run.evaluations) for run in self.described]
        return max(known if None not in known else (run.evaluations for run in self.runs()))

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.described)

    def runs(self) -> Iterator[RecordedRun]:
        """Yield the runs in the order of the file."""
        found = 0
        for (header, rows), described in zip(blocks(self.path), self.described, strict=False):
            found += 1
            yield self._run(header, rows, described)
        if found < len(self.described):
            raise InvalidArgumentError(f"data file {str(self.path)!r} holds {found} runs; its index says {self.count}")

    def _run(self, header: str, rows: list[str], described: Described) -> RecordedRun:
        names = shlex.split(header)  # older versions quote: "function evaluation" "best-so-far f(x)"
        places = [_place(self.path, names, EVALUATIONS), _place(self.path, names, VALUES)]
        if REPAIRED in names:
            places.append(names.index(REPAIRED))
        read = columns(self.path, rows, places)
        steps = checked_steps(self.path, read[0])
        best = _sharpened(steps, np.minimum.accumulate(read[1]), described)
        return RecordedRun(
            instance=described.instance,
            evaluations=max(int(steps[-1]), described.evaluations or 0),
            steps=steps,
            best=best,
            repaired=read[2] if len(read) > 2 else None,
            facts=described.facts,
        )


def read_json(path: Path) -> list[IohFile]:
    """Return the data files that an IOHprofiler JSON file describes."""
    try:
        index = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidArgumentError(f"{str(path)!r} is not whole IOHprofiler JSON: {error}") from None
    try:
        if index["maximization"]:
            raise InvalidArgumentError(f"{str(path)!r} maximises; only minimisation can be imported")
        attributes = {key: value for pair in index.get("experiment_attributes") or [] for key, value in pair.items()}
        return [
            IohFile(
                algorithm=str(index["algorithm"]["name"]),
                operators=tuple(attributes[key] for key in OPERATORS) if set(OPERATORS) <= set(attributes) else None,
                suite=str(index["suite"]),
                function=int(index["function_id"]),
                dimension=int(scenario["dimension"]),
                path=path.parent / scenario["path"],
                described=tuple(map(_from_json, scenario["runs"])),
            )
            for scenario in index["scenarios"]
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidArgumentError(f"{str(path)!r} is not IOHprofiler JSON: no {error}") from None


def read_old_info(path: Path, entries: list[InfoEntry]) -> list[IohFile]:
    """Return the data files of an .info file of older IOHprofiler versions; a file may have several entries."""
    gathered: dict[tuple[str, str, int, int, Path], list[Described]] = {}
    for entry in entries:
        if str(entry.settings.get("maximization", "F")).upper().startswith("T"):
            raise InvalidArgumentError(f"{str(path)!r} maximises; only minimisation can be imported")
        key = (entry.text("algId"), entry.text("suite"), entry.number("funcId"), entry.number("DIM"), entry.data)
        # These files give the evaluation of the best value, not the run's length: that is in the data.
        runs = [Described(run.instance, None, None, None, {}) for run in entry.runs]
        gathered.setdefault(key, []).extend(runs)
    return [
        IohFile(algorithm, None, suite, function, dimension, data, tuple(runs))
        for (algorithm, suite, function, dimension, data), runs in gathered.items()
    ]


def _from_json(run: Mapping[str, Any]) -> Described:
    best = run["best"]
    facts = {key: value for key, value in run.items() if key not in ("instance", "evals", "best")}
    return Described(int(run["instance"]), int(run["evals"]), float(best["y"]), int(best["evals"]), facts)


def _sharpened(steps: np.ndarray[Any, Any], best: Floats, described: Described) -> Floats:
    """Put the index's exact best value where the rows, printed with ten decimals, show it rounded."""
    if described.best is None or described.best_at is None or abs(best[-1] - described.best) > 1e-9:
        return best
    sharp: Floats = np.maximum(best, described.best)
    sharp[steps >= described.best_at] = described.best
    return sharp


def _place(path: Path, names: list[str], wanted: tuple[str, ...]) -> int:
    for name in wanted:
        if name in names:
            return names.index(name)
    raise InvalidArgumentError(f"data file {str(path)!r} needs a column {quoted(wanted)}; it has {quoted(names)}")
