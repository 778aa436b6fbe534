"""The paper's grid of results, as one set of runs shows it: what a claim is checked against."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inbounds.analysis.confidence import Replicates, replicate_means
from inbounds.analysis.cube import Runs
from inbounds.analysis.ecdf import measures_per_run
from inbounds.analysis.rank_correlation import rank_correlation
from inbounds.analysis.significance import SignificanceOptions
from inbounds.arrays import Floats
from inbounds.paper import published
from inbounds.problems.function_groups import GROUP_NAMES

GROUPS = tuple(GROUP_NAMES)
BINOMIAL, EXPONENTIAL = 0, 1
_MUTATION = {name: k for k, name in enumerate(published.MUTATIONS)}
_BOUNDARY = {name: k for k, name in enumerate(published.BOUNDARIES)}


@dataclass(frozen=True, eq=False)
class Evidence:
    """Arrays over groups × crossovers × mutations × boundaries in the paper's order; NaN where runs are missing.

    rank: mean ranks; worse: 1 where significantly worse than the best; repaired: repaired share;
    share: targets reached at the end; early: targets reached after a tenth of the budget;
    on_slope: repaired share on f5 alone (crossovers × mutations × boundaries).
    """

    rank: Floats
    worse: Floats
    repaired: Floats
    share: Floats
    early: Floats
    on_slope: Floats

    def has(self, groups: Sequence[str], crossovers: Sequence[int]) -> bool:
        """Tell whether every cell of these groups and crossovers has runs."""
        rows = [GROUPS.index(group) for group in groups]
        return not np.isnan(self.rank[np.ix_(rows, list(crossovers))]).any()

    @cached_property
    def best(self) -> NDArray[np.bool_]:
        """Methods with the lowest mean rank of their column."""
        return np.asarray(self.rank <= self.rank.min(axis=3, keepdims=True) + 1e-9)

    @cached_property
    def line(self) -> Floats:
        """Final share of the targets of each configuration's best-ranked method: groups × crossovers × mutations."""
        return self._of_best(self.share)

    @cached_property
    def early_line(self) -> Floats:
        """The same after a tenth of the budget."""
        return self._of_best(self.early)

    def _of_best(self, values: Floats) -> Floats:
        return np.take_along_axis(values, self.best.argmax(axis=3)[..., None], axis=3)[..., 0]

    def of(self, name: str, group: str, crossover: int | None = None) -> Floats:
        """Return an array of one group, and of one crossover or both one after the other: columns × boundaries."""
        values: Floats = getattr(self, name)[GROUPS.index(group)]
        chosen = values if crossover is None else values[crossover : crossover + 1]
        return np.asarray(chosen.reshape(-1, *chosen.shape[2:]))

    def wins(self, group: str, crossover: int | None = None) -> Floats:
        """Count the columns in which each method is best."""
        counts: Floats = self.of("best", group, crossover).sum(axis=0).astype(np.float64)
        return counts

    def wins_alone(self, group: str, crossover: int | None = None) -> Floats:
        """Count the columns in which each method, and no other, is best."""
        best = self.of("best", group, crossover)
        counts: Floats = (best * (best.sum(axis=1, keepdims=True) == 1)).sum(axis=0).astype(np.float64)
        return counts

    def total_wins(self, crossover: int | None = None) -> Floats:
        """Count them over the five groups."""
        return np.asarray(np.sum([self.wins(group, crossover) for group in GROUPS], axis=0))

    def place(self, boundary: str, group: str, crossover: int | None = None) -> float:
        """Return the place of a method by its average mean rank, 1 = best; the last one of those that tie."""
        average = self.of("rank", group, crossover).mean(axis=0)
        return float((average <= average[_BOUNDARY[boundary]] + 1e-9).sum())

    def worse_share(self, group: str, crossover: int | None = None, boundary: str | None = None) -> float:
        """Return the share of cells that are significantly worse than the best of their column."""
        cells = self.of("worse", group, crossover)
        return float(cells.mean() if boundary is None else cells[:, _BOUNDARY[boundary]].mean())

    def mean_repaired(
        self, group: str, crossover: int | None = None, mutations: Sequence[str] = published.MUTATIONS
    ) -> float:
        """Return the mean repaired share over all methods."""
        values = self.repaired[GROUPS.index(group)][:, mutation_columns(mutations)]
        return float((values if crossover is None else values[crossover]).mean())


def boundary_column(boundary: str) -> int:
    """Return the place of a method on the last axis."""
    return _BOUNDARY[boundary]


