"""`inbounds verify`: check every shard of a store and set damaged ones aside."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer


def verify(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store, or a folder with stores, such as the atlas.")],
    keep: Annotated[
        bool, typer.Option("--keep", help="Only report: move nothing, and work beside a running writer.")
    ] = False,
) -> None:
    """Check that every shard is readable, whole, unaltered and rightly seeded; set aside what is not.

    Tables in a folder with a file SHA256SUMS are compared with it. Ends with status 1 when something was wrong.
    """
    from inbounds.plan.config import STORE_FILE
    from inbounds.store.plain_tables import SUMS_FILE

    stores, sums = [store], list[Path]()
    if not (store / STORE_FILE).exists():
        below, sums = sorted(found.parent for found in store.rglob(STORE_FILE)), sorted(store.rglob(SUMS_FILE))
        stores = below if below or sums else stores
    sound = [_is_sound(place, keep, "" if place == store else f"{place}: ") for place in stores]
    sound += [_are_whole(file) for file in sums]
    if not all(sound):
        sys.exit(1)


def _is_sound(store: Path, keep: bool, prefix: str) -> bool:
    from inbounds.store.opening import open_store
    from inbounds.store.origin import ExperimentOrigin
    from inbounds.store.packed import PackedStore
    from inbounds.store.reader import DAMAGED_FOLDER
    from inbounds.store.verify import file_count, find_faults, set_faults_aside
    from inbounds.store.writer import StoreWriter

    opened = open_store(store)
    packed = isinstance(opened, PackedStore)
    only_read = (
        keep
        or packed
        or opened.imported
        or not os.access(store, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    )
    if only_read:
        faults = list(find_faults(opened))
    else:
        with StoreWriter(store, ExperimentOrigin(opened.config)) as writer:
            faults = set_faults_aside(writer)
    for fault in faults:
        print(fault)
    what = "block" if packed else "shard"
    sound = file_count(opened)  # after the others were set aside, or less those that are still there
    if only_read:
        sound -= sum("not the name of" not in fault.reason for fault in faults)
    if not faults:
        print(f"{prefix}all {sound} {what}s are sound" if sound != 1 else f"{prefix}its one {what} is sound")
        return True
    there = "" if only_read else f", now in {store / DAMAGED_FOLDER}; `inbounds run` runs them again"
    print(f"{prefix}{sound} {what}s are sound, {len(faults)} are not{there}")
    return False


def _are_whole(sums: Path) -> bool:
    from inbounds.store.plain_tables import find_damaged_tables, tables_of

    faults, count = list(find_damaged_tables(sums)), len(tables_of(sums))
    for fault in faults:
        print(fault)
    if not faults:
        print(
            f"{sums.parent}: all {count} tables are whole" if count != 1 else f"{sums.parent}: its one table is whole"
        )
        return True
    print(f"{sums.parent}: {count - len(faults)} tables are whole, {len(faults)} are not")
    return False


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)
