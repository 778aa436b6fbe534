"""Open a store by its folder, packed or not."""

from pathlib import Path

from inbounds.plan.config import STORE_FILE
from inbounds.store.packed import PackedStore
from inbounds.store.reader import PACKED_FORMAT, Store, read_json


def open_store(path: str | Path) -> Store:
    """Return the reader of the store at `path`."""
    folder = Path(path)
    packed = read_json(folder / STORE_FILE, folder).get("format") == PACKED_FORMAT
    return PackedStore(folder) if packed else Store(folder)
