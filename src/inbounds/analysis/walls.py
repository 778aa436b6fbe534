"""How the ranks of boundary methods change as the optimum comes near the wall: studies on moved walls side by side."""

import polars as pl

from inbounds.analysis.loading import Dimension, RunSource, load, open_source, stored_suites
from inbounds.analysis.ranking import function_ranks
from inbounds.analysis.significance import GroupRanks, group_ranks
from inbounds.problems.function_groups import ALL
from inbounds.problems.suite_names import WALLS, plain_suite, suite_name

WALLS_SCHEMA = pl.Schema(
    {
        "dimension": pl.Int64(),
        "coordinates": pl.Int64(),  # in how many the walls moved; null: in all
        "epsilon": pl.Float64(),
        "boundary": pl.String(),
        "mean_rank": pl.Float64(),
        "best_share": pl.Float64(),
        "worse_share": pl.Float64(),
        "configurations": pl.Int64(),
    }
)


def walls_ranks(source: RunSource, *, dimension: Dimension = None) -> pl.DataFrame:
    """Return the mean rank of each method at each distance of the optimum from the wall.

    Columns: dimension, coordinates (null: all), epsilon, boundary, mean_rank over all functions and configurations,
    best_share and worse_share (of the configurations in which it is best, or significantly worse than the best),
    configurations. No rows where `source` holds no runs on moved walls.
    """
    opened = open_source(source)
    suites = [name for name in stored_suites(opened) if plain_suite(name) == WALLS]
    ranked = (group_ranks(function_ranks(load(opened, suite=name, dimension=dimension))) for name in suites)
    return joined([ranks_at_distance(ranks) for ranks in ranked])


def joined(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Return several distances as one table, the nearest first and the best method first."""
    table = pl.concat([WALLS_SCHEMA.to_frame(), *parts])
    return table.sort("dimension", "coordinates", "epsilon", "mean_rank", "boundary")


def ranks_at_distance(ranks: GroupRanks) -> pl.DataFrame:
    """Return the rows of one study on moved walls."""
    name = suite_name(ranks.runs.suite)
    means = ranks.mean_ranks.filter(pl.col("group") == ALL).drop_nulls("mean_rank")
    table = means.group_by("boundary", maintain_order=True).agg(
        pl.col("mean_rank").mean(),
        best_share=pl.col("best").mean(),
        worse_share=pl.col("worse").mean(),
        configurations=pl.len(),
    )
    place = {"dimension": ranks.runs.dimension, "coordinates": name.coordinates, "epsilon": name.epsilon}
    return table.with_columns(**{key: pl.lit(value) for key, value in place.items()}).select(
        pl.col(key).cast(kind) for key, kind in WALLS_SCHEMA.items()
    )
