"""`inbounds recommend`: which boundary method to try first, from measured ranks."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from inbounds.errors import InvalidArgumentError

if TYPE_CHECKING:
    from inbounds.analysis.recommendation import Recommendation


def recommend(
    mutation: Annotated[
        list[str] | None, typer.Option(help="Mutation in use (may be repeated; all if left out).")
    ] = None,
    crossover: Annotated[
        list[str] | None, typer.Option(help="Crossover in use (may be repeated; all if left out).")
    ] = None,
    group: Annotated[
        str,
        typer.Option(
            help="Kind of problem: separable, moderate, ill-conditioned, multimodal, weak-structure (BBOB's function "
            "groups 1 to 5), or all."
        ),
    ] = "all",
    dimension: Annotated[
        list[int] | None, typer.Option(help="Your dimension; the nearest measured one answers (may be repeated).")
    ] = None,
    suite: Annotated[
        list[str] | None,
        typer.Option(help="Suite of the measured problems; needed where a store holds several (may be repeated)."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Advise from this store instead of the built-in ranks.")
    ] = None,
    optimum_at_bound: Annotated[
        bool,
        typer.Option("--optimum-at-bound", help="My optimum may lie at a bound: advise from runs on moved walls."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say which boundary method to try first for a configuration and a kind of problem."""
    from inbounds.analysis import recommendation

    dimensions, suites = dimension or [], suite or []
    for number in dimensions:
        if number < 1:
            raise InvalidArgumentError(f"--dimension must be at least 1; got {number}")
    if store is None:
        ranks = recommendation.built_in_ranks(suites, optimum_at_bound=optimum_at_bound)
        source = "the ranks that ship with inbounds"
    else:
        ranks = recommendation.ranks_of(store, suites=suites, near=dimensions, optimum_at_bound=optimum_at_bound)
        source = str(store)
    if optimum_at_bound:
        source += f", {ranks['suite'][0]}"
    advice = recommendation.recommend(
        ranks, mutations=mutation, crossovers=crossover, group=group, dimensions=dimensions, source=source
    )
    if as_json:
        facts = {
            "dimensions": advice.dimensions,
            "group": advice.group,
            "functions": advice.functions,
            "runs": advice.runs,
            "too_few_runs": advice.too_few_runs,
            "source": advice.source,
            "distance": advice.distance,
        }
        print(json.dumps({**facts, "advice": advice.advice(), "methods": advice.table.to_dicts()}, indent=2))
    else:
        _show(advice)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(recommend)


def _show(advice: "Recommendation") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Column, Table

    console = Console()
    console.print(escape(advice.advice()), highlight=False, style="bold")
    numbers = ("mean rank", "95 % interval", "alone", "tied", "worse")
    # the names of mixtures are long: they break, and leave the numbers their place
    table = Table(Column("boundary method", overflow="fold"), *(Column(heading, no_wrap=True) for heading in numbers))
    for row in advice.table.iter_rows(named=True):
        table.add_row(
            escape(row["boundary"]),
            f"{row['mean_rank']:.2f}",
            "–" if row["low"] is None else f"{row['low']:.2f} to {row['high']:.2f}",
            str(row["alone"]),
            str(row["tied"]),
            f"{100 * row['worse_share']:.0f} %",
        )
    console.print(table)
    console.print(
        "alone, tied: configurations in which it is best; worse: share of them in which it is significantly worse than "
        "the best.",
        highlight=False,
    )
    console.print(f"{advice.where}; from {escape(advice.source)}.", highlight=False)
    if advice.distance:
        console.print(f"[yellow]{advice.distance}[/]", highlight=False)
