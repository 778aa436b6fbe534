"""All tables of a study in one go, each choice recorded with them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from inbounds.analysis.axes import Axes
from inbounds.analysis.best_counts import BestCounts, best_counts
from inbounds.analysis.confidence import RankIntervals, Replicates, rank_intervals, resample
from inbounds.analysis.cube import Runs
from inbounds.analysis.curves import distributions
from inbounds.analysis.ecdf import Ecdf, ecdf_of_best, measures_per_run
from inbounds.analysis.floor_comparison import FloorComparison, compare_floors
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.noise_check import NoiseCheck, noise_check
from inbounds.analysis.performance import group_areas, running_times, success_rates
from inbounds.analysis.ranking import DEFAULT_RANKING, FunctionRanks, RankingOptions, function_ranks
from inbounds.analysis.repairs import repaired_share, repaired_share_by_function
from inbounds.analysis.repairs_and_performance import RepairsAndPerformance, repairs_and_performance
from inbounds.analysis.sensitivity import sensitivity, sensitivity_by_crossover
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE, GroupRanks, SignificanceOptions, group_ranks
from inbounds.analysis.variance import VarianceShares, is_full_grid, variance_shares
from inbounds.notebook import html_table
from inbounds.operators.shown_names import Names, short_names
from inbounds.problems.function_groups import ALL


@dataclass(frozen=True, eq=False)
class Coverage:
    """How much of the grid of configurations × problems × methods, planned ones included, has runs.

    `missing`: function, instance, dimension, mutation, crossover, boundary of the empty cells.
    """

    cells: int
    filled: int
    runs: int
    fewest_runs: int
    most_runs: int
    evaluations: int | None
    seconds: float | None
    nonfinite: int | None
    dropped: int
    missing: pl.DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class Study:
    """Everything the report shows. Parts that need first hits, or a full grid of runs, are None where there is none.

    Tables hold the full names of operators; `names` says how they are called in words and pictures.
    """

    runs: Runs
    names: Names
    coverage: Coverage
    function_ranks: FunctionRanks
    group_ranks: GroupRanks
    intervals: RankIntervals
    replicates: Replicates
    floors: FloorComparison
    repaired: pl.DataFrame
    repaired_by_function: pl.DataFrame
    counts: BestCounts
    ecdf: Ecdf | None
    running_times: pl.DataFrame | None
    areas: pl.DataFrame | None
    success: pl.DataFrame
    sensitivity: pl.DataFrame
    sensitivity_by_crossover: pl.DataFrame
    noise: NoiseCheck
    relation: RepairsAndPerformance
    distributions: pl.DataFrame
    variance: VarianceShares | None

    def __repr__(self) -> str:
        return f"<Study of {repr(self.runs)[1:-1]}; {self.coverage.filled} of {self.coverage.cells} cells with runs>"

    def _repr_html_(self) -> str:
        ranks = self.group_ranks.mean_ranks.filter(pl.col("group") == ALL)
        mean = ranks.group_by("boundary").agg(pl.col("mean_rank").mean()).drop_nulls().sort("mean_rank", "boundary")
        return html_table(repr(self)[1:-1], ("boundary", "mean rank over all configurations"), mean.rows())

    @property
    def options(self) -> dict[str, Any]:
        """Return every choice as plain data."""
        return {
            "ranking": self.function_ranks.options.as_dict(),
            "significance": self.group_ranks.options.as_dict(),
            "other_floor": self.floors.other_floor,
            "bootstrap": {
                "resamples": self.intervals.resamples,
                "level": self.intervals.level,
                "seed": self.intervals.seed,
            },
            "targets": None if self.ecdf is None else list(map(float, self.ecdf.targets)),
        }

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return every table by the name of its file."""
        tables = {
            "function_ranks": self.function_ranks.table,
            "mean_ranks": self.group_ranks.mean_ranks,
            "friedman": self.group_ranks.friedman,
            "rank_intervals": self.intervals.table,
            "floor_comparison": self.floors.table,
            "repaired_share": self.repaired,
            "repaired_share_by_function": self.repaired_by_function,
            "best_counts": self.counts.table,
            "ecdf": None if self.ecdf is None else self.ecdf.curves,
            "ecdf_final": None if self.ecdf is None else self.ecdf.final,
            "running_times": self.running_times,
            "area_over_convergence": self.areas,
            "success_rates": self.success,
            "sensitivity": self.sensitivity,
            "sensitivity_by_crossover": self.sensitivity_by_crossover,
            "noise_check": self.noise.summary,
            "noise_check_mean_ranks": self.noise.mean_ranks,
            "repairs_and_performance": self.relation.table,
            "distributions": self.distributions,
            "variance_shares": None if self.variance is None else self.variance.table,
            "variance_totals": None if self.variance is None else self.variance.totals,
            "missing_cells": self.coverage.missing,
        }
        return {name: table for name, table in tables.items() if table is not None}


