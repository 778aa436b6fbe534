"""Files as a whole, and only such: no folder, pipe or device behind a file's name, and none larger than expected."""

import errno
import os
import stat
from pathlib import Path


def read_regular(path: Path, *, most: int | None = None) -> bytes:
    """Return the content of a regular file of at most `most` bytes; raise OSError for anything else, never wait."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a pipe without a writer would wait
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if most is not None and found.st_size > most:
            raise OSError(errno.EFBIG, f"{found.st_size} bytes, {most} at most are expected", str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)
