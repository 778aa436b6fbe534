"""Make the ranks that `inbounds recommend` advises from, out of packed or ordinary stores.

    python benchmarks/measured_ranks.py atlas/dimensions atlas/paper atlas/studies/walls

A store whose cells have too few runs to tell methods apart is left out, and named. Of a store with moved walls the
suite with the optimum nearest to the wall is taken, however few its runs: nothing else can advise for such an optimum,
and `inbounds recommend` says when it ranks means. A suite in a dimension is taken from the first store that has it.
"""

import argparse
from pathlib import Path

import polars as pl

from inbounds.analysis import function_ranks, load
from inbounds.analysis.loading import stored_dimensions, stored_suites
from inbounds.analysis.ranking import fewest_runs
from inbounds.analysis.recommendation import BUILT_IN, BUILT_IN_SUITE, COLUMNS, nearest_walls, rank_table
from inbounds.problems.suite_names import WALLS, plain_suite
from inbounds.store.opening import open_store

OUT = Path(__file__).parents[1] / "src" / "inbounds" / "analysis" / BUILT_IN


def ranks_with_setup(path: Path) -> pl.DataFrame:
    """Return the ranks of a store in each of its dimensions, each row saying how it was measured."""
    store = open_store(path)
    suites = stored_suites(store)
    walls = nearest_walls(suites) if WALLS in map(plain_suite, suites) else None
    tables = []
    for dimension in stored_dimensions(store):
        runs = load(store, dimension=dimension, suite=walls)
        least = int(runs.sizes.min())
        if not walls and least < fewest_runs(len(runs.boundaries)):
            print(f"{path}, {dimension}-D: {least} runs per cell cannot tell {len(runs.boundaries)} methods apart")
            continue
        setup = f"budget {store.config.budget}, population {runs.population}, {least} runs, {runs.adaptation}"
        tables.append(rank_table(function_ranks(runs)).with_columns(setup=pl.lit(setup)))
    return pl.concat(tables) if tables else pl.DataFrame()


def write_ranks(stores: list[Path], out: Path) -> bool:
    """Write the ranks of all stores as one Parquet file; tell whether there were any to advise from by default."""
    tables = [table for path in stores if (table := ranks_with_setup(path)).height]
    if not any(table["suite"][0] == BUILT_IN_SUITE for table in tables):
        return False
    small = pl.col("rank").cast(pl.Float32), pl.col("runs", "dimension", "instance").cast(pl.Int32)
    every = pl.concat(tables)
    first = every.unique(["suite", "dimension"], keep="first", maintain_order=True).select(
        "suite", "dimension", "setup"
    )
    ranks = every.join(first, on=["suite", "dimension", "setup"], how="semi", maintain_order="left")
    ranks = ranks.with_columns(*small).select(*COLUMNS, "setup").sort("dimension", maintain_order=True)
    ranks.write_parquet(out, compression="zstd", compression_level=19)
    return True


def main() -> None:
    """Write the ranks of the stores that are given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    if not write_ranks(given.stores, given.out):
        parser.exit(1, "no store has enough runs\n")


if __name__ == "__main__":
    main()
