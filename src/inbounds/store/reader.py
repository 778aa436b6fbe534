"""The store: a folder with the config as run, the environment and one Parquet shard per batch; how it is read."""

import copy
import json
import os
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from inbounds.atomic_files import TEMPORARY
from inbounds.errors import DamagedShardError, DamagedStoreWarning, InvalidArgumentError, StoreError, quoted
from inbounds.notebook import html_table
from inbounds.plan.cells import Batch, Plan
from inbounds.plan.config import STORE_FILE, Config, parse_config
from inbounds.regular_files import read_regular
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange
from inbounds.store.shards import Shard, file_mark, parse_shard
from inbounds.store.soundness import Examined, Fault, Verdict, verdicts, without_repetitions

FORMAT, PACKED_FORMAT = "inbounds-store", "inbounds-packed-store"
CONFIG_FILE, ENVIRONMENT_FILE = "config.toml", "environment.json"
IMPORT_FILE = "import.json"  # in the place of the config where other programs made the runs
LOCK_FILE, PROGRESS_FILE = "lock", "progress.json"
SHARD_FOLDER, DAMAGED_FOLDER = "shards", "damaged"
MOST_BYTES = 1 << 24  # of a file that describes a store: a few kilobytes in all honesty

MEND = "put it back from a copy, or begin a new store"

StoreT = TypeVar("StoreT", bound="Store")


