"""Over a function group: mean ranks, the Friedman test, and who is significantly worse than the best."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from inbounds.analysis.cube import Runs
from inbounds.analysis.long_tables import long_table
from inbounds.analysis.ranking import FunctionRanks
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted

Sided: TypeAlias = Literal["one", "two"]
TIED = 1e-9  # mean ranks are means of halves: closer than this is equal


@dataclass(frozen=True)
class SignificanceOptions:
    """The choices of the group tests; the defaults are those of the paper's tool.

    tie_correction: correct the Friedman statistic for ties. sided: "one" asks whether a method is worse than the
    best, "two" whether it differs (Demšar). alpha: level of the Friedman test and of the adjusted comparisons.
    """

    alpha: float = 0.05
    tie_correction: bool = False
    sided: Sided = "one"

    def __post_init__(self) -> None:
        if self.sided not in get_args(Sided):
            raise InvalidArgumentError(f"sided must be one of {quoted(get_args(Sided))}; got {self.sided!r}")
        if not 0 < self.alpha < 1:
            raise InvalidArgumentError(f"alpha must lie in (0, 1); got {self.alpha!r}")

    def as_dict(self) -> dict[str, Any]:
        """Return the options as plain data."""
        return asdict(self)


DEFAULT_SIGNIFICANCE: Final = SignificanceOptions()


@dataclass(frozen=True)
class FriedmanTest:
    """Do the mean ranks of k methods over N problems differ at all?"""

    statistic: float
    degrees_of_freedom: int
    p: float
    blocks: int
    methods: int
    tie_correction: bool


@dataclass(frozen=True)
class ComparisonWithBest:
    """Each method against the one with the lowest mean rank; NaN for that one itself."""

    control: int
    z: Floats
    p: Floats
    p_adjusted: Floats
    sided: Sided


@dataclass(frozen=True, eq=False)
class GroupRanks:
    """Mean ranks per group with their tests.

    `mean_ranks`: group, mutation, crossover, boundary, mean_rank, best, worse, z, p, p_adjusted, blocks, methods.
    `friedman`: group, mutation, crossover, statistic, degrees_of_freedom, p, rejected, blocks, methods, best, worst,
    worse (how many are significantly worse than the best), critical_difference (Nemenyi's, of the mean ranks).
    The arrays are groups × configurations × boundaries, in the order of `groups` and of the runs; NaN = missing.
    """

    mean_ranks: pl.DataFrame
    friedman: pl.DataFrame
    means: Floats
    best: NDArray[np.bool_]
    worse: NDArray[np.bool_]
    groups: tuple[str, ...]
    ranks: FunctionRanks
    options: SignificanceOptions

    @property
    def runs(self) -> Runs:
        """The runs that were ranked."""
        return self.ranks.runs

    def best_method(self, group: str, configuration: int) -> int | None:
        """Return the index of the best-ranked method, the first in heatmap order on ties; None where unknown."""
        winners = np.flatnonzero(self.best[self.groups.index(group), configuration])
        return int(winners[0]) if winners.size else None


@dataclass(frozen=True)
class GroupTests:
    """The arrays of one group, configurations × boundaries resp. configurations."""

    means: Floats
    z: Floats
    p: Floats
    p_adjusted: Floats
    best: NDArray[np.bool_]
    worse: NDArray[np.bool_]
    statistic: Floats
    friedman_p: Floats
    blocks: NDArray[np.int64]
    methods: NDArray[np.int64]


def group_ranks(ranks: FunctionRanks, options: SignificanceOptions = DEFAULT_SIGNIFICANCE) -> GroupRanks:
    """Average the ranks over each function group and over all functions, and test the differences.

    Only problems where all methods of the configuration have runs count (`blocks`); none left means null.
    """
    runs = ranks.runs
    tests = [group_tests(ranks.ranks[:, runs.in_group(group)], options) for group in runs.groups]

    def stacked(name: str) -> NDArray[Any]:
        return np.stack([np.asarray(getattr(test, name)) for test in tests])

    means, worse, rejected = stacked("means"), stacked("worse"), stacked("friedman_p") < options.alpha
    names, nobody = np.array(runs.boundaries, dtype=object), np.array(None, dtype=object)
    known = ~np.isnan(means).all(axis=2)
    lowest = np.where(np.isnan(means), np.inf, means).argmin(axis=2)
    highest = np.where(np.isnan(means), -np.inf, means).argmax(axis=2)
    groups_and_configurations: dict[str, Sequence[Any]] = {"group": runs.groups, "configuration": runs.configurations}
    return GroupRanks(
        mean_ranks=long_table(
            {**groups_and_configurations, "boundary": runs.boundaries},
            {
                "mean_rank": means,
                "best": stacked("best"),
                "worse": worse,
                "z": stacked("z"),
                "p": stacked("p"),
                "p_adjusted": stacked("p_adjusted"),
                "blocks": stacked("blocks")[:, :, None],
                "methods": stacked("methods")[:, :, None],
            },
        ),
        friedman=long_table(
            groups_and_configurations,
            {
                "statistic": stacked("statistic"),
                "degrees_of_freedom": np.maximum(stacked("methods") - 1, 0),
                "p": stacked("friedman_p"),
                "rejected": rejected,
                "blocks": stacked("blocks"),
                "methods": stacked("methods"),
                "best": np.where(known, names[lowest], nobody),
                "worst": np.where(known, names[highest], nobody),
                "worse": worse.sum(axis=2),
                "critical_difference": _critical_differences(stacked("methods"), stacked("blocks"), options.alpha),
            },
        ),
        means=means,
        best=stacked("best"),
        worse=worse,
        groups=runs.groups,
        ranks=ranks,
        options=options,
    )


def group_tests(ranks: Floats, options: SignificanceOptions) -> GroupTests:
    """Test configurations × blocks × boundaries of one group at once; a method never present is left out."""
    present: NDArray[np.bool_] = ~np.isnan(ranks)
    compared: NDArray[np.bool_] = np.asarray(present.any(axis=1))
    whole = np.asarray((present | ~compared[:, None, :]).all(axis=2)) & np.asarray(compared.any(axis=1))[:, None]
    blocks, methods = np.asarray(whole.sum(axis=1)), np.asarray(compared.sum(axis=1))
    used = np.where(whole[..., None] & compared[:, None, :], ranks, 0.0)
    means = np.where(compared & (blocks > 0)[:, None], used.sum(axis=1) / np.maximum(blocks, 1)[:, None], np.nan)
    statistic = _friedman_statistic(means, blocks, methods)
    if options.tie_correction:
        statistic = statistic / _tie_factor(np.where(whole[..., None], ranks, np.nan), blocks, methods)
    testable = (blocks > 0) & (methods > 1)
    friedman_p = np.where(testable, stats.chi2.sf(statistic, np.maximum(methods - 1, 1)), np.nan)
    z, p, adjusted, best = _against_best(means, blocks, methods, options.sided)
    rejected = np.nan_to_num(friedman_p, nan=1.0) < options.alpha
    worse = rejected[:, None] & (np.nan_to_num(adjusted, nan=1.0) < options.alpha) & ~best
    return GroupTests(
        means=means,
        z=z,
        p=p,
        p_adjusted=adjusted,
        best=best,
        worse=worse,
        statistic=np.where(testable, statistic, np.nan),
        friedman_p=friedman_p,
        blocks=blocks,
        methods=methods,
    )


def friedman(ranks: ArrayLike, *, tie_correction: bool = False) -> FriedmanTest:
    """Test a table of ranks, one row per problem and one column per method."""
    table = np.asarray(ranks, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 1 or table.shape[1] < 2 or np.isnan(table).any():
        raise InvalidArgumentError(
            f"ranks must be a table of numbers with at least 1 row and 2 columns; got shape {table.shape}"
        )
    tests = group_tests(table[None], SignificanceOptions(tie_correction=tie_correction))
    blocks, methods = table.shape
    return FriedmanTest(
        float(tests.statistic[0]), methods - 1, float(tests.friedman_p[0]), blocks, methods, tie_correction
    )


def compare_with_best(mean_ranks: ArrayLike, blocks: int, *, sided: Sided = "one") -> ComparisonWithBest:
    """Compare k mean ranks over `blocks` problems with the lowest: z, p and Hochberg-adjusted p."""
    means = np.asarray(mean_ranks, dtype=np.float64)
    options = SignificanceOptions(sided=sided)
    z, p, adjusted, best = _against_best(means[None], np.array([blocks]), np.array([means.size]), options.sided)
    return ComparisonWithBest(int(best[0].argmax()), z[0], p[0], adjusted[0], sided)


def hochberg(p_values: ArrayLike) -> Floats:
    """Adjust p-values by Hochberg's step-up procedure along the last axis; NaN is left out and stays NaN."""
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, axis=-1)
    ordered = np.take_along_axis(p, order, axis=-1)
    tested = (~np.isnan(p)).sum(axis=-1, keepdims=True)
    factor = tested - np.arange(p.shape[-1])  # (m − j + 1) at the j-th smallest
    scaled = np.where(np.isnan(ordered), np.inf, ordered * factor)
    stepped = np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]
    adjusted = np.empty_like(p)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1.0), axis=-1)
    return np.where(np.isnan(p), np.nan, adjusted)


