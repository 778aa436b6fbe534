"""The .info files of COCO and of older IOHprofiler versions: settings, a comment, and the runs, line after line."""

import re
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from inbounds.errors import InvalidArgumentError

_SETTING = re.compile(r"""\s*([\w ]+?)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^,'"]*))\s*(?:,|$)""")
_RUN = re.compile(r"(\d+)(?::(\d+)\|([^;]*)(?:;.*)?)?")


@dataclass(frozen=True)
class InfoRun:
    """A run as its line says; both numbers are None for a run that was not finished properly."""

    instance: int
    evaluations: int | None
    precision: float | None


@dataclass(frozen=True)
class InfoEntry:
    """Runs of one function in one dimension."""

    source: Path
    settings: dict[str, str]
    data: Path
    runs: tuple[InfoRun, ...]

    def text(self, key: str) -> str:
        """Return a setting, empty where it is not given."""
        return self.settings.get(key, "")

    def number(self, key: str) -> int:
        """Return a setting as a whole number."""
        try:
            return int(self.settings[key])
        except (KeyError, ValueError):
            given = self.settings.get(key)
            raise InvalidArgumentError(f"{str(self.source)!r}: {key} must be a whole number; got {given!r}") from None


def read_info(path: Path) -> list[InfoEntry]:
    """Return the entries of an .info file."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InvalidArgumentError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    entries, settings = [], dict[str, str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("%"):
            continue
        if "=" in line.partition(",")[0]:
            settings = {match[1].strip(): (match[2] or match[3] or match[4] or "") for match in _SETTING.finditer(line)}
        else:
            entries.append(_entry(path, settings, line))
    return entries


def _entry(path: Path, settings: dict[str, str], line: str) -> InfoEntry:
    name, *runs = (part.strip() for part in line.split(","))
    data = path.parent / Path(*PureWindowsPath(name).parts)  # data from Windows have backslashes
    return InfoEntry(path, settings, data, tuple(_run(path, part) for part in runs if part))


def _run(path: Path, text: str) -> InfoRun:
    match = _RUN.fullmatch(text)
    if match is None:
        raise InvalidArgumentError(f"{str(path)!r}: a run must look like 1:400|3.0e-05; got {text!r}")
    if match[2] is None:
        return InfoRun(int(match[1]), None, None)
    return InfoRun(int(match[1]), int(match[2]), float(match[3]))
