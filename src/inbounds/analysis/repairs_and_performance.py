"""Do more repairs go with worse results? The question the paper left open, asked at three levels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.long_tables import long_table, with_group
from inbounds.analysis.rank_correlation import rank_correlation
from inbounds.analysis.ranking import locations
from inbounds.arrays import Floats
from inbounds.problems.function_groups import ALL

LEVELS = ("methods", "configurations", "runs")
PRECISION_FLOOR = 1e-8


@dataclass(frozen=True, eq=False)
class RepairsAndPerformance:
    """Rank correlations between repaired share and final precision; positive: more repairs, worse result.

    `table`: group, crossover, level, comparisons, mean, median, positive_share, p (two-sided Wilcoxon signed-rank
    test of the correlations around zero). Levels: "methods" compares the boundary methods within one configuration
    on one problem; "configurations" compares mutations with one method, crossover and problem; "runs" compares the
    runs of one cell, where nothing differs but chance. None of them shows a cause.
    `correlations`: the single values: level, group, function, instance, dimension, mutation, crossover, boundary,
    correlation (mutation or boundary is null where it varies).
    """

    table: pl.DataFrame
    correlations: pl.DataFrame


def repairs_and_performance(source: RunSource, *, dimension: Dimension = None) -> RepairsAndPerformance:
    """Correlate repaired share and precision (floored at 1e-8) within problems."""
    runs = load(source, dimension=dimension)
    precision = np.maximum(runs.cube("precision"), PRECISION_FLOOR)
    repaired = runs.cube("repaired")
    medians, shares = locations(precision, "median"), locations(repaired, "mean")
    crossovers = np.array([c.crossover for c in runs.configurations])
    frames = [
        _labelled(runs, "methods", rank_correlation(medians, shares)),
        _labelled(runs, "runs", rank_correlation(precision, repaired)),
    ]
    for crossover in dict.fromkeys(crossovers.tolist()):
        chosen = crossovers == crossover
        values = rank_correlation(np.moveaxis(medians[chosen], 0, -1), np.moveaxis(shares[chosen], 0, -1))
        frames.append(_labelled(runs, "configurations", values, crossover=crossover))
    correlations = pl.concat(frames).drop_nulls("correlation")
    tables = [correlations.with_columns(group=pl.lit(ALL)), correlations.drop_nulls("group")]
    rows = []
    for (group, crossover, level), part in pl.concat(tables).group_by(["group", "crossover", "level"]):
        values = part["correlation"].to_numpy()
        p = float(stats.wilcoxon(values, method="approx").pvalue) if np.any(values) and values.size > 5 else None
        rows.append((group, crossover, level, values.size, values.mean(), np.median(values), (values > 0).mean(), p))
    schema: dict[str, Any] = {
        "group": pl.String,
        "crossover": pl.String,
        "level": pl.Enum(LEVELS),
        "comparisons": pl.Int64,
        "mean": pl.Float64,
        "median": pl.Float64,
        "positive_share": pl.Float64,
        "p": pl.Float64,
    }
    table = pl.DataFrame(rows, schema=schema, orient="row").sort("group", "crossover", "level")
    return RepairsAndPerformance(table.with_columns(pl.col("level").cast(pl.String)), correlations)


def _labelled(runs: Runs, level: str, values: Floats, crossover: str | None = None) -> pl.DataFrame:
    """Name the axes of one level's correlations; what varies inside a correlation has no name."""
    axes: dict[str, Sequence[Any]] = {"configuration": runs.configurations, "block": runs.blocks}
    if level == "runs":
        axes["boundary"] = runs.boundaries
    elif level == "configurations":
        axes = {"block": runs.blocks, "boundary": runs.boundaries}
    table = long_table(axes, {"correlation": values}).with_columns(level=pl.lit(level))
    if level == "configurations":
        table = table.with_columns(mutation=pl.lit(None, dtype=pl.String), crossover=pl.lit(crossover))
    if level == "methods":
        table = table.with_columns(boundary=pl.lit(None, dtype=pl.String))
    columns = ("function", "instance", "dimension", "mutation", "crossover", "boundary", "correlation")
    return with_group(table.select("level", *columns), runs).select("level", "group", *columns)
