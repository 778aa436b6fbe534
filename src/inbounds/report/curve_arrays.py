"""The curves of all cells as arrays, gathered function by function so that memory stays small."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis import Runs, curves
from inbounds.report.planned_axes import Grid

Values = NDArray[np.float64]
KEPT = ("precision", "repaired", "f", "cr")
_CELL = ("function", "instance", "dimension", "mutation", "crossover", "boundary", "budget")


@dataclass(frozen=True, eq=False)
class CurveArrays:
    """Median precision, mean repaired share, mean F and mean Cr, those of them that were recorded.

    `evaluations` are the counts at the points, one list for each budget; `counts_of_block` says which list is whose.
    `values` has configurations × blocks × boundaries × points, NaN = missing.
    """

    evaluations: list[list[int]]
    counts_of_block: list[int]
    values: dict[str, Values]


def with_curves(runs: Runs) -> Runs | None:
    """Read the curves, once and without columns that no picture needs; None where there are none to place."""
    schema = runs.source.collect_schema()
    if "curve_precision" not in schema:
        return None
    wanted = [*_CELL, *(f"curve_{name}" for name in KEPT if f"curve_{name}" in schema)]
    held = runs.source.select(wanted).collect()
    if held.drop_nulls(["curve_precision", "budget"]).is_empty():
        return None
    return replace(runs, source=held.lazy())


def tables_by_function(runs: Runs) -> Iterator[pl.DataFrame]:
    """Yield the aggregated curves of one function after the other."""
    for function in sorted({block.function for block in runs.blocks}):
        yield curves(runs, functions=[function]).drop_nulls("evaluations")


def curve_arrays(runs: Runs, grid: Grid, step: Callable[[], None] = lambda: None) -> CurveArrays:
    """Gather the curves of `runs`, as `with_curves` returns them; `step` is called after each function."""
    tables = []
    for table in tables_by_function(runs):
        tables.append(table.select(*_CELL[:-1], "evaluations", *KEPT))
        step()
    whole = pl.concat(tables)
    counted = whole.group_by("function", "instance", "dimension").agg(pl.col("evaluations").unique().sort())
    of_block = {tuple(row[:3]): row[3] for row in counted.rows()}
    lists = [list(found) for found in dict.fromkeys(tuple(counts) for counts in of_block.values())]
    where = {block: lists.index(list(counts)) for block, counts in of_block.items()}
    place = whole.with_columns(
        at=pl.int_range(pl.len()).over(*_CELL[:-1]),
    )
    shape = (
        len(grid.configurations),
        len(grid.blocks),
        len(grid.boundaries),
        max(len(counts) for counts in lists),
    )
    index = (*grid.index(place, ("configuration", "block", "boundary")), place["at"].to_numpy())
    values = {}
    for name in recorded_curves(place):
        values[name] = np.full(shape, np.nan)
        values[name][index] = place[name].fill_null(np.nan).to_numpy()
    return CurveArrays(lists, [where.get(tuple(block), 0) for block in grid.blocks], values)


def recorded_curves(table: pl.DataFrame) -> list[str]:
    """Name the curves that have values; other programs' results know no F and Cr."""
    return [name for name in KEPT if table[name].is_not_null().any()]
