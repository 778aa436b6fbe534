"""Malformed imports: IOHprofiler and COCO data, folders and archives, damaged at random; no traceback, no hang.

Each case ends with a store or with one printable error of the package, and nothing outside its folder is opened:
    python benchmarks/attack_imports.py [--cases 10000] [--seed 1]
"""

import io
import json
import os
import random
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from campaign import attack, main

from inbounds.errors import InvalidArgumentError, StoreError
from inbounds.exchange import import_results

RUN = ["1 17.5", "2 3.25", "9 1.5e-3", "40 2.5e-9"]
SCENARIO = {
    "dimension": 2,
    "path": "data_f1_Sphere/IOHprofiler_f1_DIM2.dat",
    "runs": [
        {"instance": 1, "evals": 40, "best": {"evals": 40, "y": 2.5e-9, "x": [0.1, 0.2]}},
        {"instance": 2, "evals": 40, "best": {"evals": 40, "y": 2.5e-9, "x": [0.1, 0.2]}},
    ],
}
INDEX = {
    "version": "0.3.22",
    "suite": "BBOB",
    "function_id": 1,
    "function_name": "Sphere",
    "maximization": False,
    "algorithm": {"name": "search", "info": "any"},
    "experiment_attributes": [{"mutation": "rand/1"}, {"crossover": "binomial"}],
    "scenarios": [SCENARIO],
}
IOH_DATA = "\n".join(["evaluations raw_y", *RUN, "evaluations raw_y", *RUN, ""])
OLD_INFO = """\
suite = 'BBOB', funcId = 1, funcName = 'Sphere', DIM = 2, maximization = 'F', algId = 'search', algInfo = 'any'
%
data_f1/IOHprofiler_f1_DIM2.dat, 1:40|2.5e-09, 2:40|2.5e-09
"""
OLD_DATA = IOH_DATA.replace("evaluations raw_y", '"function evaluation" "best-so-far f(x)"')
COCO_INFO = """\
suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'search', coco_version = '2.6'
% a comment
data_f1/bbobexp_f1_DIM2.dat, 1:40|2.5e-09, 2:40|2.5e-09
"""
COCO_DATA = "\n".join(
    2 * ["% function evaluation | noise-free fitness - Fopt | best noise-free fitness - Fopt",
         *(f"{row.split()[0]} {row.split()[1]} {row.split()[1]}" for row in RUN)] + [""]
)  # fmt: skip

SOUND: dict[str, dict[str, str]] = {
    "ioh": {"IOHprofiler_f1_Sphere.json": json.dumps(INDEX, indent=1), SCENARIO["path"]: IOH_DATA},
    "old ioh": {"IOHprofiler_f1.info": OLD_INFO, "data_f1/IOHprofiler_f1_DIM2.dat": OLD_DATA},
    "coco": {
        "bbobexp_f1.info": COCO_INFO,
        "data_f1/bbobexp_f1_DIM2.dat": COCO_DATA,
        "data_f1/bbobexp_f1_DIM2.tdat": COCO_DATA,
    },
}
NUMBERS = ["nan", "-nan", "inf", "-inf", "1e400", "-1", "0", "-0.0", "1e308", "5e-324", "9" * 30, "9" * 5000,
           "2147483648", "0x10", "1_0", "1e", "", "--1", "1.5", "²", "None"]  # fmt: skip
NAMES = ["\x1b]0;owned\x07", "\x1b[2J", "a\x00b", "\u202egnp.exe", "\u2028", "\ud800", "<script>alert(1)</script>",
         "'\"", "a" * 5000, "../../up", "/etc/passwd", "C:\\x", "é", ""]  # fmt: skip
JUNK = [None, True, -1, 2**70, 1e308, float("nan"), float("inf"), "", "x", [], [1], {}, {"a": 1}, [[[]]], *NAMES]


def bytes_damaged(rng: random.Random, content: bytes) -> bytes:
    """Return the bytes flipped, cut, zeroed, doubled or strewn with junk."""
    damaged = bytearray(content)
    at = rng.randrange(len(damaged) + 1)
    end = min(len(damaged), at + rng.randrange(1, 40))
    kind = rng.randrange(6)
    if kind == 0:
        for _ in range(rng.randrange(1, 8)):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del damaged[at:]
    elif kind == 2:
        damaged[at:end] = bytes(end - at)
    elif kind == 3:
        del damaged[at:end]
    elif kind == 4:
        damaged[at:at] = damaged[at:end]
    else:
        damaged[at:at] = rng.randbytes(rng.randrange(1, 30))
    return bytes(damaged)


