"""Which boundary method to try first for a given mutation, crossover and kind of problem, from measured ranks.

The functions are taken as a sample of their kind: intervals say what to expect of another function of it. They come
from the spread between functions, and hold the chance of the runs too. Where a problem has too few runs for the test to
separate any two methods, all would tie on it: there the means of their runs are ranked, and the advice says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from inbounds.analysis.axes import Block, Configuration, ordered_axes
from inbounds.analysis.loading import RunSource, open_source, stored_dimensions, stored_suites
from inbounds.analysis.loading import load as load_runs
from inbounds.analysis.ranking import FunctionRanks, fewest_runs, function_ranks
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE, TIED, group_tests
from inbounds.arrays import Floats
from inbounds.counts_and_lists import counted, listed
from inbounds.errors import InvalidArgumentError, quoted, suggestion
from inbounds.notebook import html_table
from inbounds.problems.function_groups import ALL, GROUP_NAMES, function_group, named_group
from inbounds.problems.suite_names import WALLS, plain_suite, suite_name

COLUMNS = (
    "suite", "dimension", "function", "instance", "mutation", "crossover", "boundary", "rank", "runs",
)  # fmt: skip
BUILT_IN, BUILT_IN_SUITE = "measured_ranks.parquet", "bbob"
PANEL = ("suite", *Configuration._fields, *Block._fields)  # the methods of a panel are ranked among themselves
LEVEL = 0.95
FAR = 2.0  # a dimension beyond the measured ones by more than this factor
MOST_NAMED = 5


@dataclass(frozen=True, eq=False, repr=False)
class Recommendation:
    """The methods, best first, and what the advice rests on.

    `table`: boundary, mean_rank (over the configurations and functions asked for), low and high (its 95 % interval for
    functions of this kind; null with a single function), close (no clear difference from the first), best_share and
    worse_share (of the configurations in which it is best, or significantly worse than the best), alone, tied,
    ahead_of_some (in how many it is best alone, best with others, and best with some method significantly worse),
    configurations. `too_few_runs`: on some problems the test could not have separated any two methods.
    """

    table: pl.DataFrame
    dimensions: tuple[int, ...]
    asked: tuple[int, ...]
    group: str
    functions: int
    runs: int
    source: str
    too_few_runs: bool = False

    @property
    def first(self) -> list[str]:
        """The methods with the lowest mean rank; several where they tie."""
        lowest = self.table["mean_rank"][0]
        return self.table.filter(pl.col("mean_rank") <= lowest + TIED)["boundary"].to_list()

    @property
    def close(self) -> list[str]:
        """The methods without a clear difference from the first, that one included."""
        return self.table.filter("close")["boundary"].to_list()

    @property
    def any_difference(self) -> bool:
        """Whether any method is significantly worse than the best in any of the configurations."""
        return bool(self.table["worse_share"].max() > 0)  # type: ignore[operator] # a number: no row is empty

    @property
    def where(self) -> str:
        """Say what was measured: functions, dimensions, configurations and runs."""
        kind = "" if self.group == ALL else f" of group {self.group} ({GROUP_NAMES[self.group]})"
        return (
            f"{counted(self.functions, 'function')}{kind}, {_in_dimensions(self.dimensions)}, "
            f"{counted(int(self.table['configurations'][0]), 'configuration')}, {counted(self.runs, 'run')} per cell"
        )

    @property
    def distance(self) -> str | None:
        """Say which of the dimensions asked for were not measured, and whether they are far from the data."""
        missed = [n for n in self.asked if n not in self.dimensions]
        if not missed:
            return None
        far = [n for n in missed if min(abs(np.log(n / m)) for m in self.dimensions) > np.log(FAR)]
        said = f"{_in_dimensions(missed)} was not measured: {_in_dimensions(self.dimensions)} is the nearest that was."
        return said + (f" {_in_dimensions(far)} is far from the data: take this as a guess." if far else "")

    def __repr__(self) -> str:
        first, where = " or ".join(self.first), ", ".join(map(str, self.dimensions))
        return f"<Recommendation for dimension {where}, group {self.group}: {first} first>"

    def _repr_html_(self) -> str:
        shown = self.table.select("boundary", "mean_rank", "low", "high", "best_share", "worse_share")
        return html_table(f"{self.advice()} From {self.source}.", shown.columns, shown.rows())

    def advice(self) -> str:
        """Say what to try first, what does as well, and no more than the tests do."""
        return f"{self._advice()} {self._on_few_runs()}" if self.too_few_runs else self._advice()

    def _on_few_runs(self) -> str:
        methods = self.table.height
        return (
            f"{counted(self.runs, 'run')} per cell cannot separate any two of {methods} methods on one problem (the "
            f"test needs {fewest_runs(methods)}), so ranks there are those of the mean precisions."
        )

    def _advice(self) -> str:
        first, configurations = self.first, int(self.table["configurations"][0])
        where = f"{configurations} configurations" if configurations > 1 else "the configuration"
        if len(first) == self.table.height:
            return f"No difference: all {self.table.height} methods tie over {where}. Take any of them."
        rank = f"mean rank {self._rank(0)}"
        if len(first) > 1:
            best = f"{listed(first)} tie with the best {rank}"
        else:
            row = self.table.row(0, named=True)
            often = f"alone best in {row['alone']} of {configurations}, tied in {row['tied']}"
            best = f"{first[0]} has the best {rank} ({often})"
        said = [f"Try {' or '.join(first)} first: {best}."]
        if not self.any_difference:
            within = f"any of {where}" if configurations > 1 else where
            said = [
                f"Try {' or '.join(first)} first, by mean rank only: {best}, no significant difference in {within}."
            ]
        if len(self.close) == self.table.height:
            said.append(f"No clear difference between any of the {self.table.height} methods.")
        elif len(self.close) > len(first):
            said.append(f"No clear difference between {_named(self.close)}.")
        else:
            then = self.table.row(len(first), named=True)["boundary"]
            said.append(f"Then {then} (mean rank {self._rank(len(first))}).")
        if self.any_difference:
            worst = self.table.sort("worse_share", "mean_rank", descending=True).row(0, named=True)
            said.append(
                f"{worst['boundary']} is significantly worse than the best in {100 * worst['worse_share']:.0f} % of "
                f"{'configurations' if configurations > 1 else 'cases'}."
            )
        return " ".join(said)

    def _rank(self, row: int) -> str:
        mean, low, high = self.table.select("mean_rank", "low", "high").row(row)
        return f"{mean:.2f}" if low is None else f"{mean:.2f} [{low:.2f}, {high:.2f}]"


def rank_table(ranks: FunctionRanks) -> pl.DataFrame:
    """Return the ranks on each problem in the columns that recommendations are made from."""
    table = ranks.table.with_columns(suite=pl.lit(ranks.runs.suite)).drop_nulls("rank")
    by_mean = pl.col("mean").rank("average").over(PANEL)
    return table.with_columns(rank=pl.when(_too_few_runs(table)).then(by_mean).otherwise("rank")).select(COLUMNS)


def _too_few_runs(ranks: pl.DataFrame) -> pl.Series:
    """Tell of each row whether the test could not separate any two methods on its problem."""
    panels = ranks.select(most=pl.col("runs").max().over(PANEL), methods=pl.len().over(PANEL))
    needed = {methods: fewest_runs(methods) for methods in panels["methods"].unique()}
    return panels["most"] < panels["methods"].replace_strict(needed, return_dtype=pl.Int64)


def ranks_of(
    source: RunSource, *, suites: Sequence[str] = (), near: Sequence[int] = (), optimum_at_bound: bool = False
) -> pl.DataFrame:
    """Return the rank table of a store, a path or a frame of runs; `near` takes the stored dimensions nearest to it.

    With `optimum_at_bound` the runs on moved walls answer, those with the optimum nearest to the wall.
    """
    source = open_source(source)
    if optimum_at_bound:
        suites = [nearest_walls(stored_suites(source), suites)]
    held = stored_dimensions(source) if near else []
    dimensions: list[int | None] = [*dict.fromkeys(_nearest(n, held) for n in near)] or [None]
    named: list[str | None] = [*suites] or [None]
    return pl.concat(
        rank_table(function_ranks(load_runs(source, dimension=dimension, suite=suite)))
        for suite in named
        for dimension in dimensions
    )


def nearest_walls(held: Sequence[str], suites: Sequence[str] = ()) -> str:
    """Return the suite among `held` whose optimum is nearest to the wall, in all coordinates before only some."""
    names = [suite_name(name) for name in held if plain_suite(name) == WALLS]
    if suites:
        raise InvalidArgumentError(
            f"an optimum at a bound is asked of suite {WALLS!r}; got suite {quoted(suites)} beside it"
        )
    if not names:
        raise InvalidArgumentError(
            f"for an optimum at a bound runs on suite {WALLS!r} are needed; the table holds {quoted(held)}. "
            "The preset 'walls' makes some"
        )
    return str(min(names, key=lambda name: (name.epsilon, name.coordinates is not None, -(name.coordinates or 0))))


def built_in_ranks(suites: Sequence[str] = (), *, optimum_at_bound: bool = False) -> pl.DataFrame:
    """Return the ranks that ship with the package, with how each was measured (`setup`)."""
    with files("inbounds.analysis").joinpath(BUILT_IN).open("rb") as stream:
        ranks = pl.read_parquet(stream)
    held = ranks["suite"].unique(maintain_order=True).to_list()
    if optimum_at_bound:
        suites = [nearest_walls(held, suites)]
    for suite in suites:
        if suite not in held:
            raise InvalidArgumentError(
                f"the ranks that ship with inbounds were measured on {quoted(held)}; got suite {suite!r}. "
                "A store with runs on it can give advice, too"
            )
    return ranks.filter(pl.col("suite").is_in([*suites] or [BUILT_IN_SUITE]))


def recommend(
    ranks: pl.DataFrame,
    *,
    mutations: Sequence[str] | None = None,
    crossovers: Sequence[str] | None = None,
    group: str = ALL,
    dimensions: Sequence[int] = (),
    suites: Sequence[str] | None = None,
    source: str = "given ranks",
) -> Recommendation:
    """Average the ranks over the configurations asked for, in the measured dimensions nearest to `dimensions`.

    Without a dimension, that with the most runs answers, the largest of several. `group`: "1" to "5", "all", or a name
    such as "multimodal". Where the ranks say how they were measured (a column `setup`), the source says so too.
    """
    number = named_group(group)
    places = ranks.select("suite", "function").unique()
    groups = [function_group(suite, function) or ALL for suite, function in places.rows()]
    kinds = ranks.join(places.with_columns(group=pl.Series(groups)), on=["suite", "function"], maintain_order="left")
    known = [*sorted(set(kinds["group"]) - {ALL}), ALL]
    if number not in known:
        raise InvalidArgumentError(f"group must be one of {quoted(known)}; got {group!r}")
    chosen = kinds if number == ALL else kinds.filter(pl.col("group") == number)
    measured = chosen.group_by("dimension").agg(pl.col("runs").min()).sort("runs", "dimension")
    held = measured["dimension"].to_list()
    nearest = [*dict.fromkeys(_nearest(n, held) for n in dimensions)] or held[-1:]
    chosen = chosen.filter(pl.col("dimension").is_in(nearest))
    for column, wanted in (("suite", suites), ("mutation", mutations), ("crossover", crossovers)):
        if wanted:
            chosen = _only(chosen, column, wanted)
    if "setup" in chosen.columns:
        source += f" ({'; '.join(chosen['setup'].unique(maintain_order=True))})"
    return Recommendation(
        table=_methods(chosen),
        dimensions=tuple(sorted(nearest)),
        asked=tuple(dimensions),
        group=number,
        functions=chosen.select("suite", "function").unique().height,
        runs=int(chosen["runs"].min()),  # type: ignore[arg-type] # a number: no row is empty
        source=source,
        too_few_runs=bool(_too_few_runs(chosen).any()),
    )


def _only(ranks: pl.DataFrame, column: str, wanted: Sequence[str]) -> pl.DataFrame:
    known = ranks[column].unique(maintain_order=True).to_list()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise InvalidArgumentError(
            f"{column} must be one of {quoted(known)}; got {quoted(unknown)}." + suggestion(unknown[0], known)
        )
    return ranks.filter(pl.col(column).is_in(list(wanted)))


def _methods(ranks: pl.DataFrame) -> pl.DataFrame:
    """Compare the methods of a rank table: one row per method, best first."""
    methods = ranks["boundary"].unique(maintain_order=True).to_list()
    best, worse = _marked(ranks, methods)
    of_function = ranks.pivot(
        on="boundary", index=["suite", "function"], values="rank", aggregate_function="mean", maintain_order=True
    )
    values = of_function.select(methods).drop_nulls().to_numpy()
    if not len(values):
        raise InvalidArgumentError("no function has ranks of every method: nothing can be compared")
    means = values.mean(axis=0)
    reach = _reach(values, 1 - (1 - LEVEL) / 2)
    leading = int(means.argmin())
    behind = values - values[:, [leading]]
    # all others are compared with one: their level is shared among them
    margin = _reach(behind, 1 - (1 - LEVEL) / 2 / max(len(methods) - 1, 1))
    winners, separated = best.sum(axis=1, keepdims=True), worse.any(axis=1, keepdims=True)
    return (
        pl.DataFrame(
            {
                "boundary": methods,
                "mean_rank": means,
                "low": np.maximum(means - reach, 1.0),
                "high": np.minimum(means + reach, len(methods)),
                "close": ~(behind.mean(axis=0) > margin + TIED) if len(values) > 1 else behind.mean(axis=0) <= TIED,
                "best_share": best.mean(axis=0),
                "worse_share": worse.mean(axis=0),
                "alone": (best & (winners == 1)).sum(axis=0),
                "tied": (best & (winners > 1)).sum(axis=0),
                "ahead_of_some": (best & separated).sum(axis=0),
                "configurations": np.full(len(methods), len(best)),
            }
        )
        .with_columns(pl.col("low", "high").fill_nan(None))
        .sort("mean_rank", "boundary")
    )


def _reach(values: Floats, quantile: float) -> Floats:
    """Return the half width of a t interval of each column's mean; NaN for a single row."""
    count = len(values)
    if count < 2:
        return np.full(values.shape[1], np.nan)
    width: Floats = stats.t.ppf(quantile, count - 1) * values.std(axis=0, ddof=1) / np.sqrt(count)
    return width


