"""`inbounds merge`: join stores of one experiment that ran on several machines."""

from pathlib import Path
from typing import Annotated

import typer


def merge(
    stores: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Stores of the same experiment.")],
    into: Annotated[Path, typer.Option(help="Folder of the joint store.")],
) -> None:
    """Join stores of the same experiment; runs that two of them hold must agree."""
    from inbounds.store.merge import merge_stores

    merged = merge_stores(stores, into)
    print(f"{merged.runs_added} runs added to {merged.store}, {merged.runs_shared} were there already and agree")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(merge)
