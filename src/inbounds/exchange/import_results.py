"""From other programs' results to a store that ranking, figures and report can read."""

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.errors import InvalidArgumentError, StoreError, quoted, shown, suggestion
from inbounds.exchange.given_files import NAME_CHARACTERS, found_files, given_name
from inbounds.exchange.info_file import read_info
from inbounds.exchange.read_coco import read_coco
from inbounds.exchange.read_iohprofiler import read_json, read_old_info
from inbounds.exchange.recorded_runs import OPERATORS, RecordedFile, RecordedRun
from inbounds.exchange.unpack import unpack
from inbounds.exchange.write_iohprofiler import function_names
from inbounds.plan.cells import Batch, Cell
from inbounds.plan.config import MAX_BUDGET
from inbounds.runs.recording import MEASURED
from inbounds.runs.run_range import RunRange
from inbounds.runs.run_table import run_tables
from inbounds.store.origin import ImportOrigin
from inbounds.store.writer import StoreWriter

Progress = Callable[[int, int], None]

COMPARE = ("auto", "operators", "algorithms")
NAMED_BY = ("data", "folder")
SAME_BUDGET = 1.02  # programs count their last generation in different ways
SUITES = {"sbox-cost": "sbox", "bbob-boxed": "sbox"}
UNKNOWN_SUITES = ("", "unknown_suite", "No suite")


@dataclass(frozen=True)
class Imported:
    """What became of the results."""

    store: Path
    algorithms: tuple[str, ...]
    runs: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Labelled:
    """A data file with the labels that its runs get in the run table."""

    file: RecordedFile
    suite: str
    operators: tuple[str, ...]


def import_results(
    sources: Sequence[str | os.PathLike[str]] | str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    compare: str = "auto",
    named_by: str = "data",
    suite: str | None = None,
    budget: str | int | None = None,
    progress: Progress | None = None,
) -> Imported:
    """Make a store of results in IOHprofiler's or COCO's format, found in folders or .zip and .tgz archives.

    Parameters
    ----------
    sources
        Folders, searched with all their subfolders, or archives of them; a single one need not be in a list. Only
        regular files inside of them are read.
    out
        The store to make; it must not be there yet.
    compare
        What ranking compares: ``"algorithms"`` puts an algorithm's name in the place of the boundary method, with no
        mutation and crossover; ``"operators"`` restores those that exports of this package record; ``"auto"`` does
        the latter where all data have them.
    named_by
        ``"data"``: by the name in IOHprofiler data (COCO data go by their folder, as in cocopp); ``"folder"``.
    suite
        The suite's name, instead of the recorded one.
    budget
        Evaluations within which runs are read, such as ``"10000*n"``; the longest run of a dimension if not given.
    progress
        Called with the data files done and to do.
    """
    _check_choice("compare", compare, COMPARE)
    _check_choice("named_by", named_by, NAMED_BY)
    if suite is not None and not (isinstance(suite, str) and suite.isprintable() and len(suite) <= NAME_CHARACTERS):
        raise InvalidArgumentError(f"suite must be a printable text; got {shown(suite)}")
    given = [_path("sources", source) for source in _listed(sources)]
    place = _path("out", out)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise StoreError(f"{str(place)!r} is there already and not empty: a store is imported into a folder of its own")
    with ExitStack() as opened:
        files = [file for source in given for file in _find_files(_folder(source, opened), source)]
        if not files:
            raise InvalidArgumentError(f"no IOHprofiler or COCO data in {quoted(map(str, given))}")
        _check_named_once(files)
        labelled, notes = _label(files, compare, named_by, suite)
        budgets = _budgets(files, budget)
        notes = [*notes, *_unequal_budgets(labelled, budgets)]
        runs = _write(place, labelled, budgets, _description(given, labelled, budgets), progress)
    names = tuple(sorted({", ".join(filter(None, entry.operators)) for entry in labelled}))
    return Imported(place, names, runs, tuple(notes))


def _folder(source: Path, opened: ExitStack) -> Path:
    """Return the folder itself, or the one an archive is unpacked to for the time of the import."""
    if source.is_dir():
        return source
    if not source.exists():
        raise InvalidArgumentError(f"results must be a folder or an archive; there is no {str(source)!r}")
    if not source.is_file():
        raise InvalidArgumentError(f"results must be a folder or a regular file; got {str(source)!r}")
    place = Path(opened.enter_context(TemporaryDirectory(prefix="inbounds-"))) / (source.name.partition(".")[0] or "_")
    unpack(source, place)
    return place


