"""`inbounds play`: the playground, one page with the core inside, written to a file and opened."""

from pathlib import Path
from typing import Annotated

import typer

from inbounds.cli.options import read_file
from inbounds.cli.page_options import open_in_browser, read_pair


def play(
    problem: Annotated[int | None, typer.Option(help="BBOB function, 1 … 24.")] = None,
    boundary: Annotated[
        list[str] | None, typer.Option(help="Boundary method; give it several times to compare them.")
    ] = None,
    mutation: Annotated[str | None, typer.Option(help="Mutation.")] = None,
    crossover: Annotated[str | None, typer.Option(help="Crossover.")] = None,
    adaptation: Annotated[str | None, typer.Option(help="How F and Cr are chosen.")] = None,
    scale: Annotated[float | None, typer.Option("--F", help="F, with --adaptation constant.")] = None,
    rate: Annotated[float | None, typer.Option("--Cr", help="Cr, with --adaptation constant.")] = None,
    population: Annotated[int | None, typer.Option(help="Individuals, 10 … 100.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed.")] = None,
    optimum: Annotated[str | None, typer.Option(metavar="X,Y", help="Move the optimum there.")] = None,
    view: Annotated[
        str | None, typer.Option(help="one, compare or race.", show_default="by the number of methods")
    ] = None,
    dimension: Annotated[int | None, typer.Option(help="Dimension of a race, 2 … 40.")] = None,
    out: Annotated[Path, typer.Option(parser=read_file, metavar="FILE", help="Where the page goes.")] = Path(
        "playground.html"
    ),
    opened: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the page.", show_default="where there is a browser")
    ] = None,
) -> None:
    """Write the playground, a page that runs the core itself, with these choices, and open it; prints its path."""
    from inbounds.playground import choices, write_page

    chosen = choices(
        view=view,
        problem=problem,
        boundaries=boundary or (),
        optimum=None if optimum is None else read_pair("optimum", optimum),
        mutation=mutation,
        crossover=crossover,
        adaptation=adaptation or ("constant" if scale is not None or rate is not None else None),
        F=scale,
        Cr=rate,
        population=population,
        seed=seed,
        dimension=dimension,
    )
    print(write_page(out, chosen=chosen))
    open_in_browser(out, opened)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)
