"""Arrays over labelled axes as tables with one row per cell."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis.cube import Runs
from inbounds.problems.function_groups import function_group


def long_table(axes: Mapping[str, Sequence[Any]], columns: Mapping[str, NDArray[Any]]) -> pl.DataFrame:
    """Turn arrays over the product of `axes` into rows; tuple axes become one column a field; NaN becomes null."""
    shape = tuple(len(labels) for labels in axes.values())
    at = np.indices(shape).reshape(len(shape), -1)
    data: dict[str, pl.Series] = {}
    for (name, labels), index in zip(axes.items(), at, strict=True):
        if labels and isinstance(labels[0], tuple):
            for field_index, field in enumerate(type(labels[0])._fields):  # type: ignore[attr-defined]
                data[field] = pl.Series(field, [label[field_index] for label in labels]).gather(index)
        else:
            data[name] = pl.Series(name, list(labels)).gather(index)
    for name, array in columns.items():
        flat = np.broadcast_to(array, shape).ravel()
        series = pl.Series(name, flat)
        data[name] = series.fill_nan(None) if series.dtype.is_float() else series
    return pl.DataFrame(data)


def block_groups(runs: Runs) -> pl.DataFrame:
    """Return the group of each block, to be joined on function."""
    functions = sorted({block.function for block in runs.blocks})
    groups = [function_group(runs.suite, function) for function in functions]
    return pl.DataFrame({"function": functions, "group": groups}, schema={"function": pl.Int64, "group": pl.String})


def with_group(table: pl.DataFrame, runs: Runs) -> pl.DataFrame:
    """Add the function group as the first column of a table with a function column."""
    joined = table.join(block_groups(runs), on="function", how="left", maintain_order="left")
    return joined.select("group", *table.columns)
