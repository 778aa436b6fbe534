"""A study as the data of the page: labels, arrays over the grid, tables and words."""

from typing import Any

import numpy as np
import polars as pl

from inbounds.analysis import Study
from inbounds.analysis.axes import Axes
from inbounds.analysis.repairs import counts_differently
from inbounds.arrays import Floats
from inbounds.errors import InboundsError
from inbounds.operators import catalogue
from inbounds.operators.appearance import crossover_dashes, mutation_colours
from inbounds.operators.shown_names import Names
from inbounds.paper import Reproduction
from inbounds.problems import GROUP_NAMES, functions, group_label
from inbounds.report import packed_arrays
from inbounds.report.curve_arrays import CurveArrays
from inbounds.report.method_cards import method_card
from inbounds.report.methods_and_facts import Experiment, budget_words, facts, methods, missing_words
from inbounds.report.shown_tables import ShownTable, claims_table, shown_tables, variants_table
from inbounds.report.summary import summarise

GROUPED = ("group", "configuration", "boundary")
CELLS = ("configuration", "block", "boundary")
PACKED = {"precision": packed_arrays.logarithms, "distance": packed_arrays.floats}
BOX = ("low", "first_quartile", "median", "third_quartile", "high", "mean")


def page_data(
    study: Study,
    against: Reproduction | None,
    curves: CurveArrays | None,
    experiment: Experiment,
    *,
    title: str,
    folder: str,
    shares: pl.DataFrame | None = None,
    hits: pl.DataFrame | None = None,
) -> dict[str, Any]:
    """Return everything that the page shows of one study, ready for JSON."""
    ranks, axes = study.group_ranks, study.runs.axes
    marks = axes.array(ranks.mean_ranks, GROUPED, "best") + 2 * axes.array(ranks.mean_ranks, GROUPED, "worse")
    return {
        "title": title,
        "folder": folder,
        "population": study.runs.population,
        **_axes(study),
        "rank": packed_arrays.floats(axes.array(ranks.mean_ranks, GROUPED, "mean_rank")),
        "marks": packed_arrays.counts(marks),
        "adjustedP": packed_arrays.floats(axes.array(ranks.mean_ranks, GROUPED, "p_adjusted")),
        "low": packed_arrays.floats(axes.array(study.intervals.table, GROUPED, "low")),
        "high": packed_arrays.floats(axes.array(study.intervals.table, GROUPED, "high")),
        "bestShare": packed_arrays.floats(axes.array(study.intervals.table, GROUPED, "best_share")),
        "repaired": packed_arrays.floats(axes.array(study.repaired, GROUPED, "repaired")),
        "success": packed_arrays.floats(axes.array(study.success, GROUPED, "success_rate")),
        "area": None if study.areas is None else packed_arrays.floats(axes.array(study.areas, GROUPED, "area")),
        "friedman": _friedman(study),
        "functionRank": packed_arrays.floats(axes.array(study.function_ranks.table, CELLS, "rank")),
        "runs": packed_arrays.counts(axes.array(study.distributions, CELLS, "runs")),
        "boxes": packed_arrays.floats(
            np.stack([axes.array(study.distributions, CELLS, name) for name in BOX], axis=-1)
        ),
        "times": _times(study),
        "curves": None if curves is None else _curves(curves),
        "mixtures": {} if shares is None else _mixtures(shares, axes),
        "wallHits": None if hits is None or hits.is_empty() else _wall_hits(hits, axes),
        "ecdf": _ecdf(study),
        "counts": _counts(study, against),
        "tables": [page_table(table, study.names) for table in shown_tables(study)],
        "claims": None if against is None else page_table(claims_table(against.claims), study.names),
        "variants": _variants(against, study.names),
        "findings": [[finding.topic, finding.text] for finding in summarise(study, against)],
        "methods": methods(study, against),
        "facts": facts(study, experiment),
        "missing": missing_words(study),
        "unequal": budget_words(study, experiment),
        "level": study.intervals.level,
        "alpha": ranks.options.alpha,
        "successTarget": float(study.success["target"][0]),
    }


def _axes(study: Study) -> dict[str, Any]:
    axes, present = study.runs.axes, set(study.runs.groups_with_runs)
    dashes = crossover_dashes([configuration.crossover for configuration in axes.configurations])
    colours = mutation_colours([configuration.mutation for configuration in axes.configurations])
    names = _function_names(axes.suite)
    return {
        "groups": [
            {
                "id": group,
                "name": GROUP_NAMES.get(group, "all functions"),
                "label": group_label(group),
                "ready": group in present,
            }
            for group in axes.groups
        ],
        "configurations": [
            {
                "mutation": study.names[c.mutation],
                "crossover": study.names[c.crossover],
                "colour": colours[c.mutation],
                "dash": dashes[c.crossover],
            }
            for c in axes.configurations
        ],
        "blocks": [
            {
                "function": block.function,
                "instance": block.instance,
                "dimension": block.dimension,
                "group": axes.group_of(block),
                "name": names.get(block.function, ""),
            }
            for block in axes.blocks
        ],
        "boundaries": [
            {
                "name": name,
                "label": study.names[name] or "–",
                "about": method_card(name),
                "asterisk": counts_differently(name),
            }
            for name in axes.boundaries
        ],
        "playable": _playable(axes.suite),
        "adaptation": study.runs.adaptation,
        "fullNames": [[short, full] for full, short in study.names.items() if short != full],
    }


