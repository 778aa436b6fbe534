"""The common look of the printed figures: colours, names of operators, panels and legends."""

import math
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import NamedTuple

import polars as pl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators.appearance import crossover_dashes as crossover_dashes
from inbounds.operators.appearance import mutation_colours as mutation_colours
from inbounds.operators.shown_names import Names, short_names
from inbounds.problems import group_label as group_label

INK, FAINT, GRID = "#1c1f24", "#6b7280", "#d5d9df"
SMALL, NORMAL, LARGE = 6.5, 8.0, 9.5
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
FLOOR = 1e-12  # log axes end here; smaller precisions are drawn on the edge


class Drawn(NamedTuple):
    """A figure and the table that it shows; a notebook displays the figure."""

    figure: Figure
    table: pl.DataFrame

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        self.figure.savefig(picture, format="png", dpi=150)
        return picture.getvalue()


def plain(text: object) -> str:
    """Return `text` so that no character of it is taken for mathematics."""
    return str(text).replace("$", r"\$")


def names_in(table: pl.DataFrame) -> Names:
    """Return how the operators of a table are called."""
    held = [column for column in ("mutation", "crossover", "boundary") if column in table.columns]
    return short_names(name for column in held for name in distinct(table, column))


def boundary_label(boundary: str, names: Names) -> str:
    """Return how a row of the heatmaps is called."""
    return plain(names[boundary] or "–")


def configuration_label(mutation: str, crossover: str, names: Names) -> str:
    """Return how a column of the heatmaps is called."""
    return plain(", ".join(filter(None, (names[mutation], names[crossover])))) or "all runs"


def distinct(table: pl.DataFrame, column: str) -> list[str]:
    """Return the values of a column in the order of their first appearance."""
    return table[column].unique(maintain_order=True).to_list()


def largest(column: pl.Series, *, at_least: int) -> int:
    """Return the largest whole number of a column, or `at_least`."""
    return max([at_least, *(int(value) for value in column.drop_nulls().to_list())])


def chosen_rows(table: pl.DataFrame, **values: object) -> pl.DataFrame:
    """Keep the rows with these values; refuse values that the table does not hold."""
    for column, value in values.items():
        held = table[column].unique(maintain_order=True).to_list()
        if value not in held:
            raise InvalidArgumentError(f"{column} must be one of {quoted(held)}; got {value!r}")
        table = table.filter(pl.col(column) == value)
    return table


def panels(count: int, *, columns: int, width: float, height: float, legend: float = 0.0) -> tuple[Figure, list[Axes]]:
    """Return a figure of `count` panels in rows, with `legend` inches more for what stands below them."""
    columns = min(columns, max(count, 1))
    rows = max(-(-count // columns), 1)
    figure = Figure(figsize=(max(width * columns, 3.6), height * rows + 0.3 + legend), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for empty in axes[count:]:
        empty.remove()
    return figure, axes[:count]


def name_axes(axes: Sequence[Axes], columns: int, *, x: str, y: str) -> None:
    """Name the x axis of every panel that has none below it, and the y axis of the first of each row."""
    for k, place in enumerate(axes):
        if k + columns >= len(axes):
            place.set_xlabel(x, fontsize=SMALL, color=INK)
        if k % columns == 0:
            place.set_ylabel(y, fontsize=SMALL, color=INK)


def whole_decades(axis: Axis, values: Iterable[float]) -> None:
    """Make a log axis end at powers of ten around `values`, and label only some of these."""
    finite = [max(value, FLOOR) for value in values if value is not None and math.isfinite(value)]
    low, high = (math.floor(math.log10(min(finite))), math.ceil(math.log10(max(finite)))) if finite else (0, 1)
    edge = 0.3 if finite and min(finite) <= FLOOR else 0.0  # what stands on the floor must be seen
    axis.set_view_interval(10.0 ** (low - edge), 10.0 ** max(high, low + 1), ignore=True)
    label_powers(axis)


def label_powers(axis: Axis) -> None:
    """Label powers of ten as text, where few are in sight also 2 and 5 of them; formulas would take much longer."""
    low, high = sorted(axis.get_view_interval())
    few = math.floor(math.log10(high)) - math.ceil(math.log10(low)) < 1 if 0 < low < high else False
    axis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0) if few else (1.0,), numticks=6))
    axis.set_major_formatter(FuncFormatter(lambda value, _: power_label(value)))
    axis.set_minor_locator(NullLocator())


def power_label(value: float) -> str:
    """Return 0.001 as 10⁻³, and what is no power of ten as it is."""
    power = round(math.log10(value))
    if not math.isclose(value, 10.0**power):
        return f"{value:g}"
    return {0: "1", 1: "10"}.get(power, "10" + str(power).translate(_SUPERSCRIPT))


def tidy(axes: Axes, title: str) -> None:
    """Give a panel its title, a light grid and no box."""
    axes.set_title(title, fontsize=NORMAL, color=INK, loc="left")
    axes.tick_params(labelsize=SMALL, colors=INK, length=2.5, width=0.6)
    axes.grid(True, color=GRID, linewidth=0.4)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    for spine in axes.spines.values():
        spine.set_linewidth(0.6)


def legend_below(figure: Figure, lines: Sequence[Line2D], labels: Sequence[str], *, columns: int) -> None:
    """Place one legend for all panels below them."""
    figure.legend(
        lines,
        labels,
        loc="outside lower center",
        ncols=columns,
        fontsize=SMALL,
        frameon=False,
        handlelength=2.6,
        columnspacing=1.4,
    )
