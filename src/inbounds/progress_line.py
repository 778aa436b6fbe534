"""A line on a terminal that says how far something is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from inbounds.errors import studies_extra

if TYPE_CHECKING:
    from rich.progress import Progress

BAR = "{bar}"  # where the bar stands among the texts


def bar_and_texts(*texts: str, **options: Any) -> "Progress":
    """Return a line of texts, with rich's fields of the task in braces, and a bar at the place of BAR."""
    with studies_extra():
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [BarColumn(bar_width=24) if text == BAR else TextColumn(text) for text in texts]
    return Progress(*columns, TimeElapsedColumn(), **options)


@contextmanager
def progress_line(*texts: str, total: float, transient: bool = False, **fields: Any) -> Iterator[Callable[..., None]]:
    """Show the line on stderr for the time of the block; give a function that takes `completed` and the fields."""
    with studies_extra():
        from rich.console import Console

    with bar_and_texts(*texts, console=Console(stderr=True), transient=transient) as line:
        yield partial(line.update, line.add_task("", total=total, **fields))
