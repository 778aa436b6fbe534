"""`inbounds rank`: mean ranks of the boundary methods with their tests, in the terminal."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from inbounds.cli.options import Alpha, Floor, Order, Sided, Test, TieCorrection, read_dimension, read_floor
from inbounds.errors import InvalidArgumentError

if TYPE_CHECKING:
    from rich.table import Table

    from inbounds.analysis import Configuration, GroupRanks


def rank(
    store: Annotated[Path, typer.Argument(metavar="DIR", help="A store, or a Parquet or CSV file of runs.")],
    group: Annotated[str, typer.Option(help="Function group 1 to 5, or all.")] = "all",
    dimension: Annotated[str | None, typer.Option(help="Dimension, or all; needed where several are stored.")] = None,
    suite: Annotated[str | None, typer.Option(help="Suite; needed where several are stored.")] = None,
    adaptation: Annotated[str | None, typer.Option(help="Adaptation; needed where several are stored.")] = None,
    population: Annotated[int | None, typer.Option(help="Population; needed where several are stored.")] = None,
    budget: Annotated[int | None, typer.Option(help="Budget; needed where several are stored.")] = None,
    mutation: Annotated[list[str] | None, typer.Option(help="Only this mutation (may be repeated).")] = None,
    crossover: Annotated[list[str] | None, typer.Option(help="Only this crossover (may be repeated).")] = None,
    boundary: Annotated[list[str] | None, typer.Option(help="Only this method (may be repeated).")] = None,
    floor: Floor = "1e-8",
    order: Order = "mean",
    test: Test = "ks",
    alpha: Alpha = 0.05,
    tie_correction: TieCorrection = False,
    sided: Sided = "one",
    resamples: Annotated[int, typer.Option(help="Permutations of anderson-darling.")] = 9999,
    seed: Annotated[int, typer.Option(help="Seed of the permutations.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Rank the boundary methods: green is best of its column, red significantly worse."""
    from inbounds.analysis import RankingOptions, SignificanceOptions, function_ranks, group_ranks, load

    ranking = RankingOptions(
        test=test,  # type: ignore[arg-type] # checked by the options themselves
        floor=read_floor(floor),
        order=order,  # type: ignore[arg-type]
        alpha=alpha,
        resamples=resamples,
        seed=seed,
    )
    significance = SignificanceOptions(alpha=alpha, tie_correction=tie_correction, sided=sided)  # type: ignore[arg-type]
    runs = load(
        store,
        dimension=read_dimension(dimension),
        suite=suite,
        adaptation=adaptation,
        population=population,
        budget=budget,
        mutations=mutation,
        crossovers=crossover,
        boundaries=boundary,
    )
    runs.in_group(group)  # refuses unknown names before the work
    ranks = group_ranks(function_ranks(runs, ranking), significance)
    if group not in ranks.groups:
        raise InvalidArgumentError(f"group {group} has no runs; groups with runs are {', '.join(ranks.groups)}")
    if as_json:
        print(json.dumps(_as_data(ranks, group), indent=2))
    else:
        _show(ranks, group)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(rank)


def _as_data(ranks: "GroupRanks", group: str) -> dict[str, Any]:
    import polars as pl

    chosen = pl.col("group") == group
    return {
        "group": group,
        "suite": ranks.runs.suite,
        "dimension": ranks.runs.dimension,
        "ranking": ranks.ranks.options.as_dict(),
        "significance": ranks.options.as_dict(),
        "friedman": ranks.friedman.filter(chosen).drop("group").to_dicts(),
        "mean_ranks": ranks.mean_ranks.filter(chosen).drop("group").to_dicts(),
    }


def _show(ranks: "GroupRanks", group: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    from inbounds.analysis import best_counts, noise_check
    from inbounds.analysis.ranking import fewest_runs
    from inbounds.problems.function_groups import ALL, GROUP_NAMES

    console = Console()
    runs = ranks.runs
    where = f"dimension {runs.dimension}" if runs.dimension else "several dimensions"
    name = "all functions" if group == ALL else f"group {group}, {GROUP_NAMES[group]}"
    console.print(f"[bold]Mean ranks: {name}[/] ({escape(runs.suite or 'problems')}, {where})")
    for table in _heatmap(ranks, group, console.width):
        console.print(table)
    known = ranks.friedman.filter(ranks.friedman["group"] == group)
    rejected, tested = int(known["rejected"].sum()), known.height - known["p"].null_count()
    correction = "with" if ranks.options.tie_correction else "without"
    console.print(
        f"Friedman ({correction} tie correction) rejects equal methods in {rejected} of {tested} configurations "
        f"at {ranks.options.alpha:g}; worse = Hochberg-adjusted {ranks.options.sided}-sided p below it."
    )
    counts = best_counts(ranks)
    if said := counts.words(group):
        console.print(f"In short: {escape(said)}")
    counted = counts.table.filter(counts.table["group"] == group)
    alone = counted.filter(counted["alone"] > 0).sort("alone", descending=True, maintain_order=True)
    if alone.height:
        listed = ", ".join(f"{escape(name)} {times}" for name, times in alone.select("boundary", "alone").iter_rows())
        console.print(f"Alone best in so many configurations: {listed}.")
    summary = noise_check(ranks).summary
    noise = summary.filter(summary["group"] == group)
    if noise.height:
        console.print(
            f"Noise: midpoint-base and midpoint-target, one operator for target-based mutations, differ by "
            f"{noise['mean_difference'][0]:.2f} on average, {noise['largest_difference'][0]:.2f} at most."
        )
    if not runs.complete:
        missing = int((runs.sizes[:, runs.in_group(group)] == 0).sum())
        console.print(f"[yellow]{missing} cells of this group have no runs; – is unknown.[/]")
    needed = fewest_runs(len(runs.boundaries), ranks.ranks.options.alpha)
    if runs.sizes[runs.sizes > 0].min() < needed:
        console.print(
            f"[yellow]Some cells have fewer than {needed} runs: there the test can never separate "
            f"{len(runs.boundaries)} methods.[/]"
        )
    options = ", ".join(f"{key}={value}" for key, value in ranks.ranks.options.as_dict().items())
    console.print(f"[dim]{options}[/]")


def _heatmap(ranks: "GroupRanks", group: str, width: int) -> "Iterator[Table]":
    from inbounds.report.terminal_heatmap import heatmap_tables, rank_cell

    g, axes = ranks.groups.index(group), ranks.runs.axes
    of = {configuration: c for c, configuration in enumerate(axes.configurations)}
    tests = ranks.friedman.filter(ranks.friedman["group"] == group)["p"].to_list()

    def cell(configuration: "Configuration", boundary: str) -> str:
        at = g, of[configuration], axes.boundaries.index(boundary)
        return rank_cell(float(ranks.means[at]), best=bool(ranks.best[at]), worse=bool(ranks.worse[at]))

    def friedman(configuration: "Configuration") -> str:
        p = tests[of[configuration]]
        return "–" if p is None else f"{p:.3f}" if p >= 5e-4 else "<.001"

    names = {name: name for name in (*axes.boundaries, *(name for pair in axes.configurations for name in pair))}
    return heatmap_tables(axes, cell, names=names, width=width, below=("Friedman p", friedman))