def critical_difference(methods: int, blocks: int, *, alpha: float = 0.05) -> float:
    """Return Nemenyi's critical difference of mean ranks, for critical-difference diagrams."""
    if methods < 2 or blocks < 1:
        raise InvalidArgumentError(
            f"a critical difference needs at least 2 methods and 1 problem; got {methods} and {blocks}"
        )
    quantile = float(stats.studentized_range.ppf(1 - alpha, methods, np.inf)) / np.sqrt(2)
    return float(quantile * np.sqrt(methods * (methods + 1) / (6 * blocks)))


def _critical_differences(methods: NDArray[np.int64], blocks: NDArray[np.int64], alpha: float) -> Floats:
    """Return the critical difference for each pair of numbers; NaN where there is nothing to compare."""
    pairs = list(zip(methods.ravel().tolist(), blocks.ravel().tolist(), strict=True))
    comparable = {pair for pair in pairs if pair[0] > 1 and pair[1] > 0}
    known = {pair: critical_difference(*pair, alpha=alpha) for pair in comparable}
    return np.array([known.get(pair, np.nan) for pair in pairs]).reshape(methods.shape)


def _friedman_statistic(means: Floats, blocks: NDArray[np.int64], methods: NDArray[np.int64]) -> Floats:
    k, n = methods.astype(np.float64), blocks.astype(np.float64)
    spread = np.where(np.isnan(means), 0.0, means**2).sum(axis=1) - k * (k + 1) ** 2 / 4
    # equal mean ranks leave a rounding error of either sign
    return np.asarray(np.maximum(12 * n / np.maximum(k * (k + 1), 1) * spread, 0.0))


