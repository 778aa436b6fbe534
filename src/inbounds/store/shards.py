"""One shard: a Parquet file whose name says cell, runs and checksum."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import polars as pl

from inbounds.errors import DamagedShardError
from inbounds.regular_files import read_regular
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange

_SHARD_NAME = re.compile(r"([0-9a-f]{16})-(\d{10})-(\d{1,10})-([0-9a-f]{16})\.parquet")


@dataclass(frozen=True)
class Shard:
    """A shard by its file name, which says all that a resume needs: cell, runs and the checksum of the file."""

    path: Path
    cell: str
    runs: RunRange
    checksum: str
    schema: int = run_table.SCHEMA_VERSION
    target: float | None = None  # of its cell, where its schema keeps none

    def content(self) -> bytes:
        """Return the bytes of the file; raise DamagedShardError when they are not those that were written."""
        return checked_content(self.path, self.checksum)

    def read(self) -> pl.DataFrame:
        """Return the table; raise DamagedShardError when the file is not what was written."""
        try:
            return run_table.decode(self.content(), self.schema, self.target)
        except ValueError as error:
            raise DamagedShardError(f"{self.path}: {error}") from None


def checked_content(path: Path, expected: str) -> bytes:
    """Return the bytes of a file of runs; raise DamagedShardError when their checksum is not the expected one."""
    try:
        content = read_regular(path)
    except OSError as error:
        raise DamagedShardError(f"{path}: {error.strerror}") from None
    if checksum(content) != expected:
        raise DamagedShardError(f"{path}: the checksum is {checksum(content)}, not {expected}")
    return content


def file_mark(path: Path) -> tuple[int, ...]:
    """Return what changes when a file is replaced or rewritten."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode


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
