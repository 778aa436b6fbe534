"""The page and the figure of one study, made from its stored runs.

    inbounds run dose --store results/dose
    python benchmarks/study.py dose --store results/dose --out docs/studies

Several stores are read as one, such as the three of `inbounds run modern`; the folder that `bare_runs.py` makes of
`mixtures` stands for a store. The study `bias` takes the store of `bias-dimensions`, and runs the experiment `bias`
itself, for a store keeps no positions: what it finds is kept in the file that `--positions` names, and is read from
there the next time. Every number of a page is computed here; none is typed. `make atlas-docs` writes the pages of all
studies from the runs in `atlas/studies`.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import polars as pl
from matplotlib import rc_context

from inbounds.experiment import load_config

sys.path.insert(0, str(Path(__file__).parent))
from studies.bias import write_uniformity
from studies.scores import load_runs

STUDIES = ("mixtures", "walls", "bias", "modern", "dose", "schedule")


def write_page(study: str, stores: Sequence[Path], out: Path, positions: Path | None = None) -> None:
    """Write NAME.md and NAME.svg into a folder; `positions` is the table of `bias`."""
    made = import_module(f"studies.{study}")
    runs = load_runs(stores)
    found = made.analyse(runs, *([] if positions is None else [pl.read_parquet(positions)]))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{study}.md").write_text(made.page(runs, found), encoding="utf-8")
    # Without a salt of its own every drawing gets other ids, and a page written again looks changed.
    with rc_context({"svg.hashsalt": study}):
        made.draw(found).savefig(out / f"{study}.svg", metadata={"Date": None})


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page of one study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--store", nargs="+", type=Path, required=True, help="the runs: stores, packed or not")
    parser.add_argument("--out", type=Path, default=Path("docs/studies"))
    parser.add_argument(
        "--positions", type=Path, default=Path("results/bias.parquet"), help="of bias, made if not there"
    )
    parser.add_argument(
        "--experiment", default="bias", help="of bias: preset or TOML file of the runs whose ends are tested"
    )
    given = parser.parse_args(arguments)
    positions = given.positions if given.study == "bias" else None
    if positions is not None and not positions.exists():
        write_uniformity(load_config(given.experiment), positions)
    write_page(given.study, given.store, given.out, positions)


if __name__ == "__main__":
    main()
