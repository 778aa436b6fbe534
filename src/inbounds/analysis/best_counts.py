"""Which method is best how often."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from inbounds.analysis.significance import GroupRanks
from inbounds.counts_and_lists import counted, listed
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators.shown_names import Names
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

    def words(self, group: str, names: Names | None = None) -> str:
        """Say who is best how often: alone, with others, and by how much; no more than the tests do. "": no ranks."""
        part = self.table.filter(pl.col("group") == group)
        if not part["configurations"].max():
            return ""
        named = {name: name for name in part["boundary"]} if names is None else names
        ordered = part.sort("alone", "count", descending=True, maintain_order=True)
        first = ordered.row(0, named=True)
        of = counted(first["configurations"], "configuration")
        if not first["alone"] and (part["count"] == part["configurations"]).all():
            return f"no difference, all methods tie in all {of}."
        leaders = [named[row["boundary"]] for row in ordered.iter_rows(named=True) if row["alone"] == first["alone"]]
        if not first["alone"]:
            best = f"no method is ever alone best in {of}"
        elif len(leaders) > 3:
            best = f"no method stands out, {len(leaders)} are alone best in {first['alone']} of {of} each"
        elif len(leaders) > 1:
            best = f"{listed(leaders)} are alone best in {first['alone']} of {of} each"
        else:
            best = f"{leaders[0]} is alone best in {first['alone']} of {of}, tied in {first['tied']}"
            second = ordered.row(1, named=True) if ordered.height > 1 else None
            if first["separated"]:
                best += (
                    f", significantly ahead of all others in {first['ahead']} and of some in {first['ahead_of_some']}"
                )
            if second is not None and second["alone"]:
                best += f"; next is {named[second['boundary']]} (alone best in {second['alone']})"
        if first["separated"]:
            return f"{best}. In {first['separated']} some method is significantly worse than the best."
        return f"no significant difference in any of {of}; by mean rank only, {best}."


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
    within = np.array([c.crossover in chosen for c in runs.configurations])
    known = ~np.isnan(ranks.means[:, within])
    best, worse = ranks.best[:, within], ranks.worse[:, within]
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
