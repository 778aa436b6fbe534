"""Tables for papers: per function, expected running times and precisions after growing budgets; claims and variants."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import polars as pl

from inbounds.analysis import Study
from inbounds.analysis.axes import Axes
from inbounds.operators.shown_names import Names
from inbounds.paper import VariantVerdicts
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.report.curve_arrays import CurveArrays

CELL: Final = ("function", "instance", "dimension", "mutation", "crossover", "boundary")
PER_DIMENSION: Final = tuple(10**k for k in range(1, 7))  # budgets in evaluations / dimension; the whole one is added
TARGETS: Final = (1e1, 1e0, 1e-1, 1e-2, 1e-3, 1e-5, 1e-7)  # those of COCO's tables: more are wider than a page
_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def latex_tables(study: Study, curves: CurveArrays | None) -> Iterator[tuple[str, str]]:
    """Yield a file's name, without its ending, and its text."""
    if study.running_times is not None:
        times = study.running_times.select(
            *CELL, pl.col("target").alias("at"), pl.col("ert").alias("value"), "successes", "runs"
        )
        yield from _files(
            "ert",
            times.filter(pl.any_horizontal((pl.col("at").log10() - math.log10(at)).abs() < 0.1 for at in TARGETS)),
            study.names,
            caption="Expected running time (evaluations), and successful of all runs, by target precision",
            heading=lambda target: f"${_power(target)}$",
            shown=lambda row: f"{_number(row['value'])} ({row['successes']}/{row['runs']})",
        )
    if curves is not None and "precision" in curves.values:
        yield from _files(
            "budget",
            _after_budgets(study.runs.axes, curves),
            study.names,
            caption="Median of the best precision after so many evaluations",
            heading=lambda budget: f"{budget:,.0f}".replace(",", r"\,"),
            shown=lambda row: _number(row["value"]),
        )


def variants_latex(verdicts: VariantVerdicts) -> tuple[str, str]:
    """Return the file's name and text of the paper's statements with their verdicts under every variant."""
    name, marks = "claims_by_variant", {HOLDS: "$+$", FAILS: "$-$", UNDECIDABLE: "?"}
    variants = [variant.name for variant in verdicts.variants]
    heads = [rf"\rotatebox{{90}}{{{latex(variant)}}}" for variant in variants]
    head = [r"\toprule", _row(["statement", *heads])]
    rows = verdicts.wide().select("statement", *variants).iter_rows()
    lines = [
        r"% needs \usepackage{booktabs,longtable,graphicx}",
        r"\begingroup\footnotesize\setlength{\tabcolsep}{3pt}",
        rf"\begin{{longtable}}{{p{{0.55\linewidth}}{'c' * len(variants)}}}",
        r"\caption{The paper's statements under variants: $+$ holds, $-$ does not hold, ? is not decidable. "
        rf"{latex(verdicts.words())}}}\label{{tab:claims-by-variant}}\\",
        *head,
        r"\midrule\endfirsthead",
        *head,
        r"\midrule\endhead",
        r"\bottomrule\endfoot",
        *(_row([latex(statement), *(marks[verdict] for verdict in found)]) for statement, *found in rows),
    ]
    return name, "\n".join([*lines, r"\end{longtable}", r"\endgroup", ""])


def latex(text: str) -> str:
    """Return `text` so that LaTeX prints it as it is."""
    return "".join(_SPECIAL.get(character, character) for character in text)


def _after_budgets(axes: Axes, curves: CurveArrays) -> pl.DataFrame:
    """Return the median precision of every cell at the last recorded point within each budget."""
    rows = []
    for f, block in enumerate(axes.blocks):
        counts = np.array(curves.evaluations[curves.counts_of_block[f]])
        whole = int(counts[-1])
        wanted = [n * max(block.dimension, 1) for n in PER_DIMENSION]
        for budget in [*(n for n in wanted if counts[0] <= n < whole), whole]:
            at = int(np.searchsorted(counts, budget, side="right")) - 1
            for c, configuration in enumerate(axes.configurations):
                for m, boundary in enumerate(axes.boundaries):
                    value = float(curves.values["precision"][c, f, m, at])
                    if not math.isnan(value):
                        rows.append((*block, *configuration, boundary, float(budget), value))
    return pl.DataFrame(rows, schema=[*CELL, "at", "value"], orient="row")


