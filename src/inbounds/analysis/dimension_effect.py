"""How the impact of the boundary method changes with the dimension: variance, repairs, significance, winners."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from scipy import stats

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import RunSource, load, stored_dimensions
from inbounds.analysis.ranking import fewest_runs, function_ranks
from inbounds.analysis.recommendation import rank_table, recommend
from inbounds.analysis.significance import group_ranks
from inbounds.analysis.variance import is_full_grid, variance_shares
from inbounds.arrays import Floats
from inbounds.problems.function_groups import ALL

RISES: Final = "rises"
FALLS: Final = "falls"
UNCLEAR: Final = "no clear change"
LEVEL = 0.95
_SHARES = {"ranks": "variance of the ranks", "log10 precision": "variance of log10 precision"}
WORSE = "significantly worse methods"
REPAIRED = "repaired share"


@dataclass(frozen=True, eq=False)
class DimensionEffect:
    """What each dimension shows.

    `impact`: measure, dimension, value, low, high. The measures are the boundary method's share of the variance with
    its interactions, on ranks and on log10 precision; the share of methods significantly worse than the best, per
    configuration; and the repaired share. `trends`: measure, first, last (dimension), change, trend: it rises or falls
    where the intervals of the lowest and of the highest dimension do not overlap.
    `winners`: dimension, then the columns of `Recommendation.table`.
    """

    impact: pl.DataFrame
    trends: pl.DataFrame
    winners: pl.DataFrame
    runs: int


def dimension_effect(source: RunSource, *, resamples: int = 200, seed: int = 0) -> DimensionEffect:
    """Measure the impact of the boundary method in each dimension of which `source` holds runs.

    Intervals of the variance come from runs drawn again; those of significance from the spread between configurations,
    all others from that between functions.
    """
    rows: list[tuple[str, int, float, float | None, float | None]] = []
    winners = []
    least = []
    for dimension in stored_dimensions(source):
        runs = load(source, dimension=dimension)
        least.append(int(runs.sizes[runs.sizes > 0].min()))
        if is_full_grid(runs):
            shares = variance_shares(runs, resamples=resamples, level=LEVEL, seed=seed).totals
            for row in shares.filter(group=ALL, factor="boundary").iter_rows(named=True):
                rows.append((_SHARES[row["scale"]], dimension, row["total"], row["total_low"], row["total_high"]))
        if least[-1] >= fewest_runs(len(runs.boundaries)):
            ranked = function_ranks(runs)
            worse = group_ranks(ranked).worse[runs.groups.index(ALL)]
            rows.append((WORSE, dimension, *_mean_with_interval(worse.mean(axis=1))))
            advised = recommend(rank_table(ranked), dimensions=[dimension])
            winners.append(advised.table.select(pl.lit(dimension).alias("dimension"), pl.all()))
        rows.append((REPAIRED, dimension, *_mean_with_interval(_of_functions(runs))))
    impact = pl.DataFrame(
        rows,
        schema={
            "measure": pl.String,
            "dimension": pl.Int64,
            "value": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
        },
        orient="row",
    )
    order = [*_SHARES.values(), WORSE, REPAIRED]
    impact = impact.sort(pl.col("measure").cast(pl.Enum(order)), "dimension")
    return DimensionEffect(impact, _trends(impact), pl.concat(winners) if winners else pl.DataFrame(), min(least))


def _of_functions(runs: Runs) -> Floats:
    """Return the mean repaired share of each function."""
    cells = runs.cell_means("repaired")
    functions = sorted({block.function for block in runs.blocks})
    return np.array([np.nanmean(cells[:, [block.function == number for block in runs.blocks]]) for number in functions])


def _mean_with_interval(shares: Floats) -> tuple[float, float | None, float | None]:
    mean = float(shares.mean())
    if len(shares) < 2:
        return mean, None, None
    reach = float(stats.t.ppf((1 + LEVEL) / 2, len(shares) - 1) * shares.std(ddof=1) / np.sqrt(len(shares)))
    return mean, max(mean - reach, 0.0), min(mean + reach, 1.0)


def _trends(impact: pl.DataFrame) -> pl.DataFrame:
    rows = []
    for (measure,), part in impact.group_by(["measure"], maintain_order=True):
        first, last = part.row(0, named=True), part.row(-1, named=True)
        if part.height < 2:
            continue
        trend = UNCLEAR
        if first["low"] is not None and last["low"] > first["high"]:
            trend = RISES
        elif first["low"] is not None and last["high"] < first["low"]:
            trend = FALLS
        rows.append((measure, first["dimension"], last["dimension"], last["value"] - first["value"], trend))
    columns = {
        "measure": pl.String,
        "first": pl.Int64,
        "last": pl.Int64,
        "change": pl.Float64,
        "trend": pl.String,
    }
    return pl.DataFrame(rows, schema=columns, orient="row")
