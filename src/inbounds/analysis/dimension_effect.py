"""How the impact of the boundary method changes with the dimension: variance, repairs, significance, winners."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl
from scipy import stats

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import RunSource, load, stored_dimensions
from inbounds.analysis.ranking import fewest_runs, function_ranks
from inbounds.analysis.recommendation import rank_table, recommend
from inbounds.analysis.significance import group_ranks
from inbounds.analysis.variance import is_full_grid, variance_shares
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
    configuration; and the repaired share. `trends`: measure, first, last (dimension), change, low, high, trend: it
    rises or falls where the interval of the change from the lowest to the highest dimension leaves out 0.
    `winners`: dimension, then the columns of `Recommendation.table`.
    """

    impact: pl.DataFrame
    trends: pl.DataFrame
    winners: pl.DataFrame
    runs: int


def dimension_effect(source: RunSource, *, resamples: int = 200, seed: int = 0) -> DimensionEffect:
    """Measure the impact of the boundary method in each dimension of which `source` holds runs.

    Intervals of the variance come from runs drawn again; those of significance from the spread between configurations,
    all others from that between functions. A change of the last two is taken configuration by configuration or function
    by function; of the variance, from both its intervals.
    """
    rows: list[tuple[str, int, float, float | None, float | None]] = []
    paired: dict[tuple[str, int], dict[Hashable, float]] = {}
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
            worse = group_ranks(ranked).worse[runs.groups.index(ALL)].mean(axis=1)
            paired[WORSE, dimension] = dict(zip(runs.configurations, worse, strict=True))
            advised = recommend(rank_table(ranked), dimensions=[dimension])
            winners.append(advised.table.select(pl.lit(dimension).alias("dimension"), pl.all()))
        paired[REPAIRED, dimension] = _of_functions(runs)
    for (measure, dimension), of_each in paired.items():
        mean, low, high = _mean_with_interval([*of_each.values()])
        inside = tuple(None if end is None else min(max(end, 0.0), 1.0) for end in (low, high))
        rows.append((measure, dimension, mean, inside[0], inside[1]))
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
    return DimensionEffect(
        impact, _trends(impact, paired), pl.concat(winners) if winners else pl.DataFrame(), min(least)
    )


def _of_functions(runs: Runs) -> dict[Hashable, float]:
    """Return the mean repaired share of each function."""
    cells = runs.cell_means("repaired")
    functions = sorted({block.function for block in runs.blocks})
    return {
        number: float(np.nanmean(cells[:, [block.function == number for block in runs.blocks]])) for number in functions
    }


def _mean_with_interval(values: Sequence[float]) -> tuple[float, float | None, float | None]:
    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, None, None
    reach = float(stats.t.ppf((1 + LEVEL) / 2, len(values) - 1) * np.std(values, ddof=1) / np.sqrt(len(values)))
    return mean, mean - reach, mean + reach


def _trends(impact: pl.DataFrame, paired: Mapping[tuple[str, int], Mapping[Hashable, float]]) -> pl.DataFrame:
    rows = []
    for (measure,), part in impact.group_by(["measure"], maintain_order=True):
        if part.height < 2:
            continue
        first, last = part.row(0, named=True), part.row(-1, named=True)
        ends = [paired.get((str(measure), row["dimension"]), {}) for row in (first, last)]
        both = [key for key in ends[0] if key in ends[1]]
        change, low, high = (
            _mean_with_interval([ends[1][key] - ends[0][key] for key in both]) if both else difference(first, last)
        )
        trend = UNCLEAR
        if low is not None and high is not None:
            trend = RISES if low > 0 else FALLS if high < 0 else UNCLEAR
        rows.append((measure, first["dimension"], last["dimension"], change, low, high, trend))
    columns = {
        "measure": pl.String,
        "first": pl.Int64,
        "last": pl.Int64,
        "change": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "trend": pl.String,
    }
    return pl.DataFrame(rows, schema=columns, orient="row")


def difference(first: Mapping[str, Any], last: Mapping[str, Any]) -> tuple[float, float | None, float | None]:
    """Return the difference of two independent values with the interval that follows from theirs (Zou, Donner 2008)."""
    change = last["value"] - first["value"]
    if first["low"] is None or last["low"] is None:
        return change, None, None
    down = np.hypot(last["value"] - last["low"], first["high"] - first["value"])
    up = np.hypot(last["high"] - last["value"], first["value"] - first["low"])
    return change, float(change - down), float(change + up)
