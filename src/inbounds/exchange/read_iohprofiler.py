"""Read what the loggers of `ioh` wrote: JSON with .dat files, or the .info files of older versions."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from inbounds.errors import InvalidArgumentError, quoted, shown
from inbounds.exchange.given_files import GivenFile, given_name, given_number, given_path, given_whole
from inbounds.exchange.info_file import InfoEntry
from inbounds.exchange.recorded_runs import (
    MOST_DIMENSIONS,
    MOST_FUNCTIONS,
    MOST_INSTANCES,
    OPERATORS,
    Block,
    Floats,
    RecordedFile,
    RecordedRun,
    blocks,
)
from inbounds.plan.config import MAX_BUDGET

EVALUATIONS = ("evaluations", "function evaluation")
# f − f_opt, not yet shifted or scaled; running bests first, as they need no other rows
VALUES = ("raw_y_best", "best-so-far f(x)", "raw_y", "current f(x)")
REPAIRED = "repaired"
_TITLE = re.compile(r'"([^"]*)"|(\S+)')  # older versions quote: "function evaluation" "best-so-far f(x)"


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
    data: GivenFile
    described: tuple[Described, ...]

    @cached_property
    def longest(self) -> int:
        """The evaluations of the longest run, or its budget where that is recorded."""
        known = [max(run.facts.get("budget", 0), run.evaluations or 0) for run in self.described]
        return max(known) if all(known) else max(run.evaluations for run in self.runs())

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self.described)

    def runs(self) -> Iterator[RecordedRun]:
        """Yield the runs in the order of the file."""
        found = 0
        for block, described in zip(blocks(self.data), self.described, strict=False):
            found += 1
            yield _run(block, described)
        if found < len(self.described):
            raise self.data.error(f"holds {found} runs; its index says {self.count}")


def _run(block: Block, described: Described) -> RecordedRun:
    names = [match[1] or match[2] or "" for match in _TITLE.finditer(block.header)]
    steps = block.evaluations(_place(block, names, EVALUATIONS))
    best = block.best(_place(block, names, VALUES))
    return RecordedRun(
        instance=described.instance,
        evaluations=max(int(steps[-1]), described.evaluations or 0),
        steps=steps,
        best=_sharpened(steps, best, described),
        repaired=block.shares(names.index(REPAIRED)) if REPAIRED in names else None,
        facts=described.facts,
    )


@dataclass(frozen=True)
class Field:
    """A value of the index, with the way to it for messages."""

    file: GivenFile
    way: str
    value: Any

    def __getitem__(self, key: str) -> "Field":
        if key not in self:
            raise self.file.error(f"is not IOHprofiler JSON: no {key!r} in {self.way or 'it'}")
        return Field(self.file, f"{self.way}.{key}".lstrip("."), self.value[key])

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def each(self) -> Iterator["Field"]:
        """Yield the members of a list."""
        if not isinstance(self.value, list):
            raise self.file.error(f"{self.way} must be a list; got {shown(self.value)}")
        for number, value in enumerate(self.value):
            yield Field(self.file, f"{self.way}[{number}]", value)

    def name(self) -> str:
        """Return a name."""
        return given_name(self.file, self.way, self.value)

    def number(self) -> float:
        """Return a number."""
        return given_number(self.file, self.way, self.value)

    def positive(self) -> float:
        """Return a number that is not negative."""
        return given_number(self.file, self.way, self.value, least=0)

    def whole(self, least: int, most: int) -> int:
        """Return a whole number."""
        return given_whole(self.file, self.way, self.value, least=least, most=most)

    def share(self) -> float:
        """Return a number of 0 to 1."""
        value = self.positive()
        if value > 1:
            raise self.file.error(f"{self.way} must be 0 to 1; got {shown(self.value)}")
        return value


FACTS: dict[str, Callable[[Field], float]] = {  # the run attributes of our own exports
    "repaired": Field.share,
    "population": lambda field: field.whole(0, 2**31 - 1),
    "seed": lambda field: field.whole(0, 2**64 - 1),
    "budget": lambda field: field.whole(1, MAX_BUDGET),
    "nonfinite": lambda field: field.whole(0, 2**31 - 1),
    "seconds": Field.positive,
}


def read_json(file: GivenFile) -> list[IohFile]:
    """Return the data files that an IOHprofiler JSON file describes."""
    try:
        index = Field(file, "", json.loads(file.text()))
    except json.JSONDecodeError as error:
        raise file.error(f"is not whole IOHprofiler JSON: {error.msg}", line=error.lineno) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists
        raise file.error(f"is not whole IOHprofiler JSON: {error}") from None
    if index["maximization"].value is not False:
        raise file.error(
            f"maximises: only minimisation, false, can be imported; got {shown(index.value['maximization'])}"
        )
    operators = _operators(index)
    return [
        IohFile(
            algorithm=index["algorithm"]["name"].name(),
            operators=operators,
            suite=index["suite"].name(),
            function=index["function_id"].whole(0, MOST_FUNCTIONS),
            dimension=scenario["dimension"].whole(1, MOST_DIMENSIONS),
            data=given_path(file, scenario["path"].way, scenario["path"].value),
            described=_all_described(scenario["runs"], ours=operators is not None),
        )
        for scenario in index["scenarios"].each()
    ]


def _operators(index: Field) -> tuple[str, ...] | None:
    if "experiment_attributes" not in index or index.value["experiment_attributes"] is None:
        return None
    given: dict[str, Field] = {}
    for pair in index["experiment_attributes"].each():
        given.update({name: pair[name] for name in OPERATORS if name in pair})
    return tuple(given[name].name() for name in OPERATORS) if len(given) == len(OPERATORS) else None


def _all_described(runs: Field, *, ours: bool) -> tuple[Described, ...]:
    found = tuple(_from_json(run, ours=ours) for run in runs.each())
    if not found:
        raise runs.file.error(f"{runs.way} must hold at least one run; got none")
    return found


def read_old_info(entries: list[InfoEntry]) -> list[IohFile]:
    """Return the data files of an .info file of older IOHprofiler versions; a file may have several entries."""
    gathered: dict[tuple[str, str, int, int, GivenFile], list[Described]] = {}
    for entry in entries:
        if entry.text("maximization").upper().startswith("T"):
            raise entry.source.error("maximises; only minimisation can be imported", line=entry.line)
        function = entry.number("funcId", least=0, most=MOST_FUNCTIONS)
        dimension = entry.number("DIM", least=1, most=MOST_DIMENSIONS)
        key = (entry.text("algId"), entry.text("suite"), function, dimension, entry.data)
        # These files give the evaluation of the best value, not the run's length: that is in the data.
        runs = [Described(run.instance, None, None, None, {}) for run in entry.runs]
        gathered.setdefault(key, []).extend(runs)
    return [
        IohFile(algorithm, None, suite, function, dimension, data, tuple(runs))
        for (algorithm, suite, function, dimension, data), runs in gathered.items()
    ]


def _from_json(run: Field, *, ours: bool) -> Described:
    best = run["best"]
    return Described(
        run["instance"].whole(0, MOST_INSTANCES),
        run["evals"].whole(0, MAX_BUDGET),
        best["y"].number(),
        best["evals"].whole(0, MAX_BUDGET),
        dict(_facts(run, ours=ours)),
    )


def _facts(run: Field, *, ours: bool) -> Iterator[tuple[str, float]]:
    """Yield the run attributes; what others wrote under these names may mean anything, and counts where it fits."""
    for name, check in FACTS.items():
        if name not in run:
            continue
        try:
            yield name, check(run[name])
        except InvalidArgumentError:
            if ours:
                raise


def _sharpened(steps: np.ndarray[Any, Any], best: Floats, described: Described) -> Floats:
    """Put the index's exact best value where the rows, printed with ten decimals, show it rounded."""
    if described.best is None or described.best_at is None or not abs(float(best[-1]) - described.best) <= 1e-9:
        return best
    sharp: Floats = np.maximum(best, described.best)
    sharp[steps >= described.best_at] = described.best
    return sharp


def _place(block: Block, names: list[str], wanted: tuple[str, ...]) -> int:
    for name in wanted:
        if name in names:
            return names.index(name)
    raise block.error(0, f"the run needs a column {quoted(wanted)}; it has {', '.join(map(shown, names[:9]))}")
