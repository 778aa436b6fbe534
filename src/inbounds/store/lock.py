"""One writer at a time: a lock that the system itself gives back when its holder dies."""

import fcntl
import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from inbounds.errors import StoreError, StoreLockedError
from inbounds.regular_files import read_regular

PATIENCE = 10
MOST_BYTES = 4096


class StoreLock:
    """An exclusive hold on a folder, for the time of a `with` block."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def __enter__(self) -> "StoreLock":
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o644)
        except OSError as error:
            raise StoreError(
                f"store {str(self.path.parent)!r} cannot be written: its lock {str(self.path)!r} cannot be opened: "
                f"{error.strerror}"
            ) from None
        try:
            _take(file)
        except BlockingIOError:
            os.close(file)
            raise StoreLockedError(f"store {str(self.path.parent)!r} is being written by {_who(self.path)}") from None
        except OSError as error:
            os.close(file)
            raise StoreError(f"store {str(self.path.parent)!r} cannot be locked: {error.strerror}") from None
        self._file = file
        with suppress(OSError):  # on a full disk: the hold itself needs no room, only the holder's name does
            os.ftruncate(file, 0)
            os.pwrite(file, json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode(), 0)
        return self

    def still_there(self) -> bool:
        """Tell whether the file that is held is still the one by its name."""
        try:
            return self._file is not None and os.path.samestat(os.fstat(self._file), self.path.stat())
        except OSError:
            return False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _take(file: int) -> None:
    """Take the lock, with some patience: who only asks for its holder has it for an instant too."""
    for _ in range(PATIENCE):
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.02)
    return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def holder(path: Path) -> dict[str, Any] | None:
    """Return pid and host of the lock's holder, or None when nobody holds it."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(path)
    except OSError:
        return None
    finally:
        os.close(file)
    return None


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_regular(path, most=MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict) or type(found.get("pid")) is not int or not isinstance(found.get("host"), str):
        return {}
    return found


def _who(path: Path) -> str:
    found = _read(path)
    return f"process {found['pid']} on {found['host']}" if found else "another process"
