"""The door of the analysis: any table of runs, checked, selected and laid out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import polars as pl

from inbounds.analysis.axes import Axes, Block, Configuration, ordered_axes
from inbounds.analysis.cube import HIT_TARGETS, Runs
from inbounds.errors import AmbiguousRunsError, InvalidArgumentError, quoted, suggestion
from inbounds.plan.cells import Cell
from inbounds.problems.function_groups import ALL
from inbounds.runs.recording import CURVES, EXTRAS
from inbounds.runs.run_table import SCHEMA
from inbounds.store.opening import open_store
from inbounds.store.reader import Store

Dimension: TypeAlias = int | Literal["all"] | None

_COLUMNS = {
    "functions": "function",
    "instances": "instance",
    "mutations": "mutation",
    "crossovers": "crossover",
    "boundaries": "boundary",
}
_REQUIRED = ("function", "boundary", "precision")
_LABELS = tuple(name for name, kind in SCHEMA.items() if kind == pl.String and name != "cell")
_NUMBERS: dict[str, Any] = {
    name: pl.Int64 if kind.is_integer() else pl.Float64
    for name, kind in SCHEMA.items()
    if kind.is_numeric() and name not in ("run", "seed")
}


@runtime_checkable
class HasRuns(Protocol):
    """Whatever can show its runs as a lazy frame, above all a store."""

    def runs(self, columns: Sequence[str] | None = None) -> pl.LazyFrame: ...


class ArrowStream(Protocol):
    """A table that hands itself over in Arrow's format: of pandas, pyarrow and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


RunSource: TypeAlias = Runs | HasRuns | ArrowStream | pl.DataFrame | pl.LazyFrame | str | Path


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
    planned: Iterable[Cell] = (),
) -> Runs:
    """Check and select runs from a store, its folder, a .parquet or .csv file, or a polars, pandas or Arrow table.

    Where the table holds several suites, dimensions, adaptations, populations or budgets, one must be chosen
    (`dimension="all"` makes every function × instance × dimension a block). Labels need not be known operators.
    `planned` cells of the same study stand on the axes too, with or without runs. Runs that are loaded already are
    selected from further, their axes kept in order.
    """
    lists = {
        name: list(wanted)
        for name, wanted in (
            ("functions", functions),
            ("instances", instances),
            ("mutations", mutations),
            ("crossovers", crossovers),
            ("boundaries", boundaries),
        )
        if wanted is not None
    }
    planned = tuple(planned)
    if isinstance(source, Runs):
        if dimension not in (None, ALL, source.dimension):
            raise InvalidArgumentError(f"these runs were selected for dimension {source.dimension}; got {dimension!r}")
        if not (lists or planned) and (suite, adaptation, population, budget) == (None,) * 4:
            return source
        lazy, dimension = source.source, ALL
    else:
        lazy = _normalised(_lazy(source))
    for name, values in lists.items():
        _refuse_unknown(lazy, _COLUMNS[name], values)
        lazy = lazy.filter(pl.col(_COLUMNS[name]).is_in(values))
    choices = {
        "suite": suite,
        "dimension": None if dimension == ALL else dimension,
        "adaptation": adaptation,
        "population": population,
        "budget": budget,
    }
    for column, value in choices.items():
        if value is not None:
            _refuse_unknown(lazy, column, [value])
            lazy = lazy.filter(pl.col(column) == value)
    kept = [name for name in lazy.collect_schema().names() if name not in (*CURVES, *EXTRAS)]
    frame = lazy.select(kept).collect()
    if frame.is_empty():
        asked = ", ".join(f"{name}={value!r}" for name, value in {**choices, **lists}.items() if value is not None)
        raise InvalidArgumentError(f"the table holds no runs{' with ' + asked if asked else ''}")
    chosen = {name: _only(frame, name, several=dimension == ALL) for name in choices}
    _refuse_several_targets(frame)
    usable = frame.filter(pl.col("precision").is_not_null() & pl.col("precision").is_not_nan())
    if usable.is_empty():
        raise InvalidArgumentError("no run of the table has a precision; precision must be a number, got null or NaN")
    facts: dict[str, Any] = {
        "dimension": _integer(chosen["dimension"]),
        "adaptation": str(chosen["adaptation"] or ""),
        "population": _integer(chosen["population"]),
        "budget": _integer(chosen["budget"]),
    }
    shared = {"suite": str(chosen["suite"] or ""), **facts}
    axes = _axes(usable, shared["suite"], [cell for cell in planned if _belongs(cell, shared)])
    return Runs(
        frame=usable,
        source=lazy.filter(pl.col("precision").is_not_null() & pl.col("precision").is_not_nan()),
        axes=_in_order_of(source.axes, axes) if isinstance(source, Runs) else axes,
        dropped=frame.height - usable.height,
        **facts,
    )


def open_source(source: RunSource) -> RunSource:
    """Open a store, or one given by its folder, as it is now; anything else is returned as it is."""
    if isinstance(source, str | Path) and Path(source).is_dir():
        source = open_store(source)
    return source.snapshot() if isinstance(source, Store) else source


