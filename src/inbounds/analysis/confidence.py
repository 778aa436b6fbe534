"""How sure are the mean ranks: the whole ranking repeated on runs drawn again with replacement."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis.cube import Runs
from inbounds.analysis.distribution_tests import dense_codes
from inbounds.analysis.long_tables import long_table
from inbounds.analysis.ranking import RankingOptions, batches, equal_methods, floored, locations, rank_panels
from inbounds.analysis.significance import GroupRanks, SignificanceOptions, group_tests
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError


@dataclass(frozen=True, eq=False)
class Replicates:
    """The analysis of resampled runs: each array has the replicates first.

    ranks, and the means of any per-run measure: replicates × configurations × blocks × boundaries.
    """

    ranks: Floats
    measures: dict[str, Floats]
    runs: Runs
    resamples: int
    seed: int

    def of_configurations(self, at: Sequence[int], runs: Runs) -> "Replicates":
        """Return the part of some configurations, whose runs are `runs`."""
        measures = {name: values[:, at] for name, values in self.measures.items()}
        return replace(self, ranks=self.ranks[:, at], measures=measures, runs=runs)


@dataclass(frozen=True, eq=False)
class RankIntervals:
    """Percentile intervals of the mean ranks, and how often each method came out best.

    `table`: group, mutation, crossover, boundary, mean_rank, low, high, best_share (share of the replicates in which
    the method has, or shares, the lowest mean rank).
    """

    table: pl.DataFrame
    level: float
    resamples: int
    seed: int


def resample(
    runs: Runs,
    ranking: RankingOptions,
    *,
    resamples: int = 200,
    seed: int = 0,
    first: int = 0,
    measures: dict[str, NDArray[np.float64]] | None = None,
    workers: int | None = None,
    step: Callable[[], None] = lambda: None,
) -> Replicates:
    """Rank `resamples` times, each time on runs drawn with replacement.

    Methods that the ranking holds equal on a problem (in a transitive comparison) are drawn from their common runs, all
    others from their own. Drawing everything from its own runs would add the chance of the draw to the chance already
    in the runs, and the tests would then see differences between equal methods far too often.
    `measures` (name → one value per run) are averaged over draws within each cell. Replicate k depends only on (seed,
    k); those from `first` on are made. `step` is called after each.
    """
    if resamples < 1:
        raise InvalidArgumentError(f"resamples must be at least 1; got {resamples!r}")
    values = floored(runs, ranking.floor)
    boundaries, longest = values.shape[2:]
    panels = values.reshape(-1, boundaries, longest)
    sizes = runs.sizes.reshape(-1, boundaries)
    codes = np.concatenate([dense_codes(panels[part]) for part in batches(len(panels))])
    pools = [_pools(codes[part], sizes[part], ranking) for part in batches(len(panels))]
    cubes = {name: runs.cube(column).reshape(panels.shape) for name, column in (measures or {}).items()}
    ranks = np.empty((resamples, *runs.shape))
    means = {name: np.empty((resamples, *runs.shape)) for name in cubes}

    def replicate(k: int) -> None:
        generator = np.random.default_rng([seed, first + k])
        for part, pool in zip(batches(len(panels)), pools, strict=True):
            draw = pool.draw(generator)
            ranks[k].reshape(-1, boundaries)[part] = rank_panels(
                _taken(codes[part], draw), locations(_taken(panels[part], draw), ranking.order), sizes[part], ranking
            )[0]
            own = _own_draws(generator, sizes[part], longest)
            for name, cube in cubes.items():
                drawn = np.take_along_axis(cube[part], own, axis=2)
                means[name][k].reshape(-1, boundaries)[part] = locations(drawn, "mean")

    with ThreadPoolExecutor(workers or min(4, os.cpu_count() or 1)) as pool:
        for _ in pool.map(replicate, range(resamples)):
            step()
    return Replicates(ranks, means, runs, resamples, seed)


def rank_intervals(
    ranks: GroupRanks,
    *,
    resamples: int = 200,
    level: float = 0.95,
    seed: int = 0,
    replicates: Replicates | None = None,
) -> RankIntervals:
    """Return the bootstrap interval of every mean rank."""
    if not 0 < level < 1:
        raise InvalidArgumentError(f"level must lie in (0, 1); got {level!r}")
    runs = ranks.runs
    drawn = replicates or resample(runs, ranks.ranks.options, resamples=resamples, seed=seed)
    means, _ = replicate_means(drawn, ranks.options)
    low, high = np.quantile(means, ((1 - level) / 2, (1 + level) / 2), axis=0)
    filled = np.where(np.isnan(means), np.inf, means)
    lowest = filled.min(axis=3, keepdims=True)
    best = ((filled <= lowest + 1e-9) & np.isfinite(filled)).mean(axis=0)
    table = long_table(
        {"group": ranks.groups, "configuration": runs.configurations, "boundary": runs.boundaries},
        {
            "mean_rank": ranks.means,
            "low": low,
            "high": high,
            "best_share": np.where(np.isnan(ranks.means), np.nan, best),
        },
    )
    return RankIntervals(table, level, drawn.resamples, drawn.seed)


def replicate_means(replicates: Replicates, options: SignificanceOptions) -> tuple[Floats, NDArray[np.bool_]]:
    """Return every replicate's mean ranks and who is worse: replicates × groups × configurations × boundaries."""
    runs = replicates.runs
    configurations, _, boundaries = runs.shape
    shape = (replicates.resamples, len(runs.groups), configurations, boundaries)
    means, worse = np.empty(shape), np.empty(shape, dtype=bool)
    for g, group in enumerate(runs.groups):
        chosen = replicates.ranks[:, :, runs.in_group(group)]
        tests = group_tests(chosen.reshape(-1, *chosen.shape[2:]), options)
        means[:, g] = tests.means.reshape(-1, configurations, boundaries)
        worse[:, g] = tests.worse.reshape(-1, configurations, boundaries)
    return means, worse


