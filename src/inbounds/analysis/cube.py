"""Runs laid out as a labelled cube: configurations × problems × boundary methods, each cell with its runs."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis.axes import Axes, Block, Configuration
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError
from inbounds.runs.recording import targets

NOT_KEPT = -2
HIT_TARGETS: Floats = targets()


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
    """Selected runs: configurations × blocks × boundary methods, each cell with its runs.

    `frame` has one row per run (without the curves); `dropped` counts rows without a usable precision.
    """

    frame: pl.DataFrame
    source: pl.LazyFrame
    axes: Axes
    dimension: int | None
    adaptation: str
    population: int | None
    budget: int | None
    dropped: int

    def __repr__(self) -> str:
        configurations, blocks, boundaries = self.shape
        where = f"{self.suite or 'unnamed suite'}, dimension {self.dimension or 'all'}"
        return (
            f"<Runs: {self.frame.height} on {where}: {configurations} configurations × {blocks} problems × "
            f"{boundaries} boundary methods>"
        )

    @property
    def suite(self) -> str:
        """The suite of all blocks."""
        return self.axes.suite

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """The columns."""
        return self.axes.configurations

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The problems."""
        return self.axes.blocks

    @property
    def boundaries(self) -> tuple[str, ...]:
        """The methods that are compared."""
        return self.axes.boundaries

    @property
    def shape(self) -> tuple[int, int, int]:
        """Configurations, blocks, boundary methods."""
        return self.axes.shape

    @property
    def groups(self) -> tuple[str, ...]:
        """The function groups with at least one block, then "all"."""
        return self.axes.groups

    def in_group(self, group: str) -> NDArray[np.bool_]:
        """Mark the blocks of `group`."""
        return self.axes.in_group(group)

    @cached_property
    def groups_with_runs(self) -> tuple[str, ...]:
        """The groups of which at least one cell has runs."""
        return tuple(group for group in self.groups if self.sizes[:, self.in_group(group)].any())

    @cached_property
    def cell(self) -> NDArray[np.int64]:
        """The flat index of each row's cell in the cube."""
        at = self.axes.index(self.frame, ("configuration", "block", "boundary"))
        return np.ravel_multi_index(at, self.shape).astype(np.int64)

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self.cell, kind="stable")

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Runs in each cell, shape configurations × blocks × boundaries; 0 is a missing cell."""
        return np.bincount(self.cell, minlength=int(np.prod(self.shape))).reshape(self.shape)

    @cached_property
    def complete(self) -> bool:
        """Whether every cell has runs."""
        return bool((self.sizes > 0).all())

    def cube(self, values: str | NDArray[Any]) -> Floats:
        """Lay a column (or one value per row) out as configurations × blocks × boundaries × runs, padded with NaN."""
        rows = self._column(values) if isinstance(values, str) else np.asarray(values, dtype=np.float64)
        sizes = self.sizes.ravel()
        longest = int(sizes.max())
        filled = np.full((sizes.size, longest), np.nan)
        cells = self.cell[self._order]
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        filled[cells, np.arange(cells.size) - starts[cells]] = rows[self._order]
        return filled.reshape(*self.shape, longest)

    def cell_means(self, values: str | NDArray[Any]) -> Floats:
        """Return the mean of each cell's finite rows, NaN for missing cells."""
        rows = self._column(values) if isinstance(values, str) else np.asarray(values, dtype=np.float64)
        known = ~np.isnan(rows)
        total = np.bincount(self.cell[known], weights=rows[known], minlength=self.sizes.size)
        count = np.bincount(self.cell[known], minlength=self.sizes.size)
        means = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
        return np.asarray(means.reshape(self.shape))

    def _column(self, name: str) -> Floats:
        return self.frame[name].cast(pl.Float64).fill_null(np.nan).to_numpy().astype(np.float64, copy=False)

    @cached_property
    def hits(self) -> NDArray[np.int32] | None:
        """First evaluation at each of the 51 targets, one row per run: -1 never, -2 not kept; None without hits."""
        if "hits" not in self.frame.columns:
            return None
        column = self.frame["hits"]
        if column.null_count():
            column = column.fill_null(pl.Series([[-1] * HIT_TARGETS.size], dtype=column.dtype))
        if column.explode().null_count():  # a packed store keeps some of the targets
            kept = column.arr.to_list().list.eval(pl.element().fill_null(NOT_KEPT))
            column = kept.list.to_array(HIT_TARGETS.size)
        return column.to_numpy()

    @property
    def every_target_kept(self) -> bool:
        """Whether the first hits of all 51 targets are known."""
        return self.hits is not None and not (self.hits == NOT_KEPT).any()

    @cached_property
    def dimension_of_row(self) -> Floats:
        """The dimension of each row's problem."""
        return self._column("dimension")

    def subset(
        self,
        *,
        mutations: Iterable[str] | None = None,
        crossovers: Iterable[str] | None = None,
        boundaries: Iterable[str] | None = None,
    ) -> "Runs":
        """Keep the named operators; names that the cube does not hold are ignored."""
        kept = self.axes
        for at, names in enumerate((mutations, crossovers)):
            if names is not None:
                chosen = set(names)
                kept = replace(kept, configurations=tuple(c for c in kept.configurations if c[at] in chosen))
        if boundaries is not None:
            chosen = set(boundaries)
            kept = replace(kept, boundaries=tuple(name for name in kept.boundaries if name in chosen))
        return self.on(kept)

    def on(self, axes: Axes) -> "Runs":
        """Return the runs that stand on `axes`: some of the labels, or the same ones in another order."""
        pairs = [(pl.col("mutation") == m) & (pl.col("crossover") == c) for m, c in axes.configurations]
        keep = pl.any_horizontal(pl.lit(False), *pairs) & pl.col("boundary").is_in(list(axes.boundaries))
        frame = self.frame.filter(keep)
        if frame.is_empty():
            raise InvalidArgumentError("no runs are left after the selection of mutations, crossovers and boundaries")
        return replace(self, frame=frame, source=self.source.filter(keep), axes=axes)
