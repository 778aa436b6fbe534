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

    `table`: boundary, group ("1" … "5", "total" = their sum, "all" = ranked over all functions together), count,
    configurations (how many had ranks), most (largest of its group).
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
    wins = ranks.best[:, counted].sum(axis=1)
    ranked = (~np.isnan(ranks.means[:, counted])).any(axis=2).sum(axis=1)
    proper = [g for g, group in enumerate(ranks.groups) if group != ALL]
    columns = {ranks.groups[g]: (wins[g], int(ranked[g])) for g in proper}
    if proper:
        columns[TOTAL] = (wins[proper].sum(axis=0), int(ranked[proper].sum()))
    whole = ranks.groups.index(ALL)
    columns[ALL] = (wins[whole], int(ranked[whole]))
    rows = []
    for group, (counts, configurations) in columns.items():
        for boundary, count in zip(runs.boundaries, counts, strict=True):
            rows.append((boundary, group, int(count), configurations, bool(count == counts.max() and count > 0)))
    schema = {
        "boundary": pl.String,
        "group": pl.String,
        "count": pl.Int64,
        "configurations": pl.Int64,
        "most": pl.Boolean,
    }
    return BestCounts(pl.DataFrame(rows, schema=schema, orient="row"), chosen)
