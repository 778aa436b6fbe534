"""From runs to understanding: ranks, tests, repairs and curves, as tables.

Every function takes a store, its folder, a Parquet or CSV file, or a table of polars, pandas or
Arrow; `load` selects once for many.
"""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.analysis.axes import Block, Configuration
    from inbounds.analysis.best_counts import BestCounts, best_counts
    from inbounds.analysis.confidence import RankIntervals, Replicates, rank_intervals, resample
    from inbounds.analysis.cube import Runs
    from inbounds.analysis.curves import curves, distributions, share_curves
    from inbounds.analysis.dimension_effect import DimensionEffect, dimension_effect
    from inbounds.analysis.ecdf import Ecdf, ecdf, ecdf_of_best
    from inbounds.analysis.floor_comparison import FloorComparison, compare_floors
    from inbounds.analysis.loading import RunSource, load
    from inbounds.analysis.noise_check import NoiseCheck, noise_check
    from inbounds.analysis.performance import area_over_convergence, group_areas, running_times, success_rates
    from inbounds.analysis.ranking import FunctionRanks, PanelRanks, RankingOptions, function_ranks, rank_samples
    from inbounds.analysis.repairs import repaired_share, repaired_share_by_function
    from inbounds.analysis.repairs_and_performance import RepairsAndPerformance, repairs_and_performance
    from inbounds.analysis.sensitivity import sensitivity, sensitivity_by_crossover
    from inbounds.analysis.significance import (
        ComparisonWithBest,
        FriedmanTest,
        GroupRanks,
        SignificanceOptions,
        compare_with_best,
        critical_difference,
        friedman,
        group_ranks,
        hochberg,
    )
    from inbounds.analysis.study import Coverage, Study, coverage, study
    from inbounds.analysis.variance import VarianceShares, variance_shares
    from inbounds.analysis.wall_hits import wall_hits
    from inbounds.analysis.walls import walls_ranks

__all__ = [
    "BestCounts",
    "Block",
    "ComparisonWithBest",
    "Configuration",
    "Coverage",
    "DimensionEffect",
    "Ecdf",
    "FloorComparison",
    "FriedmanTest",
    "FunctionRanks",
    "GroupRanks",
    "NoiseCheck",
    "PanelRanks",
    "RankIntervals",
    "RankingOptions",
    "RepairsAndPerformance",
    "Replicates",
    "RunSource",
    "Runs",
    "SignificanceOptions",
    "Study",
    "VarianceShares",
    "area_over_convergence",
    "best_counts",
    "compare_floors",
    "compare_with_best",
    "coverage",
    "critical_difference",
    "curves",
    "dimension_effect",
    "distributions",
    "ecdf",
    "ecdf_of_best",
    "friedman",
    "function_ranks",
    "group_areas",
    "group_ranks",
    "hochberg",
    "load",
    "noise_check",
    "rank_intervals",
    "rank_samples",
    "repaired_share",
    "repaired_share_by_function",
    "repairs_and_performance",
    "resample",
    "running_times",
    "sensitivity",
    "sensitivity_by_crossover",
    "share_curves",
    "study",
    "success_rates",
    "variance_shares",
    "wall_hits",
    "walls_ranks",
]
