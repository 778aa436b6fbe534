"""`inbounds pack`: keep a store's runs without their curves, in a few files."""

from pathlib import Path
from typing import Annotated

import typer

from inbounds.cli.options import read_folder


def pack(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store.")],
    out: Annotated[
        Path,
        typer.Option(
            parser=read_folder, metavar="DIR", help="Folder of the packed store; runs that it lacks are added to it."
        ),
    ],
) -> None:
    """Write the final values and target hits of all runs as a packed store, which every reader of stores takes."""
    from inbounds.store.opening import open_store
    from inbounds.store.packed import pack_store

    packed = pack_store(open_store(store), out)
    print(f"{packed.runs_added} runs added to {packed.store}, in {packed.blocks_added} new files")
    if packed.runs_left_out:
        print(f"{packed.runs_left_out} runs are left out: not every cell has them yet")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(pack)
