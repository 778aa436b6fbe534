"""Archives of results: unpacked up to a bound, regular files only, and none of them outside its folder."""

import bz2
import gzip
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from inbounds.errors import InboundsError, InvalidArgumentError, shown

UNPACKED_BYTES = 4 * 2**30
MEMBERS = 100_000
PIECE = 2**20
OPENERS = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}


def unpack(source: Path, place: Path) -> None:
    """Unpack a .zip archive, or a tar archive compressed in any way, into the folder `place`."""
    try:
        with _members(source) as members:
            _copy(source, members, place)
    except InboundsError:
        raise
    except Exception as error:
        # The readers of archives answer damage with a dozen types of exceptions, and not all of them are documented.
        told = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise InvalidArgumentError(f"archive {str(source)!r} cannot be unpacked as .zip or .tgz: {told}") from None


def _copy(source: Path, members: Iterator[tuple[str, IO[bytes]]], place: Path) -> None:
    place.mkdir()
    left = UNPACKED_BYTES
    for count, (name, content) in enumerate(members, 1):
        with content:
            if count > MEMBERS:
                raise InvalidArgumentError(f"archive {str(source)!r} must hold at most {MEMBERS} files; it holds more")
            target = place.joinpath(*_inside(source, name).parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                while piece := content.read(PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise _too_large(source)
                    file.write(piece)


def _inside(source: Path, name: str) -> PurePosixPath:
    """Return the place of a member, which may not lead out of the archive's folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or not path.parts or not name.isprintable() or ":" in path.parts[0]:
        raise InvalidArgumentError(
            f"archive {str(source)!r} must hold files with plain names inside its folder; got {shown(name)}"
        )
    return path


@contextmanager
def _members(source: Path) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    if zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive:
            yield ((info.filename, archive.open(info)) for info in archive.infolist() if _is_file(info))
        return
    with source.open("rb") as file:
        start = file.read(6)
    opener = next((opener for magic, opener in OPENERS.items() if start.startswith(magic)), open)
    with (
        cast(Any, opener)(source, "rb") as content,
        tarfile.open(fileobj=cast(Any, _Bounded(source, content)), mode="r:") as tar,
    ):
        files = (member for member in tar if member.isreg())  # links and devices are not for results
        yield ((member.name, cast(IO[bytes], tar.extractfile(member))) for member in files)


def _is_file(info: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(info.external_attr >> 16)
    return not info.is_dir() and kind in (0, stat.S_IFREG)


class _Bounded:
    """A compressed file that ends the reading where it grows too large, whatever its headers say."""

    def __init__(self, source: Path, content: IO[bytes]) -> None:
        self._source, self._content = source, content

    def read(self, size: int = -1) -> bytes:
        # Names and settings are read in one piece; files come in small ones.
        if not 0 <= size <= 16 * PIECE:
            raise _too_large(self._source)
        return self._content.read(size)

    def seek(self, place: int, whence: int = 0) -> int:
        if place > UNPACKED_BYTES:
            raise _too_large(self._source)
        return self._content.seek(place, whence)

    def tell(self) -> int:
        return self._content.tell()


def _too_large(source: Path) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"archive {str(source)!r} must unpack to at most {UNPACKED_BYTES // 2**30} GiB; it is larger"
    )
