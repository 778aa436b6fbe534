"""Which method is best how often."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.analysis.significance import GroupRanks
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.problems.function_groups import ALL

TOTAL = "total"


@dataclass(frozen=True, eq=False)
class BestCounts:
    """How often each method has the best mean rank over the configurations (ties count for each).

    `table`: boundary, group ("1" … "5", "total" = their sum, "all" = ranked over all functions together), count
    (= alone + tied), alone (no other is as good), tied, ahead (alone, and every other method is significantly worse),
    ahead_of_some (best, and some method is significantly worse), configurations (how many had ranks), separated (in
    how many of these any method is significantly worse than the best), most (largest of its group).
    """

    table: pl.DataFrame
    crossovers: tuple[str, ...]


def best_counts(ranks: GroupRanks, *, crossovers: Sequence[str] | None = None) -> BestCounts:
    """Count the configurations in which each method is best, per group, in total and over all functions.

    `crossovers`: which configurations count; all by default.
    """
    runs = ranks.runs
    held = list(dict.fromkeys(c.crossover for c in runs.configurations))
    chosen = tuple(held if crossovers is None else crossovers)
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
            }
        ).with_columns(most=(pl.col("count") == pl.col("count").max()) & (pl.col("count") > 0))
        for group, at in places.items()
    ]
    return BestCounts(pl.concat(parts), chosen)
