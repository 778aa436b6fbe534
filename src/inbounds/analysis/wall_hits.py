"""Which walls are hit: the share of the donors beyond each lower and each upper wall, means over the runs."""

import polars as pl

from inbounds.analysis.loading import Dimension, RunSource, load

_CELL = ["function", "instance", "dimension", "mutation", "crossover", "boundary"]


def wall_hits(source: RunSource, *, dimension: Dimension = None) -> pl.DataFrame:
    """Return which walls the donors crossed, where runs were measured.

    Columns: function, instance, dimension, mutation, crossover, boundary, coordinate (from 1), lower and upper (share
    of the donors beyond that wall). No rows where no run was measured.
    """
    runs = load(source, dimension=dimension)
    columns = [*_CELL, "coordinate", "lower", "upper"]
    if "walls" not in runs.source.collect_schema():
        return pl.DataFrame(schema={name: runs.frame.schema.get(name, pl.Float64) for name in columns})
    held = runs.source.select(*_CELL, "walls").drop_nulls("walls").collect()
    # a run's list holds all lower walls, then all upper ones
    walls = held.with_columns(at=pl.int_ranges(pl.col("walls").list.len())).explode("at", "walls")
    share, is_lower = pl.col("walls").cast(pl.Float64).fill_nan(None), pl.col("at") < pl.col("dimension")
    table = walls.group_by(*_CELL, coordinate=pl.col("at") % pl.col("dimension") + 1).agg(
        lower=share.filter(is_lower).mean(), upper=share.filter(~is_lower).mean()
    )
    return runs.axes.in_order(table.sort("coordinate")).select(columns)