def _marked(ranks: pl.DataFrame, methods: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which methods are best, and which significantly worse, in each configuration of each suite and dimension."""
    best: list[NDArray[np.bool_]] = []
    worse: list[NDArray[np.bool_]] = []
    for (suite, _), part in ranks.group_by(["suite", "dimension"], maintain_order=True):
        axes = ordered_axes(
            str(suite),
            (Configuration(*row) for row in part.select(Configuration._fields).unique().rows()),
            (Block(*row) for row in part.select(Block._fields).unique().rows()),
            part["boundary"].unique(),
        )
        tests = group_tests(axes.array(part, ("configuration", "block", "boundary"), "rank"), DEFAULT_SIGNIFICANCE)
        at: list[Any] = [axes.boundaries.index(name) if name in axes.boundaries else None for name in methods]
        for found, marks in ((best, tests.best), (worse, tests.worse)):
            found.append(np.stack([np.zeros(len(marks), bool) if k is None else marks[:, k] for k in at], axis=1))
    return np.concatenate(best), np.concatenate(worse)


def _nearest(dimension: int, measured: Sequence[int]) -> int:
    return min(measured, key=lambda n: (abs(n - dimension), n))


def _in_dimensions(dimensions: Sequence[int]) -> str:
    return listed([f"{n}-D" for n in dimensions])


def _named(names: Sequence[str]) -> str:
    return listed(names, MOST_NAMED)
