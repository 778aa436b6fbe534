"""Files that others wrote: regular ones inside the folder given, read up to a bound; every error names the line."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from inbounds.errors import InvalidArgumentError, printable, shown

INDEX_BYTES = 32 * 2**20  # some ten thousand runs with their best points take 10 MiB
DATA_BYTES = 2 * 2**30
LINE_CHARACTERS = 2**20  # a row with a thousand coordinates takes 25 000
NAME_CHARACTERS = 200


@dataclass(frozen=True)
class GivenFile:
    """A file to import, and the folder that it may not lead out of, by name or by link.

    The folder is that of `source`, what the user named: itself, or where an archive is unpacked.
    """

    path: Path
    folder: Path
    source: Path

    def beside(self, name: str) -> "GivenFile":
        """Return the file that this one names, as seen from its folder."""
        return replace(self, path=self.path.parent / name)

    def with_suffix(self, suffix: str) -> "GivenFile":
        """Return the file of the same name with another ending."""
        return replace(self, path=self.path.with_suffix(suffix))

    @property
    def real(self) -> str:
        """Where the file is when all links are followed."""
        return os.path.realpath(self.path)

    def error(self, expected: str, *, line: int | None = None) -> InvalidArgumentError:
        """Return the error that names this file, the line and what was expected there."""
        place = "" if line is None else f", line {line}"
        called = str(self.path).replace(str(self.folder), str(self.source), 1)
        return InvalidArgumentError(f"{called!r}{place}: {expected}")

    def text(self) -> str:
        """Return the whole text of an index."""
        with self._opened(INDEX_BYTES) as file:
            content = file.read(INDEX_BYTES + 1)
        if len(content) > INDEX_BYTES:  # it grew after it was measured
            raise self._too_large(INDEX_BYTES)
        return content.decode("utf-8", errors="replace")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines of a data file with their numbers, from 1 on."""
        with self._opened(DATA_BYTES) as file:
            left = DATA_BYTES
            number = 0
            while line := self._read(file):
                number, left = number + 1, left - len(line)
                if left < 0:
                    raise self._too_large(DATA_BYTES)
                if len(line) > LINE_CHARACTERS:
                    raise self.error(f"a line may have {LINE_CHARACTERS} characters; this one has more", line=number)
                try:
                    yield number, line.decode("utf-8")
                except UnicodeDecodeError:
                    raise self.error("must be text in UTF-8", line=number) from None

    def _read(self, file: IO[bytes]) -> bytes:
        try:
            return file.readline(LINE_CHARACTERS + 1)
        except OSError as error:
            raise self.error(f"cannot be read: {error.strerror}") from None

    def _opened(self, most: int) -> IO[bytes]:
        if not Path(self.real).is_relative_to(os.path.realpath(self.folder)):
            raise self.error(f"leads out of {str(self.source)!r}; nothing outside of it is read")
        try:
            # Without O_NONBLOCK a pipe that nobody writes to would be waited for before it can be told from a file.
            descriptor = os.open(self.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise self.error(f"cannot be read: {error.strerror}") from None
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            os.close(descriptor)
            raise self._too_large(most) if stat.S_ISREG(found.st_mode) else self.error("must be a regular file")
        return os.fdopen(descriptor, "rb")

    def _too_large(self, most: int) -> InvalidArgumentError:
        return self.error(f"must have at most {most // 2**20} MiB; it is larger")


def found_files(folder: Path, source: Path, pattern: str) -> list[GivenFile]:
    """Return the files of that pattern in the folder and all its subfolders, in the order of their names."""
    return [GivenFile(path, folder, source) for path in sorted(folder.rglob(pattern))]


def given_name(file: GivenFile, what: str, value: object, *, line: int | None = None) -> str:
    """Return a name that may be shown on a terminal and kept in a store."""
    if not isinstance(value, str) or not value.isprintable() or len(value) > NAME_CHARACTERS:
        raise file.error(
            f"{what} must be a text of at most {NAME_CHARACTERS} printable characters; got {shown(value)}", line=line
        )
    return value


def given_path(file: GivenFile, what: str, value: object, *, line: int | None = None) -> GivenFile:
    """Return the file that `file` names by a path relative to itself."""
    if not isinstance(value, str) or not value or printable(value) != value or len(value) > 4096:
        raise file.error(f"{what} must be the path of a data file; got {shown(value)}", line=line)
    return file.beside(value)


def given_whole(file: GivenFile, what: str, value: object, *, least: int, most: int, line: int | None = None) -> int:
    """Return a whole number, also one that is written as text or with a decimal point."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        number = int(value) if not isinstance(value, float) or value.is_integer() else None
        if number is not None and least <= number <= most:
            return number
    except (ValueError, OverflowError):  # not a number, inf, or more digits than Python reads
        pass
    raise file.error(f"{what} must be a whole number of {least} to {most}; got {shown(value)}", line=line)


def given_number(file: GivenFile, what: str, value: object, *, least: float = -float("inf")) -> float:
    """Return a number of at least `least`."""
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")
    except OverflowError:
        number = float("nan")
    if not number >= least:
        raise file.error(f"{what} must be a number of at least {least:g}; got {shown(value)}")
    return number
