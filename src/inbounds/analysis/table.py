"""The door of the analysis: any table of runs, checked, selected and laid out as a cube of cells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds.analysis import paper
from inbounds.errors import InvalidArgumentError, quoted

Floats: TypeAlias = NDArray[np.float64]
Dimension: TypeAlias = int | Literal["all"] | None

ALL = "all"
HIT_TARGETS: Floats = 10.0 ** np.linspace(2, -8, 51)
CURVES = ("curve_precision", "curve_repaired", "curve_f", "curve_cr")

_REQUIRED = ("function", "boundary", "precision")
_LABELS = ("suite", "mutation", "crossover", "boundary", "adaptation")
_NUMBERS: dict[str, Any] = {
    "function": pl.Int64,
    "instance": pl.Int64,
    "dimension": pl.Int64,
    "population": pl.Int64,
    "budget": pl.Int64,
    "precision": pl.Float64,
    "evaluations": pl.Int64,
    "repaired": pl.Float64,
    "seconds": pl.Float64,
    "nonfinite": pl.Int64,
}
_BBOB_LIKE = ("", "bbob", "sbox", "sbox-cost", "bbob-largescale")


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


@runtime_checkable
class HasRuns(Protocol):
    """Whatever can show its runs as a lazy frame, above all a store."""

    def runs(self, columns: Sequence[str] | None = None) -> pl.LazyFrame: ...


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
        return (*(group for group in paper.FUNCTION_GROUPS if group in present), ALL)

    def group_of(self, block: Block) -> str | None:
        """Return the function group of `block`, None outside the 24 BBOB functions."""
        return function_group(self.suite, block.function)

    def in_group(self, group: str) -> NDArray[np.bool_]:
        """Mark the blocks of `group`."""
        if group == ALL:
            return np.ones(len(self.blocks), dtype=bool)
        if group not in paper.FUNCTION_GROUPS:
            allowed = quoted((*paper.FUNCTION_GROUPS, ALL))
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
        """First evaluation at each of the 51 targets (-1 never), one row a run; None where not recorded."""
        if "hits" not in self.frame.columns:
            return None
        column = self.frame["hits"]
        if column.null_count():
            column = column.fill_null(pl.Series([[-1] * HIT_TARGETS.size], dtype=column.dtype))
        return column.to_numpy()

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
        return _laid_out(
            frame,
            self.source.filter(keep),
            suite=self.suite,
            dimension=self.dimension,
            adaptation=self.adaptation,
            population=self.population,
            budget=self.budget,
            dropped=self.dropped,
        )


RunSource: TypeAlias = Runs | HasRuns | pl.DataFrame | pl.LazyFrame | str | Path


def load(
    source: RunSource,
    *,
    suite: str | None = None,
    dimension: Dimension = None,
    adaptation: str | None = None,
    population: int | None = None,
    budget: int | None = None,
    functions: Iterable[int] | None = None,
    instances: Iterable[int] | None = None,
    mutations: Iterable[str] | None = None,
    crossovers: Iterable[str] | None = None,
    boundaries: Iterable[str] | None = None,
) -> Runs:
    """Read, check and select runs from a store, its folder, a Parquet or CSV file, or a polars frame.

    Where the table holds several suites, dimensions, adaptations, populations or budgets, one must be chosen
    (`dimension="all"` makes every function × instance × dimension a block). Labels need not be known operators.
    """
    if isinstance(source, Runs):
        if dimension not in (None, ALL, source.dimension):
            raise InvalidArgumentError(f"these runs were selected for dimension {source.dimension}; got {dimension!r}")
        return source
    lazy = _normalised(_lazy(source))
    for column, wanted in (
        ("function", functions),
        ("instance", instances),
        ("mutation", mutations),
        ("crossover", crossovers),
        ("boundary", boundaries),
    ):
        if wanted is not None:
            lazy = lazy.filter(pl.col(column).is_in(list(wanted)))
    choices = {
        "suite": suite,
        "dimension": None if dimension == ALL else dimension,
        "adaptation": adaptation,
        "population": population,
        "budget": budget,
    }
    for column, value in choices.items():
        if value is not None:
            lazy = lazy.filter(pl.col(column) == value)
    kept = [name for name in lazy.collect_schema().names() if name not in CURVES]
    frame = lazy.select(kept).collect()
    if frame.is_empty():
        asked = ", ".join(f"{name}={value!r}" for name, value in choices.items() if value is not None)
        raise InvalidArgumentError(f"the table holds no runs{' with ' + asked if asked else ''}")
    chosen = {
        name: _only(frame, name, several=dimension == ALL and name in ("dimension", "budget")) for name in choices
    }
    usable = frame.filter(pl.col("precision").is_not_null() & pl.col("precision").is_not_nan())
    if usable.is_empty():
        raise InvalidArgumentError("no run of the table has a precision; precision must be a number, got null or NaN")
    return _laid_out(
        usable,
        lazy.filter(pl.col("precision").is_not_null() & pl.col("precision").is_not_nan()),
        suite=str(chosen["suite"] or ""),
        dimension=_integer(chosen["dimension"]),
        adaptation=str(chosen["adaptation"] or ""),
        population=_integer(chosen["population"]),
        budget=_integer(chosen["budget"]),
        dropped=frame.height - usable.height,
    )


def function_group(suite: str, function: int) -> str | None:
    """Return the group ("1" to "5") of a BBOB function, None for any other."""
    if suite.lower() not in _BBOB_LIKE:
        return None
    return next((group for group, members in paper.FUNCTION_GROUPS.items() if function in members), None)


def long_table(axes: Mapping[str, Sequence[Any]], columns: Mapping[str, NDArray[Any]]) -> pl.DataFrame:
    """Turn arrays over the product of `axes` into rows; tuple axes become one column a field; NaN becomes null."""
    shape = tuple(len(labels) for labels in axes.values())
    at = np.indices(shape).reshape(len(shape), -1)
    data: dict[str, pl.Series] = {}
    for (name, labels), index in zip(axes.items(), at, strict=True):
        if labels and isinstance(labels[0], tuple):
            for field_index, field in enumerate(type(labels[0])._fields):  # type: ignore[attr-defined]
                data[field] = pl.Series(field, [label[field_index] for label in labels]).gather(index)
        else:
            data[name] = pl.Series(name, list(labels)).gather(index)
    for name, array in columns.items():
        flat = np.broadcast_to(array, shape).ravel()
        series = pl.Series(name, flat)
        data[name] = series.fill_nan(None) if series.dtype.is_float() else series
    return pl.DataFrame(data)


def block_groups(runs: Runs) -> pl.DataFrame:
    """Return the group of each block, to be joined on function."""
    functions = sorted({block.function for block in runs.blocks})
    groups = [function_group(runs.suite, function) for function in functions]
    return pl.DataFrame({"function": functions, "group": groups}, schema={"function": pl.Int64, "group": pl.String})


def with_group(table: pl.DataFrame, runs: Runs) -> pl.DataFrame:
    """Add the function group as the first column of a table with a function column."""
    joined = table.join(block_groups(runs), on="function", how="left", maintain_order="left")
    return joined.select("group", *table.columns)


def _lazy(source: object) -> pl.LazyFrame:
    if isinstance(source, pl.LazyFrame):
        return source
    if isinstance(source, pl.DataFrame):
        return source.lazy()
    if isinstance(source, HasRuns):
        return source.runs()
    if isinstance(source, str | Path):
        return _from_path(Path(source))
    raise InvalidArgumentError(
        f"runs must come from a store, a path or a polars frame; got {type(source).__name__} {source!r}"
    )


def _from_path(path: Path) -> pl.LazyFrame:
    readers: dict[str, Callable[[Path], pl.LazyFrame]] = {".parquet": pl.scan_parquet, ".csv": pl.scan_csv}
    if path.is_file() and path.suffix in readers:
        return readers[path.suffix](path)
    if not path.is_dir():
        raise InvalidArgumentError(f"a store's folder, a .parquet or a .csv file is needed; got '{path}'")
    from inbounds.experiment.store import Store  # late: frames and files can be analysed without it

    lazy: pl.LazyFrame = Store(path).runs()
    return lazy


def _normalised(lazy: pl.LazyFrame) -> pl.LazyFrame:
    schema = lazy.collect_schema()
    missing = [name for name in _REQUIRED if name not in schema]
    if missing:
        raise InvalidArgumentError(
            f"a table of runs needs the columns {quoted(_REQUIRED)}; missing {quoted(missing)} in {quoted(schema)}"
        )
    filled: list[pl.Expr] = []
    for name in _LABELS:
        given = pl.col(name).cast(pl.String).fill_null("") if name in schema else pl.lit("", dtype=pl.String)
        filled.append(given.alias(name))
    for name, dtype in _NUMBERS.items():
        default = {"instance": 1, "dimension": 0}.get(name)
        given = pl.col(name) if name in schema else pl.lit(None, dtype=dtype)
        given = given.cast(dtype)
        filled.append((given if default is None else given.fill_null(default)).alias(name))
    if "hits" in schema:
        filled.append(_checked_hits(schema["hits"]))
    return lazy.with_columns(filled)


def _checked_hits(dtype: pl.DataType) -> pl.Expr:
    hits = pl.col("hits")
    if isinstance(dtype, pl.Array):
        if dtype.shape != (HIT_TARGETS.size,):
            raise InvalidArgumentError(f"hits must hold {HIT_TARGETS.size} targets a run; got shape {dtype.shape}")
        return hits.cast(pl.Array(pl.Int32, HIT_TARGETS.size))
    if isinstance(dtype, pl.List):
        return hits.list.to_array(HIT_TARGETS.size).cast(pl.Array(pl.Int32, HIT_TARGETS.size))
    raise InvalidArgumentError(f"hits must be an array of {HIT_TARGETS.size} integers a run; got {dtype}")


def _only(frame: pl.DataFrame, column: str, *, several: bool) -> Any:
    values = frame[column].unique().drop_nulls().sort().to_list()
    if len(values) > 1 and not several:
        hint = f"{column}={values[0]!r}" + (' or dimension="all"' if column == "dimension" else "")
        raise InvalidArgumentError(f"the table holds several {column} values: {quoted(values)}; choose one with {hint}")
    return values[0] if len(values) == 1 else None


def _integer(value: Any) -> int | None:
    return None if value is None else int(value)


def _laid_out(frame: pl.DataFrame, source: pl.LazyFrame, **facts: Any) -> Runs:
    pairs = [Configuration(*row) for row in frame.select("mutation", "crossover").unique().rows()]
    crossovers = (paper.CROSSOVERS[0], *paper.EXPONENTIAL_VARIANTS)
    return Runs(
        frame=frame,
        source=source,
        configurations=tuple(
            sorted(pairs, key=lambda c: (_place(c.crossover, crossovers), _place(c.mutation, paper.MUTATIONS)))
        ),
        blocks=tuple(Block(*row) for row in frame.select(Block._fields).unique().sort(Block._fields).rows()),
        boundaries=tuple(sorted(frame["boundary"].unique().to_list(), key=lambda b: _place(b, paper.BOUNDARIES))),
        **facts,
    )


def _place(name: str, known: Sequence[str]) -> tuple[int, str]:
    """Sort the paper's names first, in its order, then the others by name."""
    return (known.index(name), "") if name in known else (len(known), name)