def _playable(suite: str) -> dict[str, list[str]] | None:
    """Return the operators that the playground has, by family; it knows the BBOB functions only."""
    if suite != "bbob":
        return None
    return {
        family: [info.name for info in catalogue.operators(family) if info.function is None]
        for family in catalogue.FAMILIES
    }


def _function_names(suite: str) -> dict[int, str]:
    try:
        return {info.number: info.label for info in functions(suite or "bbob")}
    except InboundsError:
        return {}


def _friedman(study: Study) -> dict[str, Any]:
    table, axes = study.group_ranks.friedman, study.runs.axes
    place = ("group", "configuration")
    return {
        "p": packed_arrays.floats(axes.array(table, place, "p")),
        "problems": packed_arrays.counts(axes.array(table, place, "blocks")),
        "difference": packed_arrays.floats(axes.array(table, place, "critical_difference")),
    }


def _times(study: Study) -> dict[str, Any] | None:
    table, axes = study.running_times, study.runs.axes
    if table is None:
        return None
    targets = table["target"].unique(maintain_order=True).to_list()
    ert: list[Floats] = []
    successes: list[Floats] = []
    for target in targets:
        part = table.filter(pl.col("target") == target)
        ert.append(axes.array(part, CELLS, "ert"))
        successes.append(axes.array(part, CELLS, "successes"))
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
            name: PACKED.get(name, packed_arrays.ten_thousandths)(values) for name, values in curves.values.items()
        },
    }


def _mixtures(shares: pl.DataFrame, axes: Axes) -> dict[str, Any]:
    """Return the mean shares of each adaptive mixture: configurations × blocks × parts × points."""
    found = {}
    for method in shares["boundary"].unique(maintain_order=True):
        table = shares.filter(pl.col("boundary") == method)
        parts = table["part"].unique(maintain_order=True).to_list()
        cell = ("function", "instance", "dimension", "mutation", "crossover", "part")
        number = pl.col("part").replace_strict(parts, range(len(parts)))
        places = table.with_columns(at=pl.int_range(pl.len()).over(cell), k=number)
        index = axes.index(places, ("configuration", "block"))
        shape = (len(axes.configurations), len(axes.blocks), len(parts), int(places["at"].max()) + 1)  # type: ignore[arg-type]
        values = np.full(shape, np.nan)
        values[(*index, places["k"].to_numpy(), places["at"].to_numpy())] = places["share"].to_numpy()
        found[method] = {
            "boundary": list(axes.boundaries).index(method),
            "parts": [catalogue.label("boundary", part) for part in parts],
            "values": packed_arrays.ten_thousandths(values),
        }
    return found


def _wall_hits(hits: pl.DataFrame, axes: Axes) -> dict[str, Any]:
    """Return the shares beyond the lower and the upper walls: configurations × blocks × boundaries × coordinates."""
    index = (*axes.index(hits, CELLS), hits["coordinate"].to_numpy() - 1)
    shares = {}
    for side in ("lower", "upper"):
        values = np.full((*axes.shape, int(hits["coordinate"].max())), np.nan)  # type: ignore[arg-type]
        values[index] = hits[side].fill_null(np.nan).to_numpy()
        shares[side] = packed_arrays.ten_thousandths(values)
    return shares


def _ecdf(study: Study) -> dict[str, Any] | None:
    if study.ecdf is None:
        return None
    final = study.ecdf.final
    places = zip(*(index.tolist() for index in study.runs.axes.index(final, GROUPED)), strict=True)
    shares = study.ecdf.curves["share"].to_numpy().reshape(final.height, -1)
    return {
        "grid": [float(f"{x:.5g}") for x in study.ecdf.grid],
        "lines": [
            {"group": g, "configuration": c, "boundary": m, "share": share, "area": area}
            for (g, c, m), (share, area) in zip(places, final.select("share", "area").rows(), strict=True)
        ],
        "shares": packed_arrays.ten_thousandths(shares),
    }


def _counts(study: Study, against: Reproduction | None) -> dict[str, Any]:
    counts = study.counts if against is None else against.counts
    table = counts.table
    correlated = [] if against is None else against.counts.correlation.to_dicts()
    by_group = {row["group"]: row for row in correlated}
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
                "alone": dict(part.select("boundary", "alone").rows()),
                "paper": {} if against is None else dict(part.select("boundary", "paper_count").rows()),
                "most": part.filter(pl.col("most"))["boundary"].to_list(),
                "spearman": found.get("spearman"),
                "spearmanP": found.get("spearman_p"),
                "kendall": found.get("kendall"),
            }
        )
    citation = None if against is None else against.counts.citation
    return {"columns": columns, "crossovers": list(counts.crossovers), "citation": citation}


def _variants(against: Reproduction | None, names: Names) -> dict[str, Any] | None:
    if against is None or against.variants is None:
        return None
    return page_table(variants_table(against.variants), names)


def page_table(table: ShownTable, names: Names) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "note": table.note,
        "columns": [vars(column) for column in table.columns],
        "rows": table.rows(names),
    }
