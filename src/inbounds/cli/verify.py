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

    Ends with status 1 when something was wrong.
    """
    from inbounds.plan.config import STORE_FILE

    below = [] if (store / STORE_FILE).exists() else sorted(found.parent for found in store.rglob(STORE_FILE))
    sound = [_is_sound(place, keep, f"{place}: " if below else "") for place in below or [store]]
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


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)
