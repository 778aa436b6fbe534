"""What could the tests have shown? The same tests on runs that say more than those at hand."""

import numpy as np
from numpy.typing import NDArray

from inbounds.analysis.cube import Runs
from inbounds.analysis.ranking import RankingOptions, floored, rank_cube
from inbounds.analysis.significance import SignificanceOptions, group_tests
from inbounds.arrays import Floats


def confirmed_by_more_runs(
    runs: Runs, ranking: RankingOptions, significance: SignificanceOptions, *, per_cell: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the mean ranks, and who is worse, if `per_cell` runs were distributed as those of each cell are.

    The runs of a cell are counted in turn until there are so many: each difference that is seen is taken for real, so
    that more of them are significant than so many runs would show. groups × configurations × boundaries.
    """
    return _tested(runs, floored(runs, ranking.floor), ranking, significance, per_cell)


def worse_with_the_worst_runs(
    runs: Runs, ranking: RankingOptions, significance: SignificanceOptions, boundary: int, *, per_cell: int
) -> NDArray[np.bool_]:
    """Tell where a method would be called significantly worse, had it the worst runs of every problem.

    It swaps its runs for the worst of all methods, then runs are counted until each cell has `per_cell`. Where all runs
    are equal, as at the floor, nothing changes. groups × configurations.
    """
    values = with_the_worst_runs(floored(runs, ranking.floor), runs.sizes, boundary)
    return np.asarray(_tested(runs, values, ranking, significance, per_cell)[1][..., boundary])


def with_the_worst_runs(values: Floats, sizes: NDArray[np.int64], boundary: int) -> Floats:
    """Return configurations × blocks × boundaries × runs in which one method has the largest values of each block."""
    configurations, blocks, methods, longest = values.shape
    flat = values.reshape(configurations, blocks, methods * longest).copy()
    own = np.zeros(flat.shape, dtype=bool)
    own[..., boundary * longest : (boundary + 1) * longest] = True
    own &= ~np.isnan(flat)
    place = np.argsort(np.argsort(np.where(np.isnan(flat), -np.inf, flat), axis=2, kind="stable"), axis=2)
    worst = place >= flat.shape[2] - sizes[..., boundary, None]
    given, taken = worst & ~own, own & ~worst  # equally many in each block
    flat[given], flat[taken] = flat[taken], flat[given]
    return flat.reshape(values.shape)


def _tested(
    runs: Runs, values: Floats, ranking: RankingOptions, significance: SignificanceOptions, per_cell: int
) -> tuple[Floats, NDArray[np.bool_]]:
    in_turn = np.arange(per_cell) % np.maximum(runs.sizes, 1)[..., None]
    counted = np.take_along_axis(values, in_turn, axis=3)  # NaN where there are no runs
    ranks, _ = rank_cube(counted, np.where(runs.sizes > 0, per_cell, 0), ranking)
    tests = [group_tests(ranks[:, runs.in_group(group)], significance) for group in runs.groups]
    return np.stack([test.means for test in tests]), np.stack([test.worse for test in tests])
