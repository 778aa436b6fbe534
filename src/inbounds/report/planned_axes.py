"""The axes of the pictures, what is planned included, and tables laid out on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis import Configuration, Runs
from inbounds.analysis.cube import ALL, Block, function_group
from inbounds.paper import published
from inbounds.plan.cells import Cell

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """Groups, configurations, problems and boundary methods in the order in which they are shown."""

    groups: tuple[str, ...]
    configurations: tuple[Configuration, ...]
    blocks: tuple[Block, ...]
    boundaries: tuple[str, ...]
    suite: str

    def group_of(self, block: Block) -> str | None:
        """Return the function group of a problem, None outside BBOB."""
        return function_group(self.suite, block.function)

    @cached_property
    def places(self) -> dict[str, dict[Any, int]]:
        """Where each label stands on its axis."""
        axes: dict[str, Sequence[Any]] = {
            "group": self.groups,
            "configuration": self.configurations,
            "block": self.blocks,
            "boundary": self.boundaries,
        }
        return {name: {label: place for place, label in enumerate(labels)} for name, labels in axes.items()}

    def array(self, table: pl.DataFrame, axes: Sequence[str], column: str) -> Values:
        """Lay a column out over `axes`; NaN where the table has no row or no value."""
        filled = np.full(tuple(len(self.places[axis]) for axis in axes), np.nan)
        filled[self.index(table, axes)] = table[column].cast(pl.Float64).fill_null(np.nan).to_numpy()
        return filled

    def index(self, table: pl.DataFrame, axes: Sequence[str]) -> tuple[NDArray[np.int64], ...]:
        """Return where each row of `table` stands on each of `axes`."""
        fields = {"configuration": ("mutation", "crossover"), "block": Block._fields}
        found = []
        for axis in axes:
            names = fields.get(axis, (axis,))
            labels = pl.DataFrame(
                list(self.places[axis]) if axis in fields else [(label,) for label in self.places[axis]],
                schema={name: table.schema[name] for name in names},
                orient="row",
            ).with_row_index("place")
            joined = table.select(names).join(labels, on=names, how="left", maintain_order="left")
            found.append(joined["place"].to_numpy().astype(np.int64))
        return tuple(found)

    def complete(self, table: pl.DataFrame) -> pl.DataFrame:
        """Add empty rows to a table of group, mutation, crossover, boundary for what is planned and not there."""
        keys = ["group", "mutation", "crossover", "boundary"]
        rows = [
            (group, *configuration, boundary)
            for group in self.groups
            for configuration in self.configurations
            for boundary in self.boundaries
        ]
        whole = pl.DataFrame(rows, schema={key: table.schema[key] for key in keys}, orient="row")
        return whole.join(table, on=keys, how="left", maintain_order="left")


def grid_of(runs: Runs, planned: Sequence[Cell] = ()) -> Grid:
    """Return the axes of `runs`, widened by the cells of its study that are planned."""
    mine = [cell for cell in planned if _same_study(cell, runs)]
    configurations = {*runs.configurations, *(Configuration(cell.mutation, cell.crossover) for cell in mine)}
    blocks = {*runs.blocks, *(Block(cell.function, cell.instance, cell.dimension) for cell in mine)}
    boundaries = {*runs.boundaries, *(cell.boundary for cell in mine)}
    crossovers = (published.CROSSOVERS[0], *published.EXPONENTIAL_VARIANTS)
    groups = {function_group(runs.suite, block.function) for block in blocks}
    return Grid(
        groups=(*(group for group in published.FUNCTION_GROUPS if group in groups), ALL),
        configurations=tuple(
            sorted(
                configurations,
                key=lambda c: (*_place(c.crossover, crossovers), *_place(c.mutation, published.MUTATIONS)),
            )
        ),
        blocks=tuple(sorted(blocks)),
        boundaries=tuple(sorted(boundaries, key=lambda name: _place(name, published.BOUNDARIES))),
        suite=runs.suite,
    )


def _same_study(cell: Cell, runs: Runs) -> bool:
    chosen: Mapping[str, Any] = {
        "suite": runs.suite,
        "dimension": runs.dimension,
        "adaptation": runs.adaptation,
        "population": runs.population,
        "budget": runs.budget,
    }
    return all(value is None or getattr(cell, name) == value for name, value in chosen.items())


def _place(name: str, known: Sequence[str]) -> tuple[int, str]:
    return (known.index(name), "") if name in known else (len(known), name)