def study(
    source: RunSource,
    *,
    ranking: RankingOptions = DEFAULT_RANKING,
    significance: SignificanceOptions = DEFAULT_SIGNIFICANCE,
    resamples: int = 100,
    seed: int = 0,
    dimension: Dimension = None,
    step: Callable[[], None] = lambda: None,
) -> Study:
    """Compute every table from a store, a path, a frame or loaded runs; cells without runs are counted as missing.

    `step` is called after each of the `resamples`, where most of the time goes.
    """
    runs = load(source, dimension=dimension)
    ranked = function_ranks(runs, ranking)
    grouped = group_ranks(ranked, significance)
    timed = runs.hits is not None
    drawn = resample(runs, ranking, resamples=resamples, seed=seed, measures=measures_per_run(runs), step=step)
    return Study(
        runs=runs,
        names=_names_on(runs.axes),
        coverage=coverage(runs),
        function_ranks=ranked,
        group_ranks=grouped,
        intervals=rank_intervals(grouped, replicates=drawn),
        replicates=drawn,
        floors=compare_floors(grouped),
        repaired=repaired_share(runs),
        repaired_by_function=repaired_share_by_function(runs),
        counts=best_counts(grouped),
        ecdf=ecdf_of_best(grouped) if timed else None,
        running_times=running_times(runs) if timed else None,
        areas=group_areas(runs) if runs.every_target_kept else None,
        success=success_rates(runs),
        sensitivity=sensitivity(grouped),
        sensitivity_by_crossover=sensitivity_by_crossover(grouped),
        noise=noise_check(grouped),
        relation=repairs_and_performance(runs),
        distributions=distributions(runs),
        variance=_variance(runs, ranking, resamples, seed),
    )


def coverage(source: RunSource, *, dimension: Dimension = None) -> Coverage:
    """Count what is there and name what is missing."""
    runs = load(source, dimension=dimension)
    missing = [
        (*runs.blocks[b], *runs.configurations[c], runs.boundaries[m]) for c, b, m in np.argwhere(runs.sizes == 0)
    ]
    schema = {name: runs.frame.schema[name] for name in _CELL}

    def total(column: str) -> int | None:
        known = runs.frame[column].drop_nulls()
        return int(known.sum()) if known.len() else None

    filled = runs.sizes[runs.sizes > 0]
    seconds = runs.frame["seconds"].drop_nulls()
    return Coverage(
        cells=runs.sizes.size,
        filled=filled.size,
        runs=runs.frame.height,
        fewest_runs=int(filled.min()),
        most_runs=int(filled.max()),
        evaluations=total("evaluations"),
        seconds=float(seconds.sum()) if seconds.len() else None,
        nonfinite=total("nonfinite"),
        dropped=runs.dropped,
        missing=pl.DataFrame(missing, schema=schema, orient="row"),
    )


def _variance(runs: Runs, ranking: RankingOptions, resamples: int, seed: int) -> VarianceShares | None:
    if not is_full_grid(runs):
        return None
    return variance_shares(runs, floor=ranking.floor, resamples=resamples, seed=seed)


def _names_on(axes: Axes) -> dict[str, str]:
    """Return how all operators of `axes` are shown."""
    return short_names([*(name for pair in axes.configurations for name in pair), *axes.boundaries])


_CELL = ("function", "instance", "dimension", "mutation", "crossover", "boundary")
