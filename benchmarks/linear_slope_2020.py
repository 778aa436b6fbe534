"""Run the death penalty that evaluates outside the box on f5 as the IOH library had it when the paper's data were made.

    python benchmarks/linear_slope_2020.py --runs 50 --out atlas/linear-slope-2020.parquet

Runs that the table holds already stay as they are; only the others are made.

The set-up is the preset `paper-death-penalty`, on that one function; a run never stops early, because the old program
stopped only at f = f_opt and this function goes below. The table has the columns of a store without the curves.
"""

import argparse
from itertools import product
from pathlib import Path

import polars as pl
from rich.progress import track

from inbounds.algorithm.formula import evaluate_formula
from inbounds.execution.worker import algorithm_of
from inbounds.experiment import load_config
from inbounds.paper.linear_slope_2020 import FUNCTION, linear_slope_2020
from inbounds.paper.variants import SLOPE
from inbounds.plan.cells import Cell
from inbounds.runs.recording import CURVES, targets
from inbounds.runs.run_table import SCHEMA
from inbounds.store.plain_tables import write_plain_table

PRESET = "paper-death-penalty"


def runs_of(cell: Cell, seed: int, runs: int, first_run: int) -> pl.DataFrame:
    """Return the run table of one algorithm on the old f5, from `first_run` on."""
    done = algorithm_of(cell.content()).run_arrays(
        linear_slope_2020(cell.dimension, instance=cell.instance),
        budget=cell.budget,
        runs=runs,
        first_run=first_run,
        seed=cell.seed(seed),
        target=cell.target,
    )
    measured = pl.DataFrame(
        {name: done[name] for name in ("precision", "evaluations", "repaired", "seconds", "nonfinite")}
    ).with_columns(
        hits=pl.Series(done["hits"], dtype=pl.Array(pl.Int32, len(targets()))),
        run=pl.int_range(first_run, first_run + runs, dtype=pl.Int32),
        seed=pl.lit(cell.seed(seed), pl.UInt64),
        cell=pl.lit(cell.id),
    )
    # In the analysis it stands in for BBOB's f5, whose place it has.
    labels = {**cell.content(), "suite": "bbob"}
    kept = {name: kind for name, kind in SCHEMA.items() if name not in CURVES}
    return measured.with_columns(**{name: pl.lit(value) for name, value in labels.items()}).select(
        pl.col(name).cast(kind) for name, kind in kept.items()
    )


def main() -> None:
    """Run every mutation with every crossover of the preset and write one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    config = load_config(PRESET)
    (dimension,), (population,) = config.dimensions, config.population
    cells = [
        Cell(
            SLOPE,
            FUNCTION,
            config.instances[0],
            dimension,
            *algorithm,
            evaluate_formula(population, dimension),
            evaluate_formula(config.budget, dimension),
            None,
        )
        for algorithm in product(config.mutations, config.crossovers, config.boundaries, config.adaptation)
    ]
    table = pl.read_parquet(given.out) if given.out.exists() else None
    held = 0 if table is None else table.height // len(cells)
    if held >= given.runs:
        parser.exit(0, f"{given.out} holds {held} runs of every algorithm already\n")
    tables = [runs_of(cell, config.seed, given.runs - held, held) for cell in track(cells, "algorithms")]
    write_plain_table(given.out, pl.concat(tables if table is None else [table, *tables]))


if __name__ == "__main__":
    main()
