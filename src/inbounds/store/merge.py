"""Join stores of the same experiment, as people make them on several machines; contradictions are refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from inbounds.atomic_files import sync_folder
from inbounds.errors import InvalidArgumentError, StoreMismatchError
from inbounds.plan.cells import gaps
from inbounds.plan.config import STORE_FILE, Config
from inbounds.runs.run_range import RunRange
from inbounds.store.opening import open_store
from inbounds.store.origin import ExperimentOrigin, refuse_other_experiment
from inbounds.store.packed import BLOCK_FOLDER, PackedStore, add_block, begin_packed
from inbounds.store.reader import Store
from inbounds.store.shards import Shard
from inbounds.store.soundness import first_difference, overlap
from inbounds.store.writer import StoreWriter


@dataclass(frozen=True)
class Merged:
    """What a merge brought together."""

    store: Path
    shards_added: int
    runs_added: int
    runs_shared: int


def merge_stores(sources: Sequence[str | Path], into: str | Path) -> Merged:
    """Copy every run of `sources` that `into` lacks; runs that two stores share must be equal, timing aside."""
    if not sources:
        raise InvalidArgumentError("merge needs at least one store to read; got none")
    stores = [open_store(source) for source in sources]
    packed = [store for store in stores if isinstance(store, PackedStore)]
    if packed and len(packed) < len(stores):
        plain = next(store for store in stores if not isinstance(store, PackedStore))
        raise InvalidArgumentError(
            f"packed stores merge with packed stores only; {str(plain.path)!r} is not packed: `inbounds pack` it first"
        )
    for store in stores:
        refuse_other_experiment(store, stores[0].config)
        if store.path.resolve() == Path(into).resolve():
            raise InvalidArgumentError(f"into must be another folder than the stores that are read; got {str(into)!r}")
    for store in stores:
        store.require_sound()
    if packed:
        return _merge_packed(packed, Path(into))
    added = runs_added = runs_shared = 0
    with StoreWriter(
        into, ExperimentOrigin(_joint_config(stores, into), stores[0].environment.get("labels", {}))
    ) as writer:
        writer.store.require_sound()
        held = _shards_by_cell(writer.store)
        for shard in (shard for store in stores for shard in store.sound_shards()):
            mine = held.setdefault(shard.cell, [])
            common = [other for other in mine if overlap(other.runs, shard.runs)]
            for other in common:
                runs_shared += _agree(shard, other)
            new = _not_covered(shard.runs, [other.runs for other in common])
            for runs in new:
                mine.append(_take(writer, shard, runs))
                added, runs_added = added + 1, runs_added + runs.count
        writer.sync()
    return Merged(Path(into), added, runs_added, runs_shared)


def _merge_packed(stores: Sequence[PackedStore], into: Path) -> Merged:
    """Copy the blocks that `into` lacks as they are; of blocks that overlap with it, the runs that are new."""
    added = runs_added = runs_shared = 0
    for store in stores:
        begin_packed(into, store)
        PackedStore(into).require_sound()
        for block in store.blocks:
            brought = add_block(into, block)
            added, runs_added, runs_shared = (
                added + bool(brought.added),
                runs_added + brought.added,
                runs_shared + brought.shared,
            )
    sync_folder(into / BLOCK_FOLDER)
    return Merged(into, added, runs_added, runs_shared)


def _joint_config(stores: Sequence[Store], into: str | Path) -> Config:
    """Return the first store's config with the most runs that any of the stores was asked for."""
    runs = max(store.config.runs for store in stores)
    if (Path(into) / STORE_FILE).exists():
        runs = max(runs, Store(into).config.runs)
    return stores[0].config.with_(runs=runs)


def _shards_by_cell(store: Store) -> dict[str, list[Shard]]:
    held: dict[str, list[Shard]] = {}
    for shard in store.sound_shards():
        held.setdefault(shard.cell, []).append(shard)
    return held


def _not_covered(runs: RunRange, held: Sequence[RunRange]) -> list[RunRange]:
    before = [RunRange(0, runs.first)] if runs.first else []
    return gaps([*before, *held], runs.end)


def _agree(one: Shard, other: Shard) -> int:
    """Return how many runs two shards share; raise StoreMismatchError where they differ."""
    run = first_difference(one, other)
    if run is not None:
        raise StoreMismatchError(f"run {run} of cell {one.cell} differs between {one.path} and {other.path}")
    return min(one.runs.end, other.runs.end) - max(one.runs.first, other.runs.first)


def _take(writer: StoreWriter, shard: Shard, runs: RunRange) -> Shard:
    """Store `runs` of a shard: the file itself where all of it is wanted."""
    if runs == shard.runs:
        return writer.copy(shard)
    table = shard.read().filter(pl.col("run").is_between(runs.first, runs.end - 1))
    return writer.add(shard.cell, runs, table)
