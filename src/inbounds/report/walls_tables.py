"""Studies on moved walls side by side: the rank of each method as the optimum comes near the wall."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import polars as pl

from inbounds.analysis import Study
from inbounds.analysis.walls import joined, ranks_at_distance
from inbounds.problems.suite_names import suite_name
from inbounds.report.page_data import page_table
from inbounds.report.shown_tables import Column, ShownTable


class OnWalls(NamedTuple):
    """A study on moved walls, and what the page shows of it."""

    study: Study
    page: dict[str, Any]


def side_by_side(found: Iterable[OnWalls]) -> list[list[OnWalls]]:
    """Return the studies that differ in their walls or dimension alone, where there are several."""
    groups: dict[tuple[Any, ...], list[OnWalls]] = defaultdict(list)
    for one in found:
        runs = one.study.runs
        per_dimension = None if runs.budget is None or not runs.dimension else runs.budget / runs.dimension
        groups[runs.adaptation, runs.population, per_dimension].append(one)
    return [group for group in groups.values() if len(group) > 1]


def walls_of(alike: Sequence[OnWalls]) -> pl.DataFrame:
    """Return the ranks at every distance, as `analysis.walls_ranks` does."""
    return joined([ranks_at_distance(one.study.group_ranks) for one in alike])


def add_to_pages(alike: Sequence[OnWalls], ranks: pl.DataFrame) -> None:
    """Add the table to what the page shows of each study."""
    for study, page in alike:
        table = walls_table(ranks, study.runs.dimension, suite_name(study.runs.suite).coordinates)
        if table is not None:
            page["tables"].append(page_table(table, study.names))


def walls_table(ranks: pl.DataFrame, dimension: int | None, coordinates: int | None) -> ShownTable | None:
    """Return the table for a study in `dimension`; None where there is one distance alone."""
    part = ranks.filter(pl.col("dimension").eq_missing(dimension), pl.col("coordinates").eq_missing(coordinates))
    distances = part["epsilon"].unique().sort().to_list()
    if len(distances) < 2:
        return None
    wide = part.pivot("epsilon", index="boundary", values="mean_rank")
    keys = {epsilon: next(key for key in wide.columns[1:] if float(key) == epsilon) for epsilon in distances}
    return ShownTable(
        "walls",
        "An optimum near the wall",
        "Mean rank of each method over all functions and configurations, by the distance of the optimum from the "
        "nearer wall as a share of the box; 0: on the wall.",
        (
            Column("boundary", "boundary method", "operator"),
            *(Column(keys[epsilon], f"{epsilon:g}", "number") for epsilon in distances),
        ),
        wide.sort(keys[distances[0]]),
    )
