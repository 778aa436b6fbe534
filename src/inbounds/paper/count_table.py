"""The paper's count table beside ours: which method is best how often, and how well the two agree."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from inbounds.analysis.best_counts import TOTAL, BestCounts, best_counts
from inbounds.analysis.confidence import Replicates, replicate_means
from inbounds.analysis.rank_correlation import correlation_p, rank_correlation
from inbounds.analysis.significance import TIED, GroupRanks
from inbounds.arrays import Floats
from inbounds.paper import published
from inbounds.problems.function_groups import ALL, GROUP_NAMES


@dataclass(frozen=True, eq=False)
class CountTable(BestCounts):
    """Our counts with the paper's.

    `table` has one more column, paper_count (null where the paper has none).
    `correlation`: group, methods, spearman, spearman_p, kendall: our counts against the paper's.
    """

    correlation: pl.DataFrame
    citation: str = published.CITATION

    def wide(self) -> pl.DataFrame:
        """Return the counts in the paper's arrangement: boundary, then a column per group, then paper_<group>."""
        ours = self.table.pivot(on="group", index="boundary", values="count", maintain_order=True)
        named = self.table.filter(pl.col("group") != ALL).with_columns(group="paper_" + pl.col("group"))
        theirs = named.pivot(on="group", index="boundary", values="paper_count", maintain_order=True)
        return ours.join(theirs, on="boundary", how="left", maintain_order="left")


def count_table(ranks: GroupRanks) -> CountTable:
    """Count with one exponential crossover only, the first that has runs, so that the counts are comparable."""
    held = dict.fromkeys(c.crossover for c in ranks.runs.configurations)
    variants = [name for name in published.EXPONENTIAL_VARIANTS if name in held]
    counts = best_counts(ranks, crossovers=[name for name in held if name not in variants[1:]])
    theirs = [published.best_count(*row) for row in counts.table.select("boundary", "group").rows()]
    table = counts.table.insert_column(4, pl.Series("paper_count", theirs, dtype=pl.Int64))
    return CountTable(table, counts.crossovers, _correlation(table))


def _correlation(table: pl.DataFrame) -> pl.DataFrame:
    rows: list[tuple[str, int, float | None, float | None, float | None]] = []
    for (group,), part in table.group_by(["group"], maintain_order=True):
        both = part.drop_nulls("paper_count")
        if both.is_empty():
            continue
        ours, theirs = (both[name].to_numpy().astype(np.float64) for name in ("count", "paper_count"))
        rho = float(rank_correlation(ours, theirs))
        if np.isnan(rho):
            rows.append((str(group), both.height, None, None, None))
            continue
        tau = float(stats.kendalltau(ours, theirs).statistic)
        rows.append((str(group), both.height, rho, correlation_p(rho, both.height), tau))
    schema = {
        "group": pl.String,
        "methods": pl.Int64,
        "spearman": pl.Float64,
        "spearman_p": pl.Float64,
        "kendall": pl.Float64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def correlation_intervals(ranks: GroupRanks, replicates: Replicates, *, level: float = 0.95) -> pl.DataFrame:
    """Return group, spearman, low, high: how the paper's counts go with ours, and with those of runs drawn again.

    The groups are the paper's five, "2–5" and "total" for sums of them: where every run of a group reaches the optimum
    all methods tie, and the ties of group 1 can outweigh all that tells methods apart elsewhere.
    """
    proper = [g for g, group in enumerate(ranks.groups) if group in GROUP_NAMES]
    names = [ranks.groups[g] for g in proper]
    means = replicate_means(replicates, ranks.options)[0][:, proper]
    filled = np.where(np.isnan(means), np.inf, means)
    best = (filled <= filled.min(axis=3, keepdims=True) + TIED) & np.isfinite(filled)
    ours = np.concatenate([ranks.best[None, proper], best]).sum(axis=2)  # the runs themselves first, × groups × methods
    theirs = np.array([[published.best_count(b, group) for b in ranks.runs.boundaries] for group in names], dtype=float)
    later = [k for k, group in enumerate(names) if group != names[0]]
    parts: dict[str, list[int]] = {group: [k] for k, group in enumerate(names)}
    parts |= {"2–5": later, TOTAL: list(range(len(names)))}
    found: dict[str, Floats] = {
        group: rank_correlation(
            ours[:, at].sum(axis=1).astype(float), np.broadcast_to(theirs[at].sum(axis=0), ours[:, 0].shape)
        )
        for group, at in parts.items()
    }
    rows = [
        (group, float(drawn[0]), *np.nanquantile(drawn[1:], ((1 - level) / 2, (1 + level) / 2)))
        for group, drawn in found.items()
        if not np.isnan(drawn[0])
    ]
    schema = {"group": pl.String, "spearman": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")
