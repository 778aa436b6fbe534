"""Which studies a table of runs holds: one for each suite, dimension, adaptation, population and budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from inbounds.analysis import Runs, RunSource, load
from inbounds.analysis.loading import Dimension, HasRuns
from inbounds.errors import InvalidArgumentError
from inbounds.operators.catalogue import slug
from inbounds.plan.cells import Cell
from inbounds.problems.function_groups import ALL

FIELDS = ("suite", "dimension", "adaptation", "population", "budget")


@dataclass(frozen=True)
class StudyChoice:
    """The values that pick one study, and how it is called among the others."""

    values: Mapping[str, Any]
    title: str

    @property
    def folder(self) -> str:
        """A name for its folder of tables and figures."""
        return slug(self.title) or "runs"

    def load(self, source: RunSource, planned: Sequence[Cell] = ()) -> Runs:
        """Return the selected runs, with what is planned beside them."""
        return load(source, planned=planned, **self.values)


def studies_in(source: RunSource, *, dimension: Dimension = None, **wanted: Any) -> list[StudyChoice]:
    """List the studies of `source`, smallest dimension first; `dimension="all"` makes all dimensions one study."""
    fixed = {name: value for name, value in {"dimension": dimension, **wanted}.items() if value is not None}
    if isinstance(source, Runs):
        return [StudyChoice({}, _title({"suite": source.suite, "dimension": source.dimension}))]
    lazy = _lazy(source)
    held = [name for name in FIELDS if name in lazy.collect_schema()]
    together = dimension == ALL
    for name, value in fixed.items():
        if name in held and not (name == "dimension" and together):
            lazy = lazy.filter(pl.col(name) == value)
    keys = [name for name in held if not (together and name in ("dimension", "budget"))]
    rows = lazy.select(keys or pl.len()).unique().sort(pl.all()).collect().to_dicts() if keys else [{}]
    if not rows:
        asked = ", ".join(f"{name}={value!r}" for name, value in fixed.items())
        raise InvalidArgumentError(f"the table holds no runs{' with ' + asked if asked else ''}")
    varying = [name for name in keys if len({row[name] for row in rows}) > 1]
    found = []
    for row in rows:
        values = {**fixed, **{name: value for name, value in row.items() if value not in (None, "")}}
        if together:
            values["dimension"] = ALL
        found.append(StudyChoice(values, _title(values, varying)))
    return found


def _title(values: Mapping[str, Any], varying: list[str] | None = None) -> str:
    suite = str(values.get("suite") or "problems")
    dimension = values.get("dimension")
    words = [suite]
    if dimension:
        words.append("all dimensions" if dimension == ALL else f"{dimension}-D")
    for name in ("adaptation", "population", "budget"):
        if name in (varying or ()) and values.get(name) is not None:
            # the budget follows the dimension in most experiments and says nothing new then
            if name == "budget" and "dimension" in (varying or ()):
                continue
            words.append(str(values[name]) if name == "adaptation" else f"{name} {values[name]}")
    return ", ".join(words)


def _lazy(source: RunSource) -> pl.LazyFrame:
    if isinstance(source, pl.DataFrame | pl.LazyFrame):
        return source.lazy()
    if isinstance(source, str | Path):
        path = Path(source)
        if path.is_file() and path.suffix in (".parquet", ".csv"):
            return pl.scan_parquet(path) if path.suffix == ".parquet" else pl.scan_csv(path)
        if not path.exists():
            raise InvalidArgumentError(f"there is no folder or file '{path}'")
        raise InvalidArgumentError(f"a store's folder, a .parquet or a .csv file is needed; got '{path}'")
    if isinstance(source, Runs):
        return source.source
    return source.runs() if isinstance(source, HasRuns) else pl.DataFrame(source).lazy()
