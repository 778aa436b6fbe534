"""The count table from a part of the runs: from the first of each cell, and from one half against the other."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from inbounds.analysis.best_counts import TOTAL
from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import RunSource, load
from inbounds.analysis.rank_correlation import rank_correlation
from inbounds.analysis.ranking import function_ranks
from inbounds.analysis.significance import group_ranks
from inbounds.arrays import Floats
from inbounds.paper.count_table import CountTable, count_table
from inbounds.paper.variants import AS_IS, CELL, Variant, fewest_of_a_cell, load_frame, variant_runs

NUMBERS: Final = (10, 25, 50, 75, 100)


def counts_by_runs(
    sets: Mapping[str, RunSource], variant: Variant = AS_IS, numbers: Sequence[int] = NUMBERS
) -> pl.DataFrame:
    """Return runs, group, firsts, paper_firsts, spearman, from so many of the first runs of each cell.

    Fewer runs tell fewer methods apart, so that more of them share a first place. `firsts` adds the counts of all
    methods up; with no tie it is the number of configurations. `spearman` is the rank correlation of the methods'
    counts with the paper's. `sets`: see `compare_variants`. Of `numbers` those are taken that every cell has, and all
    the runs that it has.
    """
    frames = {name: load_frame(source) for name, source in sets.items()}
    every = fewest_of_a_cell(frames, variant)
    found = []
    for first in [*(number for number in sorted(numbers) if number < every), every]:
        counts = _counts(variant_runs(frames, replace(variant, first=first)), variant)
        firsts = counts.table.drop_nulls("paper_count").group_by("group", maintain_order=True)
        sums = firsts.agg(firsts=pl.col("count").sum(), paper_firsts=pl.col("paper_count").sum())
        correlation = counts.correlation.select("group", "spearman")
        found.append(sums.join(correlation, on="group", how="left", maintain_order="left").with_columns(runs=first))
    return pl.concat(found).select("runs", "group", "firsts", "paper_firsts", "spearman")


def halves_agreement(
    sets: Mapping[str, RunSource], variant: Variant = AS_IS, *, splits: int = 5, seed: int = 0
) -> pl.DataFrame:
    """Return runs, halves, paper_first, paper_second for each split of the runs into two halves drawn at random.

    `runs`: how many of each cell a half has. `halves`: Spearman's correlation of the totals of one half with those of
    the other, which tells how near two experiments can come; `paper_first` and `paper_second`: that of each half with
    the paper's. Null where all methods of a half tie. `sets`: see `compare_variants`.
    """
    frames = {name: load_frame(source) for name, source in sets.items()}
    every = fewest_of_a_cell(frames, variant)
    runs = variant_runs(frames, replace(variant, first=every))
    place = pl.int_range(pl.len()).over(CELL)
    size = every // 2
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(splits):
        drawn = rng.permutation(every)
        parts = (runs.frame.filter(place.is_in(part.tolist())) for part in (drawn[:size], drawn[size : 2 * size]))
        first, second = (_counts(load(part, dimension=runs.dimension).on(runs.axes), variant) for part in parts)
        between = float(rank_correlation(_totals(first), _totals(second)))
        rows.append((size, between, _with_paper(first), _with_paper(second)))
    schema = {"runs": pl.Int64, "halves": pl.Float64, "paper_first": pl.Float64, "paper_second": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(pl.col("halves").fill_nan(None))


def _counts(runs: Runs, variant: Variant) -> CountTable:
    return count_table(group_ranks(function_ranks(runs, variant.ranking), variant.significance))


def _totals(counts: CountTable) -> Floats:
    """Return each method's first places in all groups."""
    total = counts.table.filter(pl.col("group") == TOTAL)
    return total["count"].to_numpy().astype(np.float64)


def _with_paper(counts: CountTable) -> float | None:
    """Return Spearman's correlation of the totals with the paper's."""
    rho: float | None = counts.correlation.filter(pl.col("group") == TOTAL)["spearman"].item()
    return rho
