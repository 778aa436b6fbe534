"""How much the choice of the boundary method matters for each configuration."""

import numpy as np
import polars as pl

from inbounds.analysis.long_tables import long_table
from inbounds.analysis.ranking import locations
from inbounds.analysis.repairs import group_means
from inbounds.analysis.significance import GroupRanks
from inbounds.arrays import Floats

PRECISION_FLOOR = 1e-8


def sensitivity(ranks: GroupRanks) -> pl.DataFrame:
    """Return, per group and configuration, how far the methods lie apart.

    Columns: group, mutation, crossover, best, worst (methods), spread (of the mean ranks), worse (methods
    significantly worse than the best), worse_share (of the methods compared), friedman_p, decades (median log10
    precision of the worst-ranked minus that of the best-ranked method, averaged over the group's functions: the
    size of the effect, not only its rank).
    """
    runs = ranks.runs
    known = ~np.isnan(ranks.means)
    low = np.where(known, ranks.means, np.inf)
    high = np.where(known, ranks.means, -np.inf)
    any_known = known.any(axis=2)
    spread = np.where(any_known, high.max(axis=2, initial=-np.inf) - low.min(axis=2, initial=np.inf), np.nan)
    with np.errstate(divide="ignore"):
        precision = locations(np.log10(np.maximum(runs.cube("precision"), PRECISION_FLOOR)), "median")
    reached = group_means(runs, precision)
    best = np.take_along_axis(reached, low.argmin(axis=2)[..., None], axis=2)[..., 0]
    worst = np.take_along_axis(reached, high.argmax(axis=2)[..., None], axis=2)[..., 0]
    compared = known.sum(axis=2)
    table = long_table(
        {"group": ranks.groups, "configuration": runs.configurations},
        {
            "spread": spread,
            "worse_share": np.where(any_known, ranks.worse.sum(axis=2) / np.maximum(compared - 1, 1), np.nan),
            "decades": np.where(any_known, _difference(worst, best), np.nan),
        },
    )
    tests = ranks.friedman.select("group", "mutation", "crossover", "best", "worst", "worse", friedman_p="p")
    return table.join(tests, on=["group", "mutation", "crossover"], how="left", maintain_order="left").select(
        "group", "mutation", "crossover", "best", "worst", "spread", "worse", "worse_share", "friedman_p", "decades"
    )


def sensitivity_by_crossover(ranks: GroupRanks) -> pl.DataFrame:
    """Average the sensitivity over the mutations.

    Columns: group, crossover, configurations, spread, worse_share, decades, rejected_share (of the Friedman tests).
    """
    rejected = ranks.friedman.select("group", "mutation", "crossover", "rejected")
    table = sensitivity(ranks).join(rejected, on=["group", "mutation", "crossover"], how="left")
    return (
        table.drop_nulls("spread")
        .group_by("group", "crossover", maintain_order=True)
        .agg(
            configurations=pl.len().cast(pl.Int64),
            spread=pl.col("spread").mean(),
            worse_share=pl.col("worse_share").mean(),
            decades=pl.col("decades").mean(),
            rejected_share=pl.col("rejected").cast(pl.Float64).mean(),
        )
        .sort("group", "crossover")
    )


def _difference(worst: Floats, best: Floats) -> Floats:
    """Subtract; two infinite precisions do not differ."""
    with np.errstate(invalid="ignore"):
        return np.where(worst == best, 0.0, worst - best)
