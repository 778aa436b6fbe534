"""The run table: what is kept of each run, in which types, as Parquet bytes, and its digest without the timing."""

import io
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, Protocol, TypeVar

import numpy as np
import polars as pl

from inbounds.runs.recording import CURVES, EXTRAS, MEASURED, TIMING, Columns, targets
from inbounds.runs.run_range import RunRange

SCHEMA_VERSION = 2
VERSION_KEY = b"inbounds_schema"  # in every file's metadata
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
        "target": pl.Float64(),  # null: runs never stop early
        "run": pl.Int32(),
        "seed": pl.UInt64(),
        "precision": pl.Float64(),
        "evaluations": pl.Int64(),
        "repaired": pl.Float64(),
        "seconds": pl.Float32(),
        "nonfinite": pl.Int32(),
        "hits": pl.Array(pl.Int32(), len(targets())),
        **{curve: pl.List(pl.Float32()) for curve in CURVES},
    }
)
# Version 1 kept no target: all runs of a store have the one of its config, and the id of the cell vouches for it.
# Version 3 is that of stores with more to keep: shares of adaptive mixtures and measures, null where a run has none.
SCHEMAS = {
    1: pl.Schema({name: kind for name, kind in SCHEMA.items() if name != "target"}),
    2: SCHEMA,
    3: pl.Schema({**SCHEMA, **{name: pl.List(pl.Float32()) for name in EXTRAS}}),
}
EXTENDED_VERSION = 3
CONTENT = tuple(name for name in SCHEMAS[1] if name not in TIMING)  # the same in all versions, as are digests


class BatchLike(Protocol):
    """Runs of one cell: what their rows have in common, and which runs they are."""

    @property
    def labels(self) -> Mapping[str, Any]:
        """The columns of the cell, its id as "cell", and the seed."""

    @property
    def runs(self) -> RunRange: ...


B = TypeVar("B", bound=BatchLike)


def run_tables(batches: Sequence[B], results: Sequence[Columns]) -> Iterator[tuple[B, pl.DataFrame]]:
    """Yield the rows of each batch: its cell, its runs and what was measured."""
    pairs = list(zip(batches, results, strict=True))
    for batch, columns in pairs:
        _check(batch, columns)
    for _, group in groupby(pairs, key=_lengths):
        alike = list(group)
        table, at = _joint_table(alike), 0
        for batch, _ in alike:
            yield batch, table.slice(at, batch.runs.count)
            at += batch.runs.count


def _lengths(pair: tuple[BatchLike, Columns]) -> tuple[Any, ...]:
    """What batches have in common whose curves, shares and measures have one length each."""
    batch, columns = pair
    return batch.labels["budget"], *((name, columns[name].shape[1]) for name in EXTRAS if name in columns)


def _check(batch: BatchLike, columns: Columns) -> None:
    for name, dtype in MEASURED.items():
        cell = batch.labels["cell"]
        if len(columns[name]) != batch.runs.count:
            raise ValueError(f"{name!r} has {len(columns[name])} rows for {batch.runs.count} runs of cell {cell}")
        if columns[name].dtype != dtype:
            raise ValueError(f"{name!r} must be {np.dtype(dtype)}; got {columns[name].dtype} from cell {cell}")


def _joint_table(pairs: Sequence[tuple[BatchLike, Columns]]) -> pl.DataFrame:
    """Return the tables of several batches as one: to make many small ones costs more than the runs they describe."""
    batches = [batch for batch, _ in pairs]
    row_of = np.repeat(np.arange(len(pairs)), [batch.runs.count for batch in batches])
    extras = [name for name in EXTRAS if name in pairs[0][1]]
    measured = {name: np.concatenate([columns[name] for _, columns in pairs]) for name in (*MEASURED, *extras)}
    expected = pl.Schema({**SCHEMA, **{name: SCHEMAS[EXTENDED_VERSION][name] for name in extras}})
    series = []
    for name, kind in expected.items():
        if name == "run":
            runs = [np.arange(batch.runs.first, batch.runs.end, dtype=np.int32) for batch in batches]
            series.append(pl.Series(name, np.concatenate(runs)))
        elif name in CURVES or name in EXTRAS:
            series.append(pl.Series(name, measured[name]).arr.to_list())
        elif name in measured:
            series.append(pl.Series(name, measured[name]))
        else:
            series.append(pl.Series(name, [batch.labels[name] for batch in batches], dtype=kind).gather(row_of))
    table = pl.DataFrame(series)
    if table.schema != expected:
        raise ValueError(f"run table has the schema {table.schema}; expected {expected}")
    return table


def encode(table: pl.DataFrame, version: int = SCHEMA_VERSION) -> bytes:
    """Return `table` as the bytes of a Parquet file of a schema's version, which it carries; extras may be null."""
    buffer = io.BytesIO()
    there, nothing = set(table.columns), [None] * table.height
    # column by column: expressions of polars cost more than a small table's whole file
    kept = pl.DataFrame(
        [table[name] if name in there else pl.Series(name, nothing, kind) for name, kind in SCHEMAS[version].items()]
    )
    kept.write_parquet(buffer, compression="zstd", metadata={VERSION_KEY.decode(): str(version)})
    return buffer.getvalue()


def decode(content: bytes, version: int = SCHEMA_VERSION, target: float | None = None) -> pl.DataFrame:
    """Return the run table in the bytes of a Parquet file; raise ValueError for another version or other columns.

    `target` is that of all rows where the version keeps none.
    """
    try:
        found = pl.read_parquet_metadata(io.BytesIO(content)).get(VERSION_KEY.decode())
        if found != str(version):
            raise ValueError(f"schema version must be {version}; got {found}")
        table = pl.read_parquet(io.BytesIO(content))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ValueError(f"not readable as Parquet ({str(error).splitlines()[0]})") from None
    if table.schema != SCHEMAS[version]:
        raise ValueError("other columns than a run table has")
    return completed(table.lazy(), version, target).collect()


def completed(table: pl.LazyFrame, version: int, target: float | None) -> pl.LazyFrame:
    """Return a table of any version with at least the columns of `SCHEMA`."""
    if version >= SCHEMA_VERSION:
        return table
    return table.with_columns(target=pl.lit(target, dtype=pl.Float64)).select(SCHEMA.names())


def table_digest(tables: Sequence[pl.DataFrame]) -> str:
    """Return the hash of the content of consecutive tables: every bit of every column but the timing and the extras.

    Runs are the same whether they were measured or not, and so are their digests.
    """
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
