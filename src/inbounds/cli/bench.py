"""`inbounds bench`: what things cost here, beside peers measured in the same run."""

import json
import platform
from typing import Annotated

import typer
from rich.console import Console

from inbounds import _core
from inbounds.bench import suite


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench")(bench)


def bench(
    only: Annotated[
        list[str] | None, typer.Argument(help=f"Tables to make: {', '.join(suite.TABLES)}. All if none is named.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure with a tenth of the evaluations: faster, less precise.")
    ] = False,
) -> None:
    """Measure µs per evaluation, and ratios to ioh, cocoex, pygmo, modde and scipy in the same run, on one core."""
    names = suite.check_names(only or [])
    console, log = Console(), Console(stderr=True)
    made = []
    facts = {"python": platform.python_version(), "machine": platform.machine(), "core": _core.VARIANT}
    if not as_json:
        console.print(f"core {_core.VARIANT} on {platform.machine()}, Python {platform.python_version()}\n")
    with log.status("starting") as status:
        for table in suite.tables(names, lambda what: status.update(f"measuring {what}"), quick=quick):
            made.append(table)
            if not as_json:
                console.print(table.as_rich())
                console.print()
    if as_json:
        typer.echo(json.dumps({"environment": facts, "tables": [table.as_dict() for table in made]}, indent=2))
