"""The store: a folder with the config as run, the environment and a Parquet shard a batch; all disk work is here."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from inbounds.errors import DamagedShardError, InvalidArgumentError, StoreError, StoreMismatchError, quoted
from inbounds.experiment import records
from inbounds.experiment.atomic import TEMPORARY, storage_error, sync_folder, write_atomically
from inbounds.experiment.config import Config, differing_keys, parse_config
from inbounds.experiment.environment import SAME_BITS, describe_environment
from inbounds.experiment.lock import StoreLock
from inbounds.experiment.plan import Batch, Plan, RunRange

FORMAT = "inbounds-store"
STORE_FILE, CONFIG_FILE, ENVIRONMENT_FILE = "store.json", "config.toml", "environment.json"
IMPORT_FILE = "import.json"  # in the place of the config where other programs made the runs
LOCK_FILE, PROGRESS_FILE = "lock", "progress.json"
SHARD_FOLDER, DAMAGED_FOLDER = "shards", "damaged"

_SHARD_NAME = re.compile(r"([0-9a-f]{16})-(\d{10})-(\d{1,10})-([0-9a-f]{16})\.parquet")


@dataclass(frozen=True)
class Shard:
    """A shard by its file name, which says all that a resume needs: cell, runs and the checksum of the file."""

    path: Path
    cell: str
    runs: RunRange
    checksum: str

    def read(self) -> pl.DataFrame:
        """Return the table; raise DamagedShardError when the file is not what was written."""
        try:
            content = self.path.read_bytes()
            if checksum(content) != self.checksum:
                raise DamagedShardError(f"{self.path}: the checksum is {checksum(content)}, not {self.checksum}")
            return records.decode(content)
        except OSError as error:
            raise DamagedShardError(f"{self.path}: {error.strerror}") from None
        except ValueError as error:
            raise DamagedShardError(f"{self.path}: {error}") from None


def checksum(content: bytes) -> str:
    """Return the sixteen hexadecimal digits that a shard's name carries."""
    return blake2b(content, digest_size=8).hexdigest()


def shard_name(cell: str, runs: RunRange, content: bytes) -> str:
    """Return the file name of a shard; sorted names put the rows in order of cell and run."""
    return f"{cell}-{runs.first:010d}-{runs.count}-{checksum(content)}.parquet"


def parse_shard(path: Path) -> Shard | None:
    """Return the shard that a file name describes, or None for another kind of file."""
    match = _SHARD_NAME.fullmatch(path.name)
    return Shard(path, match[1], RunRange(int(match[2]), int(match[3])), match[4]) if match else None