def _files(
    kind: str,
    table: pl.DataFrame,
    names: Names,
    *,
    caption: str,
    heading: Callable[[float], str],
    shown: Callable[[dict[str, object]], str],
) -> Iterator[tuple[str, str]]:
    for (function,), part in table.drop_nulls("value").group_by("function", maintain_order=True):
        name = f"{kind}_f{int(str(function)):02d}"
        yield name, _longtable(part, names, name, f"{caption}, f{function}", heading, shown)


def _longtable(
    part: pl.DataFrame,
    names: Names,
    name: str,
    caption: str,
    heading: Callable[[float], str],
    shown: Callable[[dict[str, object]], str],
) -> str:
    columns = part["at"].unique(maintain_order=True).to_list()
    keys = ["instance", "dimension", "mutation", "crossover"]
    varying = [key for key in ("instance", "dimension") if part[key].n_unique() > 1]
    head = [r"\toprule", _row(["method", *(heading(at) for at in columns)])]
    lines = [
        r"% needs \usepackage{booktabs,longtable}; bold: the best of a column within its configuration",
        r"\begingroup\footnotesize\setlength{\tabcolsep}{3pt}",
        rf"\begin{{longtable}}{{l{'r' * len(columns)}}}",
        rf"\caption{{{caption}.}}\label{{tab:{name.replace('_', '-')}}}\\",
        *head,
        r"\midrule\endfirsthead",
        *head,
        r"\midrule\endhead",
        r"\bottomrule\endfoot",
    ]
    for number, (values, block) in enumerate(part.group_by(keys, maintain_order=True)):
        found = dict(zip(keys, map(str, values), strict=True))
        words = [*(f"{key} {found[key]}" for key in varying), *(names[found[k]] for k in keys[2:] if found[k])]
        title = latex(", ".join(words) or "all runs")
        lines += [r"\addlinespace"] * (number > 0)
        lines.append(rf"\multicolumn{{{len(columns) + 1}}}{{l}}{{\textit{{{title}}}}}\\*")
        best = dict(block.group_by("at").agg(pl.col("value").min()).rows())
        for (boundary,), method in block.group_by(["boundary"], maintain_order=True):
            rows = {row["at"]: row for row in method.iter_rows(named=True)}
            cells = [_cell(rows.get(at), best.get(at), shown) for at in columns]
            lines.append(_row([latex(names[str(boundary)]) or "--", *cells]))
    return "\n".join([*lines, r"\end{longtable}", r"\endgroup", ""])


def _cell(row: dict[str, object] | None, best: float | None, shown: Callable[[dict[str, object]], str]) -> str:
    if row is None:
        return "--"
    text = shown(row)
    return rf"\textbf{{\boldmath {text}}}" if row["value"] == best and math.isfinite(float(str(row["value"]))) else text


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _number(value: object) -> str:
    """Return about three digits, with a power of ten where the number is large or small."""
    number = float(str(value))
    if math.isinf(number):
        return r"$\infty$"
    if number == 0 or 0.01 <= number < 10_000:
        return f"{number:.0f}" if number >= 100 else f"{number:.3g}"
    digits, power = re.split("e", f"{number:.1e}")
    return rf"${digits}\cdot10^{{{int(power)}}}$"


def _power(target: float) -> str:
    power = math.log10(target)
    return f"10^{{{power:.0f}}}" if math.isclose(power, round(power), abs_tol=1e-9) else f"10^{{{power:.1f}}}"
