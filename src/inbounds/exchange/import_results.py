"""From other programs' results to a store that ranking, figures and report can read."""

import shutil
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.errors import InboundsError, InvalidArgumentError, StoreError, quoted, suggestion
from inbounds.exchange.info_file import read_info
from inbounds.exchange.read_coco import read_coco
from inbounds.exchange.read_iohprofiler import read_json, read_old_info
from inbounds.exchange.recorded_runs import OPERATORS, RecordedFile, RecordedRun
from inbounds.exchange.write_iohprofiler import function_names
from inbounds.plan.cells import Batch, Cell
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
    sources: Sequence[str | Path],
    out: str | Path,
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
        Folders, searched with all their subfolders, or archives of them.
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
    place = Path(out)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise StoreError(f"{str(place)!r} is there already and not empty: a store is imported into a folder of its own")
    with ExitStack() as opened:
        files = [file for source in sources for file in _find_files(_folder(Path(source), opened))]
        if not files:
            raise InvalidArgumentError(f"no IOHprofiler or COCO data in {quoted(map(str, sources))}")
        labelled, notes = _label(files, compare, named_by, suite)
        budgets = _budgets(files, budget)
        notes = [*notes, *_unequal_budgets(labelled, budget)]
        runs = _write(place, labelled, budgets, _description(sources, labelled, budgets), progress)
    names = tuple(sorted({", ".join(filter(None, entry.operators)) for entry in labelled}))
    return Imported(place, names, runs, tuple(notes))


def _folder(source: Path, opened: ExitStack) -> Path:
    """Return the folder itself, or the one an archive is unpacked to for the time of the import."""
    if source.is_dir():
        return source
    if not source.is_file():
        raise InvalidArgumentError(f"results must be a folder or an archive; there is no {str(source)!r}")
    place = Path(opened.enter_context(TemporaryDirectory(prefix="inbounds-"))) / source.name.partition(".")[0]
    try:
        if zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as archive:
                archive.extractall(place)
        elif tarfile.is_tarfile(source):
            with tarfile.open(source) as tar:
                tar.extractall(place, filter="data")
        else:
            raise InvalidArgumentError(f"results must be a folder, a .zip or a .tgz archive; got {str(source)!r}")
    except (OSError, zipfile.BadZipFile, tarfile.TarError) as error:
        raise InvalidArgumentError(f"archive {str(source)!r} cannot be unpacked: {error}") from None
    return place


def _find_files(folder: Path) -> Iterator[RecordedFile]:
    for path in sorted(folder.rglob("IOHprofiler*.json")):
        yield from read_json(path)
    for path in sorted(folder.rglob("*.info")):
        entries = read_info(path)
        yield from read_old_info(path, entries) if path.name.startswith("IOHprofiler") else read_coco(entries)


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
        name = file.path.resolve().parent.parent.name if named_by == "folder" else file.algorithm
        operators = ("", "", name, "") if whole or file.operators is None else file.operators
        labelled.append(Labelled(file, suite or _suite(file), operators))
    guessed = {entry.suite for entry in labelled if entry.file.suite in UNKNOWN_SUITES}
    if suite is None and guessed:
        notes.append(f"the data do not name their suite; by the functions' names it is {quoted(sorted(guessed))}")
    notes += _shared(labelled)
    return labelled, notes


def _suite(file: RecordedFile) -> str:
    if file.suite not in UNKNOWN_SUITES:
        return SUITES.get(file.suite.lower(), file.suite.lower())
    name = file.path.parent.name.removeprefix(f"data_f{file.function}_")
    return "bbob" if function_names("bbob").get(file.function) == name else "unknown"


def _shared(labelled: Sequence[Labelled]) -> Iterator[str]:
    """Note algorithms that have runs of one problem in several folders: they may be different after all."""
    folders: dict[tuple[object, ...], set[Path]] = defaultdict(set)
    for entry in labelled:
        folders[entry.suite, entry.operators, entry.file.function, entry.file.dimension].add(entry.file.path.parent)
    shared = sorted({", ".join(filter(None, map(str, key[1]))) for key, held in folders.items() if len(held) > 1})  # type: ignore[call-overload]
    if shared:
        yield f"runs of {quoted(shared)} come from several folders and count as one; naming by folder keeps them apart"


def _budgets(files: Sequence[RecordedFile], given: str | int | None) -> dict[int, int]:
    dimensions = sorted({file.dimension for file in files})
    if given is not None:
        try:
            formula = normal_formula(given)
        except ValueError as error:
            raise InvalidArgumentError(f"budget {error}; got {given!r}") from None
        return {dimension: evaluate_formula(formula, dimension) for dimension in dimensions}
    return {dimension: max(file.longest for file in files if file.dimension == dimension) for dimension in dimensions}


def _unequal_budgets(labelled: Sequence[Labelled], given: str | int | None) -> Iterator[str]:
    """Warn of algorithms that had more evaluations than others; a given budget may cut them to one length."""
    for dimension in sorted({entry.file.dimension for entry in labelled}):
        longest: dict[str, int] = defaultdict(int)
        for entry in labelled:
            if entry.file.dimension == dimension:
                name = ", ".join(filter(None, entry.operators))
                longest[name] = max(longest[name], entry.file.longest)
        allowed = _budgets([e.file for e in labelled if e.file.dimension == dimension], given)[dimension]
        read = {name: min(evaluations, allowed) for name, evaluations in longest.items()}
        least, most = min(read, key=lambda name: read[name]), max(read, key=lambda name: read[name])
        if read[most] > SAME_BUDGET * read[least]:
            yield (
                f"runs differ in length: in dimension {dimension} those of {least!r} end after at most {read[least]:,} "
                f"evaluations, those of {most!r} after up to {read[most]:,}; unless the short ones ended with success, "
                f"ranks favour the long ones: give a budget that all have"
            )


def _description(
    sources: Sequence[str | Path], labelled: Sequence[Labelled], budgets: dict[int, int]
) -> dict[str, Any]:
    """Return what a config says of an experiment, as far as results tell it."""

    def values(name: str) -> list[Any]:
        return sorted({getattr(entry.file, name) for entry in labelled})

    families = ("mutations", "crossovers", "boundaries", "adaptation")
    return {
        "name": "imported",
        "imported_from": [Path(source).name for source in sources],
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
    if not 0 <= entry.file.function < 2**15:
        raise InvalidArgumentError(f"function must be 0 to 32767; got {entry.file.function} ({str(entry.file.path)!r})")
    grouped: dict[tuple[int, int, int], list[RecordedRun]] = defaultdict(list)
    as_whole = not entry.operators[0]  # compared by name: the population is the algorithm's own affair
    try:
        for run in entry.file.runs():
            population = 0 if as_whole else int(run.facts.get("population", 0))
            grouped[run.instance, population, int(run.facts.get("seed", 0))].append(run)
    except InboundsError:
        raise
    except (ValueError, TypeError) as error:
        raise InvalidArgumentError(f"data file {str(entry.file.path)!r}: {error}") from None
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
    if given not in allowed:
        hint = suggestion(given, allowed)
        raise InvalidArgumentError(f"{name} must be one of {quoted(allowed)}; got {given!r}.{hint}")
