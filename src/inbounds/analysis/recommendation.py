"""Which boundary method to try first for a given mutation, crossover and kind of problem, from measured mean ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import polars as pl

from inbounds.analysis.loading import RunSource, stored_dimensions
from inbounds.analysis.loading import load as load_runs
from inbounds.analysis.ranking import function_ranks
from inbounds.analysis.significance import GroupRanks, group_ranks
from inbounds.errors import InvalidArgumentError, quoted, suggestion
from inbounds.problems.function_groups import ALL

COLUMNS = ("dimension", "group", "mutation", "crossover", "boundary", "mean_rank", "best", "worse")
BUILT_IN, BUILT_IN_SUITE = "measured_ranks.parquet", "bbob"


@dataclass(frozen=True, eq=False)
class Recommendation:
    """The methods, best first, and what the advice rests on.

    `table`: boundary, mean_rank (over the configurations asked for), best_share and worse_share (of the configurations
    in which it is best, or significantly worse than the best), configurations.
    """

    table: pl.DataFrame
    dimension: int
    group: str
    source: str


def rank_table(ranks: GroupRanks) -> pl.DataFrame:
    """Return the mean ranks of a store in the columns that recommendations are made from."""
    dimension = ranks.runs.dimension
    if dimension is None:
        raise InvalidArgumentError("recommendations need the ranks of one dimension; the runs hold several")
    return ranks.mean_ranks.with_columns(dimension=pl.lit(dimension, pl.Int32)).select(COLUMNS)


def ranks_of(
    source: RunSource, *, dimension: int | None = None, suite: str | None = None, near: int | None = None
) -> pl.DataFrame:
    """Return the rank table of a store, a path or a frame of runs; `near` takes the stored dimension nearest to it."""
    if near is not None:
        dimension = min(stored_dimensions(source), key=lambda n: (abs(n - near), n))
    return rank_table(group_ranks(function_ranks(load_runs(source, dimension=dimension, suite=suite))))


def built_in_ranks(suite: str | None = None) -> pl.DataFrame:
    """Return the ranks that ship with the package, with how each was measured (`setup`)."""
    if suite not in (None, BUILT_IN_SUITE):
        raise InvalidArgumentError(
            f"the ranks that ship with inbounds were measured on {BUILT_IN_SUITE!r}; got suite {suite!r}. "
            "A store with runs on it can give advice, too"
        )
    with files("inbounds.analysis").joinpath(BUILT_IN).open("rb") as stream:
        return pl.read_parquet(stream)


def recommend(
    ranks: pl.DataFrame,
    *,
    mutations: Sequence[str] | None = None,
    crossovers: Sequence[str] | None = None,
    group: str = ALL,
    dimension: int | None = None,
    source: str = "given ranks",
) -> Recommendation:
    """Average the mean ranks over the configurations asked for, in the measured dimension nearest to `dimension`.

    Where the ranks say how they were measured (a column `setup`), the recommendation's source says so too.
    """
    measured = sorted(ranks["dimension"].unique().to_list())
    nearest = measured[-1] if dimension is None else min(measured, key=lambda n: (abs(n - dimension), n))
    chosen = ranks.filter(pl.col("dimension") == nearest)
    for column, wanted in (("group", [group]), ("mutation", mutations), ("crossover", crossovers)):
        if not wanted:
            continue
        known = chosen[column].unique(maintain_order=True).to_list()
        unknown = [name for name in wanted if name not in known]
        if unknown:
            raise InvalidArgumentError(
                f"{column} must be one of {quoted(known)}; got {quoted(unknown)}." + suggestion(unknown[0], known)
            )
        chosen = chosen.filter(pl.col(column).is_in(list(wanted)))
    table = (
        chosen.drop_nulls("mean_rank")
        .group_by("boundary", maintain_order=True)
        .agg(
            pl.col("mean_rank").mean(),
            best_share=pl.col("best").mean(),
            worse_share=pl.col("worse").mean(),
            configurations=pl.len(),
        )
        .sort("mean_rank", "boundary")
    )
    if "setup" in chosen.columns:
        source += f" ({'; '.join(chosen['setup'].unique(maintain_order=True))})"
    return Recommendation(table, nearest, group, source)
