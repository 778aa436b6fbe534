"""The labels of the cube: configurations × problems × boundary methods, in order, and tables laid out on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators import catalogue
from inbounds.problems.function_groups import ALL, GROUP_NAMES, function_group


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


@dataclass(frozen=True)
class Axes:
    """What cells are made of, cells without runs included."""

    suite: str
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
        return (*(group for group in GROUP_NAMES if group in present), ALL)

    def group_of(self, block: Block) -> str | None:
        """Return the function group of `block`, None outside the 24 BBOB functions."""
        return function_group(self.suite, block.function)

    def in_group(self, group: str) -> NDArray[np.bool_]:
        """Mark the blocks of `group`."""
        if group == ALL:
            return np.ones(len(self.blocks), dtype=bool)
        if group not in GROUP_NAMES:
            raise InvalidArgumentError(f"group must be one of {quoted((*GROUP_NAMES, ALL))}; got {group!r}")
        return np.array([self.group_of(block) == group for block in self.blocks])

    def array(self, table: pl.DataFrame, axes: Sequence[str], column: str) -> Floats:
        """Lay a column of a table out over `axes`; NaN where the table has no row or no value."""
        filled = np.full(tuple(len(self._labels[axis]) for axis in axes), np.nan)
        filled[self.index(table, axes)] = table[column].cast(pl.Float64).fill_null(np.nan).to_numpy()
        return filled

    def index(self, table: pl.DataFrame, axes: Sequence[str]) -> tuple[NDArray[np.int64], ...]:
        """Return where each row of `table` stands on each of `axes`: group, configuration, block, boundary."""
        found = []
        for axis in axes:
            names = _FIELDS.get(axis, (axis,))
            labels = self._labels[axis]
            lookup = pl.DataFrame(
                labels if axis in _FIELDS else [(label,) for label in labels],
                schema={name: table.schema[name] for name in names},
                orient="row",
            ).with_row_index("place")
            joined = table.select(names).join(lookup, on=names, how="left", maintain_order="left")
            found.append(joined["place"].to_numpy().astype(np.int64))
        return tuple(found)

    def in_order(self, table: pl.DataFrame) -> pl.DataFrame:
        """Sort a table with one or more rows per cell: problems, then configurations, then boundary methods."""
        places = self.index(table, ("block", "configuration", "boundary"))
        return table[np.lexsort(places[::-1])]

    @cached_property
    def _labels(self) -> dict[str, Sequence[Any]]:
        return {
            "group": self.groups,
            "configuration": self.configurations,
            "block": self.blocks,
            "boundary": self.boundaries,
        }


_FIELDS: Mapping[str, tuple[str, ...]] = {"configuration": Configuration._fields, "block": Block._fields}


def ordered_axes(
    suite: str, configurations: Iterable[Configuration], blocks: Iterable[Block], boundaries: Iterable[str]
) -> Axes:
    """Return the axes of these labels: operators in the catalogue's order, foreign ones behind them by name."""
    return Axes(
        suite,
        tuple(
            sorted(
                set(configurations), key=lambda c: (_place("crossover", c.crossover), _place("mutation", c.mutation))
            )
        ),
        tuple(sorted(set(blocks))),
        tuple(sorted(set(boundaries), key=lambda name: _place("boundary", name))),
    )


def _place(family: str, name: str) -> tuple[int, str]:
    native = [info.name for info in catalogue.operators(family) if info.function is None]
    plain = catalogue.plain_name(name)
    return (native.index(plain), name) if plain in native else (len(native), name)
