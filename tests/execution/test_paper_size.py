"""A store as large as the paper's stays small on disk and in memory, and opens at once; shown on a twelfth of it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds.experiment import Store

ROOT = Path(__file__).parents[2]
TWELFTH = {"functions": [1, 24]}


def incompressible_work(task, stop=None):
    """Return results with more entropy than any real runs have: no two values are alike."""
    draw, runs, budget = np.random.default_rng(task["seed"]), task["runs"], task["budget"]
    points = len(ib.curve_evaluations(budget))
    return {
        "precision": 10 ** draw.uniform(-8, 3, runs),
        "evaluations": draw.integers(1, budget, runs),
        "repaired": draw.random(runs),
        "seconds": draw.random(runs, dtype=np.float32),
        "nonfinite": np.zeros(runs, np.int32),
        "hits": np.sort(draw.integers(1, budget, (runs, 51)), axis=1).astype(np.int32),
        **{
            f"curve_{name}": draw.random((runs, points), dtype=np.float32)
            for name in ("precision", "repaired", "f", "cr")
        },
    }


SCRIPT = """
import re, sys, threading
from pathlib import Path
from inbounds.experiment import load_config, run_experiment
from tests.execution.test_paper_size import TWELFTH, incompressible_work

def resident():
    return int(re.search(r"^VmRSS:\\s+(\\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)[1]) / 1024

seen, done = [resident()], threading.Event()
def watch():
    while not done.wait(0.02):
        seen.append(resident())

watcher = threading.Thread(target=watch)
watcher.start()
run_experiment(load_config("paper").with_(**TWELFTH), sys.argv[1], work=incompressible_work)
done.set()
watcher.join()
print(max(seen))
"""


def coordinator_memory(store: Path) -> float:
    """Write the store as a coordinator does, in a process of its own; return the most memory it held, in MB."""
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(store)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return float(made.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_papers_store_is_below_one_gigabyte_and_its_coordinator_below_half_of_one(tmp_path):
    memory = coordinator_memory(tmp_path / "store")
    store = Store(tmp_path / "store")
    assert 12 * sum(shard.path.stat().st_size for shard in store.shards()) < 1e9
    if memory >= 500:  # a single high reading on a busy machine is measured once more
        memory = coordinator_memory(tmp_path / "again")
    assert memory < 500
    methods = store.runs(["boundary", "precision"]).group_by("boundary").agg(pl.len()).collect()
    assert methods["len"].to_list() == [28 * 2 * 100] * 13
