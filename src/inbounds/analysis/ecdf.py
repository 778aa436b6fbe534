"""Share of the targets reached over the evaluations spent, from the exact evaluation of every first hit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis.cube import HIT_TARGETS, NOT_KEPT, Runs
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.significance import GroupRanks
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted

Targets: TypeAlias = Literal["decades", "all"] | Sequence[float]

DECADES = tuple(10.0**k for k in range(1, -9, -1))  # f_opt + {10^1, …, 10^-8}

_FINAL_SCHEMA = {
    "group": pl.String,
    "mutation": pl.String,
    "crossover": pl.String,
    "boundary": pl.String,
    "share": pl.Float64,
    "area": pl.Float64,
    "runs": pl.Int64,
}


@dataclass(frozen=True, eq=False)
class Ecdf:
    """ECDF curves and what they end at.

    `curves`: group, mutation, crossover, boundary, evaluations_per_dimension, share.
    `final`: group, mutation, crossover, boundary, share (at the end), area (under the curve on the log axis, 0..1),
    runs. Every value is exact at its evaluation count; `grid` only says where the curve is shown.
    """

    curves: pl.DataFrame
    final: pl.DataFrame
    targets: tuple[float, ...]
    grid: Floats
    lines: str


def ecdf_of_best(ranks: GroupRanks, *, targets: Targets = "decades", points_per_decade: int = 25) -> Ecdf:
    """Return one line per group and configuration: its best-ranked method, the first in heatmap order on ties."""
    runs = ranks.runs
    chosen = [
        (group, c, method)
        for group in ranks.groups
        for c in range(len(runs.configurations))
        if (method := ranks.best_method(group, c)) is not None
    ]
    return _ecdf(runs, chosen, targets, points_per_decade, "best-ranked method of each configuration")


def ecdf(
    source: RunSource,
    *,
    groups: Sequence[str] | None = None,
    targets: Targets = "decades",
    points_per_decade: int = 25,
    dimension: Dimension = None,
) -> Ecdf:
    """Return one line per group, configuration and method, for all of them."""
    runs = load(source, dimension=dimension)
    for group in groups or ():
        runs.in_group(group)  # refuses unknown names
    chosen = [
        (group, c, m)
        for group in (groups or runs.groups)
        for c in range(len(runs.configurations))
        for m in range(len(runs.boundaries))
    ]
    return _ecdf(runs, chosen, targets, points_per_decade, "every method of each configuration")


def target_columns(targets: Targets) -> tuple[int, ...]:
    """Return where the wanted targets stand among the 51 that a run records."""
    if isinstance(targets, str):
        if targets not in ("decades", "all"):
            raise InvalidArgumentError(f"targets must be 'decades', 'all' or a list of precisions; got {targets!r}")
        wanted: Sequence[float] = DECADES if targets == "decades" else tuple(HIT_TARGETS)
    else:
        wanted = targets
    columns = []
    for target in wanted:
        close = np.flatnonzero(np.isclose(HIT_TARGETS, target, rtol=1e-6, atol=0))
        if close.size != 1:
            raise InvalidArgumentError(
                f"target must be one of the recorded 10^2, 10^1.8, …, 10^-8 ({HIT_TARGETS.size} values); got {target!r}"
            )
        columns.append(int(close[0]))
    if not columns:
        raise InvalidArgumentError("targets must name at least one precision; got none")
    return tuple(columns)


def recorded_hits(runs: Runs, columns: Sequence[int]) -> NDArray[np.int32]:
    """Return the first hits of the wanted targets, one row per run."""
    if runs.hits is None:
        raise InvalidArgumentError(f"the table has no column 'hits'; its columns are {quoted(runs.frame.columns)}")
    hits = runs.hits[:, list(columns)]
    if (hits == NOT_KEPT).any():
        lost = float(HIT_TARGETS[columns[int((hits == NOT_KEPT).any(axis=0).argmax())]])
        raise InvalidArgumentError(f"these runs are packed without the hits of target {lost:.3g}; see `inbounds pack`")
    return hits


def final_shares(runs: Runs, targets: Targets = "decades") -> Floats:
    """Return each run's share of the targets reached at its end; needs only the final precision."""
    limits = HIT_TARGETS[list(target_columns(targets))]
    precision = runs.frame["precision"].to_numpy()
    return np.asarray((precision[:, None] <= limits * (1 + 1e-12)).mean(axis=1))


