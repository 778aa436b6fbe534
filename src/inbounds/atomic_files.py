"""Files that are either there as a whole or not at all."""

import errno
import os
from pathlib import Path

from inbounds.errors import StoreError

TEMPORARY = ".tmp"
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def write_atomically(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write `content` to a file of a store, as `replace_file` does; the caller syncs the folder."""
    try:
        replace_file(path, content, durable=durable)
    except OSError as error:
        raise storage_error(path, error, len(content)) from None


def replace_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write `content` to `path`: temporary file, fsync, rename; what is at `path` is whole at every moment."""
    temporary = path.with_name(f"{path.name}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names of a folder's files durable."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise storage_error(folder, error, 0) from None


def storage_error(path: Path, error: OSError, size: int) -> StoreError:
    """Return the error that tells the user what could not be written, and what to do."""
    if error.errno in _NO_ROOM:
        return StoreError(
            f"no room left for {str(path)!r} ({size} bytes): {error.strerror}. "
            "What is stored is whole; make room and give the same command again"
        )
    return StoreError(f"{str(path)!r} cannot be written: {error.strerror}")
