"""`inbounds export` and `inbounds import`: results out to the field's tools, and theirs in."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from inbounds.cli.options import read_folder
from inbounds.errors import InvalidArgumentError, printable
from inbounds.progress_line import BAR, progress_line


def export(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store.")],
    out: Annotated[
        Path, typer.Option(parser=read_folder, metavar="DIR", help="Folder that gets one folder per algorithm.")
    ],
    to_format: Annotated[str, typer.Option("--format", help="ioh: IOHanalyzer, iohinspector; coco: cocopp.")] = "ioh",
    functions: Annotated[str | None, typer.Option(help="Numbers and ranges, like 1-5,8.")] = None,
    dimensions: Annotated[str | None, typer.Option(help="Numbers and ranges, like 5,10.")] = None,
    instances: Annotated[str | None, typer.Option(help="Numbers and ranges, like 1-15.")] = None,
    algorithms: Annotated[
        list[str] | None,
        typer.Option(help="Folder name like rand-1_binomial_reflection_shade; * stands for anything; can be repeated."),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace algorithms' folders that are there.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Write a store's runs in the format of IOHprofiler or COCO."""
    from inbounds.exchange import export_store

    with progress_bar("cells", quiet=quiet) as progress:
        exported = export_store(
            store,
            out,
            format=to_format,
            functions=_numbers("functions", functions),
            dimensions=_numbers("dimensions", dimensions),
            instances=_numbers("instances", instances),
            algorithms=algorithms,
            overwrite=overwrite,
            progress=progress,
        )
    for note in exported.notes:
        print(f"note: {printable(note)}", file=sys.stderr)
    print(f"{len(exported.folders)} algorithms, {exported.cells} cells written to {printable(str(out))}")


def import_(
    sources: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders or archives with IOHprofiler or COCO data.")
    ],
    out: Annotated[Path, typer.Option(parser=read_folder, metavar="DIR", help="The store to make.")],
    compare: Annotated[
        str, typer.Option(help="What ranking compares: algorithms (by name), operators (as recorded) or auto.")
    ] = "auto",
    named_by: Annotated[str, typer.Option(help="Where IOHprofiler data get names from: data or folder.")] = "data",
    suite: Annotated[str | None, typer.Option(help="The suite, instead of the recorded one.")] = None,
    budget: Annotated[
        str | None, typer.Option(help="Evaluations to read runs to, like 10000*n; else those of the longest run.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Make a store of results in IOHprofiler's or COCO's format, to rank and report any algorithms."""
    from inbounds.exchange import import_results

    with progress_bar("data files", quiet=quiet) as progress:
        imported = import_results(
            sources, out, compare=compare, named_by=named_by, suite=suite, budget=budget, progress=progress
        )
    for note in imported.notes:
        print(f"note: {printable(note)}", file=sys.stderr)
    print(f"{len(imported.algorithms)} algorithms, {imported.runs} runs imported into {printable(str(imported.store))}")


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that draws done of total on a terminal; None where nobody looks."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    with progress_line(BAR, f"{{task.completed:.0f}}/{{task.total:.0f}} {what}", total=0) as update:
        yield lambda done, total: update(completed=done, total=total)


def _numbers(name: str, text: str | None) -> tuple[int, ...] | None:
    from inbounds.plan.config import integers

    if text is None:
        return None
    try:
        return integers(text, lowest=0)
    except ValueError as error:
        raise InvalidArgumentError(f"{name} {error}; got {text!r}") from None


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(export)
    app.command("import")(import_)
