"""The printed figures of a study, as PDF and PNG files."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import matplotlib
import polars as pl
from matplotlib.figure import Figure

from inbounds import figures
from inbounds.analysis import Configuration, Runs, Study, curves
from inbounds.analysis.table import ALL
from inbounds.catalogue import slug
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.figures.look import Drawn
from inbounds.report.grid import Grid

Extent: TypeAlias = Literal["main", "all", "none"]
Draw: TypeAlias = Callable[[], Drawn]

RESOLUTION = 160  # dots per inch of the PNGs


def check_extent(extent: str) -> None:
    """Refuse an unknown choice of figures."""
    if extent not in get_args(Extent):
        raise InvalidArgumentError(f"figures must be one of {quoted(get_args(Extent))}; got {extent!r}")


def figures_of(study: Study, grid: Grid, extent: Extent, runs: Runs | None) -> Iterator[tuple[str, Draw]]:
    """Yield the names of a study's figures and how to draw them; `runs` has the curves, if there are any.

    Per-problem figures are drawn for the most sensitive configuration of each group, or for all configurations.
    """
    if extent == "none":
        return
    ranks, repaired = grid.complete(study.group_ranks.mean_ranks), grid.complete(study.repaired)
    marked = dict(study.repaired.select("boundary", "counted_differently").unique().rows())
    repaired = repaired.with_columns(
        counted_differently=pl.col("boundary").replace_strict(marked, default=False, return_dtype=pl.Boolean)
    )
    recorded = repaired["repaired"].is_not_null().any()
    if len(study.runs.groups) > 2 and recorded:
        yield "heatmaps", lambda: figures.heatmap_panel(ranks, repaired, groups=_proper(study))
    for group in study.runs.groups:
        yield f"heatmap_ranks_{slug(group)}", lambda group=group: figures.rank_heatmap(ranks, group)  # type: ignore[misc]
        if recorded:
            yield f"heatmap_repaired_{slug(group)}", lambda group=group: figures.repaired_heatmap(repaired, group)  # type: ignore[misc]
    if study.ecdf is not None and study.ecdf.curves.height:
        lines = study.ecdf.curves
        yield "ecdf", lambda: figures.ecdf_panel(lines)
    yield "best_counts", lambda: figures.count_table(study.counts.table, study.counts.correlation)
    for crossover in dict.fromkeys(c.crossover for c in study.runs.configurations):
        chosen = [c for c in study.runs.configurations if c.crossover == crossover]
        yield (
            f"critical_differences_{slug(crossover) or 'runs'}",
            lambda chosen=chosen: figures.critical_difference(  # type: ignore[misc]
                study.group_ranks.mean_ranks, ALL, configurations=chosen, alpha=study.group_ranks.options.alpha
            ),
        )
    for group, configuration in _chosen(study, extent):
        yield from _problem_figures(study, group, configuration, runs)


def save(figure: Figure, path: Path) -> list[Path]:
    """Write a figure as PDF and PNG; fonts are embedded as text, dates left out."""
    written = [path.with_name(f"{path.name}.pdf"), path.with_name(f"{path.name}.png")]
    with warnings.catch_warnings(), matplotlib.rc_context({"pdf.fonttype": 42}):
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # of names in other scripts
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # it is laid out now, once for both files
        figure.savefig(written[0], metadata={"CreationDate": None})
        figure.savefig(written[1], dpi=RESOLUTION)
    return written


def _proper(study: Study) -> list[str]:
    return [group for group in study.runs.groups if group != ALL]


def _chosen(study: Study, extent: Extent) -> Iterator[tuple[str, Configuration]]:
    groups = _proper(study) or [ALL]
    for group in groups:
        if extent == "all":
            for configuration in study.runs.configurations:
                yield group, configuration
            continue
        ordered = study.sensitivity.filter(pl.col("group") == group).drop_nulls("spread")
        ordered = ordered.sort("spread", descending=True, maintain_order=True)
        if ordered.height:
            yield group, Configuration(ordered["mutation"][0], ordered["crossover"][0])


def _problem_figures(study: Study, group: str, chosen: Configuration, runs: Runs | None) -> Iterator[tuple[str, Draw]]:
    inside = study.runs.in_group(group)
    numbers = sorted({block.function for block, kept in zip(study.runs.blocks, inside, strict=True) if kept})
    name = "_".join(filter(None, (slug(group), slug(chosen.mutation), slug(chosen.crossover))))
    shown = study.distributions.filter(pl.col("function").is_in(numbers))
    if shown.filter((pl.col("mutation") == chosen.mutation) & (pl.col("crossover") == chosen.crossover)).is_empty():
        return
    yield f"box_plots_{name}", lambda: figures.box_plots(shown, *chosen)
    if runs is None:
        return
    table = curves(runs, functions=numbers, mutations=[chosen.mutation], crossovers=[chosen.crossover])
    table = table.drop_nulls("evaluations")
    if table.height:
        yield f"convergence_{name}", lambda: figures.convergence(table, *chosen)
        yield f"repaired_curves_{name}", lambda: figures.repaired_curves(table, *chosen)
