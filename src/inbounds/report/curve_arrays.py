"""The curves of all cells as arrays over the cube."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.analysis.axes import Axes
from inbounds.arrays import Floats
from inbounds.runs.recording import MEASURES

KEPT = ("precision", "repaired", "f", "cr", *MEASURES)
_CELL = ("function", "instance", "dimension", "mutation", "crossover", "boundary")


@dataclass(frozen=True, eq=False)
class CurveArrays:
    """Median precision, mean repaired share, mean F, mean Cr and the measures, those of them that were recorded.

    `evaluations` are the counts at the points, one list for each budget; `counts_of_block` says which list is whose.
    `values` has configurations × blocks × boundaries × points, NaN = missing.
    """

    evaluations: list[list[int]]
    counts_of_block: list[int]
    values: dict[str, Floats]


def curve_arrays(curves: pl.DataFrame, axes: Axes) -> CurveArrays:
    """Lay the table of `analysis.curves.all_curves` out."""
    counted = curves.group_by("function", "instance", "dimension").agg(pl.col("evaluations").unique().sort())
    of_block = {tuple(row[:3]): row[3] for row in counted.rows()}
    lists = [list(found) for found in dict.fromkeys(tuple(counts) for counts in of_block.values())]
    where = {block: lists.index(list(counts)) for block, counts in of_block.items()}
    place = curves.with_columns(at=pl.int_range(pl.len()).over(*_CELL))
    shape = (*axes.shape, max(len(counts) for counts in lists))
    index = (*axes.index(place, ("configuration", "block", "boundary")), place["at"].to_numpy())
    values = {}
    for name in recorded_curves(place):
        values[name] = np.full(shape, np.nan)
        values[name][index] = place[name].fill_null(np.nan).to_numpy()
    return CurveArrays(lists, [where.get(tuple(block), 0) for block in axes.blocks], values)


def recorded_curves(table: pl.DataFrame) -> list[str]:
    """Name the curves that have values; other programs' results know no F and Cr."""
    return [name for name in KEPT if table[name].is_not_null().any()]