def stored_dimensions(source: RunSource) -> list[int]:
    """Return the dimensions of which `source` holds runs."""
    if isinstance(source, Runs):
        return sorted({block.dimension for block in source.blocks})
    held = _normalised(_lazy(source)).select(pl.col("dimension").unique().sort()).collect()["dimension"]
    if held.is_empty():
        raise InvalidArgumentError("the table holds no runs")
    return [int(dimension) for dimension in held]


def stored_suites(source: RunSource) -> list[str]:
    """Return the suites of which `source` holds runs."""
    if isinstance(source, Runs):
        return [source.suite]
    held = _normalised(_lazy(source)).select(pl.col("suite").unique().sort()).collect()["suite"]
    return [str(suite) for suite in held.drop_nulls()]


def _axes(frame: pl.DataFrame, suite: str, planned: Sequence[Cell]) -> Axes:
    held = frame.select(*Configuration._fields, *Block._fields, "boundary").unique()
    configurations = (Configuration(*row) for row in held.select(Configuration._fields).unique().rows())
    blocks = (Block(*row) for row in held.select(Block._fields).unique().rows())
    return ordered_axes(
        suite,
        (*configurations, *(Configuration(cell.mutation, cell.crossover) for cell in planned)),
        (*blocks, *(Block(cell.function, cell.instance, cell.dimension) for cell in planned)),
        (*held["boundary"].unique(), *(cell.boundary for cell in planned)),
    )


def _in_order_of(former: Axes, axes: Axes) -> Axes:
    def ordered(before: tuple[Any, ...], labels: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(labels, key=lambda label: before.index(label) if label in before else len(before)))

    return Axes(
        axes.suite,
        ordered(former.configurations, axes.configurations),
        ordered(former.blocks, axes.blocks),
        ordered(former.boundaries, axes.boundaries),
    )


def _belongs(cell: Cell, shared: Mapping[str, Any]) -> bool:
    return all(value is None or getattr(cell, name) == value for name, value in shared.items())


def _lazy(source: object) -> pl.LazyFrame:
    if isinstance(source, pl.LazyFrame):
        return source
    if isinstance(source, pl.DataFrame):
        return source.lazy()
    if isinstance(source, HasRuns):
        return source.runs()
    if hasattr(source, "__arrow_c_stream__"):
        return pl.DataFrame(source).lazy()
    if isinstance(source, str | Path):
        return _from_path(Path(source))
    raise InvalidArgumentError(
        "runs must come from a store, a path, or a polars, pandas or Arrow table; "
        f"got {type(source).__name__} {source!r}"
    )


def _from_path(path: Path) -> pl.LazyFrame:
    readers: dict[str, Callable[[Path], pl.LazyFrame]] = {".parquet": pl.scan_parquet, ".csv": pl.scan_csv}
    if path.is_file() and path.suffix in readers:
        return readers[path.suffix](path)
    if not path.exists():
        raise InvalidArgumentError(f"there is no folder or file '{path}'")
    if not path.is_dir():
        raise InvalidArgumentError(f"a store's folder, a .parquet or a .csv file is needed; got '{path}'")
    return open_store(path).runs()


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
            raise InvalidArgumentError(f"hits must hold {HIT_TARGETS.size} targets per run; got shape {dtype.shape}")
        return hits.cast(pl.Array(pl.Int32, HIT_TARGETS.size))
    if isinstance(dtype, pl.List):
        return hits.list.to_array(HIT_TARGETS.size).cast(pl.Array(pl.Int32, HIT_TARGETS.size))
    raise InvalidArgumentError(f"hits must be an array of {HIT_TARGETS.size} integers per run; got {dtype}")


def _only(frame: pl.DataFrame, column: str, *, several: bool) -> Any:
    values = frame[column].unique().drop_nulls().sort().to_list()
    if len(values) > 1 and not (several and _one_per_dimension(frame, column)):
        raise AmbiguousRunsError(column, values, [values[0], ALL] if column == "dimension" else values[:1])
    return values[0] if len(values) == 1 else None


def _one_per_dimension(frame: pl.DataFrame, column: str) -> bool:
    """Whether a value goes with the dimension, as a population of 10*n and a budget of 10000*n do."""
    if column not in ("dimension", "budget", "population"):
        return False
    return bool((frame.group_by("dimension").agg(count=pl.col(column).n_unique())["count"] == 1).all())


def _refuse_unknown(lazy: pl.LazyFrame, column: str, wanted: Sequence[object]) -> None:
    """Refuse names that no run has, with the nearest one that some have."""
    known = lazy.select(pl.col(column).unique().sort()).collect()[column].to_list()
    for name in wanted:
        if name not in known:
            raise InvalidArgumentError(
                f"{column} must be one of {quoted(known)}, which the table holds; got {name!r}."
                + (suggestion(name, known) if isinstance(name, str) else "")
            )


def _refuse_several_targets(frame: pl.DataFrame) -> None:
    """Runs that stopped at different precisions are not mixed; other programs' results tell no target."""
    held = frame["target"].drop_nulls().unique().sort().to_list()
    if len(held) > 1:
        raise InvalidArgumentError(f"the table holds runs with several targets: {quoted(held)}; keep those of one")


def _integer(value: Any) -> int | None:
    return None if value is None else int(value)
