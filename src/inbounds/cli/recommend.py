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
    group: Annotated[str, typer.Option(help="Kind of problem: BBOB function group 1 to 5, or all.")] = "all",
    dimension: Annotated[int | None, typer.Option(help="Your dimension; the nearest measured one answers.")] = None,
    suite: Annotated[
        str | None, typer.Option(help="Suite of the measured problems; needed where a store holds several.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Advise from this store instead of the built-in ranks.")
    ] = None,
    optimum_at_bound: Annotated[
        bool,
        typer.Option(
            "--optimum-at-bound", help="My optimum may lie at a bound: advise from the store's runs on moved walls."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Say which boundary method to try first for a configuration and a kind of problem."""
    from inbounds.analysis import recommendation

    if dimension is not None and dimension < 1:
        raise InvalidArgumentError(f"--dimension must be at least 1; got {dimension}")
    if store is None:
        ranks = recommendation.built_in_ranks(suite, optimum_at_bound=optimum_at_bound)
        source = "the ranks that ship with inbounds"
    else:
        ranks = recommendation.ranks_of(store, suite=suite, near=dimension, optimum_at_bound=optimum_at_bound)
        source = f"{store}, {recommendation.nearest_walls(store)}" if optimum_at_bound else str(store)
    advice = recommendation.recommend(
        ranks, mutations=mutation, crossovers=crossover, group=group, dimension=dimension, source=source
    )
    if as_json:
        facts = {"dimension": advice.dimension, "group": advice.group, "source": advice.source}
        print(json.dumps({**facts, "advice": advice.advice(), "methods": advice.table.to_dicts()}, indent=2))
    else:
        _show(advice, dimension)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(recommend)


def _show(advice: "Recommendation", asked: int | None) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Column, Table

    console = Console()
    console.print(escape(advice.advice()), highlight=False, style="bold")
    table = Table(
        Column("boundary method", no_wrap=True), "mean rank", "alone best in", "tied best in", "significantly worse in"
    )
    for row in advice.table.iter_rows(named=True):
        table.add_row(
            escape(row["boundary"]),
            f"{row['mean_rank']:.2f}",
            str(row["alone"]),
            str(row["tied"]),
            f"{row['worse_share']:.0%}",
        )
    console.print(table)
    where = "all functions" if advice.group == "all" else f"function group {advice.group}"
    console.print(
        f"Over {advice.table['configurations'][0]} configurations, {where}, {advice.dimension}-D, from "
        f"{escape(advice.source)}."
    )
    if asked is not None and asked != advice.dimension:
        console.print(f"[yellow]{asked}-D was not measured: {advice.dimension}-D is the nearest that was.[/]")
