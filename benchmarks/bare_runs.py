"""An experiment of very many short runs in a few tables: how many targets each run reached, and nothing else.

    python benchmarks/bare_runs.py mixtures --out atlas/studies/mixtures

The runs are those of `inbounds run`, bit for bit; but a store writes a file per cell, which for a million cells of one
short run each costs as much as the runs. Here a part, all problems of a suite and dimension with one configuration, is
a file of the folder `--out`. The same command again makes the parts that are not there yet. `benchmarks/study.py` takes
the folder as it takes a store.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
from campaign import bar

import inbounds as ib
from inbounds.execution.worker import algorithm_of
from inbounds.experiment import Config, Plan, load_config
from inbounds.operators.catalogue import slug
from inbounds.plan.cells import Cell
from inbounds.runs.recording import targets
from inbounds.store.plain_tables import write_plain_table

SCHEMA = pl.Schema(
    {
        "suite": pl.String(),
        "dimension": pl.Int16(),
        "mutation": pl.String(),
        "crossover": pl.String(),
        "boundary": pl.String(),
        "function": pl.Int16(),
        "instance": pl.Int16(),
        "run": pl.Int16(),
        "reached": pl.UInt8(),  # of the 51 targets
        "evaluations": pl.Int32(),
    }
)
LABELS = ("suite", "dimension", "mutation", "crossover", "boundary", "function", "instance")


def parts_of(config: Config) -> Iterator[tuple[str, Config]]:
    """Yield the parts with their names, small dimensions first."""
    for dimension in sorted(config.dimensions):
        for suite in config.suites:
            for mutation in config.mutations:
                for crossover in config.crossovers:
                    name = "_".join((slug(suite), str(dimension), slug(mutation), slug(crossover)))
                    chosen = {"suites": [suite], "dimensions": [dimension], "mutations": [mutation]}
                    yield name, config.with_(**chosen, crossovers=[crossover])


def run_part(config: Config, workers: int) -> pl.DataFrame:
    """Run all cells of a config and return one row per run."""
    plan = Plan(config)
    problem_of = {
        place: ib.problem(place[0], function=place[1], instance=place[2], dimension=place[3])
        for place in dict.fromkeys((c.suite, c.function, c.instance, c.dimension) for c in plan.cells)
    }

    def reached(cell: Cell) -> tuple[np.ndarray, np.ndarray]:
        problem = problem_of[cell.suite, cell.function, cell.instance, cell.dimension]
        how = {"budget": cell.budget, "runs": config.runs, "seed": plan.seed(cell), "target": cell.target}
        result = algorithm_of(cell.content()).run(problem, **how)
        return (result.precision[:, None] <= targets()).sum(axis=1), result.evaluations

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(reached, plan.cells))
    row_of = np.repeat(np.arange(len(plan.cells)), config.runs)
    table = pl.DataFrame({name: [getattr(cell, name) for cell in plan.cells] for name in LABELS})[row_of]
    return table.with_columns(
        run=pl.Series(np.tile(np.arange(config.runs), len(plan.cells))),
        reached=pl.Series(np.concatenate([count for count, _ in found])),
        evaluations=pl.Series(np.concatenate([used for _, used in found])),
    ).select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())


def run_parts(config: Config, folder: Path, workers: int, step: Callable[[], None]) -> None:
    """Run the parts that the folder lacks."""
    for name, part in parts_of(config):
        file = folder / f"{name}.parquet"
        if not file.exists():
            write_plain_table(file, run_part(part, workers))
        step()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", help="a preset or a TOML file")
    parser.add_argument("--out", type=Path, required=True, help="folder of the parts")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    config = load_config(given.experiment)
    with bar(config.name, sum(1 for _ in parts_of(config))) as step:
        run_parts(config, given.out, given.workers, step)


if __name__ == "__main__":
    main()