def shares_after(runs: Runs, evaluations_per_dimension: float, targets: Targets = "decades") -> Floats:
    """Return each run's share of the targets reached after so many evaluations per dimension."""
    hits = recorded_hits(runs, target_columns(targets))
    limit = evaluations_per_dimension * np.maximum(runs.dimension_of_row, 1)
    return np.asarray(((hits >= 0) & (hits <= limit[:, None])).mean(axis=1))


def measures_per_run(runs: Runs) -> dict[str, Floats]:
    """Return what is averaged per cell: repaired share, targets reached at the end and after a tenth of the budget."""
    tenth = (runs.budget or 0) / 10 / max(runs.dimension or 1, 1)
    early = np.full(runs.frame.height, np.nan) if runs.hits is None else shares_after(runs, tenth)
    repaired = runs.frame["repaired"].fill_null(np.nan).to_numpy()
    return {"repaired": repaired, "share": final_shares(runs), "early": early}


def _ecdf(
    runs: Runs, chosen: Sequence[tuple[str, int, int]], targets: Targets, points_per_decade: int, lines: str
) -> Ecdf:
    if points_per_decade < 1:
        raise InvalidArgumentError(f"points_per_decade must be at least 1; got {points_per_decade!r}")
    columns = target_columns(targets)
    hits = recorded_hits(runs, columns)
    cost = np.where(hits < 0, np.inf, hits / np.maximum(runs.dimension_of_row, 1)[:, None])
    order = np.argsort(runs.cell, kind="stable")
    starts = np.concatenate(([0], np.cumsum(runs.sizes.ravel())))
    cell_index = np.arange(runs.sizes.size).reshape(runs.shape)
    grid = _grid(runs, points_per_decade)
    width = np.log10(grid[-1] / grid[0]) or 1.0
    members = {group: np.flatnonzero(runs.in_group(group)) for group in {group for group, _, _ in chosen}}
    shares: list[Floats] = []
    labels: list[tuple[Any, ...]] = []
    for group, c, m in chosen:
        cells = cell_index[c, members[group], m]
        rows = np.concatenate([order[starts[cell] : starts[cell + 1]] for cell in cells])
        if not rows.size:
            continue
        reached = np.sort(cost[rows].ravel())
        share = np.searchsorted(reached, grid * (1 + 1e-12), side="right") / reached.size
        # each hit contributes from its own evaluation to the end of the axis
        inside = np.clip(reached, grid[0], grid[-1])
        area = float((np.log10(grid[-1] / inside) * np.isfinite(reached)).sum() / reached.size / width)
        shares.append(share)
        labels.append((group, *runs.configurations[c], runs.boundaries[m], float(share[-1]), area, rows.size))
    final = pl.DataFrame(labels, schema=_FINAL_SCHEMA, orient="row")
    at = np.repeat(np.arange(len(labels)), grid.size)
    curves = final.select("group", "mutation", "crossover", "boundary")[at].with_columns(
        pl.Series("evaluations_per_dimension", np.tile(grid, len(labels)), dtype=pl.Float64),
        pl.Series("share", np.concatenate(shares) if shares else [], dtype=pl.Float64),
    )
    return Ecdf(curves, final, tuple(HIT_TARGETS[list(columns)]), grid, lines)


def _grid(runs: Runs, points_per_decade: int) -> Floats:
    """Evaluations per dimension, evenly on the log axis, from the first evaluation to the whole budget."""
    dimension = np.maximum(runs.dimension_of_row, 1)
    spent = runs.frame["budget"].fill_null(0).to_numpy() / dimension
    used = runs.frame["evaluations"].fill_null(0).to_numpy() / dimension
    last = max(float(spent.max()), float(used.max()), 1.0)
    first = 1 / float(dimension.max())
    decades = np.log10(last / first)
    grid = first * 10 ** np.linspace(0, decades, max(int(np.ceil(decades * points_per_decade)), 1) + 1)
    grid[-1] = last
    return np.asarray(grid)
