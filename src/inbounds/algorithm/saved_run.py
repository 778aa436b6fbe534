"""The file of a saved run: a NumPy .npz archive of plain arrays, and a header in JSON; nothing in it is executable."""

import io
import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from inbounds.atomic_files import replace_file
from inbounds.errors import SavedRunError

FORMAT = "inbounds-run"
VERSION = 1
HEADER = "header.json"


def write(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the run to `path`, as a whole or not at all."""
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **{name: np.asarray(values) for name, values in arrays.items()})
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr(HEADER, json.dumps({"format": FORMAT, "version": VERSION, **header}, indent=2))
    try:
        replace_file(Path(path), content.getvalue())
    except OSError as error:
        raise SavedRunError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the header and the arrays of the run saved at `path`."""
    place = Path(path)
    if not place.is_file():
        raise SavedRunError(f"no saved run at {str(place)!r}")
    try:
        with zipfile.ZipFile(place) as archive:
            header = json.loads(archive.read(HEADER))
        with np.load(place, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files if name != HEADER}
        if not isinstance(header, dict):
            raise ValueError(f"its header must be a JSON object; got {header!r}")
    except (zipfile.BadZipFile, zlib.error, LookupError, MemoryError, RuntimeError, ValueError, EOFError) as error:
        raise SavedRunError(f"{str(place)!r} is not a saved run, or is damaged: {error}") from None
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise SavedRunError(
            f"{str(place)!r} must be of format {FORMAT!r}, version {VERSION}; "
            f"got {header.get('format')!r}, version {header.get('version')!r}"
        )
    return header, arrays
