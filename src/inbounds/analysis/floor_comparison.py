"""How much the floor of the ranking matters: 1e-8 against whatever double precision still shows."""

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from inbounds.analysis.rank_correlation import rank_correlation
from inbounds.analysis.ranking import Floor, function_ranks
from inbounds.analysis.significance import GroupRanks, group_ranks


@dataclass(frozen=True, eq=False)
class FloorComparison:
    """Two rankings of the same runs.

    `table`: group, configurations, same_best (configurations whose best methods are the same), mean_difference and
    largest_difference (of the mean ranks), correlation (Spearman over all cells), worse, worse_other
    (significantly worse cells under the first and under the other floor).
    """

    table: pl.DataFrame
    floor: Floor
    other_floor: Floor
    other: GroupRanks


def compare_floors(ranks: GroupRanks, *, other: Floor | None = None) -> FloorComparison:
    """Rank again with another floor (by default 'double', or 1e-8 where that was the first) and compare."""
    options = ranks.ranks.options
    second: Floor = other if other is not None else (1e-8 if options.floor == "double" else "double")
    again = group_ranks(function_ranks(ranks.runs, replace(options, floor=second)), ranks.options)
    rows = []
    for g, group in enumerate(ranks.groups):
        known = ~np.isnan(ranks.means[g])
        difference = np.abs(ranks.means[g] - again.means[g])[known]
        ranked = known.any(axis=1)
        rows.append(
            (
                group,
                int(ranked.sum()),
                int((ranks.best[g] == again.best[g]).all(axis=1)[ranked].sum()),
                float(difference.mean()) if difference.size else None,
                float(difference.max()) if difference.size else None,
                None if np.isnan(rho := float(rank_correlation(ranks.means[g][known], again.means[g][known]))) else rho,
                int(ranks.worse[g].sum()),
                int(again.worse[g].sum()),
            )
        )
    schema = {
        "group": pl.String,
        "configurations": pl.Int64,
        "same_best": pl.Int64,
        "mean_difference": pl.Float64,
        "largest_difference": pl.Float64,
        "correlation": pl.Float64,
        "worse": pl.Int64,
        "worse_other": pl.Int64,
    }
    return FloorComparison(pl.DataFrame(rows, schema=schema, orient="row"), options.floor, second, again)
