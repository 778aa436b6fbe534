"""How results show themselves in a notebook: a line of words over a small table."""

from collections.abc import Iterable, Sequence
from html import escape


def html_table(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return `title` and a table as HTML; numbers stand to the right, floats with three digits."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f"<div><p>{escape(title)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _cell(value: object) -> str:
    if isinstance(value, str):
        return f'<td style="text-align: left">{escape(value)}</td>'
    return f"<td>{value:.3g}</td>" if isinstance(value, float) else f"<td>{escape(str(value))}</td>"
