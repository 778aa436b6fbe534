"""Deep statistical comparison: rank the boundary methods on each problem by their whole distributions."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from inbounds.analysis.cube import Runs
from inbounds.analysis.distribution_tests import anderson_darling_p_values, dense_codes, ks_p_values
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.long_tables import long_table, with_group
from inbounds.arrays import Floats
from inbounds.errors import InboundsError, InvalidArgumentError, quoted
from inbounds.problems import problem

Floor: TypeAlias = float | Literal["double"]
Order: TypeAlias = Literal["mean", "median"]
Test: TypeAlias = Literal["ks", "anderson-darling"]

PANELS_AT_ONCE = 64  # keeps the counts of a batch inside the cache


@dataclass(frozen=True)
class RankingOptions:
    """Every choice of the ranking on one problem; the defaults are the paper's, except for the floor.

    test: "ks" (exact) or "anderson-darling" (permutations: `resamples`, `seed`).
    floor: precisions below it are equal, unless they lie below the optimum by more than it; "double" ranks what
    f − f_opt shows in double precision.
    order: groups of equal methods are ordered by the "mean" or by the "median" of their runs.
    alpha: level of all pairwise tests together (Bonferroni).
    """

    test: Test = "ks"
    floor: Floor = 1e-8
    order: Order = "mean"
    alpha: float = 0.05
    resamples: int = 9999
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, allowed in (("test", self.test, get_args(Test)), ("order", self.order, get_args(Order))):
            if value not in allowed:
                raise InvalidArgumentError(f"{name} must be one of {quoted(allowed)}; got {value!r}")
        if self.floor != "double" and not (isinstance(self.floor, float | int) and 0 <= self.floor < np.inf):
            raise InvalidArgumentError(f"floor must be 'double' or a number >= 0; got {self.floor!r}")
        if not 0 < self.alpha < 1:
            raise InvalidArgumentError(f"alpha must lie in (0, 1); got {self.alpha!r}")
        if not self.resamples >= 1:
            raise InvalidArgumentError(f"resamples must be at least 1; got {self.resamples!r}")

    def as_dict(self) -> dict[str, Any]:
        """Return the options as plain data, without those the chosen test does not use."""
        unused = ("resamples", "seed") if self.test == "ks" else ()
        return {name: value for name, value in asdict(self).items() if name not in unused}


DEFAULT_RANKING: Final = RankingOptions()


@dataclass(frozen=True)
class PanelRanks:
    """The comparison of m methods on one problem."""

    ranks: Floats
    p_values: Floats
    same: NDArray[np.bool_]
    transitive: bool
    threshold: float


@dataclass(frozen=True, eq=False)
class FunctionRanks:
    """Ranks of every method on every problem within every configuration.

    `ranks` and `transitive` are the arrays behind `table`: configurations × blocks (× boundaries), NaN = missing.
    """

    table: pl.DataFrame
    ranks: Floats
    transitive: NDArray[np.bool_]
    runs: Runs
    options: RankingOptions


def function_ranks(
    source: RunSource, options: RankingOptions = DEFAULT_RANKING, *, dimension: Dimension = None
) -> FunctionRanks:
    """Rank the boundary methods on each problem, separately within each mutation × crossover.

    Columns: group, function, instance, dimension, mutation, crossover, boundary, rank, transitive, mean, median,
    runs, methods. A missing cell has a null rank; the methods that are there are ranked among themselves.
    """
    runs = load(source, dimension=dimension)
    values = floored(runs, options.floor)
    ranks, transitive = rank_cube(values, runs.sizes, options)
    with np.errstate(invalid="ignore"):
        means, medians = locations(values, "mean"), locations(values, "median")
    table = long_table(
        {"configuration": runs.configurations, "block": runs.blocks, "boundary": runs.boundaries},
        {
            "rank": ranks,
            "transitive": transitive[..., None],
            "mean": means,
            "median": medians,
            "runs": runs.sizes,
            "methods": (runs.sizes > 0).sum(axis=2, keepdims=True),
        },
    )
    leading = ["function", "instance", "dimension", "mutation", "crossover", "boundary"]
    table = with_group(table.select(*leading, pl.exclude(leading)), runs)
    return FunctionRanks(table=table, ranks=ranks, transitive=transitive, runs=runs, options=options)


def rank_samples(samples: list[ArrayLike], options: RankingOptions = DEFAULT_RANKING) -> PanelRanks:
    """Rank samples of final precisions, one per method, on one problem (`floor="double"` takes them as they are)."""
    arrays = [np.asarray(sample, dtype=np.float64).ravel() for sample in samples]
    if not arrays or any(array.size == 0 or np.isnan(array).any() for array in arrays):
        raise InvalidArgumentError("every sample needs at least one number and no NaN; got an empty one or a NaN")
    if options.floor != "double":
        arrays = [_raised(array, options.floor) for array in arrays]
    values = np.full((1, len(arrays), max(array.size for array in arrays)), np.nan)
    for k, array in enumerate(arrays):
        values[0, k, : array.size] = array
    sizes = np.array([[array.size for array in arrays]])
    p_values = _p_values(dense_codes(values), sizes, options)
    same, transitive, threshold = _same(p_values, sizes > 0, options.alpha)
    ranks = _ranks(same, transitive, locations(values, options.order), sizes > 0)
    return PanelRanks(ranks[0], p_values[0], same[0], bool(transitive[0]), float(threshold[0]))


def rank_cube(values: Floats, sizes: NDArray[np.int64], options: RankingOptions) -> tuple[Floats, NDArray[np.bool_]]:
    """Rank the third axis of configurations × blocks × boundaries × runs; also tell where the test was transitive."""
    configurations, blocks, boundaries, longest = values.shape
    panels = values.reshape(-1, boundaries, longest)
    lengths = sizes.reshape(-1, boundaries)
    ranks = np.empty(lengths.shape)
    transitive = np.empty(len(panels), dtype=bool)
    for part in batches(len(panels)):
        ranks[part], transitive[part] = rank_panels(
            dense_codes(panels[part]), locations(panels[part], options.order), lengths[part], options
        )
    return ranks.reshape(sizes.shape), transitive.reshape(configurations, blocks)


def rank_panels(
    codes: NDArray[np.int32], locations: Floats, sizes: NDArray[np.int64], options: RankingOptions
) -> tuple[Floats, NDArray[np.bool_]]:
    """Rank the methods of each panel from the order of their runs (`codes`) and their means or medians."""
    present = sizes > 0
    same, transitive = equal_methods(codes, sizes, options)
    return _ranks(same, transitive, locations, present), transitive


def equal_methods(
    codes: NDArray[np.int32], sizes: NDArray[np.int64], options: RankingOptions
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which methods of each panel no test separates, and whether that relation is transitive."""
    same, transitive, _ = _same(_p_values(codes, sizes, options), sizes > 0, options.alpha)
    return same, transitive


