"""How much of the differences between runs each part of the algorithm explains: exact shares of variance."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import polars as pl
from scipy.stats import rankdata

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.ranking import Floor, floored
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError

Scale: TypeAlias = Literal["ranks", "log10 precision"]
SCALES: tuple[Scale, ...] = ("ranks", "log10 precision")
FACTORS = ("function", "mutation", "crossover", "boundary")
CHANCE = "chance"  # what runs of one cell differ by


class Effect(NamedTuple):
    """The joint effect of one or more factors, over and above those of fewer of them."""

    factors: tuple[str, ...]

    def __str__(self) -> str:
        return " × ".join(self.factors) or CHANCE


@dataclass(frozen=True, eq=False)
class VarianceShares:
    """Shares of the total sum of squares, with bootstrap intervals over the runs.

    `table`: group, scale, effect, degrees (of freedom), share (η²), adjusted (ε²: without what chance alone would
    give the effect), low, high (interval of `adjusted`). The shares of a group and scale sum to 1.
    `totals`: group, scale, factor, alone (its own effect), total (with every interaction it takes part in), each
    adjusted and with its interval.
    """

    table: pl.DataFrame
    totals: pl.DataFrame
    runs_per_cell: int
    level: float
    resamples: int
    seed: int


def variance_shares(
    source: RunSource,
    *,
    floor: Floor = 1e-8,
    resamples: int = 200,
    level: float = 0.95,
    seed: int = 0,
    dimension: Dimension = None,
) -> VarianceShares:
    """Split the variance of the final precision among function, mutation, crossover, boundary method and chance.

    The design must be a full grid. Of cells with more runs than the smallest the first ones are used, so that the
    design is balanced and the sums of squares are exact. "ranks" ranks each run among all runs on its problem.
    """
    if resamples < 1:
        raise InvalidArgumentError(f"resamples must be at least 1; got {resamples!r}")
    if not 0 < level < 1:
        raise InvalidArgumentError(f"level must lie in (0, 1); got {level!r}")
    runs = load(source, dimension=dimension)
    values = _full_grid(runs, floor)
    tables, totals = [], []
    for group in runs.groups:
        chosen = values[runs.in_group(group)]
        for scale in SCALES:
            shares = _Shares.of(_on_scale(chosen, scale))
            draws = np.array([shares.redrawn(np.random.default_rng([seed, k])) for k in range(resamples)])
            place = {"group": group, "scale": scale}
            tables.append(_effect_rows(shares, draws, level).select(**_literals(place), **_same(_EFFECT_COLUMNS)))
            totals.append(_factor_rows(shares, draws, level).select(**_literals(place), **_same(_TOTAL_COLUMNS)))
    return VarianceShares(pl.concat(tables), pl.concat(totals), values.shape[-1], level, resamples, seed)


def is_full_grid(runs: Runs) -> bool:
    """Tell whether every mutation × crossover × boundary method has at least 2 runs on every problem, and some vary."""
    mutations = {configuration.mutation for configuration in runs.configurations}
    crossovers = {configuration.crossover for configuration in runs.configurations}
    whole = len(mutations) * len(crossovers) == len(runs.configurations)
    return whole and bool((runs.sizes >= 2).all()) and len(runs.boundaries) > 1


_EFFECT_COLUMNS = ("effect", "degrees", "share", "adjusted", "low", "high")
_TOTAL_COLUMNS = ("factor", "alone", "alone_low", "alone_high", "total", "total_low", "total_high")


def _literals(values: dict[str, str]) -> dict[str, pl.Expr]:
    return {name: pl.lit(value) for name, value in values.items()}


def _same(names: tuple[str, ...]) -> dict[str, pl.Expr]:
    return {name: pl.col(name) for name in names}


def _full_grid(runs: Runs, floor: Floor) -> Floats:
    """Return the precisions as function × mutation × crossover × boundary × run."""
    mutations = list(dict.fromkeys(configuration.mutation for configuration in runs.configurations))
    crossovers = list(dict.fromkeys(configuration.crossover for configuration in runs.configurations))
    whole = len(mutations) * len(crossovers) == len(runs.configurations)
    if not (whole and runs.complete):
        empty = len(runs.blocks) * len(runs.boundaries) * len(mutations) * len(crossovers) - int((runs.sizes > 0).sum())
        raise InvalidArgumentError(
            "shares of variance need runs of every mutation × crossover × boundary method on every problem; "
            f"{empty} cells have none"
        )
    least = int(runs.sizes.min())
    if least < 2:
        raise InvalidArgumentError("shares of variance need at least 2 runs in every cell; got 1")
    place = {(m, c): runs.configurations.index((m, c)) for m in mutations for c in crossovers}
    order = [[place[m, c] for c in crossovers] for m in mutations]
    grid = floored(runs, floor)[np.array(order)][..., :least]  # mutation, crossover, block, boundary, run
    return np.moveaxis(grid, 2, 0)


def _on_scale(precision: Floats, scale: Scale) -> Floats:
    if scale == "log10 precision":
        return np.log10(np.maximum(precision, np.finfo(float).tiny))
    return np.stack([rankdata(problem).reshape(problem.shape) for problem in precision])


@dataclass(frozen=True, eq=False)
class _Shares:
    """The sums of squares of one grid of runs, and new ones from runs drawn with replacement within each cell."""

    values: Floats
    effects: tuple[Effect, ...]
    degrees: Floats
    squares: Floats  # of each effect, then of chance

    @classmethod
    def of(cls, values: Floats) -> "_Shares":
        effects = tuple(_effects(values.shape[:-1]))
        levels = dict(zip(FACTORS, values.shape, strict=False))
        degrees = [float(np.prod([levels[name] - 1 for name in effect.factors])) for effect in effects]
        cells, runs = int(np.prod(values.shape[:-1])), values.shape[-1]
        return cls(values, effects, np.array([*degrees, cells * (runs - 1)]), _sums_of_squares(values, effects))

    @property
    def shares(self) -> Floats:
        return _of_total(self.squares, self.squares.sum())

    @property
    def adjusted(self) -> Floats:
        return self._without_chance(self.squares)

    def redrawn(self, generator: np.random.Generator) -> Floats:
        """Return the adjusted shares of as many runs, drawn with replacement within each cell.

        The runs drawn vary around cell means that vary around the true ones already: the draw adds chance of its own
        to every effect, which is known and taken off.
        """
        runs = self.values.shape[-1]
        drawn = np.take_along_axis(self.values, generator.integers(0, runs, self.values.shape), axis=-1)
        squares = _sums_of_squares(drawn, self.effects)
        added = self.degrees[:-1] * self._noise * (1 - 1 / runs)
        return self._without_chance(np.append(squares[:-1] - added, squares[-1] + added.sum()))

    @property
    def _noise(self) -> float:
        return float(self.squares[-1] / self.degrees[-1])

    def _without_chance(self, squares: Floats) -> Floats:
        """Take off each effect what chance gives it, and give that back to chance."""
        less = squares[:-1] - self.degrees[:-1] * self._noise
        return _of_total(np.append(less, squares.sum() - less.sum()), squares.sum())


def _of_total(squares: Floats, total: float) -> Floats:
    return squares / total if total > 0 else np.zeros_like(squares)


def _effects(levels: tuple[int, ...]) -> Iterator[Effect]:
    """Yield every combination of the factors that have more than one level, single ones first."""
    varied = [name for name, count in zip(FACTORS, levels, strict=True) if count > 1]
    for size in range(1, len(varied) + 1):
        yield from (Effect(factors) for factors in combinations(varied, size))


def _sums_of_squares(values: Floats, effects: tuple[Effect, ...]) -> Floats:
    means = values.mean(axis=-1)
    squares = []
    for effect in effects:
        axes = [FACTORS.index(name) for name in effect.factors]
        others = tuple(axis for axis in range(means.ndim) if axis not in axes)
        part = means.mean(axis=others, keepdims=True)
        for axis in axes:
            part = part - part.mean(axis=axis, keepdims=True)
        squares.append(float((part**2).sum()) * values.size / part.size)
    within = float(((values - means[..., None]) ** 2).sum())
    return np.array([*squares, within])


def _interval(draws: Floats, level: float) -> tuple[Floats, Floats]:
    low, high = np.quantile(draws, ((1 - level) / 2, (1 + level) / 2), axis=0)
    return low, high


def _effect_rows(shares: _Shares, draws: Floats, level: float) -> pl.DataFrame:
    low, high = _interval(draws, level)
    return pl.DataFrame(
        {
            "effect": [*map(str, shares.effects), CHANCE],
            "degrees": shares.degrees.astype(np.int64),
            "share": shares.shares,
            "adjusted": shares.adjusted,
            "low": low,
            "high": high,
        }
    )


def _factor_rows(shares: _Shares, draws: Floats, level: float) -> pl.DataFrame:
    point = shares.adjusted
    rows = []
    for factor in FACTORS:
        alone = np.array([effect.factors == (factor,) for effect in shares.effects] + [False])
        if not alone.any():
            continue
        taking_part = np.array([factor in effect.factors for effect in shares.effects] + [False])
        row: dict[str, object] = {"factor": factor}
        for name, chosen in (("alone", alone), ("total", taking_part)):
            low, high = _interval(draws[:, chosen].sum(axis=1), level)
            row |= {name: float(point[chosen].sum()), f"{name}_low": float(low), f"{name}_high": float(high)}
        rows.append(row)
    return pl.DataFrame(rows, schema={name: pl.String if name == "factor" else pl.Float64 for name in _TOTAL_COLUMNS})
