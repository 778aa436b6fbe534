"""`inbounds watch`: a run of the user's own function and operators, recorded and shown in two coordinates."""

from pathlib import Path
from typing import Annotated

import typer

from inbounds.cli.options import read_file
from inbounds.cli.page_options import open_in_browser, read_pair, read_places


def watch(
    objective: Annotated[
        str, typer.Argument(metavar="FILE.py:NAME", help="Your function, in a file or as package.module:name.")
    ],
    bounds: Annotated[list[str], typer.Option(metavar="LOW,HIGH", help="Bounds; once for all variables, or for each.")],
    dimension: Annotated[
        int | None, typer.Option(help="Variables, where one pair of bounds is for all.", show_default="2")
    ] = None,
    coordinates: Annotated[
        str, typer.Option(metavar="I,J", help="The two coordinates that are shown, counted from 0.")
    ] = "0,1",
    boundary: Annotated[
        str, typer.Option(help="Boundary method; own ones too, registered by the file.")
    ] = "reflection",
    mutation: Annotated[str, typer.Option(help="Mutation.")] = "rand/1",
    crossover: Annotated[str, typer.Option(help="Crossover.")] = "binomial",
    adaptation: Annotated[str, typer.Option(help="How F and Cr are chosen.")] = "shade",
    population: Annotated[int, typer.Option(help="Individuals.")] = 30,
    generations: Annotated[int, typer.Option(help="How many generations are recorded.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed.")] = 0,
    vectorized: Annotated[bool, typer.Option("--vectorized", help="The function takes rows of points.")] = False,
    landscape: Annotated[
        int, typer.Option(help="Points per side of the landscape behind the population; 0: none.")
    ] = 61,
    out: Annotated[Path, typer.Option(parser=read_file, metavar="FILE", help="Where the page goes.")] = Path(
        "watch.html"
    ),
    opened: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the page.", show_default="where there is a browser")
    ] = None,
) -> None:
    """Record a run of your own function, with your own operators if you like, and write a page that shows it move."""
    from inbounds.algorithm.de import DE
    from inbounds.cli.user_code import load_function
    from inbounds.errors import InvalidArgumentError
    from inbounds.playground import record, write_page

    fun = load_function(objective)
    pairs = [read_pair("bounds", text) for text in bounds]
    if len(pairs) == 1:
        pairs = pairs * (2 if dimension is None else dimension)
    elif dimension is not None and dimension != len(pairs):
        raise InvalidArgumentError(f"dimension must agree with the {len(pairs)} pairs of bounds; got {dimension}")
    de = DE(
        mutation=mutation,
        crossover=crossover,
        boundary=boundary,
        adaptation=adaptation,
        population=population,
    )
    recording = record(
        fun, pairs, de=de, coordinates=read_places("coordinates", coordinates), generations=generations, seed=seed,
        vectorized=vectorized, landscape=landscape,
    )  # fmt: skip
    print(write_page(out, recording=recording))
    open_in_browser(out, opened)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(watch)
