"""What explains a run, over the evaluations: one measure, a panel per problem and a line per boundary method."""

import polars as pl

from inbounds.errors import InvalidArgumentError, quoted
from inbounds.figures.method_lines import MethodLines, draw_method_lines
from inbounds.figures.style import Drawn
from inbounds.operators.shown_names import Names

MEASURE_LABELS = {
    "outside": "components outside the box",
    "cosine": "cosine between step and repaired step",
    "distance": "distance moved by repair (box widths)",
    "survived_repaired": "repaired trials that survive",
    "survived_unrepaired": "other trials that survive",
    "diversity": "mean standard deviation (box widths)",
    "extension": "extension of the population",
    "on_bound": "coordinates on a bound",
}


def measure_curves(
    curves: pl.DataFrame,
    measure: str,
    mutation: str,
    crossover: str,
    *,
    names: Names | None = None,
    start: int | None = None,
) -> Drawn:
    """Draw the mean of one measure for one configuration on every problem of the table, from evaluation `start` on."""
    if measure not in MEASURE_LABELS:
        raise InvalidArgumentError(f"measure must be one of {quoted(MEASURE_LABELS)}; got {measure!r}")
    if curves[measure].is_null().all():
        raise InvalidArgumentError(f"the runs have no measures, {measure!r} among them: run with measures = true")
    lines = MethodLines(value=measure, y_label=MEASURE_LABELS[measure], y_scale="linear", fitted=True)
    return draw_method_lines(curves, mutation, crossover, lines, names, start)