def batches(panels: int) -> Iterator[slice]:
    """Cut many panels into slices of a size that is fast."""
    return (slice(start, start + PANELS_AT_ONCE) for start in range(0, panels, PANELS_AT_ONCE))


def fewest_runs(methods: int, alpha: float = 0.05) -> int:
    """Return how many runs a cell needs for the test to separate two of `methods` methods at all.

    Two samples of n that do not overlap have p = 2/C(2n, n), which must fall below the Bonferroni threshold.
    """
    threshold = alpha / max(math.comb(methods, 2), 1)
    return next(n for n in range(1, 1000) if 2 / math.comb(2 * n, n) < threshold)


def floored(runs: Runs, floor: Floor) -> Floats:
    """Return the cube of precisions as the ranking sees them."""
    precision = runs.cube("precision")
    if floor == "double":
        return _as_doubles_show(precision, optimum_values(runs))
    return _raised(precision, floor)


def _raised(precision: Floats, floor: float) -> Floats:
    """Make all values within `floor` of the optimum equal; what lies below the optimum by more is no rounding."""
    return np.where(precision < -floor, precision, np.maximum(precision, floor))


def optimum_values(runs: Runs) -> Floats:
    """Return f_opt of each block where the suite is known, else 0: then the precision is taken as it is."""
    values = []
    for block in runs.blocks:
        try:
            known = problem(runs.suite, function=block.function, instance=block.instance, dimension=block.dimension)
            values.append(float(known.f_opt))
        except InboundsError:
            values.append(0.0)
    return np.array(values)


def _as_doubles_show(precision: Floats, f_opt: Floats) -> Floats:
    offset = f_opt[None, :, None, None]
    return (precision + offset) - offset


def locations(values: Floats, order: Order) -> Floats:
    """Mean or median over the last axis without the padding; NaN where there is nothing."""
    real = ~np.isnan(values)
    counts = real.sum(axis=-1)
    if order == "mean":
        total = np.where(real, values, 0.0).sum(axis=-1)
        return np.asarray(np.divide(total, counts, out=np.full(counts.shape, np.nan), where=counts > 0))
    ordered = np.sort(values, axis=-1)  # NaN last
    low = np.take_along_axis(ordered, np.maximum((counts - 1) // 2, 0)[..., None], axis=-1)[..., 0]
    high = np.take_along_axis(ordered, np.minimum(counts // 2, values.shape[-1] - 1)[..., None], axis=-1)[..., 0]
    return np.where(low == high, low, low / 2 + high / 2)


def _p_values(codes: NDArray[np.int32], sizes: NDArray[np.int64], options: RankingOptions) -> Floats:
    if options.test == "ks":
        return ks_p_values(codes, sizes)
    return anderson_darling_p_values(codes, sizes, resamples=options.resamples, seed=options.seed)


def _same(
    p_values: Floats, present: NDArray[np.bool_], alpha: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Floats]:
    """Tell which pairs no test separates, and whether that relation is transitive in each panel."""
    methods = present.sum(axis=1)
    threshold = alpha / np.maximum(methods * (methods - 1) / 2, 1)
    same = np.greater_equal(p_values, threshold[:, None, None])  # NaN: a missing method equals none
    linked = np.matmul(same.astype(np.float32), same.astype(np.float32)) > 0
    return same, ~(linked & ~same).any(axis=(1, 2)), threshold


def _ranks(
    same: NDArray[np.bool_], transitive: NDArray[np.bool_], locations: Floats, present: NDArray[np.bool_]
) -> Floats:
    """Rank groups of equal methods where the relation is transitive, the locations themselves where it is not.

    A fractional rank of the group's location is off + (c + 1)/2 for a group of c after `off` earlier methods.
    """
    sizes = np.maximum(same.sum(axis=2), 1)
    group_location = np.where(same, locations[:, None, :], 0.0).sum(axis=2) / sizes
    first_member = same.argmax(axis=2)  # one number per group, whatever the rounding
    group_location = np.take_along_axis(group_location, first_member, axis=1)
    key = np.where(transitive[:, None], group_location, locations)
    return np.where(present, _fractional_ranks(key, present), np.nan)


def _fractional_ranks(key: Floats, present: NDArray[np.bool_]) -> Floats:
    others = present[:, None, :]
    below = ((key[:, None, :] < key[:, :, None]) & others).sum(axis=2)
    equal = ((key[:, None, :] == key[:, :, None]) & others).sum(axis=2)
    return np.asarray(below + (equal + 1) / 2)
