"""A study as the data of the page: labels, arrays over the grid, tables and words."""

from typing import Any

import numpy as np
import polars as pl

from inbounds.analysis import Study, critical_difference
from inbounds.errors import InboundsError
from inbounds.figures.style import crossover_dashes, group_label, mutation_colours
from inbounds.operators.catalogue import plain_name
from inbounds.operators.shown_names import Names
from inbounds.paper import published
from inbounds.problems import functions
from inbounds.report import packed_arrays
from inbounds.report.curve_arrays import CurveArrays
from inbounds.report.method_cards import method_card
from inbounds.report.methods_and_facts import Experiment, facts, methods, missing_words
from inbounds.report.planned_axes import Grid, Values
from inbounds.report.shown_tables import ShownTable, claims_table, shown_tables
from inbounds.report.summary import summarise

GROUPED = ("group", "configuration", "boundary")
CELLS = ("configuration", "block", "boundary")
BOX = ("low", "first_quartile", "median", "third_quartile", "high", "mean")


def page_data(
    study: Study, grid: Grid, curves: CurveArrays | None, experiment: Experiment, *, title: str, folder: str
) -> dict[str, Any]:
    """Return everything that the page shows of one study, ready for JSON."""
    ranks = study.group_ranks
    marks = grid.array(ranks.mean_ranks, GROUPED, "best") + 2 * grid.array(ranks.mean_ranks, GROUPED, "worse")
    return {
        "title": title,
        "folder": folder,
        "population": study.runs.population,
        **_axes(study, grid),
        "rank": packed_arrays.floats(grid.array(ranks.mean_ranks, GROUPED, "mean_rank")),
        "marks": packed_arrays.counts(marks),
        "adjustedP": packed_arrays.floats(grid.array(ranks.mean_ranks, GROUPED, "p_adjusted")),
        "low": packed_arrays.floats(grid.array(study.intervals.table, GROUPED, "low")),
        "high": packed_arrays.floats(grid.array(study.intervals.table, GROUPED, "high")),
        "bestShare": packed_arrays.floats(grid.array(study.intervals.table, GROUPED, "best_share")),
        "repaired": packed_arrays.floats(grid.array(study.repaired, GROUPED, "repaired")),
        "success": packed_arrays.floats(grid.array(study.success, GROUPED, "success_rate")),
        "area": None if study.areas is None else packed_arrays.floats(grid.array(study.areas, GROUPED, "area")),
        "friedman": _friedman(study, grid),
        "functionRank": packed_arrays.floats(grid.array(study.function_ranks.table, CELLS, "rank")),
        "runs": packed_arrays.counts(grid.array(study.distributions, CELLS, "runs")),
        "boxes": packed_arrays.floats(
            np.stack([grid.array(study.distributions, CELLS, name) for name in BOX], axis=-1)
        ),
        "times": _times(study, grid),
        "curves": None if curves is None else _curves(curves),
        "ecdf": _ecdf(study, grid),
        "counts": _counts(study),
        "tables": [_table(table, study.names) for table in shown_tables(study)],
        "claims": _table(claims_table(study), study.names),
        "findings": [[finding.topic, finding.text] for finding in summarise(study)],
        "methods": methods(study),
        "facts": facts(study, experiment),
        "missing": missing_words(study),
        "level": study.intervals.level,
        "alpha": ranks.options.alpha,
        "successTarget": float(study.success["target"][0]),
    }


def _axes(study: Study, grid: Grid) -> dict[str, Any]:
    dashes = crossover_dashes([configuration.crossover for configuration in grid.configurations])
    colours = mutation_colours([configuration.mutation for configuration in grid.configurations])
    names = _function_names(grid.suite)
    present = set(study.runs.groups)
    return {
        "groups": [
            {
                "id": group,
                "name": published.GROUP_NAMES.get(group, group),
                "label": group_label(group),
                "ready": group in present,
            }
            for group in grid.groups
        ],
        "configurations": [
            {
                "mutation": study.names[c.mutation],
                "crossover": study.names[c.crossover],
                "colour": colours[c.mutation],
                "dash": dashes[c.crossover],
            }
            for c in grid.configurations
        ],
        "blocks": [
            {
                "function": block.function,
                "instance": block.instance,
                "dimension": block.dimension,
                "group": grid.group_of(block),
                "name": names.get(block.function, ""),
            }
            for block in grid.blocks
        ],
        "boundaries": [
            {
                "name": name,
                "label": study.names[name] or "–",
                "about": method_card(name),
                "asterisk": plain_name(name) in published.COUNTED_DIFFERENTLY,
            }
            for name in grid.boundaries
        ],
        "fullNames": [[short, full] for full, short in study.names.items() if short != full],
    }


