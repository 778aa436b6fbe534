"""How noisy the ranking is, measured where two methods are the same operator.

For the four mutations whose base is the target, midpoint-base and midpoint-target do exactly the same, so every
difference between their ranks is chance.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.analysis.long_tables import with_group
from inbounds.analysis.significance import GroupRanks
from inbounds.problems.function_groups import ALL

FIRST, SECOND = "midpoint-base", "midpoint-target"
TARGET_BASED = ("target-to-best/1", "target-to-best/2", "target-to-pbest/1", "ranking-target-to-pbest/1")


@dataclass(frozen=True, eq=False)
class NoiseCheck:
    """The duplicates' differences.

    `mean_ranks`: group, mutation, crossover, first, second (mean ranks), difference (absolute).
    `functions`: group, function, instance, dimension, mutation, crossover, first, second, difference.
    `summary`: group, pairs, mean_difference, largest_difference, quantile_95, function_difference (mean per
    function), disagreements (pairs in which one is marked best or significantly worse and the other is not).
    `typical` and `largest` are over the five groups (over everything where there are none); None without duplicates.
    `identical` tells that every pair of runs is the same bit for bit: then nothing was measured.
    """

    mean_ranks: pl.DataFrame
    functions: pl.DataFrame
    summary: pl.DataFrame
    typical: float | None
    largest: float | None
    identical: bool


def noise_check(ranks: GroupRanks) -> NoiseCheck:
    """Compare midpoint-base with midpoint-target on the target-based mutations."""
    runs = ranks.runs
    keys = ["mutation", "crossover"]
    duplicates = pl.col("mutation").is_in(list(TARGET_BASED))
    ranked = ranks.mean_ranks.filter(duplicates).drop_nulls("mean_rank")
    marked = ranked.with_columns(marked=pl.col("best").cast(pl.Int8) - pl.col("worse"))
    groups = _side_by_side(marked, ["group", *keys], "mean_rank")
    marks = _side_by_side(marked, ["group", *keys], "marked")
    groups = groups.with_columns(disagree=marks["difference"] != 0)
    functions = _side_by_side(
        ranks.ranks.table.filter(duplicates), ["function", "instance", "dimension", *keys], "rank"
    )
    functions = with_group(functions, runs)
    everywhere = pl.concat([functions.drop_nulls("group"), functions.with_columns(group=pl.lit(ALL))])
    by_function = everywhere.group_by("group").agg(function_difference=pl.col("difference").mean())
    summary = (
        groups.group_by("group", maintain_order=True)
        .agg(
            pairs=pl.len().cast(pl.Int64),
            mean_difference=pl.col("difference").mean(),
            largest_difference=pl.col("difference").max(),
            quantile_95=pl.col("difference").quantile(0.95, "linear"),
            disagreements=pl.col("disagree").sum().cast(pl.Int64),
        )
        .join(by_function, on="group", how="left", maintain_order="left")
    )
    in_groups = groups.filter(pl.col("group") != ALL)
    basis = (in_groups if in_groups.height else groups)["difference"].to_numpy()
    return NoiseCheck(
        mean_ranks=groups.drop("disagree"),
        functions=functions,
        summary=summary,
        typical=float(basis.mean()) if basis.size else None,
        largest=float(basis.max()) if basis.size else None,
        identical=bool(basis.size) and _identical(ranks),
    )


def _side_by_side(table: pl.DataFrame, keys: list[str], value: str) -> pl.DataFrame:
    first = table.filter(pl.col("boundary") == FIRST).select(*keys, first=value)
    second = table.filter(pl.col("boundary") == SECOND).select(*keys, second=value)
    both = first.join(second, on=keys, how="inner", maintain_order="left").drop_nulls()
    return both.with_columns(difference=(pl.col("first") - pl.col("second")).abs())


def _identical(ranks: GroupRanks) -> bool:
    runs = ranks.runs
    precision = runs.cube("precision")
    first, second = runs.boundaries.index(FIRST), runs.boundaries.index(SECOND)
    rows = [k for k, c in enumerate(runs.configurations) if c.mutation in TARGET_BASED]
    return bool(np.array_equal(precision[rows, :, first], precision[rows, :, second], equal_nan=True))
