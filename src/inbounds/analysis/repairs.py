"""How much of the search had to be repaired (or penalised): the paper's PORS, as a share from 0 to 1."""

import numpy as np
import polars as pl

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.long_tables import long_table, with_group
from inbounds.arrays import Floats
from inbounds.errors import UnknownOperatorError
from inbounds.operators import catalogue


def group_means(runs: Runs, cells: Floats) -> Floats:
    """Average configurations × blocks × boundaries over the blocks of each group, without missing cells.

    Returns groups × configurations × boundaries; every problem weighs the same, however many runs it has.
    """
    means = []
    for group in runs.groups:
        chosen = cells[:, runs.in_group(group)]
        known = ~np.isnan(chosen)
        total, count = np.where(known, chosen, 0.0).sum(axis=1), known.sum(axis=1)
        means.append(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))
    return np.stack(means)


def repaired_share(source: RunSource, *, dimension: Dimension = None) -> pl.DataFrame:
    """Return the mean repaired share per group, configuration and method.

    Columns: group, mutation, crossover, boundary, repaired, blocks, runs, counted_differently (the asterisk:
    transformation also moves feasible points, death penalty counts after crossover).
    """
    runs = load(source, dimension=dimension)
    cells = runs.cell_means("repaired")
    blocks = np.stack([(runs.sizes[:, runs.in_group(group)] > 0).sum(axis=1) for group in runs.groups])
    sizes = np.stack([runs.sizes[:, runs.in_group(group)].sum(axis=1) for group in runs.groups])
    return long_table(
        {"group": runs.groups, "configuration": runs.configurations, "boundary": runs.boundaries},
        {
            "repaired": group_means(runs, cells),
            "blocks": blocks,
            "runs": sizes,
            "counted_differently": np.array([counts_differently(name) for name in runs.boundaries]),
        },
    )


def repaired_share_by_function(source: RunSource, *, dimension: Dimension = None) -> pl.DataFrame:
    """Return the mean repaired share of every cell.

    Columns: group, function, instance, dimension, mutation, crossover, boundary, repaired, runs.
    """
    runs = load(source, dimension=dimension)
    table = long_table(
        {"block": runs.blocks, "configuration": runs.configurations, "boundary": runs.boundaries},
        {"repaired": runs.cell_means("repaired").swapaxes(0, 1), "runs": runs.sizes.swapaxes(0, 1)},
    )
    return with_group(table, runs)


def counts_differently(boundary: str) -> bool:
    """Tell whether a method's share counts something else: moved feasible points, or trials after crossover."""
    try:
        return catalogue.find("boundary", catalogue.plain_name(boundary)).kind in ("transform", "penalise")
    except UnknownOperatorError:
        return False
