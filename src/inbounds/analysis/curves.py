"""Over the course of the runs and at their end: convergence, repaired-share and parameter curves; box plot numbers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators import catalogue
from inbounds.runs.recording import CURVES, MEASURES, curve_evaluations

_CELL = ["function", "instance", "dimension", "mutation", "crossover", "boundary"]
_MEANS = {name: f"curve_{name}" for name in ("repaired", "f", "cr", *MEASURES)}
_READ = (*CURVES, *(f"curve_{name}" for name in MEASURES))


def curves(
    source: RunSource,
    *,
    functions: Sequence[int] | None = None,
    mutations: Sequence[str] | None = None,
    crossovers: Sequence[str] | None = None,
    boundaries: Sequence[str] | None = None,
    dimension: Dimension = None,
) -> pl.DataFrame:
    """Return the curves of the chosen cells, aggregated over their runs.

    Columns: function, instance, dimension, mutation, crossover, boundary, evaluations, precision (median),
    precision_low, precision_high (quartiles), repaired, f, cr and the measures (means), runs. Cells without curves
    are left out; measures are null where runs were not measured.
    """
    runs = load(source, dimension=dimension)
    lazy = runs.source
    for column, wanted in (
        ("function", functions),
        ("mutation", mutations),
        ("crossover", crossovers),
        ("boundary", boundaries),
    ):
        if wanted is not None:
            lazy = lazy.filter(pl.col(column).is_in(list(wanted)))
    schema = lazy.collect_schema()
    if "curve_precision" not in schema:
        raise InvalidArgumentError(f"the table has no column 'curve_precision'; its columns are {quoted(schema)}")
    recorded = [name for name in _READ if name in schema]
    points = lazy.select(*_CELL, "budget", *recorded).drop_nulls("curve_precision").collect()
    steps = pl.int_ranges(pl.col("curve_precision").list.len()).alias("step")
    points = points.with_columns(steps).explode("step", *recorded)

    def mean(name: str) -> pl.Expr:
        if name not in recorded:
            return pl.lit(None, dtype=pl.Float64)
        return pl.col(name).cast(pl.Float64).fill_nan(None).mean()  # NaN: before the first generation

    precision = pl.col("curve_precision").cast(pl.Float64)
    table = points.group_by(*_CELL, "budget", "step").agg(
        precision=precision.median(),
        precision_low=precision.quantile(0.25, "linear"),
        precision_high=precision.quantile(0.75, "linear"),
        **{name: mean(column) for name, column in _MEANS.items()},
        runs=pl.len().cast(pl.Int64),
    )
    table = table.join(_evaluation_counts(points["budget"]), on=["budget", "step"], how="left")
    return runs.axes.in_order(table.sort("step")).select(
        *_CELL, "evaluations", pl.exclude(*_CELL, "evaluations", "budget", "step")
    )


def all_curves(runs: Runs, step: Callable[[], None] = lambda: None) -> pl.DataFrame | None:
    """Return the curves of all cells, aggregated function by function so that memory stays small.

    `step` is called after each function. None where no curves were recorded.
    """
    schema = runs.source.collect_schema()
    if "curve_precision" not in schema:
        return None
    held = runs.source.select(*_CELL, "budget", *(name for name in _READ if name in schema)).collect()
    if held.drop_nulls(["curve_precision", "budget"]).is_empty():
        return None
    read = replace(runs, source=held.lazy())
    tables = []
    for function in sorted({block.function for block in runs.blocks}):
        tables.append(curves(read, functions=[function]).drop_nulls("evaluations"))
        step()
    return pl.concat(tables)


def share_curves(source: RunSource, *, dimension: Dimension = None) -> pl.DataFrame:
    """Return how the shares of adaptive mixtures developed, means over the runs.

    Columns: function, instance, dimension, mutation, crossover, boundary, part (a boundary method), evaluations, share.
    No rows where no shares were recorded.
    """
    runs = load(source, dimension=dimension)
    columns = [*_CELL, "part", "evaluations", "share"]
    tables = []
    if "curve_shares" in runs.source.collect_schema():
        held = runs.source.select(*_CELL, "budget", "curve_shares").drop_nulls("curve_shares").collect()
        for (boundary,), of_method in held.group_by("boundary", maintain_order=True):
            parts = [part.name for part in catalogue.choose("boundary", str(boundary)).parts]
            at = pl.int_ranges(pl.col("curve_shares").list.len()).alias("at")
            points = of_method.with_columns(at).explode("at", "curve_shares")
            means = points.group_by(*_CELL, "budget", "at").agg(share=pl.col("curve_shares").cast(pl.Float64).mean())
            named = means.with_columns(
                part=(pl.col("at") % len(parts)).replace_strict(dict(enumerate(parts)), return_dtype=pl.String),
                step=pl.col("at") // len(parts),
            )
            tables.append(named.join(_evaluation_counts(named["budget"]), on=["budget", "step"], how="left"))
    if not tables:
        return pl.DataFrame(schema={name: runs.frame.schema.get(name, pl.Float64) for name in columns})
    return runs.axes.in_order(pl.concat(tables).sort("at")).select(columns)


def distributions(source: RunSource, *, floor: float = 0.0, dimension: Dimension = None) -> pl.DataFrame:
    """Return the numbers behind box plots of the final precision, one row per cell.

    Columns: function, instance, dimension, mutation, crossover, boundary, runs, low, first_quartile, median,
    third_quartile, high, mean.
    """
    if not floor >= 0:
        raise InvalidArgumentError(f"floor must be a number >= 0; got {floor!r}")
    runs = load(source, dimension=dimension)
    precision = pl.max_horizontal(pl.col("precision"), pl.lit(floor))
    return runs.axes.in_order(
        runs.frame.group_by(*_CELL).agg(
            runs=pl.len().cast(pl.Int64),
            low=precision.min(),
            first_quartile=precision.quantile(0.25, "linear"),
            median=precision.median(),
            third_quartile=precision.quantile(0.75, "linear"),
            high=precision.max(),
            mean=precision.mean(),
        )
    )


def _evaluation_counts(budgets: pl.Series) -> pl.DataFrame:
    frames = [pl.DataFrame(schema=dict.fromkeys(("budget", "step", "evaluations"), pl.Int64))]
    for budget in budgets.drop_nulls().unique().to_list():
        counts = np.asarray(curve_evaluations(budget), dtype=np.int64)
        frames.append(
            pl.DataFrame(
                {"budget": np.full(counts.size, budget), "step": np.arange(counts.size), "evaluations": counts}
            )
        )
    return pl.concat(frames)
