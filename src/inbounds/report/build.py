"""From a store to a folder with the page, the figures and every table as CSV."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import polars as pl

from inbounds.analysis import RankingOptions, RunSource, SignificanceOptions, Study, study
from inbounds.analysis.curves import all_curves, share_curves
from inbounds.analysis.loading import Dimension, open_source
from inbounds.analysis.ranking import DEFAULT_RANKING
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE
from inbounds.analysis.wall_hits import wall_hits
from inbounds.arguments import worker_count
from inbounds.atomic_files import TEMPORARY
from inbounds.errors import InboundsError, InvalidArgumentError
from inbounds.paper import VARIANTS, Reproduction, in_papers_order, is_papers_design, reproduction
from inbounds.problems.function_groups import ALL
from inbounds.problems.suite_names import WALLS, plain_suite
from inbounds.report.curve_arrays import CurveArrays, curve_arrays
from inbounds.report.extent import Extent, check_extent
from inbounds.report.former_report import replace_former_report
from inbounds.report.latex_tables import latex_tables, variants_latex
from inbounds.report.methods_and_facts import Experiment, planned_cells
from inbounds.report.page import page
from inbounds.report.page_data import page_data
from inbounds.report.studies import studies_in
from inbounds.report.walls_tables import OnWalls, add_to_pages, side_by_side, walls_of

Say: TypeAlias = Callable[[str, float], None]  # what is being done, and the share of the whole that is done
Speak: TypeAlias = Callable[[str, int, int], None]  # a phase of a study, its steps done and to do
CHECKING = "checking the paper's statements"  # only where the design is the paper's
# Roughly how much of the time the phases of a study take; the rest goes into the page.
PHASES = {"ranking and testing": 0.45, "gathering curves": 0.1, "drawing figures": 0.43}
PHASES_OF_THE_PAPER = {"ranking and testing": 0.2, CHECKING: 0.4, "gathering curves": 0.05, "drawing figures": 0.33}


@dataclass(frozen=True, eq=False)
class Report:
    """What was written."""

    index: Path
    tables: tuple[Path, ...]
    latex: tuple[Path, ...]
    figures: tuple[Path, ...]
    studies: tuple[str, ...]


def write_report(
    source: RunSource,
    out: str | Path,
    *,
    ranking: RankingOptions = DEFAULT_RANKING,
    significance: SignificanceOptions = DEFAULT_SIGNIFICANCE,
    resamples: int = 100,
    seed: int = 0,
    dimension: Dimension = None,
    figures: Extent = "main",
    workers: int = 1,
    say: Say = lambda doing, share: None,
    playground: str | None = None,
    variants: bool = True,
    beside: Mapping[str, RunSource] = MappingProxyType({}),
    **wanted: Any,
) -> Report:
    """Write `index.html`, `figures/` and `tables/` into the folder `out`.

    Parameters
    ----------
    source
        A store, its folder, a Parquet or CSV file, or a table of polars, pandas or Arrow.
    out
        The folder, made where needed; files of a former report are replaced or removed, others are left alone.
    ranking, significance, resamples, seed
        The choices of the statistics, and of the resampling behind intervals and verdicts.
    dimension
        Only this dimension; ``"all"`` takes all of them as one study. By default each is a study of its own.
    figures
        ``"main"``; ``"all"`` draws the per-problem figures of every configuration; ``"none"``.
    workers
        Processes that draw figures, -1: one per processor. More than one asks for ``if __name__ == "__main__":`` in a
        script.
    say
        Called with what is being done and the share of the whole report that is done, from 0 to 1.
    playground
        Address of the playground's page, as seen from the report: cells then link to it.
    variants
        Where the design is the paper's, check its claims under every variant of runs and statistics too; False saves
        the time.
    beside
        The sets of runs that some of the variants need, by name (see `inbounds.paper.sets_of_runs`).
    wanted
        Only this ``suite``, ``adaptation``, ``population`` or ``budget``.
    """
    check_extent(figures)
    workers = worker_count(workers)
    place = Path(out)
    opened = open_source(source)
    found = studies_in(opened, dimension=dimension, **wanted)
    experiment = Experiment.of(opened)
    planned = planned_cells(opened)
    _make_folders(place)
    options: dict[str, Any] = {
        "ranking": ranking,
        "significance": significance,
        "resamples": resamples,
        "seed": seed,
    }
    data, tables, drawn, listed = [], [], [], {}
    on_walls: list[OnWalls] = []
    typeset: list[Path] = []
    for k, selection in enumerate(found):
        named = "" if len(found) == 1 else selection.folder
        prefix = f"{selection.title}: " if named else ""
        runs = in_papers_order(selection.load(opened, planned))
        phases = PHASES_OF_THE_PAPER if is_papers_design(runs.axes) else PHASES
        speak = partial(_speak, say, prefix, phases, k, len(found))
        ranked = _Steps("ranking and testing", resamples, speak)
        result = study(runs, step=ranked.step, **options)
        result = experiment.labelled(result)
        against = _against_the_paper(result, beside if variants else None, speak)
        curves, shares, hits = _curves(result, speak), share_curves(result.runs), wall_hits(result.runs)
        with _writing(place):
            tables += _write_tables(result, against, place / "tables" / named)
            files = _write_figures(
                result, against, figures, (curves, shares, hits), place / "figures" / named, workers, speak
            )
        drawn += files
        listed[named] = [file.relative_to(place).as_posix() for file in files]
        arrays = None if curves is None else curve_arrays(curves, result.runs.axes)
        with _writing(place):
            typeset += _write_latex(result, against, arrays, place / "tables" / named / "latex")
        shown = {"title": selection.title, "folder": named}
        data.append(page_data(result, against, arrays, experiment, **shown, shares=shares, hits=hits))
        if plain_suite(result.runs.suite) == WALLS and dimension != ALL:
            on_walls.append(OnWalls(result, data[-1]))
    with _writing(place):
        of_walls = _write_walls(on_walls, figures, place)
        tables += of_walls[0]
        drawn += of_walls[1]
    say("writing the page", 0.98)
    index = place / "index.html"
    written = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    title = f"Boundary handling: {experiment.name}"
    with _writing(place):
        _write_page(index, page(title, data, written=written, files=listed, playground=playground))
        replace_former_report(place, [index, *tables, *typeset, *drawn])
    say("done", 1.0)
    titles = tuple(selection.title for selection in found)
    return Report(index, tuple(tables), tuple(typeset), tuple(drawn), titles)


def _write_walls(on_walls: Sequence[OnWalls], extent: Extent, place: Path) -> tuple[list[Path], list[Path]]:
    """Put studies on moved walls side by side: in tables and figures, and among the tables of each study."""
    tables, drawn = [], []
    for k, alike in enumerate(side_by_side(on_walls)):
        name = "walls" if k == 0 else f"walls_{k + 1}"
        ranks = walls_of(alike)
        add_to_pages(alike, ranks)
        tables.append(place / "tables" / f"{name}.csv")
        ranks.write_csv(tables[-1])
        if extent != "none":
            from inbounds.figures import walls_ranks  # late: the page alone needs no matplotlib
            from inbounds.report.figure_files import FigureFile, draw_and_save

            figure = FigureFile(name, partial(walls_ranks, ranks, names=alike[0].study.names))
            drawn += draw_and_save(figure, place / "figures")
    return tables, drawn


def _make_folders(place: Path) -> None:
    try:
        for folder in ("figures", "tables"):
            (place / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(place, error) from None


def _unwritable(place: Path, error: OSError) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"the report cannot be written to {str(place)!r}: {error.strerror or error}. "
        "Make room, or choose another folder (--out)"
    )


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Tell of a full disk, a folder that cannot be written, and processes that cannot be started."""
    try:
        yield
    except OSError as error:
        raise _unwritable(place, error) from None
    except BrokenProcessPool:
        raise InboundsError(
            "the processes that draw figures could not be started, or were killed; try fewer of them (--workers 1)"
        ) from None


