"""Tables, numbers and marked blocks of Markdown."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl


def cell(value: object) -> str:
    """Return a value as a table shows it, numbers to three digits."""
    return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value).replace("|", "\\|")


def table(frame: pl.DataFrame, heads: Sequence[str] | None = None) -> str:
    """Return a table in Markdown, numbers to the right."""
    heads = heads or frame.columns
    sides = ["---:" if kind.is_numeric() else "---" for kind in frame.dtypes]
    lines = [heads, sides, *([cell(value) for value in row] for row in frame.iter_rows())]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def interval(value: float, low: float | None, high: float | None, *, share: bool = False, unit: str = "%") -> str:
    """Return a number with its interval."""
    # adding 0.0 takes the sign off a zero
    shown = [
        f"{round(100 * x, 1) + 0.0:.1f}" if share else f"{x:.2f}"
        for x in (value, *(y for y in (low, high) if y is not None))
    ]
    first = f"{shown[0]} {unit}" if share else shown[0]
    return first if len(shown) == 1 else f"{first} [{shown[1]}, {shown[2]}]"


def replace_block(path: Path, name: str, text: str) -> None:
    """Put `text` between the marks of a block in a Markdown file; refuse a file without them."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = path.read_text(encoding="utf-8")
    if whole.count(begin) != 1 or whole.count(end) != 1:
        raise SystemExit(f"{path} must hold {begin} and {end} once each")
    before, _, rest = whole.partition(begin)
    after = rest.partition(end)[2]
    path.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")
