"""A fuzzer led by coverage on the readers of imports: atheris, which is libFuzzer for Python.

    python benchmarks/fuzz_readers.py [--minutes 10] [--seed 1]

Each of the three readers is fuzzed in a process of its own, for a third of the time, from a sound data set. Half of the
changes are libFuzzer's, the others those of attack_imports.py to bytes, numbers, lines and names. Any exception but an
error of the package, a message that is not fit for a terminal, and an input of more than 20 seconds are findings.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import atheris

# The first import of the readers, so that of attack_imports is inside; only the processes that fuzz need it.
with atheris.instrument_imports(include=["inbounds.exchange"]) if "--reader" in sys.argv else nullcontext():
    import attack_imports as attack

    from inbounds.errors import InboundsError
    from inbounds.exchange.given_files import GivenFile
    from inbounds.exchange.info_file import read_info
    from inbounds.exchange.read_coco import read_coco
    from inbounds.exchange.read_iohprofiler import read_json, read_old_info

SEPARATOR = b"\n\0FILE\0\n"  # an input is an index and its data in one piece, so that both are changed
SECONDS = 20  # that one input may take
LONGEST = 200_000  # bytes of an input


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


def changed(content: bytes, longest: int, seed: int) -> bytes:
    """Return the input with one to four changes."""
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return bytes(atheris.Mutate(content, longest))
    for _ in range(rng.randrange(1, 5)):
        try:
            if rng.random() < 0.4 and content:
                content = attack.bytes_damaged(rng, content)
            else:
                text = content.decode("utf-8", "surrogateescape")
                content = rng.choice(attack.TEXTS)(rng, text).encode("utf-8", "surrogateescape")
        except (IndexError, UnicodeEncodeError):  # no number or name is left in it
            continue
    return content[:longest]


def fuzz(name: str, seconds: int, seed: int, folder: Path) -> None:
    """Fuzz one reader in this process, until the time is over or something is found; does not return."""
    index, form, read = READERS[name]
    sound = attack.SOUND[form]
    others = [at for at in sound if at != index]
    work, corpus = folder / "work", folder / "corpus"
    for place in (work, *((work / at).parent for at in sound), corpus):
        place.mkdir(parents=True, exist_ok=True)
    (corpus / "sound").write_bytes(SEPARATOR.join(sound[at].encode() for at in (index, *others)))

    def one_input(content: bytes) -> None:
        for at, part in zip([index, *others], content.split(SEPARATOR), strict=False):
            (work / at).write_bytes(part)
        try:
            read(GivenFile(work / index, work, work))
        except InboundsError as error:
            if not str(error).isprintable():
                raise AssertionError(f"an error that is not fit for a terminal: {str(error)!r:.300}") from None

    limits = [f"-max_total_time={seconds}", f"-timeout={SECONDS}", f"-max_len={LONGEST}", f"-seed={seed}"]
    options = [*limits, f"-artifact_prefix={folder}/", "-print_final_stats=1", str(corpus)]
    atheris.Setup([sys.argv[0], *options], one_input, custom_mutator=changed)
    atheris.Fuzz()


def main() -> None:
    """Fuzz the three readers, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", choices=READERS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.reader:
        fuzz(given.reader, max(1, round(given.minutes * 20)), given.seed, given.folder)
    found = 0
    for name in READERS:
        with tempfile.TemporaryDirectory() as folder:
            words = ["--minutes", str(given.minutes), "--seed", str(given.seed), "--reader", name, "--folder", folder]
            done = subprocess.run([sys.executable, __file__, *words], capture_output=True, text=True, check=False)
        said = done.stderr + done.stdout
        tried = re.findall(r"stat::number_of_executed_units: (\d+)", said)
        reached = re.findall(r"cov: (\d+) ", said)
        print(f"{name}: {(tried or ['?'])[-1]} inputs, {(reached or ['?'])[-1]} branches reached", flush=True)
        if done.returncode:
            found += 1
            print("FOUND", "\n".join(said.splitlines()[-40:]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