def _function_names(suite: str) -> dict[int, str]:
    try:
        return {info.number: info.label for info in functions(suite or "bbob")}
    except InboundsError:
        return {}


def _friedman(study: Study, grid: Grid) -> dict[str, Any]:
    axes = ("group", "configuration")
    table = study.group_ranks.friedman
    alpha = study.group_ranks.options.alpha
    sizes = [tuple(row) for row in table.select("methods", "blocks").unique().rows()]
    known = {size: critical_difference(*size, alpha=alpha) for size in sizes if size[0] > 1 and size[1] > 0}
    differences = [known.get(tuple(row)) for row in table.select("methods", "blocks").rows()]
    with_difference = table.with_columns(critical_difference=pl.Series(differences, dtype=pl.Float64))
    return {
        "p": packed_arrays.floats(grid.array(table, axes, "p")),
        "problems": packed_arrays.counts(grid.array(table, axes, "blocks")),
        "difference": packed_arrays.floats(grid.array(with_difference, axes, "critical_difference")),
    }


def _times(study: Study, grid: Grid) -> dict[str, Any] | None:
    table = study.running_times
    if table is None:
        return None
    targets = table["target"].unique(maintain_order=True).to_list()
    ert: list[Values] = []
    successes: list[Values] = []
    for target in targets:
        part = table.filter(pl.col("target") == target)
        ert.append(grid.array(part, CELLS, "ert"))
        successes.append(grid.array(part, CELLS, "successes"))
    return {
        "targets": targets,
        "ert": packed_arrays.floats(np.stack(ert, axis=-1)),
        "successes": packed_arrays.counts(np.stack(successes, axis=-1)),
    }


def _curves(curves: CurveArrays) -> dict[str, Any]:
    return {
        "evaluations": curves.evaluations,
        "countsOfBlock": curves.counts_of_block,
        "values": {
            name: packed_arrays.logarithms(values) if name == "precision" else packed_arrays.ten_thousandths(values)
            for name, values in curves.values.items()
        },
    }


def _ecdf(study: Study, grid: Grid) -> dict[str, Any] | None:
    if study.ecdf is None:
        return None
    final = study.ecdf.final
    places = zip(*(index.tolist() for index in grid.index(final, GROUPED)), strict=True)
    shares = study.ecdf.curves["share"].to_numpy().reshape(final.height, -1)
    return {
        "grid": [float(f"{x:.5g}") for x in study.ecdf.grid],
        "lines": [
            {"group": g, "configuration": c, "boundary": m, "share": share, "area": area}
            for (g, c, m), (share, area) in zip(places, final.select("share", "area").rows(), strict=True)
        ],
        "shares": packed_arrays.ten_thousandths(shares),
    }


def _counts(study: Study) -> dict[str, Any]:
    table, correlation = study.counts.table, study.counts.correlation
    by_group = {row["group"]: row for row in correlation.iter_rows(named=True)}
    groups = table["group"].unique(maintain_order=True).to_list()
    columns = []
    for group in groups:
        part = table.filter(pl.col("group") == group)
        found = by_group.get(group, {})
        columns.append(
            {
                "group": group,
                "configurations": part["configurations"][0],
                "counts": dict(part.select("boundary", "count").rows()),
                "paper": dict(part.select("boundary", "paper_count").rows()),
                "most": part.filter(pl.col("most"))["boundary"].to_list(),
                "spearman": found.get("spearman"),
                "spearmanP": found.get("spearman_p"),
                "kendall": found.get("kendall"),
            }
        )
    return {"columns": columns, "crossovers": list(study.counts.crossovers), "citation": study.counts.citation}


def _table(table: ShownTable, names: Names) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "note": table.note,
        "columns": [vars(column) for column in table.columns],
        "rows": table.rows(names),
    }
