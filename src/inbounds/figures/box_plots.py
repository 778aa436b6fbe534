"""Final precisions as box plots: a panel per problem, a box per boundary method."""

import numpy as np
import polars as pl

from inbounds.figures.problem_labels import problem_label, problems
from inbounds.figures.style import (
    FLOOR,
    INK,
    LARGE,
    SMALL,
    Drawn,
    boundary_label,
    chosen_rows,
    configuration_label,
    distinct,
    name_axes,
    names_in,
    panels,
    tidy,
    whole_decades,
)
from inbounds.operators.shown_names import Names

FILL, EDGE = "#b5d2ec", "#2a6cb0"
SUMMARY = {"whislo": "low", "q1": "first_quartile", "med": "median", "q3": "third_quartile", "whishi": "high"}


def box_plots(distributions: pl.DataFrame, mutation: str, crossover: str, *, names: Names | None = None) -> Drawn:
    """Draw quartiles as boxes and the extremes as whiskers; precisions below 1e-12 stand on that line."""
    names = names or names_in(distributions)
    table = chosen_rows(distributions, mutation=mutation, crossover=crossover)
    methods = distinct(table, "boundary")
    shown = problems(table)
    columns = min(5 if len(shown) > 4 else 4, len(shown))
    figure, axes = panels(len(shown), columns=columns, width=2.1, height=0.13 * len(methods) + 0.75)
    for k, (place, problem) in enumerate(zip(axes, shown, strict=True)):
        boxes = []
        for row in chosen_rows(table, **problem._asdict()).iter_rows(named=True):
            numbers = {key: max(row[column], FLOOR) for key, column in SUMMARY.items()}
            if np.isfinite(list(numbers.values())).all():
                boxes.append((methods.index(row["boundary"]), {**numbers, "fliers": []}))
        place.bxp(
            [box for _, box in boxes],
            positions=[at for at, _ in boxes],
            orientation="horizontal",
            showfliers=False,
            patch_artist=True,
            widths=0.62,
            boxprops={"facecolor": FILL, "edgecolor": EDGE, "linewidth": 0.6},
            medianprops={"color": INK, "linewidth": 1.1},
            whiskerprops={"color": EDGE, "linewidth": 0.6},
            capprops={"color": EDGE, "linewidth": 0.6},
        )
        place.set_xscale("log")
        whole_decades(place.xaxis, (box[key] for _, box in boxes for key in ("whislo", "whishi")))
        place.set_ylim(len(methods) - 0.4, -0.6)
        first = k % columns == 0
        labels = [boundary_label(name, names) for name in methods] if first else [""] * len(methods)
        place.set_yticks(range(len(methods)), labels)
        tidy(place, problem_label(problem, shown))
        place.tick_params(axis="y", labelsize=SMALL - 0.5, length=0)
        place.grid(False, axis="y")
    name_axes(axes, columns, x="final precision", y="")
    figure.suptitle(configuration_label(mutation, crossover, names), fontsize=LARGE, color=INK)
    return Drawn(figure, table)