def number_replaced(rng: random.Random, text: str) -> str:
    """Return the text with one of its numbers replaced by an odd one."""
    found = list(re.finditer(r"-?\d[\d.e+-]*", text))
    one = rng.choice(found)
    return text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]


def line_damaged(rng: random.Random, text: str) -> str:
    """Return the text with a line missing, doubled, moved, joined, endless, or full of what patterns stumble over."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    odd = [
        "a " * 20_000,
        "'" * 20_001,
        "x = " * 5000,
        " " * 50_000 + "=",
        "1:" * 5000,
        "9" * 2_000_000,
        "%",
        "=",
        ",",
        "\x1b[31m",
    ]
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines))
    elif kind == 2:
        rng.shuffle(lines)
    elif kind == 3:
        lines[at] = rng.choice(odd)
    else:
        lines[at] += rng.choice(odd)
    return "\n".join(lines)


def value_replaced(rng: random.Random, text: str) -> str:
    """Return the JSON with one value anywhere replaced by one of another type, or nested very deep, or repeated."""
    index = json.loads(text)
    place: object = index
    for _ in range(rng.randrange(7)):
        inner = list(place.values()) if isinstance(place, dict) else place if isinstance(place, list) else []
        inner = [one for one in inner if isinstance(one, dict | list) and one]
        if not inner:
            break
        place = rng.choice(inner)
    keys = list(place) if isinstance(place, dict) else range(len(place))
    key, kind = rng.choice(list(keys)), rng.randrange(8)
    if kind == 0:
        del place[key]
    elif kind == 1:
        index["scenarios"] = index.get("scenarios", []) * rng.choice([2, 1000, 10_000])
    elif kind == 2:
        return (
            json.dumps(index).replace("17", "[" * 50_000).replace(": ", ": " + "[" * rng.choice([10, 5000, 200_000]), 1)
        )
    else:
        place[key] = rng.choice(JUNK)
    return json.dumps(index)


def name_replaced(rng: random.Random, text: str) -> str:
    """Return the text with one of its names replaced by one that a terminal or a file system would suffer from."""
    found = [
        name for name in ("search", "BBOB", "bbob", "rand/1", "data_f1", "IOHprofiler_f1_DIM2", "any") if name in text
    ]
    return text.replace(rng.choice(found), rng.choice(NAMES).replace("\ud800", "\udcff"), 1)


TEXTS = (number_replaced, line_damaged, name_replaced)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files of a source."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def odd_place(rng: random.Random, folder: Path, name: str, outside: Path) -> str:
    """Put something that is no regular file of this folder in the place of one."""
    place = folder / name
    content = place.read_bytes()
    place.unlink()
    kind = rng.choice(["fifo", "zero", "link out", "folder", "loop", "dangling", "unreadable bytes", "large"])
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "zero":
        place.symlink_to("/dev/zero")
    elif kind == "link out":
        (outside / "secret").write_bytes(content)
        place.symlink_to(outside / "secret")
    elif kind == "folder":
        place.mkdir()
    elif kind == "loop":
        place.symlink_to(place)
    elif kind == "dangling":
        place.symlink_to("nowhere")
    elif kind == "large":
        with place.open("wb") as file:
            file.truncate(2**41)
    else:
        place.write_bytes(rng.randbytes(3000))
    return kind


def zipped(rng: random.Random, files: dict[str, bytes]) -> tuple[str, bytes]:
    """Return an archive that is hostile or damaged."""
    kind = rng.choice(["slip", "absolute", "link", "encrypted", "twice", "method", "bytes", "bomb"])
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        if kind == "slip":
            archive.writestr("../" * rng.randrange(1, 9) + "secret", b"x")
        elif kind == "absolute":
            archive.writestr("/tmp/secret", b"x")
        elif kind == "link":
            link = zipfile.ZipInfo("linked.info")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")
        elif kind == "bomb":
            archive.writestr("zeros.dat", bytes(30_000_000))
    content = bytearray(made.getvalue())
    flags = content.index(b"PK\x01\x02")
    if kind == "encrypted":
        content[6] |= 1
        content[flags + 8] |= 1
    elif kind == "method":
        content[8] = content[flags + 10] = 99
    return f"zip {kind}", bytes_damaged(rng, content) if kind == "bytes" else bytes(content)


def tarred(rng: random.Random, files: dict[str, bytes]) -> tuple[str, bytes]:
    """Return a .tgz that is hostile or damaged."""
    kind = rng.choice(["slip", "link", "hard link", "device", "fifo", "cut", "bytes", "plain"])
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w" if kind == "plain" else "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        odd = tarfile.TarInfo("../secret" if kind == "slip" else "odd.info")
        types = {
            "link": tarfile.SYMTYPE,
            "hard link": tarfile.LNKTYPE,
            "device": tarfile.CHRTYPE,
            "fifo": tarfile.FIFOTYPE,
        }
        odd.type = types.get(kind, tarfile.REGTYPE)
        odd.linkname = "/etc/passwd"
        archive.addfile(odd)
    content = made.getvalue()
    if kind == "cut":
        content = content[: rng.randrange(1, len(content))]
    return f"tgz {kind}", bytes_damaged(rng, content) if kind in ("bytes", "plain") else content


def prepared(rng: random.Random, work: Path) -> tuple[str, Path]:
    """Make one malformed source; return what it is and where."""
    form = rng.choice(list(SOUND))
    files = {name: text.encode() for name, text in SOUND[form].items()}
    kind = rng.choice(["bytes", "text", "text", "json", "place", "zip", "tgz"])
    name = rng.choice(list(files))
    folder = work / "source"
    if kind == "bytes":
        files[name] = bytes_damaged(rng, files[name])
    elif kind in ("text", "json"):
        if kind == "json" and name.endswith(".json"):
            change: Callable[[random.Random, str], str] = value_replaced
        else:
            change = rng.choice(TEXTS) if name.endswith((".json", ".info")) else rng.choice(TEXTS[:2])
        files[name] = change(rng, SOUND[form][name]).encode("utf-8", "surrogateescape")
        kind = change.__name__
    elif kind in ("zip", "tgz"):
        kind, content = (zipped if kind == "zip" else tarred)(rng, files)
        place = work / f"source.{kind.split()[0]}"
        place.write_bytes(content)
        return f"{form}, {kind}", place
    write(folder, files)
    if kind == "place":
        outside = work / "outside"
        outside.mkdir()
        kind = odd_place(rng, folder, name, outside)
    return f"{form}, {kind} of {name}", folder


def imported(source: Path, work: Path, opened: list[str]) -> str:
    """Import it; say whether it was refused, and raise where it ended in any other way."""
    opened.clear()
    try:
        done = import_results([source], work / "store")
        outcome = "imported"
        told = " ".join((*done.algorithms, *done.notes))
    except (InvalidArgumentError, StoreError) as error:
        outcome, told = "refused", str(error)
        if (work / "store").exists():
            raise AssertionError("a refused import left a store") from None
        if str(work) not in told and "sources" not in told:
            raise AssertionError(f"names no file: {told}") from None
    if not told.isprintable() or len(told) > 4000:
        raise AssertionError(f"not fit for a terminal: {told[:300]!r}")
    if bad := [path for path in opened if path.endswith("/secret") or path.startswith(("/etc/passwd", "/dev/zero"))]:
        raise AssertionError(f"opened {bad[0]}")
    return outcome


def cases(count: int, seed: int, work: Path, opened: list[str]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the cases; each has a fresh folder."""
    for number in range(count):
        rng = random.Random(seed * 1_000_003 + number)
        place = work / "case"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        what, source = prepared(rng, place)
        yield f"case {number} ({what})", lambda source=source, place=place: imported(source, place, opened)


def run(count: int, seed: int) -> tuple[dict[str, int], list[str]]:
    """Run the attack; return the outcomes and the findings."""
    opened: list[str] = []
    # What is opened is seen where it happens; the hook stays until the process ends and costs nothing that matters.
    sys.addaudithook(
        lambda event, given: opened.append(os.fsdecode(given[0]))
        if event == "open" and isinstance(given[0], str | bytes)
        else None
    )
    with tempfile.TemporaryDirectory() as work:
        return attack("imports", cases(count, seed, Path(work), opened), count)


if __name__ == "__main__":
    main(__doc__, 10_000, run)
