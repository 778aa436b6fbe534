"""A small experiment and a stand-in for the engine: results that depend on (seed, run) alone, at no cost."""

import os
from pathlib import Path

import numpy as np
import polars as pl

from inbounds.experiment import Config, Store, parse_config
from inbounds.runs.recording import TIMING

SMALL = """
functions = [1, 8]
dimensions = [2, 3]
mutations = ["rand/1", "best/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "death-penalty"]
population = 10
budget = "100*n"
runs = 4
seed = 5
"""
CELLS = 16


def small_config(**changes) -> Config:
    return parse_config(SMALL, name="small").with_(**changes)


def quick_work(task, stop=None):
    """Return columns as a batch of real runs has them, drawn from the stream (seed, run) as those are."""
    runs = range(task["first_run"], task["first_run"] + task["runs"])
    draws = np.array([np.random.default_rng([task["seed"], run]).random(300) for run in runs])
    curves = {f"curve_{name}": draws[:, :12].astype(np.float32) for name in ("precision", "repaired", "f", "cr")}
    return {
        "precision": draws[:, 0],
        "evaluations": (draws[:, 1] * task["budget"]).astype(np.int64).clip(1),
        "repaired": draws[:, 2],
        "seconds": np.random.default_rng().random(len(runs)).astype(np.float32),
        "nonfinite": np.zeros(len(runs), np.int32),
        "hits": (draws[:, 100:151] * task["budget"]).astype(np.int32),
        **curves,
    }


def lost_work(task, stop=None):
    """Take the whole worker down, as a machine that fails does."""
    os._exit(9)


def failing_work(task, stop=None):
    raise ZeroDivisionError("no such luck")


def results(path: Path) -> pl.DataFrame:
    """Return everything a store says but for the timing."""
    return Store(path).runs().drop(TIMING).collect()
