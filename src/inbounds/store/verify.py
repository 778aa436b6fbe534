"""Every shard read to its last value; what is not sound is set aside, so that it is run again."""

from collections.abc import Iterator

import polars as pl

from inbounds.errors import DamagedShardError, StoreMismatchError
from inbounds.runs.recording import CURVES, EXTRAS
from inbounds.store.packed import PackedStore
from inbounds.store.reader import CONFIG_FILE, Store
from inbounds.store.shards import Shard
from inbounds.store.soundness import Fault
from inbounds.store.writer import StoreWriter


def find_faults(store: Store) -> Iterator[Fault]:
    """Yield every file of runs that is not a sound shard, or block of a packed store, of the store's plan."""
    store.environment  # noqa: B018 - raises where it cannot be read
    examined = store.examined()
    yield from sorted((*examined.faults, *examined.strays), key=lambda fault: fault.path)
    if isinstance(store, PackedStore) or store.imported:
        return  # what other programs left out is null
    for shard in examined.sound:
        reason = _implausible(shard, store.plan().by_id[shard.cell].budget)
        if reason:
            yield Fault(shard.path, reason)


def file_count(store: Store) -> int:
    """Return how many files of runs a store has: shards, or blocks of a packed store."""
    return len(store.blocks) if isinstance(store, PackedStore) else len(store.shards())


def _implausible(shard: Shard, budget: int) -> str | None:
    try:
        table = shard.read()
    except DamagedShardError as error:
        return str(error).removeprefix(f"{shard.path}: ")
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
    """Move what no result may come from, as a resume does before it trusts names: all but the values is checked.

    Where nothing but shards of another plan is found, the config was changed, not the shards: that is refused.
    """
    examined = writer.store.examined()
    foreign = [fault for fault in examined.faults if fault.foreign]
    if foreign and not examined.sound:
        raise StoreMismatchError(
            f"{str(writer.path)!r} holds {len(foreign)} shards and none of them is of its {CONFIG_FILE}: {foreign[0]}. "
            f"Put the {CONFIG_FILE} back as it was, or begin a new store"
        )
    for fault in examined.faults:
        writer.set_aside(fault.path)
    return list(examined.faults)