def _write_page(index: Path, parts: Iterable[str]) -> None:
    """Write beside the place and move there: a former page stays whole until the new one is."""
    partial = index.with_name(f"{index.name}{TEMPORARY}")
    try:
        with partial.open("w", encoding="utf-8") as page_file:
            page_file.writelines(parts)
        partial.replace(index)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _speak(
    say: Say, prefix: str, phases: Mapping[str, float], k: int, studies: int, doing: str, done: int, steps: int
) -> None:
    """Tell what is being done for the k-th of all studies, and how much of the whole is done."""
    before = sum(list(phases.values())[: list(phases).index(doing)])
    say(prefix + doing, (k + before + phases[doing] * (done / steps if steps else 1.0)) / studies)


class _Steps:
    """Counts the steps of a phase and tells of each."""

    def __init__(self, doing: str, steps: int, speak: Speak) -> None:
        self.doing, self.steps, self.speak, self.done = doing, steps, speak, 0
        speak(doing, 0, steps)

    def step(self) -> None:
        self.done += 1
        self.speak(self.doing, self.done, self.steps)


def _against_the_paper(result: Study, beside: Mapping[str, RunSource] | None, speak: Speak) -> Reproduction | None:
    if not is_papers_design(result.runs.axes):
        return None
    possible = [] if beside is None else [variant for variant in VARIANTS if set(variant.needs) <= set(beside)]
    checked = _Steps(CHECKING, 1 + len(possible), speak)
    return reproduction(result, beside, step=checked.step)


def _curves(result: Study, speak: Speak) -> pl.DataFrame | None:
    gathered = _Steps("gathering curves", len({block.function for block in result.runs.blocks}), speak)
    return all_curves(result.runs, gathered.step)


def _write_tables(result: Study, against: Reproduction | None, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in {**result.tables(), **(against.tables() if against else {})}.items():
        path = folder / f"{name}.csv"
        path.write_text(table.write_csv(), encoding="utf-8")
        written.append(path)
    return written


def _write_latex(
    result: Study, against: Reproduction | None, curves: CurveArrays | None, folder: Path
) -> Iterator[Path]:
    of_variants = [] if against is None or against.variants is None else [variants_latex(against.variants)]
    for name, text in (*latex_tables(result, curves), *of_variants):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.tex"
        path.write_text(text, encoding="utf-8")
        yield path


def _write_figures(
    result: Study,
    against: Reproduction | None,
    extent: Extent,
    curves: tuple[pl.DataFrame | None, pl.DataFrame, pl.DataFrame],
    folder: Path,
    workers: int,
    speak: Speak,
) -> list[Path]:
    if extent == "none":
        return []
    from inbounds.report.figure_files import draw_all, figures_of  # late: the page alone needs no matplotlib

    todo = list(figures_of(result, against, extent, *curves))
    if todo:
        folder.mkdir(parents=True, exist_ok=True)
    drawn = _Steps("drawing figures", len(todo), speak)
    return draw_all(todo, folder, workers=workers, step=drawn.step)
