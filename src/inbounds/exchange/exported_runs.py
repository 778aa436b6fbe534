"""Which of a store's runs are exported, and in which order: algorithm by algorithm, function by function."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Any, NamedTuple

import polars as pl

from inbounds.errors import InvalidArgumentError, quoted, suggestion
from inbounds.store.reader import Store
from inbounds.store.shards import Shard

IDENTITY = ("suite", "mutation", "crossover", "boundary", "adaptation")
PROBLEM = ("function", "dimension", "instance")
SHOWN = 5  # names in an error message before it says "and others"


class Algorithm(NamedTuple):
    """An algorithm instance on one suite: what gets a folder of its own."""

    suite: str
    mutation: str
    crossover: str
    boundary: str
    adaptation: str

    @property
    def operators(self) -> dict[str, str]:
        """The operators by family."""
        return {family: getattr(self, family) for family in IDENTITY[1:]}

    @property
    def text(self) -> str:
        """The operators as people read them; an imported algorithm has its name only."""
        return ", ".join(filter(None, self.operators.values()))

    @property
    def folder(self) -> str:
        """The operators as a folder's name, '_' between families: rand-1_binomial_reflection_shade."""
        return "_".join(filter(None, map(_file_name, self.operators.values())))


class ProblemKey(NamedTuple):
    """Which problem of a suite."""

    function: int
    dimension: int
    instance: int


@dataclass(frozen=True)
class Selection:
    """What to export; None takes all there is. `algorithms` are folder names, and may hold * and ?."""

    functions: Sequence[int] | None = None
    dimensions: Sequence[int] | None = None
    instances: Sequence[int] | None = None
    algorithms: Sequence[str] | None = None


@dataclass(frozen=True)
class StoredRuns:
    """The runs of one algorithm on one problem, on disk until they are read."""

    algorithm: Algorithm
    problem: ProblemKey
    shards: tuple[Shard, ...]

    def read(self) -> list[dict[str, Any]]:
        """Return one record a run, in order."""
        return pl.concat([shard.read() for shard in self.shards]).sort("run").to_dicts()


@dataclass(frozen=True)
class AlgorithmRuns:
    """All selected runs of one algorithm."""

    algorithm: Algorithm
    folder: str
    cells: tuple[StoredRuns, ...]

    def files(self) -> Iterator[tuple[int, list[tuple[int, list[StoredRuns]]]]]:
        """Yield each function with its dimensions, and these with their instances, all in order."""
        for function, of_function in groupby(self.cells, key=lambda cell: cell.problem.function):
            yield (
                function,
                [
                    (dimension, list(cells))
                    for dimension, cells in groupby(of_function, key=lambda cell: cell.problem.dimension)
                ],
            )


def select(store: Store, selection: Selection) -> list[AlgorithmRuns]:
    """Return the selected algorithms with their cells; a choice that the store does not hold is an error."""
    store = store.snapshot()
    cells = store.runs(["cell", *IDENTITY, *PROBLEM]).unique().collect()
    if cells.is_empty():
        raise InvalidArgumentError(f"store {str(store.path)!r} holds no runs yet")
    keep = pl.lit(True)
    for column in PROBLEM:
        wanted = getattr(selection, f"{column}s")
        if wanted is not None:
            _require(f"{column}s", wanted, cells[column].unique().sort().to_list())
            keep &= pl.col(column).is_in(list(wanted))
    chosen = cells.filter(keep)
    if chosen.is_empty():
        raise InvalidArgumentError(f"store {str(store.path)!r} holds no runs of these functions in these dimensions")
    folders = folder_names([Algorithm(*row) for row in chosen.select(IDENTITY).unique().rows()])
    if selection.algorithms is not None:
        folders = _matching(folders, selection.algorithms)
    shards = defaultdict(list)
    for shard in store.sound_shards():
        shards[shard.cell].append(shard)
    by_algorithm: dict[Algorithm, list[StoredRuns]] = {algorithm: [] for algorithm in folders}
    for row in chosen.sort(*IDENTITY, *PROBLEM).iter_rows(named=True):
        algorithm = Algorithm(*(row[name] for name in IDENTITY))
        if algorithm in by_algorithm:
            problem = ProblemKey(row["function"], row["dimension"], row["instance"])
            by_algorithm[algorithm].append(StoredRuns(algorithm, problem, tuple(shards[row["cell"]])))
    return [AlgorithmRuns(algorithm, folders[algorithm], tuple(found)) for algorithm, found in by_algorithm.items()]


def folder_names(algorithms: Iterable[Algorithm]) -> dict[Algorithm, str]:
    """Give each algorithm a folder of its own: under its suite where there are several, numbered where names clash."""
    ordered = sorted(algorithms)
    several = len({algorithm.suite for algorithm in ordered}) > 1
    taken: dict[str, Algorithm] = {}
    for algorithm in ordered:
        plain = f"{algorithm.suite}/{algorithm.folder}" if several else algorithm.folder
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number}", number + 1
        taken[name] = algorithm
    return {algorithm: name for name, algorithm in taken.items()}


def _matching(folders: Mapping[Algorithm, str], patterns: Sequence[str]) -> dict[Algorithm, str]:
    chosen: set[Algorithm] = set()
    for pattern in patterns:
        found = {
            algorithm
            for algorithm, folder in folders.items()
            if fnmatchcase(folder, pattern) or fnmatchcase(algorithm.folder, pattern)
        }
        if not found:
            names = sorted(folders.values())
            shown = quoted(names[:SHOWN]) + (f" and {len(names) - SHOWN} others" if len(names) > SHOWN else "")
            raise InvalidArgumentError(
                f"algorithms must match folder names ('*' stands for anything): {shown}; got {pattern!r}."
                + suggestion(pattern, names)
            )
        chosen |= found
    return {algorithm: folder for algorithm, folder in folders.items() if algorithm in chosen}


def _require(name: str, wanted: Sequence[int], held: Sequence[int]) -> None:
    for number in wanted:
        if number not in held:
            raise InvalidArgumentError(f"{name} must be among those of the store, {_spans(held)}; got {number!r}")


def _spans(numbers: Sequence[int]) -> str:
    """Write 1, 2, 3, 7 as "1-3, 7"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def _file_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")
