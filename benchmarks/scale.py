"""How far one coordinator and one folder go: an experiment of 100 000 cells, and 1000 workers that only wait.

    python benchmarks/scale.py [--cells 100000] [--workers 1000] [--folder DIR]

Plans, runs and stores the cells (tiny ones: what is measured is everything around the runs), then takes 1 % of the
shards away and resumes, and asks for status, ranks and a report; each step in a process of its own, with its time, its
processor time and its largest memory. Then the coordinator alone feeds simulated workers: a task waits as long as a
real one would take and hands back a table of the size that a cell of the paper has (25 runs, 300 000 evaluations).
Prints a table; stops by itself.
"""

import argparse
import heapq
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from inbounds.cli import main as command_line
from inbounds.execution.executors import Workers
from inbounds.execution.progress import Silence, Tally
from inbounds.execution.runner import Coordinator, Interruption
from inbounds.experiment import Config, Plan, RunRange, Store, parse_config, run_experiment
from inbounds.plan.cells import Batch
from inbounds.runs.recording import curve_evaluations
from inbounds.store.origin import ExperimentOrigin
from inbounds.store.writer import StoreWriter

PER_INSTANCE = 24 * 14 * 2 * 13
EXPERIMENT = """
name = "scale"
functions = "all"
dimensions = [2]
mutations = {mutations}
crossovers = ["binomial", "exponential"]
boundaries = {boundaries}
adaptation = "constant"
population = 10
budget = 20
runs = 2
seed = 1
instances = "1-{instances}"
"""
WAITS = (0.0, 0.5, 5.0)  # seconds of a task; a cell of the paper takes about five on one core


def experiment(cells: int) -> Config:
    """Return the paper's algorithms on as many instances as make about so many cells."""
    from inbounds.plan.config import load_config

    paper = load_config("paper")
    return parse_config(
        EXPERIMENT.format(
            mutations=json.dumps(list(paper.mutations)),
            boundaries=json.dumps(list(paper.boundaries)),
            instances=max(1, round(cells / PER_INSTANCE)),
        )
    )


def plan(config: Config, store: Path) -> dict[str, Any]:
    began = time.perf_counter()
    planned = Plan(config)
    missing = planned.missing({})
    return {"cells per second": round(len(missing) / (time.perf_counter() - began))}


def run(config: Config, store: Path) -> dict[str, Any]:
    began = time.perf_counter()
    outcome = run_experiment(config, store)
    assert outcome.complete
    sizes = [entry.stat().st_size for entry in os.scandir(store / "shards")]
    return {
        "cells per second": round(outcome.cells_planned / (time.perf_counter() - began)),
        "files in the folder": len(sizes),
        "bytes per file": round(sum(sizes) / len(sizes)),
    }


def names(config: Config, store: Path) -> dict[str, Any]:
    return {"files": len(Store(store).shards())}


