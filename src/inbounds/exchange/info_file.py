"""The .info files of COCO and of older IOHprofiler versions: settings, a comment, and the runs, line after line."""

import re
from dataclasses import dataclass
from pathlib import PureWindowsPath

from inbounds.errors import shown
from inbounds.exchange.given_files import GivenFile, given_name, given_path, given_whole

MOST = 2**31 - 1

# Both take each character once, whatever comes.
_PART = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,'"])+""")
_RUN = re.compile(r"([0-9]+)(?::([0-9]+)\|[^;]*(?:;.*)?)?")


@dataclass(frozen=True)
class InfoRun:
    """A run as its line says; the evaluations are None for a run that was not finished properly."""

    instance: int
    evaluations: int | None


@dataclass(frozen=True)
class InfoEntry:
    """Runs of one function in one dimension."""

    source: GivenFile
    line: int
    settings: dict[str, str]
    data: GivenFile
    runs: tuple[InfoRun, ...]

    def text(self, key: str) -> str:
        """Return a setting, empty where it is not given."""
        return given_name(self.source, key, self.settings.get(key, ""), line=self.line)

    def number(self, key: str, *, least: int, most: int) -> int:
        """Return a setting as a whole number."""
        return given_whole(self.source, key, self.settings.get(key), least=least, most=most, line=self.line)


def read_info(file: GivenFile) -> list[InfoEntry]:
    """Return the entries of an .info file."""
    entries, settings = [], dict[str, str]()
    for number, line in enumerate(map(str.strip, file.text().split("\n")), 1):
        if not line or line.startswith("%"):
            continue
        if "=" in line.partition(",")[0]:
            settings = dict(map(_setting, _PART.findall(line)))
        else:
            entries.append(_entry(file, number, settings, line))
    return entries


def _setting(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip(), value.strip().strip("'\"")


def _entry(file: GivenFile, number: int, settings: dict[str, str], line: str) -> InfoEntry:
    name, *runs = (part.strip() for part in line.split(","))
    data = given_path(file, "an entry", "/".join(PureWindowsPath(name).parts), line=number)  # Windows has backslashes
    found = tuple(_run(file, number, part) for part in runs if part)
    if not found:
        raise file.error("an entry must name a data file and its runs, like data.dat, 1:400|3.0e-05", line=number)
    return InfoEntry(file, number, settings, data, found)


def _run(file: GivenFile, line: int, text: str) -> InfoRun:
    match = _RUN.fullmatch(text)
    if match is None:
        raise file.error(f"a run must look like 1:400|3.0e-05; got {shown(text)}", line=line)
    instance = given_whole(file, "the instance of a run", match[1], least=0, most=MOST, line=line)
    if match[2] is None:
        return InfoRun(instance, None)
    return InfoRun(instance, given_whole(file, "the evaluations of a run", match[2], least=0, most=MOST, line=line))
