"""`inbounds status`: how far a store is, from any shell."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer


def status(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store.")],
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Show done and planned cells, runs and evaluations, and the time left."""
    from inbounds.execution.progress import clock
    from inbounds.store.opening import open_store
    from inbounds.store.status import store_status

    found = store_status(open_store(store))
    if as_json:
        print(json.dumps({**asdict(found), "complete": found.complete}, indent=2))
        return
    print(f"experiment   {found.experiment}")
    if found.part != "1/1":
        print(f"part         {found.part} of the experiment's cells")
    print(f"cells        {found.cells_done} of {found.cells_planned}")
    print(f"runs         {found.runs_done} of {found.runs_planned}")
    if found.runs_known:
        print(f"known        {found.runs_known} runs more are in other stores (--known)")
    print(f"evaluations  {found.evaluations_done:.4g} of at most {found.evaluations_planned:.4g}")
    if found.damaged:
        print(f"set aside    {found.damaged} damaged shards")
    if found.running:
        print(f"running      process {found.pid} on {found.host}")
        if found.evaluations_per_second is not None:
            print(f"pace         {found.evaluations_per_second:.3g} evaluations/s")
        print(f"time left    {'?' if found.seconds_left is None else clock(found.seconds_left)}")
    elif found.complete:
        print("complete")
    elif found.packed:
        print("packed; the runs that are missing are made and packed elsewhere")
    else:
        print("not running; `inbounds run` with the same arguments goes on")
    for slow in found.slowest_cells:
        print(f"slow cell    {slow['cell']}  {slow['seconds']:.2g} s")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(status)
