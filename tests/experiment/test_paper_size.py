"""A store as large as the paper's stays small on disk and in memory, and opens at once; shown on a twelfth of it."""

import multiprocessing
import re
import resource
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds.experiment import Store, load_config, run_experiment

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


def fill(path: Path) -> float:
    """Write the store as a coordinator does; return the most memory this process ever had, in MB."""
    run_experiment(load_config("paper").with_(**TWELFTH), path, work=incompressible_work)
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would count what the parent held when this process was made
        return int(re.search(r"^VmHWM:\s+(\d+) kB", status.read_text(), re.MULTILINE)[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.slow
def test_the_papers_store_is_below_one_gigabyte_and_its_coordinator_below_half_of_one(tmp_path):
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as alone:
        memory = alone.submit(fill, tmp_path).result()
    store = Store(tmp_path)
    assert 12 * sum(shard.path.stat().st_size for shard in store.shards()) < 1e9
    assert memory < 500
    methods = store.runs(["boundary", "precision"]).group_by("boundary").agg(pl.len()).collect()
    assert methods["len"].to_list() == [28 * 2 * 100] * 13
