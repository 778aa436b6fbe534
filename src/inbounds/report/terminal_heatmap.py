"""A heatmap for the terminal: configurations as columns, boundary methods as rows, cut into tables that fit."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.markup import escape
from rich.table import Table

from inbounds.analysis.axes import Axes, Configuration

MARKED = {"best": "green", "worse": "red", "": "default"}
WIDEST_CELL = "12.50"


def heatmap_tables(
    axes: Axes,
    cell: Callable[[Configuration, str], str],
    *,
    names: Mapping[str, str],
    width: int,
    starred: Sequence[str] = (),
    below: tuple[str, Callable[[Configuration], str]] | None = None,
) -> Iterator[Table]:
    """Yield tables with as many columns as the terminal shows; `below` is a last row, one text per configuration."""
    side = max(len(text) for text in (*(names[name] for name in axes.boundaries), below[0] if below else "")) + 1
    for columns in _pages(axes.configurations, names, width - side):
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", no_wrap=True)
        for column in columns:
            table.add_column(
                escape("\n".join(_heading(column, names))), justify="right", vertical="bottom", no_wrap=True
            )
        for boundary in axes.boundaries:
            shown = (cell(column, boundary) for column in columns)
            table.add_row(escape(names[boundary]) + ("*" if boundary in starred else ""), *shown)
        if below is not None:
            table.add_row(below[0], *(below[1](column) for column in columns), style="dim")
        yield table


def rank_cell(mean: float | None, *, best: bool, worse: bool) -> str:
    """Return a mean rank in the colour of its mark."""
    if mean is None or mean != mean:
        return "–"
    return f"[{MARKED['best' if best else 'worse' if worse else '']}]{mean:.2f}[/]"


def _pages(
    configurations: Sequence[Configuration], names: Mapping[str, str], width: int
) -> Iterator[Sequence[Configuration]]:
    page: list[Configuration] = []
    used = 0
    for column in configurations:
        wide = 2 + max(len(line) for line in (*_heading(column, names), WIDEST_CELL))
        if page and used + wide > width:
            yield page
            page, used = [], 0
        page.append(column)
        used += wide
    yield page


def _heading(configuration: Configuration, names: Mapping[str, str]) -> Sequence[str]:
    mutation, crossover = (names[operator] for operator in configuration)
    name, _, variant = crossover.partition("-")
    return (*(mutation or "–").replace("-", "-\n").split("\n"), (name or "–")[:3] + (f"-{variant}" if variant else ""))
