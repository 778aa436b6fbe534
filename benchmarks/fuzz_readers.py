"""A fuzzer led by coverage on the readers of imports: what reaches new code is kept and changed further.

Traces the arcs between lines of `inbounds.exchange`, in the manner of libFuzzer, and needs nothing but Python. Bytes,
numbers, lines and names are changed as in attack_imports.py. Any exception but an error of the package is a finding:
    python benchmarks/fuzz_readers.py [--minutes 10] [--seed 1]
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import attack_imports as attack
from campaign import Hang, limit

from inbounds import exchange
from inbounds.errors import InboundsError
from inbounds.exchange.given_files import GivenFile
from inbounds.exchange.info_file import read_info
from inbounds.exchange.read_coco import read_coco
from inbounds.exchange.read_iohprofiler import read_json, read_old_info

WATCHED = str(Path(exchange.__file__).parent)
Arc = tuple[str, int, int]
SEPARATOR = b"\n\0FILE\0\n"  # an input is an index and its data in one piece, so that both are changed


def all_runs(files: Any) -> None:
    """Read the data, too."""
    for file in files:
        _ = file.longest
        for run in file.runs():
            run.measured(max(1, run.evaluations))


READERS: dict[str, tuple[str, str, Callable[[GivenFile], None]]] = {
    "IOHprofiler JSON": ("IOHprofiler_f1_Sphere.json", "ioh", lambda file: all_runs(read_json(file))),
    "older .info": ("IOHprofiler_f1.info", "old ioh", lambda file: all_runs(read_old_info(read_info(file)))),
    "COCO .info": ("bbobexp_f1.info", "coco", lambda file: all_runs(read_coco(read_info(file)))),
}


class Coverage:
    """The arcs between lines of the watched files that one call goes along."""

    def __init__(self) -> None:
        self.arcs: set[Arc] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(WATCHED):
            return None
        last = 0

        def line(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal last
            if event == "line":
                self.arcs.add((name, last, frame.f_lineno))
                last = frame.f_lineno
            return line

        return line


def changed(rng: random.Random, content: bytes, corpus: list[bytes]) -> bytes:
    """Return the input with one to four changes, or crossed with another."""
    for _ in range(rng.randrange(1, 5)):
        kind = rng.randrange(8)
        if kind < 3 and content:
            content = attack.bytes_damaged(rng, content)
        elif kind == 3:
            other = rng.choice(corpus)
            content = content[: rng.randrange(len(content) + 1)] + other[rng.randrange(len(other) + 1) :]
        else:
            text = content.decode("utf-8", "surrogateescape")
            change = rng.choice(attack.TEXTS)
            try:
                content = change(rng, text).encode("utf-8", "surrogateescape")
            except (IndexError, UnicodeEncodeError):  # no number or name is left in it
                continue
    return content[:200_000]


def fuzz(name: str, seconds: float, seed: int, work: Path) -> tuple[int, int, int, list[str]]:
    """Fuzz one reader; return inputs tried, kept, arcs reached and what was found."""
    index, form, read = READERS[name]
    sound = attack.SOUND[form]
    corpus = [SEPARATOR.join([sound[index].encode(), *(text.encode() for at, text in sound.items() if at != index)])]
    others = [at for at in sound if at != index]
    rng, seen, findings, tried = random.Random(seed), set[Arc](), list[str](), 0
    ends = time.monotonic() + seconds
    while time.monotonic() < ends or not tried:
        content = changed(rng, rng.choice(corpus), corpus) if tried else corpus[0]
        parts = content.split(SEPARATOR)
        for at, part in zip([index, *others], parts, strict=False):
            (work / at).parent.mkdir(parents=True, exist_ok=True)
            (work / at).write_bytes(part)
        coverage = Coverage()
        tried += 1
        try:
            with limit(20):
                sys.settrace(coverage)
                try:
                    read(GivenFile(work / index, work, work))
                finally:
                    sys.settrace(None)
        except InboundsError as error:
            if not str(error).isprintable():
                findings.append(f"{name}: an error that is not fit for a terminal: {str(error)!r:.300}")
        except (Hang, Exception) as error:
            findings.append(f"{name}: {type(error).__name__}: {error!s:.200} for {content!r:.300}")
        if not coverage.arcs <= seen:
            seen |= coverage.arcs
            corpus.append(content)
    return tried, len(corpus), len(seen), findings


def main() -> None:
    """Fuzz the three readers, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found: list[str] = []
    for name in READERS:
        with tempfile.TemporaryDirectory() as work:
            tried, kept, arcs, findings = fuzz(name, given.minutes * 20, given.seed, Path(work))
        found += findings
        print(f"{name}: {tried} inputs, {kept} kept for new code, {arcs} arcs; {len(findings)} findings", flush=True)
    for finding in found[:50]:
        print(f"FOUND {finding}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
