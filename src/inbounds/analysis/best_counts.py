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

    `table`: boundary, group ("1" … "5", "total" = their sum, "all" = ranked over all functions together), count,
    configurations (how many had ranks), paper_count (null where the paper has none), most (largest of its group).
    `correlation`: group, methods, spearman, spearman_p, kendall: our counts against the paper's.
    """

    table: pl.DataFrame
    correlation: pl.DataFrame
    crossovers: tuple[str, ...]
    citation: str = published.CITATION

    def wide(self) -> pl.DataFrame:
        """Return the counts in the paper's arrangement: boundary, then a column a group, then paper_<group>."""
        ours = self.table.pivot(on="group", index="boundary", values="count", maintain_order=True)
        theirs = self.table.filter(pl.col("group") != ALL).with_columns(group="paper_" + pl.col("group"))
        published = theirs.pivot(on="group", index="boundary", values="paper_count", maintain_order=True)
        return ours.join(published, on="boundary", how="left", maintain_order="left")


def best_counts(ranks: GroupRanks, *, crossovers: Sequence[str] | None = None) -> BestCounts:
    """Count the configurations in which each method is best, per group, in total and over all functions.

    `crossovers`: which configurations count; by default all, but of the two exponential variants only the first
    that the table holds, so that the counts stay comparable with the paper's.
    """
    runs = ranks.runs
    held = list(dict.fromkeys(c.crossover for c in runs.configurations))
    chosen = _default_crossovers(held) if crossovers is None else tuple(crossovers)
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
            most = bool(count == counts.max() and count > 0)
            rows.append((boundary, group, int(count), configurations, published.best_count(boundary, group), most))
    table = pl.DataFrame(
        rows,
        schema={
            "boundary": pl.String,
            "group": pl.String,
            "count": pl.Int64,
            "configurations": pl.Int64,
            "paper_count": pl.Int64,
            "most": pl.Boolean,
        },
        orient="row",
    )
    return BestCounts(table, _correlation(table), chosen)


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
