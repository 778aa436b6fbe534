"""From a store to a folder with the page, the figures and every table as CSV."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import polars as pl

from inbounds.analysis import RankingOptions, RunSource, SignificanceOptions, Study, study
from inbounds.analysis.curves import all_curves
from inbounds.analysis.loading import Dimension
from inbounds.analysis.ranking import DEFAULT_RANKING
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE
from inbounds.errors import InvalidArgumentError
from inbounds.paper import Reproduction, in_papers_order, reproduction
from inbounds.report.curve_arrays import curve_arrays
from inbounds.report.extent import Extent, check_extent
from inbounds.report.former_report import replace_former_report
from inbounds.report.methods_and_facts import Experiment, planned_cells
from inbounds.report.page import page
from inbounds.report.page_data import page_data
from inbounds.report.studies import open_source, selections

Say: TypeAlias = Callable[[str, int, int], None]  # what is being done, steps done, steps to do


@dataclass(frozen=True, eq=False)
class Report:
    """What was written."""

    index: Path
    tables: tuple[Path, ...]
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
    say: Say = lambda doing, done, steps: None,
    playground: str | None = None,
    **wanted: Any,
) -> Report:
    """Write `index.html`, `figures/` and `tables/` into the folder `out`.

    Parameters
    ----------
    source
        A store, its folder, a Parquet or CSV file, or a polars frame of runs.
    out
        The folder, made where needed; files of a former report are replaced or removed, others are left alone.
    ranking, significance, resamples, seed
        The choices of the statistics, and of the resampling behind intervals and verdicts.
    dimension
        Only this dimension; ``"all"`` takes all of them as one study. By default each is a study of its own.
    figures
        ``"main"``; ``"all"`` draws the per-problem figures of every configuration; ``"none"``.
    workers
        Processes that draw figures. More than one asks for ``if __name__ == "__main__":`` in a script.
    say
        Called with what is being done, the steps done and the steps to do.
    playground
        Address of the playground's page, as seen from the report: cells then link to it.
    wanted
        Only this ``suite``, ``adaptation``, ``population`` or ``budget``.
    """
    check_extent(figures)
    if workers < 1:
        raise InvalidArgumentError(f"workers must be at least 1; got {workers!r}")
    place = Path(out)
    opened = open_source(source)
    found = selections(opened, dimension=dimension, **wanted)
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
    for selection in found:
        named = "" if len(found) == 1 else selection.folder
        prefix = f"{selection.title}: " if named else ""

        def speak(doing: str, done: int, steps: int, prefix: str = prefix) -> None:
            say(prefix + doing, done, steps)

        speak("ranking and testing", 0, 1)
        result = study(in_papers_order(selection.load(opened, planned)), **options)
        against = reproduction(result)
        curves = _curves(result, speak)
        tables += _write_tables(result, against, place / "tables" / named)
        files = _write_figures(result, against, figures, curves, place / "figures" / named, workers, speak)
        drawn += files
        listed[named] = [file.relative_to(place).as_posix() for file in files]
        arrays = None if curves is None else curve_arrays(curves, result.runs.axes)
        data.append(page_data(result, against, arrays, experiment, title=selection.title, folder=named))
    say("writing the page", 0, 1)
    index = place / "index.html"
    written = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    title = f"Boundary handling: {experiment.name}"
    with index.open("w", encoding="utf-8") as page_file:
        page_file.writelines(page(title, data, written=written, files=listed, playground=playground))
    replace_former_report(place, [index, *tables, *drawn])
    return Report(index, tuple(tables), tuple(drawn), tuple(selection.title for selection in found))


def _make_folders(place: Path) -> None:
    try:
        for folder in ("figures", "tables"):
            (place / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidArgumentError(f"the report cannot be written to {str(place)!r}: {error.strerror}") from None


def _curves(result: Study, say: Say) -> pl.DataFrame | None:
    functions = len({block.function for block in result.runs.blocks})
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        say("gathering curves", done, functions)

    say("gathering curves", 0, functions)
    return all_curves(result.runs, step)


def _write_tables(result: Study, against: Reproduction | None, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in {**result.tables(), **(against.tables() if against else {})}.items():
        path = folder / f"{name}.csv"
        table.write_csv(path)
        written.append(path)
    return written


def _write_figures(
    result: Study,
    against: Reproduction | None,
    extent: Extent,
    curves: pl.DataFrame | None,
    folder: Path,
    workers: int,
    say: Say,
) -> list[Path]:
    if extent == "none":
        return []
    from inbounds.report.figure_files import draw_all, figures_of  # late: the page alone needs no matplotlib

    todo = list(figures_of(result, against, extent, curves))
    if todo:
        folder.mkdir(parents=True, exist_ok=True)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        say("drawing figures", done, len(todo))

    say("drawing figures", 0, len(todo))
    return draw_all(todo, folder, workers=workers, step=step)
