"""Alters every field of a saved run, one at a time: a program of its own, since what it looks for ends the process.

Prints how many files were refused and how many went on; ends with a traceback where something else happened.
"""

import faulthandler
import io
import itertools
import json
import sys
import zipfile
from pathlib import Path

import numpy as np

import inbounds as ib
from inbounds.algorithm import saved_run

BOX = [(-1.0, 2.0)] * 3
ALGORITHMS = [
    {"mutation": "rand/1", "boundary": "resampling", "adaptation": "shade"},
    {"mutation": "proximity-rand/1", "boundary": "death-penalty", "adaptation": "jade"},
    {"mutation": "ranking-target-to-pbest/1", "boundary": "transformation", "adaptation": "jde"},
]
JUNK = [None, True, -1, 0, 1, 7, 2**31, 2**62, 2**64, 1e300, "", "x", "nan", [], [1], {}, {"a": 1}]


def saved(algorithm, asked, path):
    run = ib.DE(**algorithm, population=9).start(BOX, seed=3, budget=150, x0=[0, 0, 0])
    for _ in range(4):
        run.tell((run.ask() ** 2).sum(axis=1))
    if asked:
        run.ask()
    run.save(path)
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("header.json"))
    with np.load(path) as archive:
        return header, {name: archive[name] for name in archive.files if name != "header.json"}


def extremes(kind):
    if kind.kind == "f":
        return [0.0, -0.0, 1.0, -1.0, 5.0, np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324]
    limits = np.iinfo(kind)
    values = {0, 1, 8, 9, 51, 511, 512, 513, 2**20, limits.max - 1, limits.max, limits.min}
    return sorted(value for value in values if limits.min <= value <= limits.max)


def altered_arrays(arrays):
    for name, array in arrays.items():
        for place, value in itertools.product(
            {0, array.size // 2, array.size - 1} if array.size else (), extremes(array.dtype)
        ):
            copy = array.copy()
            copy.flat[place] = value
            yield f"{name}[{place}] = {value}", {**arrays, name: copy}
        for value in extremes(array.dtype):
            yield f"{name} all {value}", {**arrays, name: np.full_like(array, value)}
        yield f"{name} missing", {key: other for key, other in arrays.items() if key != name}
        for other in (array[:-1], np.append(array, array[:1], axis=0), array[None], array[:0], array.astype(str),
                      array.astype(np.float32), np.zeros(array.shape, np.int8), np.float64(1)):  # fmt: skip
            yield f"{name} as {other.dtype} of shape {other.shape}", {**arrays, name: other}


def written(header, arrays):
    """The file with a checksum that fits: what is found must be found in the values."""
    if isinstance(header, dict):
        arrays = {name: np.asarray(array) for name, array in arrays.items()}
        header = {**header, "checksum": saved_run.checksum(header, arrays)}
    content = io.BytesIO()
    np.savez(content, **arrays)
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("header.json", json.dumps(header))
    return content.getvalue()


def files(header, arrays):
    for what, altered in altered_arrays(arrays):
        yield what, written(header, altered)
    for key, value in itertools.product(header, JUNK):
        yield f"header {key} = {value!r}", written({**header, key: value}, arrays)
    for key in header:
        yield f"header without {key}", written({k: v for k, v in header.items() if k != key}, arrays)
    for value in JUNK:
        yield f"header {value!r}", written(value, arrays)
    whole = bytearray(written(header, arrays))
    for place in np.random.default_rng(1).integers(len(whole), size=60):
        damaged = whole.copy()
        damaged[place] ^= 1 << (place % 8)
        yield f"bit {place % 8} of byte {place} turned", bytes(damaged)


def tried(path):
    """Whether the run was refused; one that was not must go on and stay in its box."""
    try:
        run = ib.load(path)
    except (ib.SavedRunError, ib.UnknownOperatorError):
        return True
    for _ in range(12):
        points = run.ask()
        assert ((points >= run.lower) & (points <= run.upper)).all(), points
        run.tell((points**2).sum(axis=1))
    return False


def main(folder):
    refused = accepted = 0
    path = Path(folder) / "altered.npz"
    for algorithm, asked in itertools.product(ALGORITHMS, (False, True)):
        for what, content in files(*saved(algorithm, asked, path)):
            path.write_bytes(content)
            Path(folder, "what").write_text(f"{what} ({algorithm}, asked={asked})")  # for a process that ends
            faulthandler.dump_traceback_later(20, exit=True)
            if tried(path):
                refused += 1
            else:
                accepted += 1
            faulthandler.cancel_dump_traceback_later()
    print(refused, accepted)


if __name__ == "__main__":
    faulthandler.enable()
    main(sys.argv[1])