class Store:
    """A store to read, also while somebody else writes to it."""

    def __init__(self, path: str | Path, config: Config | None = None) -> None:
        """Open the store at `path`; `config` is what its file says, where that is known already."""
        self.path = Path(path)
        self._config = config
        self._known: dict[str, tuple[tuple[int, ...], Verdict]] = {}  # what was found before, by file name
        self._snapshot: Examined | None = None
        self._told: set[Path] = set()
        self._check_format(read_json(self.path / STORE_FILE, self.path))

    def _check_format(self, described: dict[str, Any]) -> None:
        if described.get("format") == PACKED_FORMAT:
            raise StoreError(f"{str(self.path)!r} is a packed store: it can be read, and added to by `inbounds pack`")
        if described.get("format") != FORMAT:
            raise StoreError(f"{str(self.path)!r} is not a store: its {STORE_FILE} does not say so")
        schema = described.get("schema")
        if not isinstance(schema, int) or isinstance(schema, bool) or schema not in run_table.SCHEMAS:
            raise StoreError(
                f"store {str(self.path)!r} has schema version {schema!r}; "
                f"this inbounds reads versions {', '.join(map(str, run_table.SCHEMAS))}"
            )
        self.schema = schema

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self.path)!r}{', imported results' * self.imported}>"

    def _repr_html_(self) -> str:
        held = self.finished()
        facts = [("cells with runs", len(held)), ("runs", sum(runs.count for cell in held.values() for runs in cell))]
        if not self.imported:
            planned = len(self.plan().cells)
            facts += [("cells planned", planned), ("runs planned", planned * self.config.runs)]
        return html_table(repr(self)[1:-1], [name for name, _ in facts], [[count for _, count in facts]])

    @property
    def imported(self) -> bool:
        """Whether the runs were made by other programs: then there is no config and nothing to go on with."""
        return (self.path / IMPORT_FILE).exists()

    @property
    def config(self) -> Config:
        """The config as run; imported results have none."""
        if self._config is None:
            self._config = self._read_config()
        return self._config

    def _read_config(self) -> Config:
        if self.imported:
            raise StoreError(f"store {str(self.path)!r} holds imported results: it has no experiment to go on with")
        path = self.path / CONFIG_FILE
        return parse_config(read_text(path, self.path), source=str(path), importing=False)

    @property
    def description(self) -> dict[str, Any]:
        """The config as plain data; of imported results, what they tell of themselves."""
        if not self.imported:
            return self.config.content()
        path = self.path / IMPORT_FILE
        found = read_json(path, self.path)
        if not isinstance(found.get("name"), str):
            raise _wrong_type(path, "name", "text", found.get("name"))
        return found

    @property
    def environment(self) -> dict[str, Any]:
        """Versions, CPU and commit of the run that began the store; under "resumed" of later ones that differed."""
        path = self.path / ENVIRONMENT_FILE
        found = read_json(path, self.path)
        for key in ("labels", "packages"):
            if not isinstance(found.get(key, {}), dict):
                raise _wrong_type(path, key, "a JSON object", found[key])
        resumed = found.get("resumed", [])
        if not isinstance(resumed, list) or not all(isinstance(session, dict) for session in resumed):
            raise _wrong_type(path, "resumed", "a list of JSON objects", resumed)
        return found

    @property
    def progress(self) -> dict[str, Any]:
        """What the last writer said about its pace; empty when it said nothing, or nothing that makes sense."""
        try:
            found = read_json(self.path / PROGRESS_FILE, self.path)
        except StoreError:
            return {}
        return found if _is_progress(found) else {}

    def plan(self) -> Plan:
        """Return the plan: all the cells this store is to hold."""
        return self._plan

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.config)

    def shards(self) -> list[Shard]:
        """Return the shards that are there now by their names, in order of cell and run; some may not be sound."""
        if self._snapshot is not None:
            return list(self._snapshot.sound)
        return [self.shard(path) for path in self._files() if parse_shard(path)]

    def _files(self) -> list[Path]:
        """Return what lies among the shards, half-written and hidden files left out."""
        folder = self.path / SHARD_FOLDER
        try:
            names = sorted(entry.name for entry in os.scandir(folder))
        except OSError as error:
            raise StoreError(
                f"{str(folder)!r} cannot be read: {error.strerror}. Put the folder back from a copy, or give the "
                "command that began the store again: it makes all runs anew"
            ) from None
        return [folder / name for name in names if not name.endswith(TEMPORARY) and not name.startswith(".")]

    def examined(self) -> Examined:
        """Read every shard that is there now and was not read before; return the sound ones, and the others' faults."""
        if self._snapshot is not None:
            return self._snapshot
        files = self._files()
        strays = tuple(Fault(path, "not the name of a shard") for path in files if not parse_shard(path))
        shards = [self.shard(path) for path in files if parse_shard(path)]
        plan = None if self.imported else self.plan()
        marks = {shard.path.name: file_mark(shard.path) for shard in shards}
        new = [shard for shard in shards if self._known.get(shard.path.name, (None,))[0] != marks[shard.path.name]]
        for shard, verdict in zip(new, verdicts(new, plan), strict=True):
            self._known[shard.path.name] = marks[shard.path.name], verdict
        found = {shard: self._known[shard.path.name][1] for shard in shards}
        sound, repeated = without_repetitions(shard for shard in shards if found[shard].fault is None)
        faults = [verdict.fault for verdict in found.values() if verdict.fault]
        evaluations = sum(found[shard].evaluations for shard in sound)
        return Examined(tuple(sound), evaluations, (*faults, *repeated), strays)

    def vouch_for(self, shard: Shard, evaluations: int) -> None:
        """Take a shard that this process has just written as sound, until its file changes."""
        self._known[shard.path.name] = file_mark(shard.path), Verdict(None, evaluations)

    def sound_shards(self) -> tuple[Shard, ...]:
        """Return the shards to compute from; warn, once, of files that are left out."""
        examined = self.examined()
        self._tell((*examined.faults, *examined.strays))
        return examined.sound

    def _tell(self, faults: Sequence[Fault]) -> None:
        new = [fault for fault in faults if fault.path not in self._told]
        if new:
            self._told.update(fault.path for fault in new)
            warnings.warn(_left_out(self.path, faults), DamagedStoreWarning, stacklevel=4)

    def require_sound(self) -> None:
        """Raise DamagedShardError where a file is not sound: for what must not be made from a part of the runs."""
        faults = self.examined().faults
        if faults:
            raise DamagedShardError(_left_out(self.path, faults, "not sound"))

    def snapshot(self: StoreT) -> StoreT:
        """Return this store as it is now: shards that come or go later change nothing in what it says."""
        frozen = copy.copy(self)
        examined = self.examined()
        self._tell((*examined.faults, *examined.strays))
        frozen._snapshot = replace(examined, faults=(), strays=())
        return frozen

    def shard(self, path: Path) -> Shard:
        """Return the shard of this store that `path` names."""
        shard = parse_shard(path)
        if shard is None:
            raise StoreError(f"{str(path)!r} is not the name of a shard")
        return replace(shard, schema=self.schema, target=self._target)

    @cached_property
    def _target(self) -> float | None:
        """The target of all runs, for schemas that do not keep it."""
        return None if self.imported or self.schema >= run_table.SCHEMA_VERSION else self.config.target

    def finished(self) -> dict[str, list[RunRange]]:
        """Return the stored runs of each cell, by cell id."""
        return Examined(self.sound_shards()).finished()

    def missing(self, part: tuple[int, int] = (1, 1)) -> list[Batch]:
        """Return the batches that are planned and not stored."""
        return self.plan().missing(self.finished(), part)

    def runs(self, columns: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the run table, lazily, one row per run in order of cell and run; `columns` picks some."""
        held = run_table.SCHEMAS[max(self.schema, run_table.SCHEMA_VERSION)]
        wanted = list(held) if columns is None else list(columns)
        for name in wanted:
            if name not in held:
                raise InvalidArgumentError(f"columns must be among {quoted(held)}; got {name!r}")
        paths = [shard.path for shard in self.sound_shards()]
        if not paths:
            return pl.LazyFrame(schema=held).select(wanted)
        table = pl.scan_parquet(paths, schema=run_table.SCHEMAS[self.schema], glob=False)
        return run_table.completed(table, self.schema, self._target).select(wanted)

    def digest(self) -> str:
        """Return the hash of all results, timing left out: equal for equal runs, however they were batched and run."""
        self.require_sound()
        digest = blake2b(digest_size=16)
        for cell, shards in _by_cell(self.shards()).items():
            digest.update(f"{cell}:{run_table.table_digest([shard.read() for shard in shards])}\n".encode())
        return digest.hexdigest()


def _by_cell(shards: Sequence[Shard]) -> dict[str, list[Shard]]:
    grouped: dict[str, list[Shard]] = defaultdict(list)
    for shard in shards:
        grouped[shard.cell].append(shard)
    return dict(grouped)


def _left_out(store: Path, faults: Sequence[Fault], what: str = "left out") -> str:
    files = "1 file among the shards is" if len(faults) == 1 else f"{len(faults)} files among the shards are"
    first = "" if len(faults) == 1 else "the first is "
    return f"{files} {what}: {first}{faults[0].path}: {faults[0].reason}. `inbounds verify {store}` tells of all"


def read_text(path: Path, store: Path) -> str:
    """Return the text of a file that describes `store`."""
    try:
        return read_regular(path, most=MOST_BYTES).decode()
    except FileNotFoundError:
        if not store.exists():
            raise StoreError(f"there is no folder {str(store)!r}") from None
        raise StoreError(f"{str(store)!r} is not a store: there is no {path.name} in it") from None
    except OSError as error:
        raise StoreError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise StoreError(
            f"{str(path)!r} is not UTF-8 text: byte {error.object[error.start]:#04x} at {error.start}; {MEND}"
        ) from None


def read_json(path: Path, store: Path) -> dict[str, Any]:
    """Return the JSON object in a file of `store`."""
    try:
        found = json.loads(read_text(path, store))
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{str(path)!r} is not valid JSON: {error}; {MEND}") from None
    if not isinstance(found, dict):
        raise StoreError(f"{str(path)!r} must hold a JSON object; {MEND}")
    return found


def _wrong_type(path: Path, key: str, wanted: str, found: object) -> StoreError:
    return StoreError(f"{str(path)!r}: {key!r} must be {wanted}; got {repr(found)[:80]}; {MEND}")


def _is_progress(said: dict[str, Any]) -> bool:
    def number(value: object) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15

    part = said.get("part", [1, 1])
    cells = said.get("slowest_cells", [])
    return (
        isinstance(part, list)
        and len(part) == 2
        and all(isinstance(share, int) and not isinstance(share, bool) for share in part)
        and 1 <= part[0] <= part[1] <= sys.maxsize
        and all(number(said.get(key, 0)) for key in ("written", "cells_done", "known_runs", "known_evaluations"))
        and all(said.get(key) is None or number(said[key]) for key in ("evaluations_per_second", "seconds_left"))
        and isinstance(cells, list)
        and all(
            isinstance(cell, dict) and isinstance(cell.get("cell"), str) and number(cell.get("seconds"))
            for cell in cells
        )
    )


def json_text(data: dict[str, Any]) -> str:
    """Return `data` as the JSON files of a store hold it."""
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def count_shards(path: Path) -> int:
    """Return how many shards a folder holds, be it a store already or not."""
    folder = path / SHARD_FOLDER
    return sum(1 for file in folder.iterdir() if parse_shard(file)) if folder.is_dir() else 0
