"""Which files of a folder a report wrote: what a later report no longer writes is removed, and nothing else."""

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from inbounds.atomic_files import write_atomically

LIST = ".report-files.json"


def replace_former_report(place: Path, written: Iterable[Path]) -> None:
    """Remove what the report before left in `place` and this one did not write; list this one's files for the next."""
    root = place.resolve()
    files = {path.relative_to(place).as_posix(): _digest(path) for path in written}
    for name, digest in _listed(root).items():
        if name not in files:
            _remove_own(root, name, digest)
    write_atomically(root / LIST, json.dumps(files, indent=1).encode())


def _remove_own(root: Path, name: str, digest: str) -> None:
    """Remove a file unless it is another one by now, or lies elsewhere: behind a link or outside of `root`."""
    file = root / name
    if not (file.is_relative_to(root) and file.resolve() == file and file.is_file() and _digest(file) == digest):
        return
    with suppress(OSError):  # a file that cannot be removed is no reason to have no report
        file.unlink()
        for folder in file.parents:
            if folder.parent == root:
                break
            folder.rmdir()  # of a study that is gone; refused while anything is in it


def _listed(root: Path) -> dict[str, str]:
    try:
        listed = json.loads((root / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    entries = listed.items() if isinstance(listed, dict) else ()
    return {name: digest for name, digest in entries if isinstance(digest, str)}


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
