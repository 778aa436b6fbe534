"""Which method wins how often, with the paper's own counts beside ours."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from inbounds.analysis.cube import ALL
from inbounds.analysis.significance import GroupRanks
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.paper import published

TOTAL = "total"


@dataclass(frozen=True, eq=False)
class BestCounts:
    """How often each method has the best mean rank over the configurations (ties count for each).

    `table`: boundary, group ("1" … "5", "total" = their sum, "all" = ranked over all functions together), count
    (= alone + tied), alone (no other is as good), tied, ahead (alone, and every other method is significantly worse),
    ahead_of_some (best, and some method is significantly worse), configurations (how many had ranks), separated (in
    how many of these any method is significantly worse than the best), paper_count (null where the paper has none),
    most (largest of its group).
    `correlation`: group, methods, spearman, spearman_p, kendall: our counts against the paper's.
    """

    table: pl.DataFrame
    correlation: pl.DataFrame
    crossovers: tuple[str, ...]
    citation: str | None = published.CITATION  # None: there is nothing of the paper to hold the counts against

    def wide(self) -> pl.DataFrame:
        """Return the counts in the paper's arrangement: boundary, then a column a group, then paper_<group>."""
        ours = self.table.pivot(on="group", index="boundary", values="count", maintain_order=True)
        theirs = self.table.filter(pl.col("group") != ALL).with_columns(group="paper_" + pl.col("group"))
        published = theirs.pivot(on="group", index="boundary", values="paper_count", maintain_order=True)
        return ours.join(published, on="boundary", how="left", maintain_order="left")


def best_counts(ranks: GroupRanks, *, crossovers: Sequence[str] | None = None, with_paper: bool = True) -> BestCounts:
    """Count the configurations in which each method is best, per group, in total and over all functions.

    `crossovers`: which configurations count; by default all, but of the two exponential variants only the first
    that the table holds, so that the counts stay comparable with the paper's. `with_paper`: whether the paper's
    counts stand beside them.
    """
    runs = ranks.runs
    held = list(dict.fromkeys(c.crossover for c in runs.configurations))
    chosen = _default_crossovers(held) if crossovers is None else tuple(crossovers)
    unknown = [name for name in chosen if name not in held]
    if unknown:
        raise InvalidArgumentError(f"crossovers must be among {quoted(held)}; got {quoted(unknown)}")
    counted = np.array([c.crossover in chosen for c in runs.configurations])
    known = ~np.isnan(ranks.means[:, counted])
    best, worse = ranks.best[:, counted], ranks.worse[:, counted]
    alone = best & (best.sum(axis=2, keepdims=True) == 1)
    separated = worse.any(axis=2, keepdims=True)
    by_method = {  # groups × configurations × methods
        "count": best,
        "alone": alone,
        "tied": best & ~alone,
        "ahead": alone & separated & (worse | best | ~known).all(axis=2, keepdims=True),
        "ahead_of_some": best & separated,
        "configurations": np.broadcast_to(known.any(axis=2, keepdims=True), best.shape),
        "separated": np.broadcast_to(separated, best.shape),
    }
    proper = [g for g, group in enumerate(ranks.groups) if group != ALL]
    places = {ranks.groups[g]: [g] for g in proper} | ({TOTAL: proper} if proper else {})
    places[ALL] = [ranks.groups.index(ALL)]
    parts = [
        pl.DataFrame(
            {
                "boundary": runs.boundaries,
                "group": group,
                **{name: cells[at].sum(axis=(0, 1)).astype(np.int64) for name, cells in by_method.items()},
                "paper_count": pl.Series(
                    [published.best_count(boundary, group) if with_paper else None for boundary in runs.boundaries],
                    dtype=pl.Int64,
                ),
            }
        ).with_columns(most=(pl.col("count") == pl.col("count").max()) & (pl.col("count") > 0))
        for group, at in places.items()
    ]
    table = pl.concat(parts)
    return BestCounts(table, _correlation(table), chosen, published.CITATION if with_paper else None)


def _default_crossovers(held: Sequence[str]) -> tuple[str, ...]:
    variants = [name for name in published.EXPONENTIAL_VARIANTS if name in held]
    return tuple(name for name in held if name not in variants[1:])


def _correlation(table: pl.DataFrame) -> pl.DataFrame:
    rows: list[tuple[str, int, float | None, float | None, float | None]] = []
    for (group,), part in table.group_by(["group"], maintain_order=True):
        both = part.drop_nulls("paper_count")
        if both.is_empty():
            continue
        ours, theirs = both["count"].to_numpy(), both["paper_count"].to_numpy()
        if both.height < 3 or np.ptp(ours) == 0 or np.ptp(theirs) == 0:
            rows.append((str(group), both.height, None, None, None))
            continue
        rho = stats.spearmanr(ours, theirs)
        tau = stats.kendalltau(ours, theirs)
        rows.append((str(group), both.height, float(rho.statistic), float(rho.pvalue), float(tau.statistic)))
    schema = {
        "group": pl.String,
        "methods": pl.Int64,
        "spearman": pl.Float64,
        "spearman_p": pl.Float64,
        "kendall": pl.Float64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")