def mutation_columns(mutations: Sequence[str]) -> list[int]:
    """Return the places of mutations on their axis."""
    return [_MUTATION[name] for name in mutations]


def margin(values: Floats, boundary: str) -> float:
    """Return by how much one method exceeds the largest of the others."""
    at = _BOUNDARY[boundary]
    return float(values[at] - np.delete(values, at).max())


def among_the(values: Floats, wanted: Sequence[int], count: int, *, largest: bool) -> float:
    """Count how many of `wanted` are among the `count` largest (or smallest) values; a tie beyond it is none."""
    signed = values if largest else -values
    return float(sum((signed >= signed[k] - 1e-12).sum() <= count for k in wanted))


def sensitivity_gap(e: Evidence, group: str) -> float:
    """Return the share of significantly worse cells, exponential minus binomial."""
    return e.worse_share(group, EXPONENTIAL) - e.worse_share(group, BINOMIAL)


def correlation(a: Floats, b: Floats) -> Floats:
    """Return the rank correlation along the last axis: 0 where a side is constant, NaN where a value is missing."""
    missing = np.isnan(a).any(axis=-1) | np.isnan(b).any(axis=-1)
    return np.where(missing, np.nan, np.nan_to_num(rank_correlation(a, b)))


def over_groups(measure: Callable[[str], float]) -> float:
    """Average a measure over the five groups."""
    return float(np.mean([measure(group) for group in GROUPS]))


def gather(runs: Runs, exponential: str, means: Floats, worse: NDArray[np.bool_]) -> Evidence:
    """Lay runs with their mean ranks out in the paper's grid, with `exponential` as its second crossover."""
    measures = {name: runs.cell_means(values) for name, values in measures_per_run(runs).items()}
    return _evidence(runs, exponential, means, worse, measures)


def gather_replicates(
    drawn: Replicates, variants: Sequence[str], significance: SignificanceOptions
) -> Iterator[dict[str, Evidence]]:
    """Yield the same from runs drawn again with replacement, once per replicate, for each exponential variant."""
    runs = drawn.runs
    means, worse = replicate_means(drawn, significance)
    for k in range(drawn.resamples):
        measures = {name: values[k] for name, values in drawn.measures.items()}
        yield {name: _evidence(runs, name, means[k], worse[k], measures) for name in variants}


def _evidence(
    runs: Runs, exponential: str, means: Floats, worse: NDArray[np.bool_], measures: dict[str, Floats]
) -> Evidence:
    at = _places(runs, exponential)
    groups = {group: runs.groups.index(group) for group in GROUPS if group in runs.groups}

    def grid(values: NDArray[Any]) -> Floats:
        laid = np.full((*values.shape[:-2], 2, len(published.MUTATIONS), len(published.BOUNDARIES)), np.nan)
        for (crossover, mutation), configuration in at.items():
            for boundary, column in enumerate(runs.boundaries):
                laid[..., crossover, mutation, _BOUNDARY[column]] = values[..., configuration, boundary]
        return laid

    def by_group(values: NDArray[Any]) -> Floats:
        whole = np.full((len(GROUPS), *values.shape[1:]), np.nan)
        for group, row in groups.items():
            whole[GROUPS.index(group)] = values[row]
        return grid(whole)

    def averaged(cells: Floats) -> Floats:
        whole = np.full((len(GROUPS), cells.shape[0], cells.shape[2]), np.nan)
        for group in groups:
            whole[GROUPS.index(group)] = cells[:, runs.in_group(group)].mean(axis=1)  # a missing cell makes NaN
        return grid(whole)

    slope = [k for k, block in enumerate(runs.blocks) if block.function == 5]
    repaired = measures["repaired"]
    on_slope = repaired[:, slope].mean(axis=1) if slope else np.full((repaired.shape[0], repaired.shape[2]), np.nan)
    rank = by_group(means)
    incomplete = np.isnan(averaged(measures["share"]))
    return Evidence(
        rank=np.where(incomplete, np.nan, rank),
        worse=by_group(worse.astype(np.float64)),
        repaired=averaged(repaired),
        share=averaged(measures["share"]),
        early=averaged(measures["early"]),
        on_slope=grid(on_slope),
    )


def _places(runs: Runs, exponential: str) -> dict[tuple[int, int], int]:
    crossovers = {"binomial": BINOMIAL, exponential: EXPONENTIAL}
    return {
        (crossovers[c.crossover], _MUTATION[c.mutation]): k
        for k, c in enumerate(runs.configurations)
        if c.crossover in crossovers and c.mutation in _MUTATION
    }