class Store:
    """A store to read, also while somebody else writes to it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        described = _read_json(self.path / STORE_FILE, self.path)
        if described.get("format") != FORMAT:
            raise StoreError(f"{str(self.path)!r} is not a store: its {STORE_FILE} does not say so")
        if described.get("schema") != records.SCHEMA_VERSION:
            raise StoreError(
                f"store {str(self.path)!r} has schema version {described.get('schema')}; "
                f"this inbounds reads version {records.SCHEMA_VERSION}"
            )

    @property
    def imported(self) -> bool:
        """Whether the runs were made by other programs: then there is no config and nothing to go on with."""
        return (self.path / IMPORT_FILE).exists()

    @cached_property
    def experiment(self) -> Config:
        """The validated config."""
        if self.imported:
            raise StoreError(f"store {str(self.path)!r} holds imported results: it has no experiment to go on with")
        path = self.path / CONFIG_FILE
        try:
            return parse_config(path.read_text(encoding="utf-8"), source=str(path))
        except OSError as error:
            raise StoreError(f"{str(path)!r} cannot be read: {error.strerror}") from None

    @property
    def config(self) -> dict[str, Any]:
        """The config as run, as plain data; of imported results, what they tell of themselves."""
        return _read_json(self.path / IMPORT_FILE, self.path) if self.imported else self.experiment.content()

    @property
    def environment(self) -> dict[str, Any]:
        """Versions, CPU and commit of the run that began the store; under "resumed" of later ones that differed."""
        return _read_json(self.path / ENVIRONMENT_FILE, self.path)

    @property
    def progress(self) -> dict[str, Any]:
        """What the last writer said about its pace; empty when it said nothing."""
        try:
            found = json.loads((self.path / PROGRESS_FILE).read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def plan(self) -> Plan:
        """Return the plan: all the cells this store is to hold."""
        return self._plan

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.experiment)

    def shards(self) -> list[Shard]:
        """Return the shards that are there now, in order of cell and run."""
        folder = self.path / SHARD_FOLDER
        found = (parse_shard(path) for path in folder.iterdir()) if folder.is_dir() else ()
        return sorted((shard for shard in found if shard), key=lambda shard: shard.path.name)

    def finished(self) -> dict[str, list[RunRange]]:
        """Return the stored runs of each cell, by cell id."""
        held: dict[str, list[RunRange]] = defaultdict(list)
        for shard in self.shards():
            held[shard.cell].append(shard.runs)
        return dict(held)

    def missing(self, part: tuple[int, int] = (1, 1)) -> list[Batch]:
        """Return the batches that are planned and not stored."""
        return self.plan().missing(self.finished(), part)

    def runs(self, columns: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the run table, lazily, one row a run in order of cell and run; `columns` picks some."""
        wanted = list(records.SCHEMA) if columns is None else list(columns)
        for name in wanted:
            if name not in records.SCHEMA:
                raise InvalidArgumentError(f"columns must be among {quoted(records.SCHEMA)}; got {name!r}")
        paths = [shard.path for shard in self.shards()]
        if not paths:
            return pl.LazyFrame(schema=records.SCHEMA).select(wanted)
        return pl.scan_parquet(paths, schema=records.SCHEMA, glob=False).select(wanted)

    def digest(self) -> str:
        """Return the hash of all results, timing left out: equal for equal runs, however they were batched and run."""
        digest = blake2b(digest_size=16)
        for cell, shards in _by_cell(self.shards()).items():
            digest.update(f"{cell}:{records.table_digest([shard.read() for shard in shards])}\n".encode())
        return digest.hexdigest()


