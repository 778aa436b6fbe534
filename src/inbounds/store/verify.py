"""Is every shard what was written, of this plan, whole and alone? What is not is set aside, so that it is run again."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from inbounds.atomic_files import TEMPORARY
from inbounds.errors import DamagedShardError
from inbounds.plan.cells import Plan
from inbounds.runs.recording import CURVES, EXTRAS
from inbounds.runs.run_range import RunRange
from inbounds.store.packed import PackedStore, find_packed_faults
from inbounds.store.reader import SHARD_FOLDER, Shard, Store, checksum, parse_shard
from inbounds.store.writer import StoreWriter


@dataclass(frozen=True)
class Fault:
    """A file among the shards that is not as it should be."""

    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{self.path.name}: {self.reason}"


def find_faults(store: Store) -> Iterator[Fault]:
    """Yield every file of runs that is not a sound shard, or block of a packed store, of the store's plan."""
    if isinstance(store, PackedStore):
        yield from (Fault(path, reason) for path, reason in find_packed_faults(store))
        return
    plan = store.plan()
    held: dict[str, list[RunRange]] = {}
    for path in sorted((store.path / SHARD_FOLDER).iterdir()):
        if path.name.endswith(TEMPORARY):
            continue  # half written, by a writer that lives or is dead: no part of the store
        shard = store.shard(path) if parse_shard(path) else None
        reason = "not the name of a shard" if shard is None else _fault(shard, plan, held)
        if reason:
            yield Fault(path, reason)
        elif shard:
            held.setdefault(shard.cell, []).append(shard.runs)


def file_count(store: Store) -> int:
    """Return how many files of runs a store has: shards, or blocks of a packed store."""
    return len(store.blocks) if isinstance(store, PackedStore) else len(store.shards())


def _fault(shard: Shard, plan: Plan, held: dict[str, list[RunRange]]) -> str | None:
    cell = plan.by_id.get(shard.cell)
    if cell is None:
        return "its cell is not in the plan"
    if any(runs.first < shard.runs.end and shard.runs.first < runs.end for runs in held.get(shard.cell, ())):
        return "repeats runs that another shard holds"
    try:
        table = shard.read()
    except DamagedShardError as error:
        return str(error).removeprefix(f"{shard.path}: ")
    if table["run"].to_list() != list(range(shard.runs.first, shard.runs.end)):
        return f"does not hold the runs {shard.runs.first} to {shard.runs.end - 1}"
    expected = {**cell.content(), "cell": cell.id, "seed": plan.seed(cell)}
    for name, value in expected.items():
        if not table.select(pl.col(name).eq_missing(pl.lit(value, dtype=table.schema[name])).all()).item():
            return f"{name} must be {expected[name]!r} in every row; got {table[name].unique().to_list()!r}"
    return _implausible(table, cell.budget)


def _implausible(table: pl.DataFrame, budget: int) -> str | None:
    if table.select(pl.any_horizontal(pl.exclude("target", *EXTRAS).is_null().any())).item():
        return "has missing values"
    if not table["evaluations"].is_between(1, budget).all():
        return f"evaluations must be 1 to {budget}"
    if not table["repaired"].is_between(0, 1).all():
        return "repaired must be 0 to 1"
    lengths = {length for curve in CURVES for length in table[curve].list.len().unique()}
    return "curves of different lengths" if len(lengths) > 1 else None


def set_faults_aside(writer: StoreWriter) -> list[Fault]:
    """Check everything and move what is not sound out of the way; return what was moved."""
    faults = list(find_faults(writer.store))
    for fault in faults:
        writer.set_aside(fault.path)
    return faults


def set_damaged_aside(writer: StoreWriter) -> list[Fault]:
    """Move shards whose bytes are not those that were written: what a resume checks, fast, before it trusts names."""
    faults = []
    for shard in writer.store.shards():
        found = checksum(shard.path.read_bytes())
        if found != shard.checksum:
            fault = Fault(shard.path, f"the checksum is {found}, not {shard.checksum}")
            writer.set_aside(shard.path)
            faults.append(fault)
    return faults
