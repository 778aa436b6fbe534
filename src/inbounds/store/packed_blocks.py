"""One file of a packed store: its name, the table that it stands for and the bytes that it takes."""

import io
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.errors import DamagedShardError, StoreMismatchError
from inbounds.operators.catalogue import slug
from inbounds.plan.cells import CELL_FIELDS, Cell
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange
from inbounds.store.shards import checked_content, checksum, file_mark

KEPT_TARGETS = 10.0 ** np.arange(1, -9, -1)  # the paper's ten
CELL_SCHEMA = pl.Schema(
    {**{name: run_table.SCHEMA[name] for name in CELL_FIELDS if name != "target"}, "target": pl.Float64()}
)
BLOCK_SCHEMA = pl.Schema(  # the table that a block stands for, and the columns of a file of version 1
    {
        "cell": run_table.SCHEMA["cell"],
        **CELL_SCHEMA,  # target null: never stop early
        "run": pl.Int32(),
        "seed": pl.UInt64(),
        "precision": pl.Float64(),
        "evaluations": pl.Int64(),
        "repaired_trials": pl.Int32(),  # a share of evaluations in the run table; the count takes a third of the room
        "nonfinite": pl.Int32(),
        "hits": pl.Array(pl.Int32(), len(KEPT_TARGETS)),
    }
)
FILE_SCHEMA = pl.Schema(  # the one row of a file of version 2
    {
        "experiment_seed": pl.UInt64(),  # with a cell's labels it gives the id and the seed of the cell
        "runs": pl.List(pl.Int32()),
        "cells": pl.List(pl.Struct(CELL_SCHEMA)),
        "precision": pl.Binary(),
        "evaluations": pl.Binary(),
        "repaired_trials": pl.Binary(),
        "nonfinite": pl.Binary(),
        "reached": pl.Binary(),
        "gaps": pl.Binary(),
    }
)
_VALUES = {"precision": "<f8", "evaluations": "<i8", "repaired_trials": "<i4", "nonfinite": "<i4"}
_REACHED, _GAP = "u1", "<u4"
_BLOCK_NAME = re.compile(r"[a-z0-9-]+_(\d{4,10})-(\d{4,10})_([0-9a-f]{16})\.parquet")
_POLARS_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)


@dataclass(frozen=True)
class Block:
    """A file of a packed store by its name: the runs it holds of every cell with one crossover."""

    path: Path
    runs: RunRange
    checksum: str

    def read(self) -> pl.DataFrame:
        """Return the table of its runs; raise DamagedShardError when the file is not what was written."""
        return _read_block(self.path, self.checksum, file_mark(self.path))

    @property
    def provenance(self) -> dict[str, Any]:
        """Version, commit, machine and seconds of the runs in this block."""
        try:
            return dict(json.loads(pl.read_parquet_metadata(self.path)["provenance"]))
        except (OSError, KeyError, TypeError, ValueError, RecursionError, *_POLARS_ERRORS) as error:
            raise DamagedShardError(f"{self.path}: its provenance cannot be read ({error})") from None


def parse_block(path: Path) -> Block | None:
    """Return the block that a file name describes, or None for another kind of file."""
    match = _BLOCK_NAME.fullmatch(path.name)
    if not match or int(match[2]) < int(match[1]):
        return None
    return Block(path, RunRange(int(match[1]), int(match[2]) - int(match[1]) + 1), match[3])


def block_file(
    table: pl.DataFrame, runs: RunRange, experiment_seed: int, provenance: dict[str, Any]
) -> tuple[str, bytes]:
    """Return the name and the content of the file that holds a table: the same runs of cells with one crossover."""
    buffer = io.BytesIO()
    in_one_row(table, experiment_seed).write_parquet(
        buffer,
        compression="zstd",
        compression_level=19,
        statistics=False,
        metadata={"provenance": json.dumps(provenance, sort_keys=True)},
    )
    content, crossover = buffer.getvalue(), slug(table["crossover"][0])
    return f"{crossover}_{runs.first:04d}-{runs.end - 1:04d}_{checksum(content)}.parquet", content


