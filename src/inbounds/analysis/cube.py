"""Runs laid out as a labelled cube: configurations × problems × boundary methods, each cell with its runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.paper import published
from inbounds.problems.suite_names import plain_suite

ALL = "all"
NOT_KEPT = -2
HIT_TARGETS: Floats = 10.0 ** np.linspace(2, -8, 51)

_BBOB_LIKE = ("", "bbob", "sbox", "sbox-cost", "walls", "bbob-largescale")


class Configuration(NamedTuple):
    """A column of the heatmaps: what the boundary methods are compared within."""

    mutation: str
    crossover: str

    def __str__(self) -> str:
        return f"{self.mutation}, {self.crossover}"


class Block(NamedTuple):
    """One problem: what ranks are given on."""

    function: int
    instance: int
    dimension: int


class Axes(Protocol):
    """What cells are made of: the labels of some runs, or those of a whole plan."""

    @property
    def configurations(self) -> tuple[Configuration, ...]: ...

    @property
    def blocks(self) -> tuple[Block, ...]: ...

    @property
    def boundaries(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, eq=False)
class Runs:
    """Selected runs: configurations × blocks × boundary methods, each cell with its runs.

    `frame` has one row a run (without the curves); `dropped` counts rows without a usable precision.
    """

    frame: pl.DataFrame
    source: pl.LazyFrame
    suite: str
    dimension: int | None
    adaptation: str
    population: int | None
    budget: int | None
    dropped: int
    configurations: tuple[Configuration, ...]
    blocks: tuple[Block, ...]
    boundaries: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Configurations, blocks, boundary methods."""
        return len(self.configurations), len(self.blocks), len(self.boundaries)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The function groups with at least one block, then "all"."""
        present = {self.group_of(block) for block in self.blocks}
        return (*(group for group in published.FUNCTION_GROUPS if group in present), ALL)

    def group_of(self, block: Block) -> str | None:
        """Return the function group of `block`, None outside the 24 BBOB functions."""
        return function_group(self.suite, block.function)

    def in_group(self, group: str) -> NDArray[np.bool_]:
        """Mark the blocks of `group`."""
        if group == ALL:
            return np.ones(len(self.blocks), dtype=bool)
        if group not in published.FUNCTION_GROUPS:
            allowed = quoted((*published.FUNCTION_GROUPS, ALL))
            raise InvalidArgumentError(f"group must be one of {allowed}; got {group!r}")
        return np.array([self.group_of(block) == group for block in self.blocks])

    @cached_property
    def cell(self) -> NDArray[np.int64]:
        """The flat index of each row's cell in the cube."""
        located = self.frame.lazy()
        for name, fields, labels in (
            ("at_configuration", Configuration._fields, self.configurations),
            ("at_block", Block._fields, self.blocks),
            ("at_boundary", ("boundary",), [(name,) for name in self.boundaries]),
        ):
            lookup = pl.DataFrame(labels, schema={field: self.frame.schema[field] for field in fields}, orient="row")
            located = located.join(lookup.with_row_index(name).lazy(), on=fields, how="left", maintain_order="left")
        at = located.select("at_configuration", "at_block", "at_boundary").collect().to_numpy().astype(np.int64)
        return np.ravel_multi_index((at[:, 0], at[:, 1], at[:, 2]), self.shape).astype(np.int64)

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
        """Lay a column (or one value a row) out as configurations × blocks × boundaries × runs, padded with NaN."""
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
        """Keep the named operators; names that the table does not hold are ignored."""
        keep = pl.lit(True)
        for column, names in (("mutation", mutations), ("crossover", crossovers), ("boundary", boundaries)):
            if names is not None:
                keep &= pl.col(column).is_in(list(names))
        frame = self.frame.filter(keep)
        if frame.is_empty():
            raise InvalidArgumentError("no runs are left after the selection of mutations, crossovers and boundaries")
        return laid_out(
            frame,
            self.source.filter(keep),
            suite=self.suite,
            dimension=self.dimension,
            adaptation=self.adaptation,
            population=self.population,
            budget=self.budget,
            dropped=self.dropped,
        )


def function_group(suite: str, function: int) -> str | None:
    """Return the group ("1" to "5") of a BBOB function, None for any other."""
    if plain_suite(suite).lower() not in _BBOB_LIKE:
        return None
    return next((group for group, members in published.FUNCTION_GROUPS.items() if function in members), None)


def laid_out(frame: pl.DataFrame, source: pl.LazyFrame, **facts: Any) -> Runs:
    """Return the cube of `frame`; `facts` are the fields that all of its rows share."""
    pairs = [Configuration(*row) for row in frame.select("mutation", "crossover").unique().rows()]
    crossovers = (published.CROSSOVERS[0], *published.EXPONENTIAL_VARIANTS)
    return Runs(
        frame=frame,
        source=source,
        configurations=tuple(
            sorted(pairs, key=lambda c: (_place(c.crossover, crossovers), _place(c.mutation, published.MUTATIONS)))
        ),
        blocks=tuple(Block(*row) for row in frame.select(Block._fields).unique().sort(Block._fields).rows()),
        boundaries=tuple(sorted(frame["boundary"].unique().to_list(), key=lambda b: _place(b, published.BOUNDARIES))),
        **facts,
    )


def _place(name: str, known: Sequence[str]) -> tuple[int, str]:
    """Sort the paper's names first, in its order, then the others by name."""
    return (known.index(name), "") if name in known else (len(known), name)
