"""`inbounds verify`: check every shard of a store and set damaged ones aside."""

import sys
from pathlib import Path
from typing import Annotated

import typer


def verify(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store.")],
    keep: Annotated[
        bool, typer.Option("--keep", help="Only report: move nothing, and work beside a running writer.")
    ] = False,
) -> None:
    """Check that every shard is readable, whole, unaltered and rightly seeded; set aside what is not.

    Ends with status 1 when something was wrong.
    """
    from inbounds.store.reader import DAMAGED_FOLDER, Store
    from inbounds.store.verify import find_faults, set_faults_aside
    from inbounds.store.writer import StoreWriter

    if keep:
        faults = list(find_faults(Store(store)))
    else:
        with StoreWriter(store, Store(store).experiment) as writer:
            faults = set_faults_aside(writer)
    for fault in faults:
        print(fault)
    sound = len(Store(store).shards()) - (len(faults) if keep else 0)
    if not faults:
        print(f"all {sound} shards are sound")
        return
    there = "" if keep else f", now in {store / DAMAGED_FOLDER}; `inbounds run` runs them again"
    print(f"{sound} shards are sound, {len(faults)} are not{there}")
    sys.exit(1)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)