def in_one_row(table: pl.DataFrame, experiment_seed: int) -> pl.DataFrame:
    """Return the row of a file of version 2, which takes two thirds of the room of the table.

    Values stand cell by cell, the cells of a problem together, and byte by byte: the first byte of every value, then
    the second of every value, for bytes of one place compress well together. Of the hits it holds how many targets
    each run reached and, target by target, how many evaluations after the target before.
    """
    table = table.select(BLOCK_SCHEMA.names()).sort(*CELL_SCHEMA.names(), "run")
    hits = table["hits"].to_numpy().astype(np.int64)
    reached = hits != -1
    gaps = np.diff(hits, axis=1, prepend=0)
    if (reached[:, 1:] > reached[:, :-1]).any() or (gaps[reached] < 0).any():
        raise StoreMismatchError("a run reached a target before an easier one: such hits cannot be packed")
    if not _among(hits, table["evaluations"].to_numpy())[reached].all():
        raise StoreMismatchError("a run reached a target at none of its evaluations: such hits cannot be packed")
    runs, cells = table["run"].unique().sort(), table.select(CELL_SCHEMA.names()).unique(maintain_order=True)
    row = pl.DataFrame(
        {
            "experiment_seed": [experiment_seed],
            "runs": [runs],
            "cells": [cells.to_struct()],
            **{name: [_to_planes(table[name].to_numpy(), kind)] for name, kind in _VALUES.items()},
            "reached": [_to_planes(reached.sum(axis=1), _REACHED)],
            "gaps": [_to_planes(gaps.T[reached.T], _GAP)],
        },
        schema=FILE_SCHEMA,
    )
    if table.height != len(runs) * len(cells) or not from_one_row(row).equals(table):
        raise StoreMismatchError("only the same runs of every cell, with their ids and seeds, can be packed together")
    return row


def from_one_row(row: pl.DataFrame) -> pl.DataFrame:
    """Return the table that the row of a file of version 2 stands for; raise ValueError when it stands for none."""
    if row.height != 1:
        raise ValueError(f"has {row.height} rows instead of one")
    if row.null_count().sum_horizontal().item() or any(row[name].explode().null_count() for name in ("runs", "cells")):
        raise ValueError("has missing values")
    held = row.row(0, named=True)
    cells = [Cell(**labels) for labels in held["cells"]]
    runs = np.array(held["runs"], np.int32)
    height = len(cells) * len(runs)
    values = {name: _from_planes(held[name], kind, height, name) for name, kind in _VALUES.items()}
    reached = _from_planes(held["reached"], _REACHED, height, "reached")[:, None] > np.arange(len(KEPT_TARGETS))
    gaps = np.zeros(reached.shape, np.int64)
    gaps.T[reached.T] = _from_planes(held["gaps"], _GAP, int(reached.sum()), "gaps")
    hits = gaps.cumsum(axis=1)
    if not _among(hits, values["evaluations"])[reached].all():
        raise ValueError("its hits are not among the evaluations")
    labels = row["cells"].explode().struct.unnest()
    labels = labels.with_columns(
        cell=pl.Series([cell.id for cell in cells], dtype=pl.String()),
        seed=pl.Series([cell.seed(held["experiment_seed"]) for cell in cells], dtype=pl.UInt64()),
    )
    return labels[np.repeat(np.arange(len(cells)), len(runs))].with_columns(
        run=pl.Series(np.tile(runs, len(cells))),
        **{name: pl.Series(found) for name, found in values.items()},
        hits=pl.Series(np.where(reached, hits, -1).astype(np.int32), dtype=BLOCK_SCHEMA["hits"]),
    )[BLOCK_SCHEMA.names()]


def _among(hits: NDArray[Any], evaluations: NDArray[Any]) -> NDArray[np.bool_]:
    return (hits >= 1) & (hits <= evaluations[:, None])


def _to_planes(values: NDArray[Any], kind: str) -> bytes:
    """Return the first byte of every value, then the second of every value, and so on."""
    return values.astype(kind).view(np.uint8).reshape(len(values), np.dtype(kind).itemsize).T.tobytes()


def _from_planes(content: bytes, kind: str, count: int, name: str) -> NDArray[Any]:
    width = np.dtype(kind).itemsize
    if len(content) != width * count:
        raise ValueError(f"{name} has {len(content)} bytes instead of {width * count}")
    planes = np.frombuffer(content, np.uint8).reshape(width, count)
    return np.ascontiguousarray(planes.T).reshape(-1).view(kind)


@lru_cache(maxsize=16)  # what goes cell by cell comes back to every block: 100 runs of `paper` are ten
def _read_block(path: Path, expected: str, mark: tuple[int, ...]) -> pl.DataFrame:
    """Return the table of a file as it is now: `mark` changes with the file."""
    try:
        table = pl.read_parquet(io.BytesIO(checked_content(path, expected)))
    except _POLARS_ERRORS as error:
        raise DamagedShardError(f"{path}: not readable as Parquet ({str(error).splitlines()[0]})") from None
    if table.schema == BLOCK_SCHEMA:
        return table
    if table.schema != FILE_SCHEMA:
        raise DamagedShardError(f"{path}: other columns than a block has")
    try:
        return from_one_row(table)
    except ValueError as error:
        raise DamagedShardError(f"{path}: {error}") from None
