"""COCO's format: an .info file per function, .dat (by target) and .tdat (by evaluations) per dimension, for cocopp."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inbounds.errors import InvalidArgumentError
from inbounds.exchange.exported_runs import AlgorithmRuns, StoredRuns
from inbounds.exchange.trajectory import Trajectory, reconstruct
from inbounds.problems import problem as native_problem

SHOWN_DIMENSIONS = (2, 3, 5, 10, 20, 40)
ENOUGH_RUNS = 15
SUITES = {"bbob": "bbob", "sbox": "sbox-cost"}
HEADER = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt ({:.12e}) + sum g_i+ "
    "| measured fitness | best measured fitness or single-digit g-values"
)


def write_coco(runs: AlgorithmRuns, folder: Path, tick: Callable[[], None]) -> None:
    """Write all runs of one algorithm into `folder`, calling `tick` after each cell."""
    for function, dimensions in runs.files():
        data = folder / f"data_f{function}"
        data.mkdir(parents=True)
        lines: list[str] = []
        for dimension, cells in dimensions:
            stem = f"bbobexp_f{function}_DIM{dimension}"
            finals = _write_data(data / stem, cells, tick)
            lines += [_settings(runs, function, dimension), "%", f"data_f{function}/{stem}.dat, {', '.join(finals)}"]
        (folder / f"bbobexp_f{function}.info").write_text("\n".join(lines) + "\n", encoding="utf-8")


def for_cocopp(
    selected: Sequence[AlgorithmRuns], *, asked: Sequence[int] | None
) -> tuple[list[AlgorithmRuns], list[str]]:
    """Return what cocopp can show of the selected runs, and a word on the rest; what was asked for is never dropped."""
    for runs in selected:
        if runs.algorithm.suite not in SUITES:
            allowed = " and ".join(map(repr, SUITES))
            raise InvalidArgumentError(
                f"format 'coco' carries the suites {allowed}; got {runs.algorithm.suite!r}, which cocopp does not know"
            )
    there = {cell.problem.dimension for runs in selected for cell in runs.cells}
    unshown = sorted(there.difference(SHOWN_DIMENSIONS))
    named = f"cocopp shows the dimensions {', '.join(map(str, SHOWN_DIMENSIONS))} only and fails on others"
    if unshown and (asked is not None or len(unshown) == len(there)):
        raise InvalidArgumentError(f"{named}; got {', '.join(map(str, unshown))}. Format 'ioh' carries any dimension.")
    shown = [_without(runs, unshown) for runs in selected]
    notes = [f"{named}: {', '.join(map(str, unshown))} is left out"] if unshown else []
    fewest = _fewest_runs(shown)
    if fewest < ENOUGH_RUNS:
        notes.append(f"cocopp expects {ENOUGH_RUNS} runs of each function and dimension and warns below; got {fewest}")
    notes.append("COCO's format has no place for the repaired share; format 'ioh' carries it")
    return [runs for runs in shown if runs.cells], notes


def _without(runs: AlgorithmRuns, dimensions: Sequence[int]) -> AlgorithmRuns:
    return replace(runs, cells=tuple(cell for cell in runs.cells if cell.problem.dimension not in dimensions))


def _fewest_runs(selected: Iterable[AlgorithmRuns]) -> int:
    counts: dict[tuple[object, int, int], int] = {}
    for cell in (cell for runs in selected for cell in runs.cells):
        key = (cell.algorithm, cell.problem.function, cell.problem.dimension)
        counts[key] = counts.get(key, 0) + sum(shard.runs.count for shard in cell.shards)
    return min(counts.values())


def _settings(runs: AlgorithmRuns, function: int, dimension: int) -> str:
    return (
        f"suite = '{SUITES[runs.algorithm.suite]}', funcId = {function}, DIM = {dimension}, Precision = 1.000e-08, "
        f"algId = '{runs.folder.replace('/', '_')}', coco_version = '2.6', logger = 'bbob', data_format = 'bbob-new2'"
    )


def _write_data(stem: Path, cells: Iterable[StoredRuns], tick: Callable[[], None]) -> list[str]:
    """Write both data files, and return `instance:evaluations|final precision` of each run."""
    finals = []
    with (
        stem.with_suffix(".dat").open("w", encoding="ascii", newline="\n") as by_target,
        stem.with_suffix(".tdat").open("w", encoding="ascii", newline="\n") as by_evaluations,
    ):
        for cell in cells:
            at = cell.problem
            f_opt = native_problem(
                cell.algorithm.suite, function=at.function, instance=at.instance, dimension=at.dimension
            ).f_opt
            for run in cell.read():
                course = reconstruct(run)
                last = np.arange(len(course.evaluations)) == len(course.evaluations) - 1
                by_target.write(_block(course, course.improves | last, f_opt))
                by_evaluations.write(_block(course, course.on_curve, f_opt))
                finals.append(f"{at.instance}:{run['evaluations']}|{run['precision']!r}")
            tick()
    return finals


def _block(course: Trajectory, rows: NDArray[np.bool_], f_opt: float) -> str:
    chosen = zip(course.evaluations[rows].tolist(), course.precision[rows].tolist(), strict=True)
    lines = (f"{at} 0 {value:+.16e} {value + f_opt:+.9e} {value + f_opt:+.9e}" for at, value in chosen)
    return "\n".join([HEADER.format(f_opt), *lines, ""])
