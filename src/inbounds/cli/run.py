"""`inbounds run`: a preset or a TOML file becomes a store of results."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from inbounds.cli.options import read_folder
from inbounds.counts_and_lists import listed
from inbounds.errors import InvalidArgumentError


def run(
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|CONFIG.toml", help="A preset (smoke, quick, paper, dimensions, …) or a TOML file."
        ),
    ],
    store: Annotated[
        Path | None,
        typer.Option(parser=read_folder, metavar="DIR", help="Folder of the results.", show_default="results/NAME"),
    ] = None,
    runs: Annotated[int | None, typer.Option(help="Runs per cell; raising it later only adds runs.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the experiment.")] = None,
    workers: Annotated[int | None, typer.Option(help="Workers at a time.", show_default="all cores")] = None,
    executor: Annotated[str, typer.Option(help="threads, processes, mpi or dask.")] = "threads",
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler.", show_default="a cluster of its own")
    ] = None,
    part: Annotated[str, typer.Option(help="K/M: only the K-th of M shares of the cells, see merge.")] = "1/1",
    known: Annotated[
        list[Path] | None,
        typer.Option(
            parser=read_folder,
            metavar="DIR",
            help="Store whose runs are not made again, packed or not (may be repeated).",
        ),
    ] = None,
    allow_code: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE", help="Module that a store's config may import, that is, run (may be repeated)."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing while running.")] = False,
) -> None:
    """Run an experiment into a store; the same command again goes on where it stopped.

    The preset modern is three experiments: each has a store of its own in the folder.
    """
    from inbounds.plan.config import SERIES

    stores = {experiment: store}
    if experiment in SERIES:
        stores = {name: (store or Path("results") / experiment) / name for name in SERIES[experiment]}
    for name, folder in stores.items():
        _run(name, folder, runs, seed, workers, executor, scheduler, part, known or [], allow_code or [], quiet)


def _run(
    experiment: str,
    store: Path | None,
    runs: int | None,
    seed: int | None,
    workers: int | None,
    executor: str,
    scheduler: str | None,
    part: str,
    known: list[Path],
    allow_code: list[str],
    quiet: bool,
) -> None:
    from inbounds.execution.executors import check_executor, inside_mpi
    from inbounds.execution.progress import Silence, clock, open_display
    from inbounds.execution.runner import check_part, run_experiment
    from inbounds.plan.config import load_config

    config = load_config(experiment, allow_code=allow_code)
    changes = {key: value for key, value in (("runs", runs), ("seed", seed)) if value is not None}
    config = config.with_(**changes) if changes else config
    folder = store or Path("results") / config.name
    share = _part(part)
    if executor == "mpi" and not inside_mpi():
        workers = check_executor(executor, workers, scheduler)  # the others are checked where they run
        check_part(share)
        again = {"--store": folder, "--runs": config.runs, "--seed": config.seed, "--executor": "mpi", "--part": part}
        options = [str(word) for option in again.items() for word in option] + ["--quiet"] * quiet
        options += [word for module in allow_code for word in ("--allow-code", module)]
        options += [word for store in known for word in ("--known", str(store))]
        if status := _supervise(["run", experiment, *options], folder, workers):
            sys.exit(status)
        return
    display = Silence() if quiet else open_display()
    outcome = run_experiment(
        config,
        folder,
        executor=executor,
        workers=workers,
        scheduler=scheduler,
        part=share,
        known=known,
        display=display,
    )
    places = listed([str(place) for place in (outcome.store, *known)])
    done = f"{outcome.cells_done} of {outcome.cells_planned} cells are in {places}"
    if outcome.interrupted:
        print(f"stopped: {done}; give the same command again to go on", file=sys.stderr)
        sys.exit(130)
    if not outcome.complete:
        print(
            f"inbounds: only {done}: the others were removed or changed while the run went on; "
            "give the same command again to make them anew",
            file=sys.stderr,
        )
        sys.exit(1)
    if not quiet:
        print(f"{done} ({outcome.runs} runs, {outcome.evaluations:.3g} evaluations in {clock(outcome.seconds)})")


def _part(text: str) -> tuple[int, int]:
    try:
        k, m = map(int, text.split("/"))
    except ValueError:
        raise InvalidArgumentError(f"part must be K/M with 1 <= K <= M, like 1/2; got {text!r}") from None
    return k, m


def _supervise(arguments: list[str], folder: Path, workers: int | None) -> int:
    from inbounds.arguments import available_cores
    from inbounds.execution.mpi_launch import supervise
    from inbounds.store.reader import count_shards

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    return supervise(arguments, workers or available_cores(), lambda: count_shards(folder), say)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(run)
