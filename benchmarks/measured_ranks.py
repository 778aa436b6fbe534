"""Make the ranks that `inbounds recommend` advises from, out of stores of different dimensions.

inbounds run quick --store results/quick
inbounds run paper --runs 10 --store results/paper
python benchmarks/measured_ranks.py results/quick results/paper --out src/inbounds/analysis/measured_ranks.parquet
"""

import argparse
from pathlib import Path

import polars as pl

from inbounds.analysis.recommendation import ranks_of
from inbounds.experiment import Store


def ranks_with_setup(path: Path) -> pl.DataFrame:
    """Return the ranks of a store, each row saying how it was measured."""
    config = Store(path).config
    setup = (
        f"budget {config.budget}, population {config.population}, {config.runs} runs, {', '.join(config.adaptation)}"
    )
    return ranks_of(path).with_columns(setup=pl.lit(setup))


def main() -> None:
    """Write the ranks of all stores as one Parquet file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    ranks = pl.concat([ranks_with_setup(path) for path in given.stores]).sort("dimension", maintain_order=True)
    ranks.write_parquet(given.out, compression="zstd", compression_level=19)


if __name__ == "__main__":
    main()
