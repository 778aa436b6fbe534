"""An hour of everything again and again in one process: memory, open files, threads and processes stay as they are.

    python benchmarks/soak.py [--minutes 60]
A round is one minimize, one ask and tell with a save and a load, one batch on two threads, one experiment of two cells
whose store is read, one import and one that may be refused; every twentieth has a pool of two processes. The first
fifth of the time is for warming up. Ends with status 1 where the last fifth holds more than the second.
"""

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import attack_imports as attack
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

import inbounds as ib
from inbounds.analysis import load as load_runs
from inbounds.errors import InboundsError
from inbounds.experiment import Store, parse_config, run_experiment

GROWTH = 1.05  # of the memory that counts as flat
EXPERIMENT = """
functions = [1]
dimensions = [2]
mutations = ["rand/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "resampling"]
population = 10
budget = "50*n"
runs = 3
"""


def sphere(x):
    """The simplest function; at the top level, so that processes can call it."""
    return float(x @ x)


def work(number: int, place: Path) -> None:
    """One round."""
    ib.minimize(sphere, [(-1, 2)] * 3, max_evaluations=400, seed=number)
    if number % 20 == 0:
        ib.minimize(sphere, [(-1, 2)] * 3, max_evaluations=200, seed=number, workers=2)
    run = ib.DE(adaptation="jade", population=10).start([(-5, 5)] * 4, seed=number, budget=300)
    for step in range(10):
        run.tell((run.ask() ** 2).sum(axis=1))
        if step == 5:
            run.save(place / "run.npz")
            run = ib.load(place / "run.npz")
    ib.DE().run(ib.problem("bbob", function=1 + number % 24, dimension=5), budget=1000, runs=4, seed=number, workers=2)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        store = Path(folder) / "store"
        run_experiment(parse_config(EXPERIMENT), store, executor="threads", workers=2)
        load_runs(store, dimension=2)
        Store(store).digest()
        attack.write(Path(folder) / "in", {name: text.encode() for name, text in attack.SOUND["coco"].items()})
        ib.exchange.import_results(Path(folder) / "in", Path(folder) / "imported")
        rng = random.Random(number)
        (Path(folder) / "case").mkdir()
        _, source = attack.prepared(rng, Path(folder) / "case")
        with suppress(InboundsError):
            ib.exchange.import_results(source, Path(folder) / "refused")


def state() -> dict[str, int]:
    """What this process holds."""
    gc.collect()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {
        "memory, KiB": resident,
        "open files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "processes": len(children),
    }


def main() -> None:
    """Go round until the time is over, and hold the last fifth against the second."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    given = parser.parse_args()
    began, ends = time.monotonic(), given.minutes * 60
    seen: list[tuple[float, dict[str, int]]] = []
    number = 0
    columns = (TextColumn("soak"), BarColumn(), TextColumn("round {task.fields[number]}"), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as place, Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=ends, number=0)
        while (now := time.monotonic() - began) < ends:
            work(number, Path(place))
            number += 1
            seen.append((now, state()))
            bar.update(task, completed=now, number=number)
    early = [held for at, held in seen if 0.2 * ends <= at < 0.4 * ends]
    late = [held for at, held in seen if at >= 0.8 * ends]
    print(f"{number} rounds in {given.minutes:g} minutes, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    grown = False
    for what in seen[0][1]:
        before = statistics.median(held[what] for held in early)
        after = statistics.median(held[what] for held in late)
        print(f"{what}: median {before:g} in the second fifth, {after:g} in the last")
        grown |= after > (GROWTH * before if "memory" in what else before)
    sys.exit(1 if grown else 0)


if __name__ == "__main__":
    main()
