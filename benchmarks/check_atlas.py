"""Run random cells of the atlas again with another seed and compare the two samples of final precision.

    python benchmarks/check_atlas.py atlas/paper --cells 50

Two samples of one distribution give a Kolmogorov-Smirnov p-value below 1e-4 once in ten thousand cells. Ends with
status 1 when any cell does.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import polars as pl
from rich.progress import track
from scipy.stats import ks_2samp

import inbounds as ib
from inbounds.execution.worker import algorithm_of
from inbounds.plan.cells import Cell
from inbounds.store.opening import open_store

LEAST_P = 1e-4


def compare(runs: pl.DataFrame, cell: Cell, seed: int, workers: int) -> float:
    """Return the p-value that the stored runs of `cell` and as many new ones come from one distribution."""
    stored = runs.filter(cell=cell.id)["precision"].to_numpy()
    problem = ib.problem(cell.suite, function=cell.function, instance=cell.instance, dimension=cell.dimension)
    again = (
        algorithm_of(cell.content())
        .run(problem, budget=cell.budget, runs=len(stored), seed=seed, target=cell.target, workers=workers)
        .precision
    )
    # Below the last recorded target differences are rounding, which the runs' ends are not compared by.
    return float(ks_2samp(np.maximum(stored, 1e-8), np.maximum(again, 1e-8), method="exact").pvalue)


def main() -> None:
    """Compare the cells and print them, the least likely first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("--cells", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    store = open_store(given.store)
    generator = np.random.default_rng(given.seed)
    runs, held = store.runs(["cell", "precision"]).collect(), store.finished()
    cells = [cell for cell in store.plan().cells if cell.id in held]
    drawn = generator.choice(len(cells), size=min(given.cells, len(cells)), replace=False)
    found = [
        (compare(runs, cells[place], int(generator.integers(2**63)), given.workers), cells[place])
        for place in track(drawn, "cells run again")
    ]
    for p_value, cell in sorted(found, key=lambda pair: pair[0]):
        print(f"{p_value:9.3g}  {cell}")
    unlikely = sum(p_value < LEAST_P for p_value, _ in found)
    print(f"{len(found)} cells, {unlikely} with p < {LEAST_P:g}")
    sys.exit(bool(unlikely))


if __name__ == "__main__":
    main()
