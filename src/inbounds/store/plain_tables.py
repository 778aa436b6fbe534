"""Tables that are no part of a store, and the file beside them by which damage is found, as `sha256sum` writes it."""

import io
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import polars as pl

from inbounds.atomic_files import write_atomically
from inbounds.errors import StoreError
from inbounds.regular_files import read_regular
from inbounds.store.soundness import Fault

SUMS_FILE = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-f]{64})  ([^/\n]+)")


def write_plain_table(path: Path, table: pl.DataFrame) -> None:
    """Write a table as Parquet, and its checksum into the file of checksums of its folder before."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", compression_level=19, statistics=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    sums = path.with_name(SUMS_FILE)
    known = dict(_read(sums)) if sums.exists() else {}
    known[path.name] = sha256(buffer.getvalue()).hexdigest()
    write_atomically(sums, "".join(f"{checksum}  {name}\n" for name, checksum in sorted(known.items())).encode())
    write_atomically(path, buffer.getvalue())


def tables_of(sums: Path) -> set[Path]:
    """Return the tables that a file of checksums speaks for: those that it names, and all others in its folder."""
    return {sums.with_name(name) for name, _ in _read(sums)} | set(sums.parent.glob("*.parquet"))


def find_damaged_tables(sums: Path) -> Iterator[Fault]:
    """Yield the tables that are not what they were when their checksums were noted."""
    known = dict(_read(sums))
    for table in sorted(tables_of(sums)):
        if table.name not in known:
            yield Fault(table, f"has no checksum in {SUMS_FILE}")
            continue
        try:
            found = sha256(read_regular(table)).hexdigest()
        except OSError as error:
            yield Fault(table, str(error.strerror))
            continue
        if found != known[table.name]:
            yield Fault(table, f"the checksum is {found}, not {known[table.name]}")


def _read(sums: Path) -> list[tuple[str, str]]:
    """Return names and checksums; a line that was damaged names nothing, so its table lacks one."""
    try:
        lines = read_regular(sums).decode(errors="replace").splitlines()
    except OSError as error:
        raise StoreError(f"{str(sums)!r} cannot be read: {error.strerror}; put it back from a copy") from None
    return [(match[2], match[1]) for line in lines if (match := _LINE.fullmatch(line))]
