"""Which boundary method to try first for a given mutation, crossover and kind of problem, from measured mean ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import polars as pl

from inbounds.analysis.loading import RunSource, open_source, stored_dimensions, stored_suites
from inbounds.analysis.loading import load as load_runs
from inbounds.analysis.ranking import function_ranks
from inbounds.analysis.significance import TIED, GroupRanks, group_ranks
from inbounds.errors import InvalidArgumentError, quoted, suggestion
from inbounds.notebook import html_table
from inbounds.problems.function_groups import ALL
from inbounds.problems.suite_names import WALLS, plain_suite, suite_name

COLUMNS = ("dimension", "group", "mutation", "crossover", "boundary", "mean_rank", "best", "worse")
BUILT_IN, BUILT_IN_SUITE = "measured_ranks.parquet", "bbob"


@dataclass(frozen=True, eq=False, repr=False)
class Recommendation:
    """The methods, best first, and what the advice rests on.

    `table`: boundary, mean_rank (over the configurations asked for), best_share and worse_share (of the configurations
    in which it is best, or significantly worse than the best), alone, tied, ahead_of_some (in how many it is best
    alone, best with others, and best with some method significantly worse), configurations.
    """

    table: pl.DataFrame
    dimension: int
    group: str
    source: str

    @property
    def first(self) -> list[str]:
        """The methods with the lowest mean rank; several where they tie."""
        lowest = self.table["mean_rank"][0]
        return self.table.filter(pl.col("mean_rank") <= lowest + TIED)["boundary"].to_list()

    @property
    def any_difference(self) -> bool:
        """Whether any method is significantly worse than the best in any of the configurations."""
        return bool(self.table["worse_share"].max() > 0)  # type: ignore[operator] # a number: no row is empty

    def __repr__(self) -> str:
        first = " or ".join(self.first)
        return f"<Recommendation for dimension {self.dimension}, group {self.group}: {first} first>"

    def _repr_html_(self) -> str:
        shown = self.table.select("boundary", "mean_rank", "best_share", "worse_share")
        return html_table(f"{self.advice()} From {self.source}.", shown.columns, shown.rows())

    def advice(self) -> str:
        """Say in a sentence what to try first, and no more than the tests do."""
        first, configurations = self.first, int(self.table["configurations"][0])
        where = f"{configurations} configurations" if configurations > 1 else "the configuration"
        if len(first) == self.table.height:
            return f"No difference: all {self.table.height} methods tie over {where}. Take any of them."
        row = self.table.row(0, named=True)
        rank = f"mean rank {row['mean_rank']:.2f}"
        if len(first) > 1:
            best = f"{', '.join(first[:-1])} and {first[-1]} tie with the best {rank}"
        else:
            often = f"alone best in {row['alone']} of {configurations}, tied in {row['tied']}"
            best = f"{first[0]} has the best {rank} ({often})"
        if not self.any_difference:
            return (
                f"Try {' or '.join(first)} first, by mean rank only: {best}, with no significant difference in "
                f"{'any of ' * (configurations > 1)}{where}."
            )
        then = self.table.row(len(first), named=True)
        return (
            f"Try {' or '.join(first)} first: {best}, significantly ahead of some method in {row['ahead_of_some']}. "
            f"Then {then['boundary']} (mean rank {then['mean_rank']:.2f})."
        )


def rank_table(ranks: GroupRanks) -> pl.DataFrame:
    """Return the mean ranks of a store in the columns that recommendations are made from."""
    dimension = ranks.runs.dimension
    if dimension is None:
        raise InvalidArgumentError("recommendations need the ranks of one dimension; the runs hold several")
    return ranks.mean_ranks.with_columns(dimension=pl.lit(dimension, pl.Int32)).select(COLUMNS)


def ranks_of(
    source: RunSource,
    *,
    dimension: int | None = None,
    suite: str | None = None,
    near: int | None = None,
    optimum_at_bound: bool = False,
) -> pl.DataFrame:
    """Return the rank table of a store, a path or a frame of runs; `near` takes the stored dimension nearest to it.

    With `optimum_at_bound` the runs on moved walls answer, those with the optimum nearest to the wall.
    """
    source = open_source(source)
    if optimum_at_bound:
        suite = nearest_walls(source, suite)
    if near is not None:
        dimension = min(stored_dimensions(source), key=lambda n: (abs(n - near), n))
    return rank_table(group_ranks(function_ranks(load_runs(source, dimension=dimension, suite=suite))))


def nearest_walls(source: RunSource, suite: str | None = None) -> str:
    """Return the suite of `source` whose optimum is nearest to the wall, in all coordinates before only some."""
    held = stored_suites(source)
    names = [suite_name(name) for name in held if plain_suite(name) == WALLS]
    if suite is not None:
        raise InvalidArgumentError(f"an optimum at a bound is asked of suite {WALLS!r}; got suite {suite!r} beside it")
    if not names:
        raise InvalidArgumentError(
            f"for an optimum at a bound runs on suite {WALLS!r} are needed; the table holds {quoted(held)}. "
            "The preset 'walls' makes some"
        )
    return str(min(names, key=lambda name: (name.epsilon, name.coordinates is not None, -(name.coordinates or 0))))


def built_in_ranks(suite: str | None = None, *, optimum_at_bound: bool = False) -> pl.DataFrame:
    """Return the ranks that ship with the package, with how each was measured (`setup`)."""
    if optimum_at_bound:
        raise InvalidArgumentError(
            f"the ranks that ship with inbounds were measured on {BUILT_IN_SUITE!r}, where hardly an optimum lies at a "
            f"bound; a store with runs on suite {WALLS!r} can tell, such as that of the preset 'walls'"
        )
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
        .with_columns(
            winners=pl.col("best").sum().over("mutation", "crossover"),
            separated=pl.col("worse").any().over("mutation", "crossover"),
        )
        .group_by("boundary", maintain_order=True)
        .agg(
            pl.col("mean_rank").mean(),
            best_share=pl.col("best").mean(),
            worse_share=pl.col("worse").mean(),
            alone=(pl.col("best") & (pl.col("winners") == 1)).sum(),
            tied=(pl.col("best") & (pl.col("winners") > 1)).sum(),
            ahead_of_some=(pl.col("best") & pl.col("separated")).sum(),
            configurations=pl.len(),
        )
        .sort("mean_rank", "boundary")
    )
    if "setup" in chosen.columns:
        source += f" ({'; '.join(chosen['setup'].unique(maintain_order=True))})"
    return Recommendation(table, nearest, group, source)
