"""From a config to cells: what is to be run, under which content id and with which seed; nobody else chooses seeds."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Any

from inbounds.algorithm.formula import evaluate_formula
from inbounds.operators import catalogue
from inbounds.plan.config import Config, function_numbers
from inbounds.runs.run_range import RunRange

COST_LIMIT = 60_000_000  # evaluations in 30-D that one batch may hold: seconds of work, never hours
UNIT_COST = 500_000  # evaluations in 30-D that make a task worth sending: some tenths of a second


@dataclass(frozen=True)
class Cell:
    """One algorithm instance on one problem; two cells of equal content are the same cell, whatever the experiment.

    Modules follow the adaptation's name, as in "shade + reduction=linear"; an algorithm without any is named as ever.
    """

    suite: str
    function: int
    instance: int
    dimension: int
    mutation: str
    crossover: str
    boundary: str
    adaptation: str
    population: int
    budget: int
    target: float | None

    @cached_property
    def id(self) -> str:
        """Sixteen hexadecimal digits of the hash of the cell's content."""
        content = json.dumps(self.content(), sort_keys=True, separators=(",", ":"))
        return blake2b(content.encode(), digest_size=8).hexdigest()

    def content(self) -> dict[str, Any]:
        """Return the cell as plain data."""
        return {name: getattr(self, name) for name in CELL_FIELDS}

    def seed(self, experiment_seed: int) -> int:
        """Return the seed of this cell's runs; run k draws from the stream (seed, k)."""
        return int.from_bytes(blake2b(f"{experiment_seed}:{self.id}".encode(), digest_size=8).digest(), "big")

    def __str__(self) -> str:
        place = f"{self.suite} f{self.function} i{self.instance} {self.dimension}-D"
        return f"{self.mutation} {self.crossover} {self.boundary} {self.adaptation} on {place}"


@dataclass(frozen=True)
class Batch:
    """Consecutive runs of one cell: what one shard holds."""

    cell: Cell
    seed: int
    runs: RunRange
    measures: bool = False

    @property
    def cost(self) -> int:
        """The cost expected: evaluations, scaled to those of a 30-D problem."""
        return run_cost(self.cell) * self.runs.count

    @cached_property
    def labels(self) -> dict[str, Any]:
        """What the rows of these runs have in common in the run table."""
        return {**self.cell.content(), "cell": self.cell.id, "seed": self.seed}

    def task(self) -> dict[str, Any]:
        """Return the batch as plain data, for a worker anywhere."""
        return {
            **self.cell.content(),
            "seed": self.seed,
            "first_run": self.runs.first,
            "runs": self.runs.count,
            "measures": self.measures,
        }


@dataclass(frozen=True)
class Plan:
    """All cells of an experiment, in the order in which they are run."""

    config: Config

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells: algorithm by algorithm, each over all problems, so that an early look sees whole columns."""
        return tuple(_cells(self.config))

    @cached_property
    def by_id(self) -> dict[str, Cell]:
        """The cells by their ids."""
        return {cell.id: cell for cell in self.cells}

    @property
    def runs(self) -> int:
        """How many runs all cells have together."""
        return len(self.cells) * self.config.runs

    @property
    def evaluations(self) -> int:
        """How many evaluations all runs take when none stops early."""
        return sum(cell.budget for cell in self.cells) * self.config.runs

    def seed(self, cell: Cell) -> int:
        """Return the seed of the cell's runs in this experiment."""
        return cell.seed(self.config.seed)

    def part(self, k: int, m: int) -> tuple[Cell, ...]:
        """Return the k-th of m shares of the cells."""
        return tuple(cell for cell in self.cells if m == 1 or int(cell.id, 16) % m == k - 1)

    def missing(self, finished: Mapping[str, Sequence[RunRange]], part: tuple[int, int] = (1, 1)) -> list[Batch]:
        """Return planned minus stored: a batch for every gap in a cell's runs; `part` k of m takes every m-th cell."""
        return [
            Batch(cell, self.seed(cell), gap, self.config.measures)
            for cell in self.part(*part)
            for gap in gaps(finished.get(cell.id, ()), self.config.runs)
        ]


def _cells(config: Config) -> Iterator[Cell]:
    problems = [
        (suite, function, instance, dimension)
        for suite, dimension, function, instance in product(
            config.suites, config.dimensions, config.functions, config.instances
        )
        if function in function_numbers(suite)
    ]
    adaptations = [catalogue.with_modules(adaptation, config.modules) for adaptation in config.adaptation]
    algorithms = product(config.mutations, config.crossovers, config.boundaries, adaptations)
    for algorithm, (suite, function, instance, dimension) in product(algorithms, problems):
        budget = evaluate_formula(config.budget, dimension)
        for population in dict.fromkeys(evaluate_formula(formula, dimension) for formula in config.population):
            yield Cell(suite, function, instance, dimension, *algorithm, population, budget, config.target)


def gaps(finished: Sequence[RunRange], runs: int) -> list[RunRange]:
    """Return the ranges of 0 … runs - 1 that `finished` leaves out."""
    found, at = [], 0
    for held in sorted(finished):
        if held.first > at:
            found.append(RunRange(at, min(held.first, runs) - at))
        at = max(at, held.end)
        if at >= runs:
            return found
    return [*found, RunRange(at, runs - at)]


def run_cost(cell: Cell) -> int:
    """Return the expected cost of one run of the cell, in evaluations of a 30-D problem."""
    return max(
        1, cell.budget * (10 + cell.dimension) // 40
    )  # DE's own share per evaluation is about that of 10 dimensions


def split(batches: Sequence[Batch], workers: int) -> Iterator[Batch]:
    """Cut batches that are too long for one task, or too few to keep `workers` busy; the results stay the same."""
    pieces_wanted = -(-4 * workers // len(batches)) if batches else 1
    for batch in batches:
        enough = max(1, UNIT_COST // run_cost(batch.cell))  # smaller pieces would cost more than they spread
        spread = max(-(-batch.runs.count // pieces_wanted), min(enough, batch.runs.count))
        step = min(spread, max(1, COST_LIMIT // run_cost(batch.cell)))
        for first in range(batch.runs.first, batch.runs.end, step):
            yield replace(batch, runs=RunRange(first, min(step, batch.runs.end - first)))


def units(batches: Iterable[Batch], workers: int, cost_of_all: int) -> Iterator[tuple[Batch, ...]]:
    """Group neighbouring small batches into tasks worth sending, but never so large that workers stand idle."""
    share = max(1, cost_of_all // (8 * workers))
    limit = min(UNIT_COST, share)
    group: list[Batch] = []
    cost = 0
    for batch in batches:
        group.append(batch)
        cost += batch.cost
        if cost >= limit:
            yield tuple(group)
            group, cost = [], 0
    if group:
        yield tuple(group)


CELL_FIELDS = tuple(field.name for field in fields(Cell))
