"""The one writer of a store; all writing to a store's folder is here."""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from inbounds.atomic_files import TEMPORARY, storage_error, sync_folder, write_atomically
from inbounds.errors import StoreError, quoted
from inbounds.plan.config import STORE_FILE
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange
from inbounds.store.environment import SAME_BITS, describe_environment
from inbounds.store.lock import StoreLock
from inbounds.store.origin import Origin
from inbounds.store.reader import (
    DAMAGED_FOLDER,
    ENVIRONMENT_FILE,
    FORMAT,
    LOCK_FILE,
    PROGRESS_FILE,
    SHARD_FOLDER,
    Store,
    json_text,
)
from inbounds.store.shards import Shard, shard_name
from inbounds.store.soundness import Examined


class StoreWriter:
    """The one writer of a store, for the time of a `with` block; makes the store where there is none.

    `store` is the reader of what is there, `notes` say what the user should know.
    """

    store: Store

    def __init__(self, path: str | Path, origin: Origin) -> None:
        self.path = Path(path)
        self.notes: list[str] = []
        self._origin = origin
        self._held = ExitStack()
        self._lock = StoreLock(self.path / LOCK_FILE)

    def __enter__(self) -> "StoreWriter":
        self._refuse_foreign_folder()
        try:
            (self.path / SHARD_FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise storage_error(self.path, error, 0) from None
        with ExitStack() as held:
            held.enter_context(self._lock)
            self.store = self._continued() if (self.path / STORE_FILE).exists() else self._begun()
            self._clear_temporary_files()
            self._held = held.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def add(self, cell: str, runs: RunRange, table: pl.DataFrame) -> Shard:
        """Store the rows of a cell's runs; durable after the next `sync`."""
        content = run_table.encode(table, self.store.schema)
        path = self.path / SHARD_FOLDER / shard_name(cell, runs, content)
        write_atomically(path, content)
        shard = self.store.shard(path)
        self.store.vouch_for(shard, int(table["evaluations"].sum()))
        return shard

    def copy(self, shard: Shard) -> Shard:
        """Store another store's shard as it is, or in the schema of this store where that is another one."""
        if shard.schema != self.store.schema:
            return self.add(shard.cell, shard.runs, shard.read())
        path = self.path / SHARD_FOLDER / shard.path.name
        write_atomically(path, shard.content())
        return self.store.shard(path)

    def sync(self) -> None:
        """Make all added shards survive a power cut."""
        sync_folder(self.path / SHARD_FOLDER)

    def set_aside(self, path: Path) -> Path:
        """Move a file out of the shards, so that its runs count as missing; nothing is deleted."""
        folder = self.path / DAMAGED_FOLDER
        place, number = folder / path.name, 1
        while os.path.lexists(place):
            place, number = folder / f"{path.name}.{number}", number + 1
        try:
            folder.mkdir(exist_ok=True)
            path.rename(place)
        except OSError as error:
            raise storage_error(place, error, 0) from None
        self.sync()
        sync_folder(folder)
        return place

    def confirm(self) -> Examined:
        """Return what is on disk at the end; raise StoreError where it is no longer the store that was opened."""
        self.check_place()
        if Store(self.path).config != self.store.config:
            raise self._replaced()
        return self.store.examined()

    def check_place(self) -> None:
        """Raise StoreError where the folder is not the one that was locked any more: to go on would be in vain."""
        if not self._lock.still_there():
            raise self._replaced()

    def _replaced(self) -> StoreError:
        return StoreError(
            f"store {str(self.path)!r} was removed, replaced or changed by others while it was being written. "
            "Give the same command again to go on with what is there"
        )

    def say_progress(self, progress: dict[str, Any]) -> None:
        """Leave word for `inbounds status`; a full disk is no reason to fail here."""
        with suppress(StoreError):
            write_atomically(self.path / PROGRESS_FILE, json_text(progress).encode(), durable=False)

    def _begun(self) -> Store:
        """Write the description; `store.json` comes last and makes the folder a store."""
        if any((self.path / SHARD_FOLDER).glob("*.parquet")):
            raise StoreError(f"{str(self.path)!r} holds shards but no {STORE_FILE}: not a store to go on with")
        self._describe(*self._origin.file)
        labels = {"labels": dict(self._origin.labels)} if self._origin.labels else {}
        self._describe(ENVIRONMENT_FILE, json_text({**describe_environment(), **labels}))
        sync_folder(self.path)
        extended = self._origin.config is not None and self._origin.config.keeps_extras
        version = run_table.EXTENDED_VERSION if extended else run_table.SCHEMA_VERSION
        self._describe(STORE_FILE, json_text({"format": FORMAT, "schema": version}))
        sync_folder(self.path)
        return Store(self.path, self._origin.config)

    def _refuse_foreign_folder(self) -> None:
        """Refuse a folder that holds other things: a store is a folder of its own."""
        if not self.path.is_dir() or (self.path / STORE_FILE).exists():
            return
        ours = {SHARD_FOLDER, LOCK_FILE, ENVIRONMENT_FILE, self._origin.file[0]}  # of a store that was just begun
        others = sorted(p.name for p in self.path.iterdir() if p.name not in ours and not p.name.endswith(TEMPORARY))
        if others:
            raise StoreError(
                f"{str(self.path)!r} is not a store and holds other things ({quoted(others[:3])}"
                f"{', …' if len(others) > 3 else ''}); a store needs a new or an empty folder"
            )

    def _continued(self) -> Store:
        """Go on with the store that is there, in its own schema."""
        stored = Store(self.path)
        changed = self._origin.continued(stored)
        self._note_environment(stored)
        if changed is None:
            return stored
        self._describe(*changed.file)
        sync_folder(self.path)
        return Store(self.path, changed.config)

    def _note_environment(self, store: Store) -> None:
        stored, now = store.environment, describe_environment()
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
                with suppress(OSError):  # a folder of that name, say: in nobody's way
                    path.unlink()