def _listed(sources: Any) -> Sequence[Any]:
    if isinstance(sources, str | os.PathLike):
        return [sources]
    if not isinstance(sources, Sequence):
        raise InvalidArgumentError(f"sources must be a folder, an archive or a list of them; got {shown(sources)}")
    return sources


def _path(name: str, given: object) -> Path:
    if not isinstance(given, str | os.PathLike) or "\0" in str(given):
        raise InvalidArgumentError(f"{name} must be paths; got {shown(given)}")
    return Path(given)


def _find_files(folder: Path, source: Path) -> Iterator[RecordedFile]:
    for file in found_files(folder, source, "IOHprofiler*.json"):
        yield from read_json(file)
    for file in found_files(folder, source, "*.info"):
        entries = read_info(file)
        yield from read_old_info(entries) if file.path.name.startswith("IOHprofiler") else read_coco(entries)


def _check_named_once(files: Sequence[RecordedFile]) -> None:
    """Refuse a data file that two entries name: its runs would count twice, and ten thousand entries cost nothing."""
    seen = set[str]()
    for file in files:
        if file.data.real in seen:
            raise file.data.error("must be named once in all that is imported; it is named again")
        seen.add(file.data.real)


def _label(
    files: Sequence[RecordedFile], compare: str, named_by: str, suite: str | None
) -> tuple[list[Labelled], list[str]]:
    strangers = sorted({file.algorithm for file in files if file.operators is None})
    if compare == "operators" and strangers:
        raise InvalidArgumentError(f"compare='operators' needs data that record them; {quoted(strangers[:3])} do not")
    whole = compare == "algorithms" or bool(strangers)
    notes: list[str] = []
    if whole and any(file.operators for file in files) and compare == "auto":
        notes.append("some algorithms do not record operators: all are compared as wholes, by name")
    labelled = []
    for file in files:
        name = _folder_name(file) if named_by == "folder" else file.algorithm
        operators = ("", "", name, "") if whole or file.operators is None else file.operators
        labelled.append(Labelled(file, suite or _suite(file), operators))
    guessed = {entry.suite for entry in labelled if entry.file.suite in UNKNOWN_SUITES}
    if suite is None and guessed:
        notes.append(f"the data do not name their suite; by the functions' names it is {quoted(sorted(guessed))}")
    notes += _shared(labelled)
    return labelled, notes


def _folder_name(file: RecordedFile) -> str:
    return given_name(file.data, "the folder", Path(file.data.real).parent.parent.name)


def _suite(file: RecordedFile) -> str:
    if file.suite not in UNKNOWN_SUITES:
        return SUITES.get(file.suite.lower(), file.suite.lower())
    name = file.data.path.parent.name.removeprefix(f"data_f{file.function}_")
    return "bbob" if function_names("bbob").get(file.function) == name else "unknown"


def _shared(labelled: Sequence[Labelled]) -> Iterator[str]:
    """Note algorithms that have runs of one problem in several folders: they may be different after all."""
    folders: dict[tuple[object, ...], set[Path]] = defaultdict(set)
    for entry in labelled:
        folders[entry.suite, entry.operators, entry.file.function, entry.file.dimension].add(
            entry.file.data.path.parent
        )
    shared = sorted({", ".join(filter(None, map(str, key[1]))) for key, held in folders.items() if len(held) > 1})  # type: ignore[call-overload]
    if shared:
        yield f"runs of {quoted(shared)} come from several folders and count as one; naming by folder keeps them apart"


def _budgets(files: Sequence[RecordedFile], given: str | int | None) -> dict[int, int]:
    longest: dict[int, int] = defaultdict(int)
    for file in files:
        longest[file.dimension] = max(longest[file.dimension], file.longest if given is None else 1)
    if given is None:
        return longest
    try:
        formula = normal_formula(given)
    except ValueError as error:
        raise InvalidArgumentError(f"budget {error}; got {shown(given)}") from None
    budgets = {dimension: evaluate_formula(formula, dimension) for dimension in longest}
    for dimension, budget in budgets.items():
        if not 1 <= budget <= MAX_BUDGET:
            raise InvalidArgumentError(
                f"budget must be 1 to {MAX_BUDGET}; {given!r} is {shown(budget)} in dimension {dimension}"
            )
    return budgets


