"""`inbounds report`: a store becomes a page to explore, figures and tables; or text in the terminal."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from inbounds.cli.options import (
    Alpha,
    Floor,
    Order,
    Sided,
    Test,
    TieCorrection,
    read_dimension,
    read_floor,
    read_folder,
)
from inbounds.progress_line import BAR, progress_line

if TYPE_CHECKING:
    from inbounds.report.build import Say

MOST_WORKERS = 4  # each holds its own copy of the libraries


def report(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store, or a Parquet or CSV file of runs.")],
    out: Annotated[
        Path | None,
        typer.Option(parser=read_folder, metavar="DIR", help="Folder of the report.", show_default="DIR/report"),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the tables here instead of writing files.")] = False,
    figures: Annotated[
        str, typer.Option(help="main, all (per-problem figures of every configuration) or none.")
    ] = "main",
    dimension: Annotated[
        str | None, typer.Option(help="Only this one, or all as one study.", show_default="each a study")
    ] = None,
    suite: Annotated[str | None, typer.Option(help="Only this suite.")] = None,
    adaptation: Annotated[str | None, typer.Option(help="Only this adaptation.")] = None,
    population: Annotated[int | None, typer.Option(help="Only this population size.")] = None,
    budget: Annotated[int | None, typer.Option(help="Only this budget.")] = None,
    floor: Floor = "1e-8",
    order: Order = "mean",
    test: Test = "ks",
    alpha: Alpha = 0.05,
    tie_correction: TieCorrection = False,
    sided: Sided = "one",
    resamples: Annotated[
        int, typer.Option(help="Resamplings behind intervals; verdicts take up to five times as many.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the resamplings.")] = 0,
    workers: Annotated[
        int | None, typer.Option(help="Processes that draw figures.", show_default="the cores, 4 at most")
    ] = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR",
            help="Runs that variants of the paper's experiment need, such as paper-2020, or a folder with them (may be "
            "repeated).",
        ),
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants/--no-variants", help="Check the paper's statements under variants, too.")
    ] = True,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, only the page's path.")] = False,
) -> None:
    """Write a page to explore (index.html), figures and tables; the last line is the page's path."""
    from inbounds.analysis import RankingOptions, SignificanceOptions
    from inbounds.errors import InvalidArgumentError
    from inbounds.paper import sets_of_runs

    options: dict[str, Any] = {
        "ranking": RankingOptions(test=test, floor=read_floor(floor), order=order, alpha=alpha),  # type: ignore[arg-type]
        "significance": SignificanceOptions(alpha=alpha, tie_correction=tie_correction, sided=sided),  # type: ignore[arg-type]
        "resamples": resamples,
        "seed": seed,
    }
    named = {"suite": suite, "adaptation": adaptation, "population": population, "budget": budget}
    wanted: dict[str, Any] = {"dimension": read_dimension(dimension), **named}
    if beside and not variants:
        raise InvalidArgumentError("--beside is for variants: leave it out, or --no-variants")
    sets = sets_of_runs(*(beside or ()))
    if text:
        from rich.console import Console

        from inbounds.report.text import print_report

        print_report(store, Console(), options=options, wanted=wanted, beside=sets if variants else None)
        return
    from inbounds.arguments import available_cores
    from inbounds.playground.page import built_page, write_page
    from inbounds.report import write_report

    place, playground = out or _default_place(store), built_page().is_file()
    with _display(quiet) as shown, _interrupted_between_steps(shown) as say:
        written = write_report(
            store,
            place,
            playground="playground.html" if playground else None,
            figures=figures,  # type: ignore[arg-type] # checked there
            workers=workers or min(available_cores(), MOST_WORKERS),
            say=say,
            variants=variants,
            beside=sets,
            **options,
            **wanted,
        )
    if playground:
        write_page(place / "playground.html")
    print(written.index)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(report)


@contextmanager
def _display(quiet: bool) -> Iterator["Say"]:
    """Show a bar on a terminal, a line for every new step elsewhere, or nothing."""
    if quiet:
        yield lambda doing, share: None
    elif sys.stderr.isatty():
        with progress_line("{task.description}", BAR, "{task.percentage:>3.0f} %", total=1, transient=True) as update:
            update(description="reading runs")
            yield lambda doing, share: update(description=doing, completed=share)
    else:
        said = ("", -1)

        def line(doing: str, share: float) -> None:
            nonlocal said
            now = (doing, int(100 * share) // 10)
            if now != said:  # a line per phase and per tenth: logs stay short
                said = now
                print(f"{100 * share:3.0f} % {doing} …", file=sys.stderr, flush=True)

        yield line


@contextmanager
def _interrupted_between_steps(say: "Say") -> Iterator["Say"]:
    """Take Ctrl-C when the next step is told, a second one at once: within a query it would be a panic of polars."""
    asked = False
    before = signal.getsignal(signal.SIGINT)

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    def step(doing: str, share: float) -> None:
        if asked:
            raise KeyboardInterrupt
        say(doing, share)

    if threading.current_thread() is not threading.main_thread():
        yield say
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield step
    finally:
        signal.signal(signal.SIGINT, before)


def _default_place(store: Path) -> Path:
    return store / "report" if store.is_dir() else store.with_name(f"{store.stem}-report")
