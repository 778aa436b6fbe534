"""How fast and how often: expected running time, success rates and the area over the convergence curve."""

from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis.cube import HIT_TARGETS, Runs
from inbounds.analysis.ecdf import Targets, recorded_hits, target_columns
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.long_tables import long_table, with_group
from inbounds.analysis.repairs import group_means
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted


def running_times(source: RunSource, *, targets: Targets = "decades", dimension: Dimension = None) -> pl.DataFrame:
    """Return the expected running time and the success rate of every cell and target.

    ERT = all evaluations spent until the target or the end of a run, divided by the number of successes;
    infinite without a success. Columns: group, function, instance, dimension, mutation, crossover, boundary, target,
    ert, success_rate, successes, runs.
    """
    runs = load(source, dimension=dimension)
    columns = target_columns(targets)
    hits = recorded_hits(runs, columns)
    used = runs.frame["evaluations"].cast(pl.Float64).fill_null(np.nan).to_numpy()
    cells = runs.sizes.size
    spent, successes = np.empty((len(columns), cells)), np.empty((len(columns), cells), dtype=np.int64)
    for k in range(len(columns)):
        reached = hits[:, k] >= 0
        spent[k] = np.bincount(runs.cell, weights=np.where(reached, hits[:, k], used), minlength=cells)
        successes[k] = np.bincount(runs.cell[reached], minlength=cells)
    ert = np.divide(spent, successes, out=np.full(spent.shape, np.inf), where=successes > 0)
    shape = (len(columns), *runs.shape)
    ert = np.where(runs.sizes > 0, ert.reshape(shape), np.nan)
    successes = successes.reshape(shape)
    rate = np.where(runs.sizes > 0, successes / np.maximum(runs.sizes, 1), np.nan)

    def by_cell(array: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(np.transpose(np.broadcast_to(array, shape), (2, 1, 3, 0)))

    table = long_table(
        {
            "block": runs.blocks,
            "configuration": runs.configurations,
            "boundary": runs.boundaries,
            "target": HIT_TARGETS[list(columns)].tolist(),
        },
        {
            "ert": by_cell(ert),
            "success_rate": by_cell(rate),
            "successes": by_cell(successes),
            "runs": by_cell(runs.sizes),
        },
    )
    return with_group(table, runs)


def success_rates(source: RunSource, *, target: float = 1e-8, dimension: Dimension = None) -> pl.DataFrame:
    """Return the share of runs that end at or below `target`, per group, configuration and method.

    Columns: group, mutation, crossover, boundary, target, success_rate, solved (problems with at least one success),
    blocks.
    """
    if not target >= 0:
        raise InvalidArgumentError(f"target must be a precision >= 0; got {target!r}")
    runs = load(source, dimension=dimension)
    reached = (runs.frame["precision"].to_numpy() <= target * (1 + 1e-12)).astype(np.float64)
    cells = runs.cell_means(reached)
    inside = [runs.in_group(group) for group in runs.groups]
    return long_table(
        {"group": runs.groups, "configuration": runs.configurations, "boundary": runs.boundaries},
        {
            "target": np.array(target),
            "success_rate": group_means(runs, cells),
            "solved": np.stack([(np.nan_to_num(cells[:, part]) > 0).sum(axis=1) for part in inside]),
            "blocks": np.stack([(runs.sizes[:, part] > 0).sum(axis=1) for part in inside]),
        },
    )


def area_over_convergence(
    source: RunSource, *, scale: Literal["linear", "log"] = "linear", dimension: Dimension = None
) -> pl.DataFrame:
    """Return the mean area over the convergence curve per cell, from 0 (nothing) to 1 (solved at once).

    The curve is log10 of the best precision, cut to [1e-8, 1e2], over the budget, on a linear or log axis of
    evaluations; the area is integrated over the precision axis between the 51 recorded hits (trapezoids).
    Columns: group, function, instance, dimension, mutation, crossover, boundary, area, runs.
    """
    runs = load(source, dimension=dimension)
    cells = runs.cell_means(run_areas(runs, scale))
    table = long_table(
        {"block": runs.blocks, "configuration": runs.configurations, "boundary": runs.boundaries},
        {"area": cells.swapaxes(0, 1), "runs": runs.sizes.swapaxes(0, 1)},
    )
    return with_group(table, runs)


def group_areas(
    source: RunSource, *, scale: Literal["linear", "log"] = "linear", dimension: Dimension = None
) -> pl.DataFrame:
    """Return the mean area over the convergence curve per group: group, mutation, crossover, boundary, area."""
    runs = load(source, dimension=dimension)
    return long_table(
        {"group": runs.groups, "configuration": runs.configurations, "boundary": runs.boundaries},
        {"area": group_means(runs, runs.cell_means(run_areas(runs, scale)))},
    )


def run_areas(runs: Runs, scale: Literal["linear", "log"]) -> Floats:
    """Return each run's area over its convergence curve."""
    if scale not in ("linear", "log"):
        raise InvalidArgumentError(f"scale must be one of {quoted(('linear', 'log'))}; got {scale!r}")
    hits = recorded_hits(runs, range(HIT_TARGETS.size))
    budget = runs.frame["budget"].fill_null(runs.frame["evaluations"]).cast(pl.Float64).to_numpy()
    areas = np.empty(hits.shape[0])
    weight = np.full(HIT_TARGETS.size, 1.0)
    weight[[0, -1]] = 0.5
    weight /= weight.sum()
    for start in range(0, hits.shape[0], 100_000):
        part = slice(start, start + 100_000)
        reached, end = hits[part] >= 0, budget[part, None]
        at = np.clip(hits[part], 1, None).astype(np.float64)
        left = (end - at + 1) / end if scale == "linear" else np.log(end / at) / np.log(np.maximum(end, 2))
        areas[part] = np.where(reached, np.clip(left, 0, 1), 0) @ weight
    return areas