@dataclass(frozen=True, eq=False)
class _Pools:
    """Where each method's runs may be drawn from: the first `counts` of its `places` among all runs of the panel."""

    places: NDArray[np.int32]
    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]

    def draw(self, generator: np.random.Generator) -> NDArray[np.int64]:
        _, methods, total = self.places.shape
        longest = total // methods
        chosen = _uniform_below(generator, self.counts, longest)
        drawn = np.take_along_axis(self.places, chosen, axis=2).astype(np.int64)
        if (self.sizes == longest).all():
            return drawn
        itself = np.arange(total).reshape(methods, longest)
        return np.where(np.arange(longest) < self.sizes[..., None], drawn, itself)  # padding stays padding


def _pools(codes: NDArray[np.int32], sizes: NDArray[np.int64], ranking: RankingOptions) -> _Pools:
    panels, methods, longest = codes.shape
    same, transitive = equal_methods(codes, sizes, ranking)
    shared = np.where(transitive[:, None, None], same, np.eye(methods, dtype=bool))
    real = np.arange(longest) < sizes[..., None]
    allowed = (shared[..., None] & real[:, None]).reshape(panels, methods, methods * longest)
    places = np.argsort(~allowed, axis=2, kind="stable").astype(np.int32)
    return _Pools(places, allowed.sum(axis=2), sizes)


def _taken(values: NDArray[Any], draw: NDArray[np.int64]) -> NDArray[Any]:
    """Pick runs of a panel by their place among all of its runs."""
    panels = len(values)
    return np.take_along_axis(values.reshape(panels, -1), draw.reshape(panels, -1), axis=1).reshape(values.shape)


def _own_draws(generator: np.random.Generator, sizes: NDArray[np.int64], longest: int) -> NDArray[np.int64]:
    """Draw as many runs as each cell has from the cell itself; padding stays where it is."""
    drawn = _uniform_below(generator, sizes, longest)
    if (sizes == longest).all():
        return drawn
    position = np.arange(longest)
    return np.where(position < sizes[..., None], drawn, position)


def _uniform_below(generator: np.random.Generator, counts: NDArray[np.int64], draws: int) -> NDArray[np.int64]:
    uniform = generator.random((*counts.shape, draws))
    return np.minimum((uniform * counts[..., None]).astype(np.int64), np.maximum(counts - 1, 0)[..., None])
