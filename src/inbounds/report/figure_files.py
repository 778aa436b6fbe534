"""The printed figures of a study: all as PDF, the overviews as PNG too."""

import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import matplotlib
import polars as pl

from inbounds import figures
from inbounds.analysis import Configuration, Study
from inbounds.figures.print_font import print_families
from inbounds.figures.style import Drawn
from inbounds.operators.catalogue import slug
from inbounds.paper import Reproduction
from inbounds.problems.function_groups import ALL
from inbounds.report.curve_arrays import recorded_curves
from inbounds.report.extent import Extent

Draw: TypeAlias = Callable[[], Drawn]

PDF, PNG = ".pdf", ".png"
WORTH_A_PROCESS = 40  # figures: a process that draws needs two seconds to start
RESOLUTION = 160  # dots per inch of the PNGs
SAVED: dict[str, dict[str, Any]] = {
    PDF: {"metadata": {"CreationDate": None}},
    PNG: {"dpi": RESOLUTION, "pil_kwargs": {"compress_level": 3}},  # half the time, hardly larger
}
CURVE_FIGURES = {
    "precision": figures.convergence,
    "repaired": figures.repaired_curves,
    "f": figures.f_curves,
    "cr": figures.cr_curves,
}


class FigureFile(NamedTuple):
    """A figure's name, how to draw it and the endings of its files."""

    name: str
    draw: Draw
    endings: tuple[str, ...] = (PDF, PNG)


def figures_of(
    study: Study,
    against: Reproduction | None,
    extent: Extent,
    curves: pl.DataFrame | None,
    shares: pl.DataFrame | None = None,
    hits: pl.DataFrame | None = None,
) -> Iterator[FigureFile]:
    """Yield a study's figures; `curves` are those of all cells, if there are any.

    `shares` are those of adaptive mixtures, `hits` those of the walls.

    Per-problem figures are drawn for the most sensitive configuration of each group, or for all configurations.
    """
    if extent == "none":
        return
    names = study.names
    ranks, repaired = study.group_ranks.mean_ranks, study.repaired
    recorded = repaired["repaired"].is_not_null().any()
    if len(study.runs.groups_with_runs) > 2 and recorded:
        drawn = partial(figures.heatmap_panel, ranks, repaired, groups=_proper(study), names=names)
        yield FigureFile("heatmaps", drawn)
    for group in study.runs.groups_with_runs:
        drawn = partial(figures.rank_heatmap, ranks, group, names=names)
        yield FigureFile(f"heatmap_ranks_{slug(group)}", drawn)
        if recorded:
            drawn = partial(figures.repaired_heatmap, repaired, group, names=names)
            yield FigureFile(f"heatmap_repaired_{slug(group)}", drawn)
    if study.ecdf is not None and study.ecdf.curves.height:
        yield FigureFile("ecdf", partial(figures.ecdf_panel, study.ecdf.curves, names=names))
    correlation = None if against is None else against.counts.correlation
    drawn = partial(figures.count_table, (against or study).counts.table, correlation, names=names)
    yield FigureFile("best_counts", drawn)
    if study.variance is not None:
        yield FigureFile("variance_shares", partial(figures.variance_shares, study.variance.totals))
    for crossover in dict.fromkeys(c.crossover for c in study.runs.configurations):
        chosen = [(c.mutation, c.crossover) for c in study.runs.configurations if c.crossover == crossover]
        drawn = partial(
            figures.critical_difference,
            ranks,
            study.group_ranks.friedman,
            ALL,
            configurations=chosen,
            alpha=study.group_ranks.options.alpha,
            names=names,
        )
        yield FigureFile(f"critical_differences_{slug(crossover) or 'runs'}", drawn)
    for group, configuration in _chosen(study, extent):
        for name, draw in _problem_figures(study, group, configuration, curves, shares, hits):
            yield FigureFile(name, draw, (PDF,))  # many, and the page shows the same: half the time


def draw_all(todo: Sequence[FigureFile], folder: Path, *, workers: int, step: Callable[[], None]) -> list[Path]:
    """Draw and write all figures, in so many processes; `step` is called after each."""
    written: list[Path] = []
    workers = min(workers, len(todo) // WORTH_A_PROCESS)
    if workers < 2:
        for figure in todo:
            written += draw_and_save(figure, folder)
            step()
        return written
    # fresh processes: a fork would copy the locks of the data frames' threads
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_ctrl_c_to_the_parent) as pool:
        for files in pool.map(draw_and_save, todo, repeat(folder)):
            written += files
            step()
    return written


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def draw_and_save(figure_file: FigureFile, folder: Path) -> list[Path]:
    """Draw one figure and write its files; fonts are embedded as text, dates left out."""
    written = [folder / f"{figure_file.name}{ending}" for ending in figure_file.endings]
    look = {"pdf.fonttype": 42, "font.family": list(print_families())}
    with warnings.catch_warnings(), matplotlib.rc_context(look):  # type: ignore[arg-type] # lists are allowed
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # of names in other scripts
        figure, _ = figure_file.draw()
        layout = figure.get_layout_engine()
        if layout is not None:
            layout.execute(figure)
            figure.set_layout_engine(None)  # it is laid out now, once for all files ("none" would draw them twice)
        for path in written:
            figure.savefig(path, **SAVED[path.suffix])
    return written


def _proper(study: Study) -> list[str]:
    return [group for group in study.runs.groups_with_runs if group != ALL]


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


def _problem_figures(
    study: Study,
    group: str,
    chosen: Configuration,
    curves: pl.DataFrame | None,
    shares: pl.DataFrame | None,
    hits: pl.DataFrame | None,
) -> Iterator[tuple[str, Draw]]:
    inside = study.runs.in_group(group)
    numbers = sorted({block.function for block, kept in zip(study.runs.blocks, inside, strict=True) if kept})
    name = "_".join(filter(None, (slug(group), slug(chosen.mutation), slug(chosen.crossover))))
    shown = study.distributions.filter(
        pl.col("function").is_in(numbers),
        pl.col("mutation") == chosen.mutation,
        pl.col("crossover") == chosen.crossover,
    )
    if shown.is_empty():
        return
    yield f"box_plots_{name}", partial(figures.box_plots, shown, *chosen, names=study.names)
    here = (
        pl.col("function").is_in(numbers),
        pl.col("mutation") == chosen.mutation,
        pl.col("crossover") == chosen.crossover,
    )
    if curves is not None:
        table = curves.filter(*here)
        how: dict[str, Any] = {"names": study.names, "start": study.runs.population}
        for recorded in recorded_curves(table):
            if recorded in CURVE_FIGURES:
                draw = CURVE_FIGURES[recorded]
                yield f"{draw.__name__}_{name}", partial(draw, table, *chosen, **how)
            else:
                yield f"{recorded}_{name}", partial(figures.measure_curves, table, recorded, *chosen, **how)
    if shares is not None:
        mixed = shares.filter(*here)
        for method in mixed["boundary"].unique(maintain_order=True):
            drawn = partial(figures.share_curves, mixed, *chosen, method, names=study.names)
            yield f"shares_{name}_{slug(method)}", drawn
    if hits is not None and (crossed := hits.filter(*here)).height:
        yield f"wall_hits_{name}", partial(figures.wall_hits, crossed, *chosen, names=study.names)
