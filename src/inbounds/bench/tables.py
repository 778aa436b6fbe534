"""The benchmark's result: named tables of rows, for people and as data."""

from dataclasses import dataclass, field
from typing import Any

from rich.markup import escape
from rich.table import Table

Row = dict[str, Any]


@dataclass(frozen=True)
class BenchTable:
    """One table; `note` says how it was measured."""

    name: str
    note: str
    rows: list[Row] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data."""
        return {"name": self.name, "note": self.note, "rows": self.rows}

    def as_rich(self) -> Table:
        """Return the table for the terminal."""
        table = Table(title=self.name, caption=self.note, title_justify="left", caption_justify="left")
        columns = list(dict.fromkeys(key for row in self.rows for key in row))
        for column in columns:
            numeric = any(isinstance(row.get(column), float) for row in self.rows)
            table.add_column(column, justify="right" if numeric else "left")
        for row in self.rows:
            table.add_row(*(escape(_shown(row.get(column))) for column in columns))
        return table


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