def _tie_factor(ranks: Floats, blocks: NDArray[np.int64], methods: NDArray[np.int64]) -> Floats:
    """Return 1 − Σ(t³ − t)/(N k (k² − 1)) over the groups of t tied methods, summed as t² − 1 per method."""
    tied = (ranks[..., :, None] == ranks[..., None, :]).sum(axis=3)
    excess = np.where(np.isnan(ranks), 0, tied**2 - 1).sum(axis=(1, 2))
    k = methods.astype(np.float64)
    possible = blocks * k * (k**2 - 1)
    factor = 1 - np.divide(excess, possible, out=np.zeros_like(k), where=possible > 0)
    return np.where(factor > 1e-12, factor, np.inf)  # all tied everywhere: no difference


def _against_best(
    means: Floats, blocks: NDArray[np.int64], methods: NDArray[np.int64], sided: Sided
) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    filled = np.where(np.isnan(means), np.inf, means)
    lowest = filled.min(axis=1, keepdims=True)
    best = (filled <= lowest + TIED) & np.isfinite(filled)
    scale = np.sqrt(methods * (methods + 1) / (6 * np.maximum(blocks, 1)))
    with np.errstate(invalid="ignore"):
        z = (lowest - means) / scale[:, None]
    p = stats.norm.cdf(z) if sided == "one" else 2 * stats.norm.cdf(-np.abs(z))
    control = np.zeros_like(best)
    np.put_along_axis(control, best.argmax(axis=1)[:, None], True, axis=1)
    p = np.where(control, np.nan, p)
    z = np.where(control, np.nan, z)
    return z, p, hochberg(p), best
