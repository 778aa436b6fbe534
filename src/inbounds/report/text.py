"""The report for the terminal: the same words and tables, printed with rich."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table

from inbounds.analysis import Configuration, RunSource, Study, study
from inbounds.analysis.loading import open_source
from inbounds.operators.shown_names import Names
from inbounds.paper import Reproduction, in_papers_order, reproduction
from inbounds.problems import group_label
from inbounds.report.methods_and_facts import Experiment, budget_words, facts, methods, missing_words, planned_cells
from inbounds.report.shown_tables import Column, ShownTable, as_text, claims_table, shown_tables, variants_table
from inbounds.report.studies import studies_in
from inbounds.report.summary import summarise
from inbounds.report.terminal_heatmap import heatmap_tables, rank_cell


def print_report(
    source: RunSource,
    console: Console,
    *,
    options: dict[str, Any],
    wanted: dict[str, Any],
    beside: Mapping[str, RunSource] | None = None,
) -> None:
    """Print every study of `source`; `options` go to the statistics, `wanted` selects the runs.

    `beside`: the sets of runs that variants need; without it the paper's statements are checked as is only.
    """
    opened = open_source(source)
    experiment = Experiment.of(opened)
    for selection in studies_in(opened, **wanted):
        with Console(stderr=True).status("ranking and testing …"):
            result = study(in_papers_order(selection.load(opened, planned_cells(opened))), **options)
            result = experiment.labelled(result)
            against = reproduction(result, beside)
        console.print(Rule(f"[bold]{escape(experiment.name)}: {escape(selection.title)}"))
        for part in _parts(result, against, experiment, console.width):
            console.print(part)


def _parts(result: Study, against: Reproduction | None, experiment: Experiment, width: int) -> Iterator[Any]:
    for warning in filter(None, (missing_words(result), budget_words(result, experiment))):
        yield f"[yellow]{escape(warning)}[/]\n"
    for finding in summarise(result, against):
        yield f"• {escape(finding.text)}"
    for group in result.runs.groups_with_runs:
        yield f"\n[bold]Mean rank: {escape(group_label(group))}[/] (green best of its column, red significantly worse)"
        yield from _heatmap(result, group, width, ranks=True)
        yield f"\n[bold]Repaired share in %: {escape(group_label(group))}[/] (* counts something else)"
        yield from _heatmap(result, group, width, ranks=False)
    yield "\n[bold]Configurations in which each method is best[/]" + (" (in brackets: the paper's)" if against else "")
    yield _counts(result, against)
    of_the_paper = [claims_table(against.claims)] if against else []
    if against and against.variants:
        of_the_paper.append(variants_table(against.variants))
    for table in (*shown_tables(result), *of_the_paper):
        yield f"\n[bold]{escape(table.title)}[/] {escape(table.note)}"
        yield _table(table, result.names)
    yield "\n[bold]Methods[/]"
    for title, text in methods(result, against):
        yield f"[bold]{escape(title)}.[/] {escape(text)}"
    yield "\n[bold]Facts[/]"
    listed = Table(box=None, show_header=False, pad_edge=False)
    for label, text in facts(result, experiment):
        listed.add_row(escape(label), escape(text))
    yield listed


def _heatmap(result: Study, group: str, width: int, *, ranks: bool) -> Iterator[Table]:
    source = result.group_ranks.mean_ranks if ranks else result.repaired
    rows = source.filter(pl.col("group") == group).iter_rows(named=True)
    cells = {(row["mutation"], row["crossover"], row["boundary"]): row for row in rows}
    starred = () if ranks else tuple(result.repaired.filter(pl.col("counted_differently"))["boundary"])

    def cell(configuration: Configuration, boundary: str) -> str:
        row = cells.get((*configuration, boundary))
        if row is None:
            return "–"
        if ranks:
            return rank_cell(row["mean_rank"], best=row["best"], worse=row["worse"])
        share = row["repaired"]
        return "–" if share is None or math.isnan(share) else f"{100 * share:.0f}"

    return heatmap_tables(result.runs.axes, cell, names=result.names, width=width, starred=starred)


def _counts(result: Study, against: Reproduction | None) -> Table:
    counts = (against or result).counts.table
    groups = counts["group"].unique(maintain_order=True).to_list()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for group in groups:
        table.add_column({"total": "total", "all": "together"}.get(group, f"group {group}"), justify="right")
    found = {(row["boundary"], row["group"]): row for row in counts.iter_rows(named=True)}
    for boundary in result.runs.boundaries:
        cells = []
        for group in groups:
            row = found[boundary, group]
            ours = f"[bold]{row['count']}[/]" if row["most"] else str(row["count"])
            theirs = row.get("paper_count")
            cells.append(ours if theirs is None else f"{ours} [dim]({theirs})[/]")
        table.add_row(escape(result.names[boundary]), *cells)
    if against is None:
        return table
    correlation = {row["group"]: row for row in against.counts.correlation.iter_rows(named=True)}
    for label, key in (("Spearman", "spearman"), ("Kendall", "kendall")):
        values = [as_text(correlation.get(group, {}).get(key), "number") for group in groups]
        table.add_row(label, *values, style="dim")
    return table


def _table(shown: ShownTable, names: Names) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in shown.columns:
        table.add_column(escape(column.label), justify=_side(column))
    for row in shown.rows(names):
        cells = (as_text(value, column.kind) for value, column in zip(row, shown.columns, strict=True))
        table.add_row(*(escape(cell) for cell in cells))
    return table


def _side(column: Column) -> Any:
    return "left" if column.kind in ("text", "operator") else "right"