class StoreWriter(Store):
    """The one writer of a store, for the time of a `with` block; makes the store where there is none."""

    def __init__(self, path: str | Path, config: Config) -> None:
        self.path = Path(path)
        self._held = ExitStack()
        self._wanted = config
        self.notes: list[str] = []

    def __enter__(self) -> "StoreWriter":
        try:
            (self.path / SHARD_FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise storage_error(self.path, error, 0) from None
        with ExitStack() as held:
            held.enter_context(StoreLock(self.path / LOCK_FILE))
            if (self.path / STORE_FILE).exists():
                self._continue()
            else:
                self._begin()
            self._clear_temporary_files()
            self._held = held.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def _begin(self) -> None:
        """Write the description; `store.json` comes last and makes the folder a store."""
        if any((self.path / SHARD_FOLDER).glob("*.parquet")):
            raise StoreError(f"{str(self.path)!r} holds shards but no {STORE_FILE}: not a store to go on with")
        self._describe(CONFIG_FILE, self._wanted.to_toml())
        self._describe(ENVIRONMENT_FILE, _json(describe_environment()))
        sync_folder(self.path)
        self._describe(STORE_FILE, _json({"format": FORMAT, "schema": records.SCHEMA_VERSION}))
        sync_folder(self.path)
        super().__init__(self.path)

    def _continue(self) -> None:
        """Take up an existing store of the same experiment; more runs are welcome, any other change is refused."""
        super().__init__(self.path)
        stored, wanted = self.experiment, self._wanted
        refuse_other_experiment(self.path, stored, wanted)
        if wanted.runs < stored.runs:
            raise StoreMismatchError(
                f"store {str(self.path)!r} was asked for {stored.runs} runs a cell; "
                f"runs can be raised, not lowered; got {wanted.runs}"
            )
        if wanted.runs > stored.runs:
            self._describe(CONFIG_FILE, stored.with_(runs=wanted.runs).to_toml())
            sync_folder(self.path)
            del self.__dict__["experiment"]
        self._note_environment()

    def _note_environment(self) -> None:
        stored, now = self.environment, describe_environment()
        known = [stored, *stored.get("resumed", [])]
        if any(all(now[key] == other.get(key) for key in SAME_BITS) for other in known):
            return
        changed = [key for key in SAME_BITS if now[key] != stored.get(key)]
        self.notes.append(
            f"this store was begun with another {', '.join(changed)}: results of the two may differ in their last bits"
        )
        self._describe(ENVIRONMENT_FILE, _json({**stored, "resumed": [*stored.get("resumed", []), now]}))

    def _describe(self, name: str, text: str) -> None:
        write_atomically(self.path / name, text.encode())

    def _clear_temporary_files(self) -> None:
        """Remove what a killed writer left half written: never part of the store."""
        for folder in (self.path, self.path / SHARD_FOLDER):
            for path in folder.glob(f"*{TEMPORARY}"):
                path.unlink(missing_ok=True)

    def add(self, batch: Batch, table: pl.DataFrame) -> Shard:
        """Store the rows of a batch; durable after the next `sync`."""
        content = records.encode(table)
        path = self.path / SHARD_FOLDER / shard_name(batch.cell.id, batch.runs, content)
        write_atomically(path, content)
        return Shard(path, batch.cell.id, batch.runs, checksum(content))

    def copy(self, shard: Shard) -> Shard:
        """Store another store's shard as it is."""
        content = shard.path.read_bytes()
        if checksum(content) != shard.checksum:
            raise DamagedShardError(f"{shard.path}: the checksum is {checksum(content)}, not {shard.checksum}")
        path = self.path / SHARD_FOLDER / shard.path.name
        write_atomically(path, content)
        return Shard(path, shard.cell, shard.runs, shard.checksum)

    def sync(self) -> None:
        """Make all added shards survive a power cut."""
        sync_folder(self.path / SHARD_FOLDER)

    def set_aside(self, path: Path) -> Path:
        """Move a file out of the shards, so that its runs count as missing; nothing is deleted."""
        folder = self.path / DAMAGED_FOLDER
        folder.mkdir(exist_ok=True)
        place, number = folder / path.name, 1
        while place.exists():
            place, number = folder / f"{path.name}.{number}", number + 1
        path.rename(place)
        self.sync()
        sync_folder(folder)
        return place

    def say_progress(self, progress: dict[str, Any]) -> None:
        """Leave word for `inbounds status`; a full disk is no reason to fail here."""
        with suppress(StoreError):
            write_atomically(self.path / PROGRESS_FILE, _json(progress).encode(), durable=False)


def refuse_other_experiment(path: Path, stored: Config, wanted: Config) -> None:
    """Raise StoreMismatchError, naming the keys, when two configs plan different runs."""
    keys = differing_keys(stored, wanted)
    if keys:
        one, other = stored.content(), wanted.content()
        changes = "; ".join(f"{key}: stored {_short(one[key])}, now {_short(other[key])}" for key in keys)
        raise StoreMismatchError(f"store {str(path)!r} is of another experiment, differing in {changes}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


def _by_cell(shards: Sequence[Shard]) -> dict[str, list[Shard]]:
    grouped: dict[str, list[Shard]] = defaultdict(list)
    for shard in shards:
        grouped[shard.cell].append(shard)
    return dict(grouped)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def _read_json(path: Path, store: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StoreError(f"{str(store)!r} is not a store: there is no {path.name} in it") from None
    except OSError as error:
        raise StoreError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise StoreError(f"{str(path)!r} is not valid JSON: {error}") from None
    if not isinstance(found, dict):
        raise StoreError(f"{str(path)!r} must hold a JSON object")
    return found


def count_shards(path: Path) -> int:
    """Return how many shards a folder holds, be it a store already or not."""
    folder = path / SHARD_FOLDER
    return sum(1 for file in folder.iterdir() if parse_shard(file)) if folder.is_dir() else 0
