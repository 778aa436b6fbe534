"""The page and the figure of one study, made from its stored runs.

    inbounds run dose --store results/dose
    python benchmarks/study.py dose --store results/dose --out docs/studies

Several stores are read as one; the table that `bare_runs.py` makes of `mixtures` stands for a store. The study `bias`
takes the store of `bias-dimensions`, and runs the experiment `bias` itself, for a store keeps no positions: what it
finds is kept in the file that `--positions` names, and is read from there the next time. Every number of a page
is computed here; none is typed.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import polars as pl

from inbounds.experiment import load_config

sys.path.insert(0, str(Path(__file__).parent))
from studies.bias import write_uniformity
from studies.scores import load_runs

STUDIES = ("mixtures", "walls", "bias", "modern", "dose", "schedule")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write NAME.md and NAME.svg into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument(
        "--store", nargs="+", type=Path, required=True, help="the runs: stores, packed or not, or a table"
    )
    parser.add_argument("--out", type=Path, default=Path("docs/studies"))
    parser.add_argument(
        "--positions", type=Path, default=Path("results/bias.parquet"), help="of bias, made if not there"
    )
    parser.add_argument(
        "--experiment", default="bias", help="of bias: preset or TOML file of the runs whose ends are tested"
    )
    given = parser.parse_args(arguments)
    study = import_module(f"studies.{given.study}")
    runs = load_runs(given.store)
    tables = [runs]
    if given.study == "bias":
        if not given.positions.exists():
            write_uniformity(load_config(given.experiment), given.positions)
        tables.append(pl.read_parquet(given.positions))
    found = study.analyse(*tables)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / f"{given.study}.md").write_text(study.page(runs, found), encoding="utf-8")
    study.draw(found).savefig(given.out / f"{given.study}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