def _unequal_budgets(labelled: Sequence[Labelled], budgets: Mapping[int, int]) -> Iterator[str]:
    """Warn of algorithms that had more evaluations than others; a given budget may cut them to one length."""
    longest: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for entry in labelled:
        name, of_name = ", ".join(filter(None, entry.operators)), longest[entry.file.dimension]
        of_name[name] = max(of_name[name], min(entry.file.longest, budgets[entry.file.dimension]))
    for dimension, read in sorted(longest.items()):
        least, most = min(read, key=lambda name: read[name]), max(read, key=lambda name: read[name])
        if read[most] > SAME_BUDGET * read[least]:
            yield (
                f"runs differ in length: in dimension {dimension} those of {least!r} end after at most {read[least]:,} "
                f"evaluations, those of {most!r} after up to {read[most]:,}; unless the short ones ended with success, "
                f"ranks favour the long ones: give a budget that all have"
            )


def _description(sources: Sequence[Path], labelled: Sequence[Labelled], budgets: dict[int, int]) -> dict[str, Any]:
    """Return what a config says of an experiment, as far as results tell it."""

    def values(name: str) -> list[Any]:
        return sorted({getattr(entry.file, name) for entry in labelled})

    families = ("mutations", "crossovers", "boundaries", "adaptation")
    return {
        "name": "imported",
        "imported_from": [source.name for source in sources],
        "suites": sorted({entry.suite for entry in labelled}),
        "functions": values("function"),
        "dimensions": values("dimension"),
        **{family: sorted({entry.operators[at] for entry in labelled}) for at, family in enumerate(families)},
        "budget": {str(dimension): budget for dimension, budget in budgets.items()},
    }


def _write(
    place: Path,
    labelled: Sequence[Labelled],
    budgets: dict[int, int],
    description: dict[str, Any],
    progress: Progress | None,
) -> int:
    """Write beside the place and move there at the end: a store of half the results never appears."""
    partial = place.with_name(f".{place.name}.partial")
    held: dict[str, int] = defaultdict(int)
    try:
        shutil.rmtree(partial, ignore_errors=True)
        with StoreWriter(partial, ImportOrigin(description)) as writer:
            for done, entry in enumerate(labelled, 1):
                budget = budgets[entry.file.dimension]
                batches, results = [], []
                for cell, seed, runs in _cells(entry, budget):
                    batches.append(Batch(cell, seed, RunRange(held[cell.id], len(runs))))
                    results.append(_columns(runs, budget))
                    held[cell.id] += len(runs)
                for batch, table in run_tables(batches, results):
                    writer.add(batch.cell.id, batch.runs, table)
                if progress:
                    progress(done, len(labelled))
            writer.sync()
        if place.exists():
            place.rmdir()
        partial.rename(place)
    except OSError as error:
        raise StoreError(f"{str(place)!r} cannot be written: {error.strerror or error}") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return sum(held.values())


def _cells(entry: Labelled, budget: int) -> Iterator[tuple[Cell, int, list[RecordedRun]]]:
    """Yield the runs of a data file problem by problem, with the seed where it is recorded."""
    grouped: dict[tuple[int, int, int], list[RecordedRun]] = defaultdict(list)
    as_whole = not entry.operators[0]  # compared by name: the population is the algorithm's own affair
    for run in entry.file.runs():
        population = 0 if as_whole else run.facts.get("population", 0)
        grouped[run.instance, population, run.facts.get("seed", 0)].append(run)
    for (instance, population, seed), runs in grouped.items():
        cell = Cell(
            suite=entry.suite,
            function=entry.file.function,
            instance=instance,
            dimension=entry.file.dimension,
            **dict(zip(OPERATORS, entry.operators, strict=True)),
            population=population,
            budget=budget,
            target=None,
        )
        yield cell, seed, runs


def _columns(runs: Sequence[RecordedRun], budget: int) -> dict[str, Any]:
    measured = [run.measured(budget) for run in runs]
    return {name: np.array([row[name] for row in measured], dtype=dtype) for name, dtype in MEASURED.items()}


def _check_choice(name: str, given: str, allowed: Sequence[str]) -> None:
    if not isinstance(given, str) or given not in allowed:
        hint = suggestion(given, allowed)
        raise InvalidArgumentError(f"{name} must be one of {quoted(allowed)}; got {shown(given)}.{hint}")
