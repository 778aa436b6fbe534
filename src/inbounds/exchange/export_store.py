"""From a store to the folders that other tools read, an algorithm at a time; a folder appears when it is whole."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inbounds.errors import InvalidArgumentError, StoreError, quoted, suggestion
from inbounds.exchange.exported_runs import AlgorithmRuns, Selection, select
from inbounds.exchange.write_coco import for_cocopp, write_coco
from inbounds.exchange.write_iohprofiler import write_iohprofiler
from inbounds.store.opening import open_store
from inbounds.store.reader import Store

Writer = Callable[[AlgorithmRuns, Path, Callable[[], None]], None]
Progress = Callable[[int, int], None]

FORMATS: dict[str, Writer] = {"ioh": write_iohprofiler, "coco": write_coco}


@dataclass(frozen=True)
class Exported:
    """What was written, and what the format could not carry."""

    folders: tuple[Path, ...]
    cells: int
    notes: tuple[str, ...]


def export_store(
    store: str | Path | Store,
    out: str | Path,
    *,
    format: str = "ioh",  # noqa: A002 - the word that the command line has for it
    functions: Sequence[int] | None = None,
    dimensions: Sequence[int] | None = None,
    instances: Sequence[int] | None = None,
    algorithms: Sequence[str] | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Exported:
    """Write runs of a store in the format of another tool, one folder an algorithm instance.

    Parameters
    ----------
    store
        A store or its folder.
    out
        The folder that gets the algorithms' folders.
    format
        ``"ioh"`` for IOHanalyzer and iohinspector, ``"coco"`` for cocopp.
    functions, dimensions, instances
        Numbers to select; None takes all.
    algorithms
        Folder names such as ``"rand-1_binomial_reflection_shade"``; ``*`` stands for anything.
    overwrite
        Replace folders that are there already.
    progress
        Called with the cells done and the cells to do.
    """
    if format not in FORMATS:
        hint = suggestion(format, FORMATS)
        raise InvalidArgumentError(f"format must be one of {quoted(FORMATS)}; got {format!r}.{hint}")
    store = store if isinstance(store, Store) else open_store(store)
    selected = select(store, Selection(functions, dimensions, instances, algorithms))
    notes: list[str] = []
    if format == "coco":
        selected, notes = for_cocopp(selected, asked=dimensions)
    places = {runs.folder: Path(out) / runs.folder for runs in selected}
    if not overwrite:
        _refuse_existing(list(places.values()))
    done, cells = 0, sum(len(runs.cells) for runs in selected)

    def tick() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, cells)

    for runs in selected:
        _write_whole(FORMATS[format], runs, places[runs.folder], tick)
    return Exported(tuple(places.values()), cells, tuple(notes))


def _write_whole(write: Writer, runs: AlgorithmRuns, place: Path, tick: Callable[[], None]) -> None:
    """Write beside the place and move there at the end: a reader never sees half an algorithm."""
    partial = place.with_name(f".{place.name}.partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        write(runs, partial, tick)
        if place.exists():
            shutil.rmtree(place)
        partial.rename(place)
    except OSError as error:
        raise StoreError(f"{str(place)!r} cannot be written: {error.strerror or error}") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _refuse_existing(places: Sequence[Path]) -> None:
    there = [place for place in places if place.exists()]
    if there:
        others = f" and {len(there) - 1} others" if len(there) > 1 else ""
        raise InvalidArgumentError(f"{str(there[0])!r}{others} exists already; choose another folder or overwrite it")
