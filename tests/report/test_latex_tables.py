"""Tables per function as LaTeX: the numbers of the analysis, rows of equal length, names as they are."""

from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import Study, curves
from inbounds.experiment import Store
from inbounds.report import Report
from inbounds.report.latex_tables import latex

FUNCTIONS = (1, 5, 6, 10, 15, 20)


def rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removesuffix(r" \\").split(" & ") for line in lines if " & " in line]


def test_every_function_has_both_tables(report: Report) -> None:
    names = {path.stem for path in report.latex}
    assert names == {f"{kind}_f{function:02d}" for kind in ("ert", "budget") for function in FUNCTIONS}
    for path in report.latex:
        text = path.read_text(encoding="utf-8")
        assert text.count("{") == text.count("}")
        assert text.count("$") % 2 == 0
        columns = text.split(r"\begin{longtable}{l")[1].split("}")[0]
        assert {len(row) for row in rows(path)} == {len(columns) + 1}
        assert len(rows(path)) == 2 + 6 * 5  # a heading on the first page and on others, configurations × methods


def test_running_times_are_those_of_the_analysis(report: Report, analysed: Study) -> None:
    path = next(path for path in report.latex if path.stem == "ert_f05")
    shown = rows(path)[2]
    assert analysed.running_times is not None
    wanted = analysed.running_times.filter(
        (pl.col("function") == 5)
        & (pl.col("mutation") == "rand/1")
        & (pl.col("crossover") == "binomial")
        & (pl.col("boundary") == shown[0])
        & pl.col("target").log10().round(6).is_in([1.0, 0.0, -1.0, -2.0, -3.0, -5.0, -7.0])
    )
    assert len(shown) == 1 + 7
    for text, row in zip(shown[1:], wanted.iter_rows(named=True), strict=True):
        plain = text.replace(r"\textbf{\boldmath ", "").removesuffix("}")
        assert plain.endswith(f"({row['successes']}/{row['runs']})")
        if row["successes"] and row["ert"] < 10_000:
            assert float(plain.split()[0]) == pytest.approx(row["ert"], rel=0.006)
        elif not row["successes"]:
            assert plain.startswith(r"$\infty$")


def test_the_last_budget_is_the_whole_run(report: Report, store: Store) -> None:
    path = next(path for path in report.latex if path.stem == "budget_f01")
    heading, again, first = rows(path)[:3]
    assert heading == again
    assert heading[1:] == ["30", "300", "360"]  # 10 and 100 evaluations per dimension, and all
    line = curves(store, functions=[1], mutations=["rand/1"], crossovers=["binomial"], boundaries=[first[0]])
    ends = line.filter(pl.col("evaluations") <= 360)["precision"][-1]
    shown = (
        first[-1].replace(r"\textbf{\boldmath ", "").replace(r"\cdot10^{", "e").translate(str.maketrans("", "", "${}"))
    )
    assert float(shown) == pytest.approx(ends, rel=0.05)  # two or three digits


def test_names_are_no_commands() -> None:
    assert latex(r"a_b & 50% {x} \input") == r"a\_b \& 50\% \{x\} \textbackslash{}input"
