"""The run table: what is kept of each run, in which types, as Parquet bytes, and its digest without the timing."""

import io
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.plan.cells import Batch

SCHEMA_VERSION = 1
TARGET_COUNT = 51
CURVES = ("curve_precision", "curve_repaired", "curve_f", "curve_cr")
TIMING = ("seconds",)  # measured, so never the same twice: kept, but no part of a store's content

SCHEMA = pl.Schema(
    {
        "cell": pl.String(),
        "suite": pl.String(),
        "function": pl.Int16(),
        "instance": pl.Int32(),
        "dimension": pl.Int32(),
        "mutation": pl.String(),
        "crossover": pl.String(),
        "boundary": pl.String(),
        "adaptation": pl.String(),
        "population": pl.Int32(),
        "budget": pl.Int64(),
        "run": pl.Int32(),
        "seed": pl.UInt64(),
        "precision": pl.Float64(),
        "evaluations": pl.Int64(),
        "repaired": pl.Float64(),
        "seconds": pl.Float32(),
        "nonfinite": pl.Int32(),
        "hits": pl.Array(pl.Int32(), TARGET_COUNT),
        **{curve: pl.List(pl.Float32()) for curve in CURVES},
    }
)
CONTENT = tuple(name for name in SCHEMA if name not in TIMING)
_DTYPES: dict[str, type[np.generic]] = {
    "precision": np.float64,
    "evaluations": np.int64,
    "repaired": np.float64,
    "seconds": np.float32,
    "nonfinite": np.int32,
    "hits": np.int32,
    **dict.fromkeys(CURVES, np.float32),
}

Columns = Mapping[str, NDArray[Any]]


def run_table(batch: Batch, columns: Columns) -> pl.DataFrame:
    """Return the rows of one batch."""
    return next(run_tables([batch], [columns]))[1]


def run_tables(batches: Sequence[Batch], results: Sequence[Columns]) -> Iterator[tuple[Batch, pl.DataFrame]]:
    """Yield the rows of each batch: its cell, its runs and what was measured."""
    pairs = list(zip(batches, results, strict=True))
    for batch, columns in pairs:
        _check(batch, columns)
    for _, group in groupby(pairs, key=lambda pair: pair[0].cell.budget):  # of one budget: curves of one length
        alike = list(group)
        table, at = _joint_table(alike), 0
        for batch, _ in alike:
            yield batch, table.slice(at, batch.runs.count)
            at += batch.runs.count


def _check(batch: Batch, columns: Columns) -> None:
    for name, dtype in _DTYPES.items():
        if len(columns[name]) != batch.runs.count:
            raise ValueError(f"{name!r} has {len(columns[name])} rows for {batch.runs.count} runs of {batch.cell}")
        if columns[name].dtype != dtype:
            raise ValueError(f"{name!r} must be {np.dtype(dtype)}; got {columns[name].dtype} from {batch.cell}")


def _joint_table(pairs: Sequence[tuple[Batch, Columns]]) -> pl.DataFrame:
    """Return the tables of several batches as one: to make many small ones costs more than the runs they describe."""
    batches = [batch for batch, _ in pairs]
    cells = [{**vars(batch.cell), "cell": batch.cell.id, "seed": batch.seed} for batch in batches]
    row_of = np.repeat(np.arange(len(pairs)), [batch.runs.count for batch in batches])
    measured = {name: np.concatenate([columns[name] for _, columns in pairs]) for name in _DTYPES}
    series = []
    for name, kind in SCHEMA.items():
        if name == "run":
            runs = [np.arange(batch.runs.first, batch.runs.end, dtype=np.int32) for batch in batches]
            series.append(pl.Series(name, np.concatenate(runs)))
        elif name in CURVES:
            series.append(pl.Series(name, measured[name]).arr.to_list())
        elif name in measured:
            series.append(pl.Series(name, measured[name]))
        else:
            series.append(pl.Series(name, [cell[name] for cell in cells], dtype=kind).gather(row_of))
    table = pl.DataFrame(series)
    if table.schema != SCHEMA:
        raise ValueError(f"run table has the schema {table.schema}; expected {SCHEMA}")
    return table


def encode(table: pl.DataFrame) -> bytes:
    """Return `table` as the bytes of a Parquet file that carries the schema's version."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", metadata={"inbounds_schema": str(SCHEMA_VERSION)})
    return buffer.getvalue()


def decode(content: bytes) -> pl.DataFrame:
    """Return the run table in the bytes of a Parquet file; raise ValueError for another version or other columns."""
    try:
        version = pl.read_parquet_metadata(io.BytesIO(content)).get("inbounds_schema")
        if version != str(SCHEMA_VERSION):
            raise ValueError(f"schema version must be {SCHEMA_VERSION}; got {version}")
        table = pl.read_parquet(io.BytesIO(content))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ValueError(f"not readable as Parquet ({str(error).splitlines()[0]})") from None
    if table.schema != SCHEMA:
        raise ValueError("other columns than a run table has")
    return table


def table_digest(tables: Sequence[pl.DataFrame]) -> str:
    """Return the hash of the content of consecutive tables: every bit of every column but the timing."""
    table = pl.concat(tables).sort("run")
    digest = blake2b(digest_size=16)
    for name in CONTENT:
        column = table[name]
        digest.update(f"{name}:{len(column)}:".encode())
        digest.update(_plain_bytes(column))
    return digest.hexdigest()


def _plain_bytes(column: pl.Series) -> bytes:
    if column.dtype == pl.String:
        return "\0".join(column.to_list()).encode()
    if isinstance(column.dtype, pl.List):
        lengths = column.list.len().to_numpy()
        return lengths.tobytes() + np.ascontiguousarray(column.explode().to_numpy()).tobytes()
    return np.ascontiguousarray(column.to_numpy()).tobytes()
