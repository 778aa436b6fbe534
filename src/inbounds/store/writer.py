"""The one writer of a store; all writing to disk is here."""

import json
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from inbounds.atomic_files import TEMPORARY, storage_error, sync_folder, write_atomically
from inbounds.errors import DamagedShardError, StoreError, StoreMismatchError
from inbounds.plan.cells import Batch
from inbounds.plan.config import Config, differing_keys
from inbounds.runs import run_table
from inbounds.store.environment import SAME_BITS, describe_environment
from inbounds.store.lock import StoreLock
from inbounds.store.reader import (
    CONFIG_FILE,
    DAMAGED_FOLDER,
    ENVIRONMENT_FILE,
    FORMAT,
    LOCK_FILE,
    PROGRESS_FILE,
    SHARD_FOLDER,
    STORE_FILE,
    Shard,
    Store,
    checksum,
    shard_name,
)


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
        self._describe(ENVIRONMENT_FILE, json_text(describe_environment()))
        sync_folder(self.path)
        self._describe(STORE_FILE, json_text({"format": FORMAT, "schema": run_table.SCHEMA_VERSION}))
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
        self._describe(ENVIRONMENT_FILE, json_text({**stored, "resumed": [*stored.get("resumed", []), now]}))

    def _describe(self, name: str, text: str) -> None:
        write_atomically(self.path / name, text.encode())

    def _clear_temporary_files(self) -> None:
        """Remove what a killed writer left half written: never part of the store."""
        for folder in (self.path, self.path / SHARD_FOLDER):
            for path in folder.glob(f"*{TEMPORARY}"):
                path.unlink(missing_ok=True)

    def add(self, batch: Batch, table: pl.DataFrame) -> Shard:
        """Store the rows of a batch; durable after the next `sync`."""
        content = run_table.encode(table)
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
            write_atomically(self.path / PROGRESS_FILE, json_text(progress).encode(), durable=False)


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


def json_text(data: dict[str, Any]) -> str:
    """Return `data` as the JSON files of a store hold it."""
    return json.dumps(data, indent=2, sort_keys=True) + "\n"
