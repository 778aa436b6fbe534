"""The file of a saved run: a NumPy .npz archive of plain arrays, and a header in JSON; nothing in it is executable."""

import io
import json
import os
import zipfile
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from inbounds.arguments import machine_memory
from inbounds.atomic_files import replace_file
from inbounds.errors import SavedRunError, shown

FORMAT = "inbounds-run"
VERSION = 2
WITHOUT_CHECKSUM = 1  # files of this version are read, and checked value by value as all are
HEADER = "header.json"


def write(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the run to `path`, as a whole or not at all."""
    plain = {name: np.asarray(values) for name, values in arrays.items()}
    told = {"format": FORMAT, "version": VERSION, **header}
    content = io.BytesIO()
    np.savez_compressed(content, **plain)  # type: ignore[arg-type]  # an array of that name would be a flag
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr(HEADER, json.dumps({**told, "checksum": checksum(told, plain)}, indent=2))
    try:
        replace_file(Path(path), content.getvalue())
    except OSError as error:
        raise SavedRunError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def checksum(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> str:
    """Return the hash of all that the file says, whatever way it is packed."""
    told = {key: value for key, value in header.items() if key != "checksum"}
    digest = blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16)
    for name, values in sorted(arrays.items()):
        digest.update(f"{name}:{values.dtype.str}:{values.shape}:".encode())
        digest.update(np.ascontiguousarray(values).tobytes())
    return digest.hexdigest()


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the header and the arrays of the run saved at `path`."""
    place = Path(path)
    try:
        there, regular = place.exists(), place.is_file()
    except (OSError, ValueError):  # a name that no file can have
        there = regular = False
    if not there:
        raise SavedRunError(f"no saved run at {shown(str(place))}")
    if not regular:
        raise SavedRunError(f"a saved run must be a regular file; got {str(place)!r}")
    try:
        with zipfile.ZipFile(place) as archive:
            if sum(member.file_size for member in archive.infolist()) > machine_memory():
                raise ValueError("it holds more than this machine has memory")
            header = json.loads(archive.read(HEADER))
        with np.load(place, allow_pickle=False) as archive:
            arrays = {name: np.asarray(archive[name]) for name in archive.files if name != HEADER}
        if not isinstance(header, dict):
            raise ValueError(f"its header must be a JSON object; got {header!r}")
    except Exception as error:  # the readers of .npz answer damage with a dozen types of exceptions
        raise SavedRunError(f"{str(place)!r} is not a saved run, or is damaged: {shown(str(error))}") from None
    version = header.get("version")
    if header.get("format") != FORMAT or version not in (WITHOUT_CHECKSUM, VERSION) or isinstance(version, bool):
        raise SavedRunError(
            f"{str(place)!r} must be of format {FORMAT!r}, version {WITHOUT_CHECKSUM} or {VERSION}; "
            f"got {shown(header.get('format'))}, version {shown(version)}"
        )
    if version == VERSION and header.get("checksum") != checksum(header, arrays):
        raise SavedRunError(f"{str(place)!r} was altered or is damaged: its content does not have its checksum")
    return header, arrays
