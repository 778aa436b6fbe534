"""The count table from the first runs of each cell: fewer tell fewer methods apart, and more share a first place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import polars as pl

from inbounds.analysis.loading import RunSource
from inbounds.analysis.ranking import function_ranks
from inbounds.analysis.significance import group_ranks
from inbounds.paper.count_table import count_table
from inbounds.paper.variants import AS_IS, Variant, fewest_of_a_cell, load_frame, variant_runs

NUMBERS: Final = (10, 25, 50, 75, 100)


def counts_by_runs(
    sets: Mapping[str, RunSource], variant: Variant = AS_IS, numbers: Sequence[int] = NUMBERS
) -> pl.DataFrame:
    """Return runs, group, firsts, paper_firsts, spearman, from so many of the first runs of each cell.

    `firsts` adds the counts of all methods up; with no tie it is the number of configurations. `spearman` is the rank
    correlation of the methods' counts with the paper's. `sets`: see `compare_variants`. Of `numbers` those are taken
    that every cell has, and all the runs that it has.
    """
    frames = {name: load_frame(source) for name, source in sets.items()}
    every = fewest_of_a_cell(frames, variant)
    found = []
    for first in [*(number for number in sorted(numbers) if number < every), every]:
        ranked = function_ranks(variant_runs(frames, replace(variant, first=first)), variant.ranking)
        counts = count_table(group_ranks(ranked, variant.significance))
        firsts = counts.table.drop_nulls("paper_count").group_by("group", maintain_order=True)
        sums = firsts.agg(firsts=pl.col("count").sum(), paper_firsts=pl.col("paper_count").sum())
        correlation = counts.correlation.select("group", "spearman")
        found.append(sums.join(correlation, on="group", how="left", maintain_order="left").with_columns(runs=first))
    return pl.concat(found).select("runs", "group", "firsts", "paper_firsts", "spearman")
