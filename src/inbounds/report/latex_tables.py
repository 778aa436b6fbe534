"""Tables per function for a paper: running times and what was reached with the budget, as LaTeX."""

import math
import re
from collections.abc import Callable, Sequence

import polars as pl

from inbounds.analysis import Study

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
}


def latex_tables(study: Study) -> dict[str, str]:
    """Return the tables by name: one `table` per configuration, a row per problem, a column per boundary method."""
    frame = study.runs.frame
    keys = ["mutation", "crossover", "function", "instance", "dimension", "boundary"]
    reached = frame.group_by(keys).agg(value=pl.col("precision").median())
    budget = f"{study.runs.budget:,} evaluations" if study.runs.budget else "the budget"
    tables = {"precision_by_function": _tables(study, reached, f"Median precision after {budget}")}
    if study.running_times is not None:
        hardest = float(study.running_times["target"].min())  # type: ignore[arg-type]
        times = study.running_times.filter(pl.col("target") == hardest).select(*keys, value="ert")
        tables["ert_by_function"] = _tables(study, times, f"Expected running time to a precision of {hardest:g}")
    return tables


def _tables(study: Study, values: pl.DataFrame, title: str) -> str:
    found = [
        _table(
            study, values.filter(pl.col("mutation") == mutation, pl.col("crossover") == crossover), f"{title}: {name}"
        )
        for mutation, crossover in study.runs.configurations
        for name in [f"{study.names[mutation]}, {study.names[crossover]}"]
    ]
    return "% needs \\usepackage{booktabs}; bold: the best of its row\n" + "\n".join(found)


def _table(study: Study, values: pl.DataFrame, caption: str) -> str:
    known = {
        (f, i, d, m): v
        for f, i, d, m, v in values.select("function", "instance", "dimension", "boundary", "value").rows()
    }
    methods, blocks = study.runs.boundaries, study.runs.blocks
    several = _varying([(block.instance, block.dimension) for block in blocks])
    rows = []
    for block in blocks:
        cells = [known.get((block.function, block.instance, block.dimension, method)) for method in methods]
        best = min((value for value in cells if value is not None and math.isfinite(value)), default=None)
        shown = [_number(value, bold=value is not None and value == best) for value in cells]
        rows.append(
            " & ".join([f"$f_{{{block.function}}}$" + several(block.instance, block.dimension), *shown]) + r" \\"
        )
    head = " & ".join(["", *(_escaped(study.names[method]) for method in methods)]) + r" \\"
    lines = [
        r"\begin{table}", r"\centering", rf"\caption{{{_escaped(caption)}}}",
        rf"\begin{{tabular}}{{l{'r' * len(methods)}}}",
        r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _varying(places: Sequence[tuple[int, int]]) -> Callable[[int, int], str]:
    """Name instance and dimension in the rows only where there are several."""
    instances, dimensions = ({place[k] for place in places} for k in (0, 1))

    def name(instance: int, dimension: int) -> str:
        return f" i{instance}" * (len(instances) > 1) + f" {dimension}-D" * (len(dimensions) > 1)

    return name


def _number(value: float | None, *, bold: bool) -> str:
    if value is None or math.isnan(value):
        return "--"
    if math.isinf(value):
        return r"$\infty$"
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    text = mantissa if int(exponent) == 0 else rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
    return rf"$\mathbf{{{text}}}$" if bold else f"${text}$"


def _escaped(text: str) -> str:
    return re.sub(r"[\\&%$#_{}]", lambda found: _SPECIAL[found[0]], text)
