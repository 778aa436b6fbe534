"""A store of runs that other programs made: no config and no plan, a description in their place."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from inbounds.atomic_files import sync_folder
from inbounds.errors import StoreError
from inbounds.runs import run_table
from inbounds.store.environment import describe_environment
from inbounds.store.reader import ENVIRONMENT_FILE, FORMAT, IMPORT_FILE, STORE_FILE, Store
from inbounds.store.writer import StoreWriter, json_text


class ImportedStoreWriter(StoreWriter):
    """The writer of a new store of imported runs."""

    def __init__(self, path: str | Path, description: dict[str, Any]) -> None:
        self.path = Path(path)
        self._held = ExitStack()
        self._description = description
        self.notes: list[str] = []

    def _begin(self) -> None:
        self._describe(IMPORT_FILE, json_text(self._description))
        self._describe(ENVIRONMENT_FILE, json_text(describe_environment()))
        sync_folder(self.path)
        self._describe(STORE_FILE, json_text({"format": FORMAT, "schema": run_table.SCHEMA_VERSION}))
        sync_folder(self.path)
        Store.__init__(self, self.path)

    def _continue(self) -> None:
        raise StoreError(f"{str(self.path)!r} is a store already: results are imported into a new one")