def resume(config: Config, store: Path) -> dict[str, Any]:
    """Take a hundredth of the shards away, and time what brings them back."""
    shards = Store(store).shards()
    for shard in random.Random(0).sample(shards, len(shards) // 100):
        shard.path.unlink()
    began, before = time.perf_counter(), time.process_time()
    outcome = run_experiment(config, store)
    assert outcome.complete
    return {
        "cells run": outcome.runs // config.runs,
        "seconds": round(time.perf_counter() - began, 1),
        "processor": round(time.process_time() - before, 1),
    }


def status(config: Config, store: Path) -> dict[str, Any]:
    return command("status", str(store))


def rank(config: Config, store: Path) -> dict[str, Any]:
    return command("rank", str(store), "--json")


def report(config: Config, store: Path) -> dict[str, Any]:
    return command(
        "report", str(store), "--out", str(store.parent / "report"), "--figures", "none", "--resamples", "10", "-q"
    )


def command(*words: str) -> dict[str, Any]:
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        command_line(list(words))
    except SystemExit as leave:
        if leave.code:
            raise RuntimeError(f"{words}: status {leave.code}") from None
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
    return {}


class Waiting(Executor):
    """So many workers whose tasks only wait; one thread plays them all."""

    def __init__(self, count: int, seconds: float, columns: dict[str, np.ndarray]) -> None:
        self.count, self.seconds, self.columns = count, seconds, columns
        self.busy = 0.0  # worker seconds
        self.tasks = 0
        self._free = [(0.0, number) for number in range(count)]  # when each is free again
        self._ends: list[tuple[float, int, Future[Any], int]] = []
        self._changed = threading.Condition()
        self._open = True
        self._chance = random.Random(1)
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Give a task to the worker that is free first."""
        future: Future[Any] = Future()
        took = self.seconds * self._chance.uniform(0.5, 1.5)
        with self._changed:
            free, worker = heapq.heappop(self._free)
            end = max(free, time.monotonic()) + took
            heapq.heappush(self._free, (end, worker))
            self.tasks += 1
            self.busy += took
            heapq.heappush(self._ends, (end, self.tasks, future, len(given[1])))
            self._changed.notify()
        return future

    def _play(self) -> None:
        while True:
            with self._changed:
                if not self._open:
                    return
                if not self._ends:
                    self._changed.wait(0.5)
                    continue
                left = self._ends[0][0] - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                _, _, future, batches = heapq.heappop(self._ends)
            future.set_result([self.columns] * batches)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the play."""
        with self._changed:
            self._open = False
            self._changed.notify()


class WaitingWorkers(Workers):
    """Simulated workers, as the coordinator sees them."""

    def stop(self) -> None:
        """Nothing computes: nothing to stop."""


def simulate(workers: int, seconds: float, units: int, folder: Path) -> dict[str, Any]:
    """Let a coordinator feed simulated workers with so many units of one cell each."""
    config = experiment(units).with_(runs=25)
    cells = Plan(config).cells[:units]
    length, runs = len(curve_evaluations(300_000)), 25
    draws = np.random.default_rng(1)
    curves = {
        f"curve_{name}": draws.random((runs, length), np.float32) for name in ("precision", "repaired", "f", "cr")
    }
    columns = {
        "precision": draws.random(runs),
        "evaluations": np.full(runs, 20, np.int64),
        "repaired": draws.random(runs),
        "seconds": draws.random(runs, np.float32),
        "nonfinite": np.zeros(runs, np.int32),
        "hits": draws.integers(-1, 20, (runs, 51), np.int32),
        **curves,
    }
    batches = [Batch(cell, 1, RunRange(0, runs)) for cell in cells]
    executor = Waiting(workers, seconds, columns)
    with (
        StoreWriter(folder / f"waiting-{seconds}", ExperimentOrigin(config)) as writer,
        WaitingWorkers(lambda task: columns, executor, workers) as pool,
    ):
        tally = Tally.of(writer.store.plan(), batches, len(batches))
        began, before = time.perf_counter(), time.process_time()
        Coordinator(writer, pool, tally, Silence(), Interruption()).run((batch,) for batch in batches)
        took, processor = time.perf_counter() - began, time.process_time() - before
    ideal = executor.busy / workers
    return {
        "units": executor.tasks,
        "units per second": round(executor.tasks / took, 1),
        "seconds": round(took, 1),
        "processor": round(processor, 1),
        "idle share of the workers": f"{max(0.0, 1 - ideal / took):.0%}",
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def folder(config: Config, store: Path) -> dict[str, Any]:
    """Time one folder with a file per cell against 256 folders with as many together: names, sizes and contents."""
    cells = [cell.id for cell in Plan(config).cells]
    found: dict[str, Any] = {"files": len(cells)}
    for name, depth in (("one folder", 0), ("256 folders", 2)):
        place = store.parent / name
        for letters in {cell[:depth] for cell in cells}:
            (place / letters).mkdir(parents=True)
        with _timed(found, f"{name}: made"):
            for cell in cells:
                (place / cell[:depth] / f"{cell}-0000000000-2-{cell}.parquet").write_bytes(b"x" * 100)
        with _timed(found, f"{name}: names listed"):
            names = [Path(folder, file) for folder, _, files in os.walk(place) for file in files]
        with _timed(found, f"{name}: sizes asked"):
            assert sum(path.stat().st_size for path in names) == 100 * len(cells)
        with _timed(found, f"{name}: contents read"):
            for path in names:
                path.read_bytes()
        with _timed(found, f"{name}: removed"):
            shutil.rmtree(place)
    return found


@contextmanager
def _timed(found: dict[str, Any], what: str) -> Iterator[None]:
    began = time.process_time()
    yield
    found[what] = f"{time.process_time() - began:.2f} s of processor"


STEPS = {step.__name__: step for step in (plan, folder, run, names, status, resume, rank, report)}


def in_a_process(*words: object) -> dict[str, Any]:
    """Run one step in a process of its own; return what it measured."""
    done = subprocess.run([sys.executable, __file__, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1]}
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> int:
    """Measure step by step, and tell of each as soon as it is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--units", type=int, default=4000, help="cells that the simulated workers are given")
    parser.add_argument("--folder", type=Path, help="where the store goes, and stays", default=None)
    parser.add_argument("--only", default="", help="these steps, by their names")
    parser.add_argument("--step")
    parser.add_argument("--wait", type=float)
    asked = parser.parse_args()
    if asked.step:
        began, before = time.perf_counter(), time.process_time()
        if asked.wait is not None:
            print(json.dumps(simulate(asked.workers, asked.wait, asked.units, asked.folder)))
            return 0
        found = STEPS[asked.step](experiment(asked.cells), asked.folder / "store")
        own = {"seconds": round(time.perf_counter() - began, 1), "processor": round(time.process_time() - before, 1)}
        largest = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        print(json.dumps({**own, **found, "megabytes": largest}))
        return 0
    wanted = asked.only.split(",") if asked.only else [*STEPS, "simulate"]
    with tempfile.TemporaryDirectory() as place:
        folder = asked.folder or Path(place)
        folder.mkdir(exist_ok=True)
        common = ("--cells", asked.cells, "--folder", folder)
        failed = False
        for number, step in enumerate(wanted, 1):
            if step != "simulate":
                found = in_a_process("--step", step, *common)
                print(f"[{number}/{len(wanted)}] {step}: {found}", flush=True)
                failed |= "failed" in found
                continue
            for wait in WAITS:
                words = ("--workers", asked.workers, "--units", asked.units, "--wait", wait)
                found = in_a_process("--step", "simulate", *common, *words)
                print(f"[{number}/{len(wanted)}] {asked.workers} workers, tasks of {wait} s: {found}", flush=True)
                failed |= "failed" in found
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
