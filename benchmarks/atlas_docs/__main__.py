"""Write every page that rests on the atlas: `make atlas-docs`, or `python -m benchmarks.atlas_docs` in the checkout.

Nothing on these pages is typed by hand. What the atlas does not hold, or not with enough runs, is left as it is.
The ranks that `inbounds recommend` ships are made again too.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import polars as pl
from benchmarks.atlas_docs import answer, dimensions, impact, reproduction, studies
from benchmarks.measured_ranks import OUT, write_ranks

from inbounds import analysis
from inbounds.analysis.loading import stored_dimensions
from inbounds.analysis.ranking import fewest_runs
from inbounds.analysis.recommendation import BUILT_IN_SUITE
from inbounds.analysis.variance import is_full_grid
from inbounds.paper.variants import PAPER, SLOPE, VARIANTS
from inbounds.store.opening import open_store

ROOT = Path(__file__).parents[2]
RANKED = (PAPER, "dimensions", "quick")  # what recommendations are made from
AT_BOUND = "studies/walls"  # and those for an optimum at a bound


def held(atlas: Path) -> dict[str, analysis.RunSource]:
    """Return the sets of runs of the atlas by their names, stores and the table of the old f5."""
    wanted = dict.fromkeys([*RANKED, *(name for variant in VARIANTS for name in variant.needs)])
    found: dict[str, analysis.RunSource] = {
        name: open_store(atlas / name) for name in wanted if (atlas / name).is_dir()
    }
    if (slope := atlas / f"{SLOPE}.parquet").is_file():
        found[SLOPE] = pl.read_parquet(slope)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Write what the atlas can answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atlas", type=Path, default=ROOT / "atlas")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--ranks", type=Path, default=OUT, help="the table of inbounds recommend")
    parser.add_argument("--resamples", type=int, default=100)
    given = parser.parse_args(arguments)
    for written in studies.write(given.atlas, given.docs):
        print(written)
    sets = held(given.atlas)
    if not sets:
        parser.exit(1, f"the atlas in {given.atlas} holds no runs yet\n")
    names = [name for name in RANKED if name in sets]
    for name in reproduction.PAGES:
        if name in sets:
            print(reproduction.write(name, sets, given.docs, resamples=given.resamples))
    if "dimensions" in sets:
        print(dimensions.write(sets["dimensions"], given.docs, resamples=given.resamples, name="atlas/dimensions"))
    if not names:
        return
    source, dimension, split = f"atlas/{names[0]}", max(stored_dimensions(sets[names[0]])), None
    runs = analysis.load(sets[names[0]], dimension=dimension)
    if is_full_grid(runs):
        split = analysis.variance_shares(runs, resamples=given.resamples)
        print(impact.write(runs, split, given.docs, source=source))
    stores = [given.atlas / name for name in (*names, AT_BOUND) if (given.atlas / name).is_dir()]
    if write_ranks(stores, given.ranks):
        ranks = pl.read_parquet(given.ranks).filter(suite=BUILT_IN_SUITE)
        print(answer.write(ranks, dimension, split, source, given.readme, given.docs))
    else:
        print(f"no recommendations: {fewest_runs(13)} runs per cell are needed to tell 13 methods apart")


if __name__ == "__main__":
    main()
