"""The tables that are shown as tables, on the page and in the terminal: titles, columns and their formats."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from inbounds.analysis import Study
from inbounds.operators.shown_names import Names
from inbounds.paper import ClaimChecks, VariantVerdicts

MOST_MISSING = 1000  # listed on the page; the CSV has them all


@dataclass(frozen=True)
class Column:
    """A column's heading, and the kind of its values: text, operator, count, number, share, p or precision."""

    key: str
    label: str
    kind: str = "text"
    note: str = ""


@dataclass(frozen=True, eq=False)
class ShownTable:
    """A table with what it means."""

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    frame: pl.DataFrame

    @property
    def grouped(self) -> bool:
        """Whether its rows belong to function groups."""
        return "group" in self.frame.columns

    def rows(self, names: Names) -> list[list[Any]]:
        """Return the values of the shown columns: operators as `names` calls them, numbers unknown to JSON as None."""
        operators = [column.kind == "operator" for column in self.columns]
        return [
            [
                names.get(value, value) if operator else _plain(value)
                for value, operator in zip(row, operators, strict=True)
            ]
            for row in self.frame.select(column.key for column in self.columns).rows()
        ]


GROUP = Column("group", "group")
CONFIGURATION = (Column("mutation", "mutation", "operator"), Column("crossover", "crossover", "operator"))


def shown_tables(study: Study) -> Iterator[ShownTable]:
    """Yield every table, the claims aside."""
    level = f"{study.intervals.level:.0%}"
    yield ShownTable(
        "sensitivity",
        "Sensitivity",
        "How much the choice of the boundary method matters for each configuration.",
        (
            GROUP,
            *CONFIGURATION,
            Column("best", "best method", "operator"),
            Column("worst", "worst method", "operator"),
            Column("spread", "spread of mean ranks", "number"),
            Column("worse", "significantly worse", "count"),
            Column("worse_share", "share worse", "share"),
            Column("friedman_p", "Friedman p", "p"),
            Column("decades", "decades apart", "number", "median log10 precision, worst minus best method"),
        ),
        study.sensitivity,
    )
    yield ShownTable(
        "sensitivity_by_crossover",
        "Sensitivity by crossover",
        "The same, averaged over the mutations.",
        (
            GROUP,
            Column("crossover", "crossover", "operator"),
            Column("configurations", "configurations", "count"),
            Column("spread", "spread of mean ranks", "number"),
            Column("worse_share", "share worse", "share"),
            Column("decades", "decades apart", "number"),
            Column("rejected_share", "Friedman rejects", "share"),
        ),
        study.sensitivity_by_crossover,
    )
    if study.variance is not None:
        yield ShownTable(
            "variance",
            "Shares of the variance",
            "How much of the differences between all runs each part of the algorithm explains, alone and together with "
            f"the interactions it takes part in, less what chance would give it; {level} intervals from "
            f"{study.variance.runs_per_cell} runs per cell.",
            (
                GROUP,
                Column("scale", "measured on"),
                Column("factor", "part"),
                Column("alone", "alone", "share"),
                Column("alone_low", "from", "share"),
                Column("alone_high", "to", "share"),
                Column("total", "with interactions", "share"),
                Column("total_low", "from", "share"),
                Column("total_high", "to", "share"),
            ),
            study.variance.totals,
        )
    yield ShownTable(
        "noise_check",
        "Noise check",
        "midpoint-base and midpoint-target are one operator for target-based mutations: their differences are chance.",
        (
            GROUP,
            Column("pairs", "pairs", "count"),
            Column("mean_difference", "mean difference", "number", "of the two mean ranks"),
            Column("quantile_95", "95 % below", "number"),
            Column("largest_difference", "largest", "number"),
            Column("function_difference", "per function", "number", "mean difference of the ranks on one function"),
            Column("disagreements", "marked differently", "count", "one is best or significantly worse, the other not"),
        ),
        study.noise.summary,
    )
    yield ShownTable(
        "noise_pairs",
        "Noise, pair by pair",
        "Mean ranks of the two duplicates.",
        (
            GROUP,
            *CONFIGURATION,
            Column("first", "midpoint-base", "number"),
            Column("second", "midpoint-target", "number"),
            Column("difference", "difference", "number"),
        ),
        study.noise.mean_ranks,
    )
    yield ShownTable(
        "repairs_and_performance",
        "Repairs and performance",
        "Rank correlation of repaired share and final precision; positive: more repairs go with worse results. "
        "No level shows a cause.",
        (
            GROUP,
            Column("crossover", "crossover", "operator"),
            Column("level", "compared"),
            Column("comparisons", "comparisons", "count"),
            Column("mean", "mean correlation", "number"),
            Column("median", "median", "number"),
            Column("positive_share", "positive", "share"),
            Column("p", "Wilcoxon p", "p"),
        ),
        study.relation.table,
    )
    yield ShownTable(
        "floors",
        "Floor of the ranking",
        f"Ranking with floor {study.floors.floor} against {study.floors.other_floor}.",
        (
            GROUP,
            Column("configurations", "configurations", "count"),
            Column("same_best", "same best methods", "count"),
            Column("mean_difference", "mean difference", "number"),
            Column("largest_difference", "largest", "number"),
            Column("correlation", "correlation", "number"),
            Column("worse", "significantly worse", "count"),
            Column("worse_other", f"with {study.floors.other_floor}", "count"),
        ),
        study.floors.table,
    )
    yield ShownTable(
        "friedman",
        "Friedman tests",
        "One test per group and configuration; nothing is called worse where it does not reject.",
        (
            GROUP,
            *CONFIGURATION,
            Column("statistic", "statistic", "number"),
            Column("degrees_of_freedom", "df", "count"),
            Column("p", "p", "p"),
            Column("blocks", "problems", "count"),
            Column("methods", "methods", "count"),
            Column("best", "best method", "operator"),
            Column("worse", "significantly worse", "count"),
        ),
        study.group_ranks.friedman,
    )
    if study.ecdf is not None:
        yield ShownTable(
            "ecdf_final",
            "ECDF at the end",
            "Share of the targets reached by each configuration with its best-ranked method, and the area under the "
            "curve on the log axis.",
            (
                GROUP,
                *CONFIGURATION,
                Column("boundary", "method", "operator"),
                Column("share", "targets reached", "share"),
                Column("area", "area", "number"),
                Column("runs", "runs", "count"),
            ),
            study.ecdf.final,
        )
    if study.coverage.missing.height:
        yield ShownTable(
            "missing",
            "Missing cells",
            f"Cells without runs ({level} and all other numbers leave them out); the CSV lists all of them.",
            (
                Column("function", "function", "count"),
                Column("instance", "instance", "count"),
                Column("dimension", "dimension", "count"),
                *CONFIGURATION,
                Column("boundary", "method", "operator"),
            ),
            study.coverage.missing.head(MOST_MISSING),
        )


def claims_table(claims: ClaimChecks) -> ShownTable:
    """Return the paper's statements with their verdicts."""
    return ShownTable(
        "claims",
        "Claims",
        f"Every statement of the paper, in our words, checked on these runs. {claims.citation}",
        (
            Column("statement", "statement"),
            Column("exponential", "with"),
            Column("measure", "measured"),
            Column("number", "number", "number"),
            Column("rule", "holds if"),
            Column("verdict", "verdict"),
            Column("agreement", "agreement", "share", "share of the resamplings with the same verdict"),
            Column("repetitions", "resamplings", "count", "more where the agreement is near nine in ten"),
            Column("reason", "why not decidable"),
        ),
        claims.table,
    )


def variants_table(verdicts: VariantVerdicts) -> ShownTable:
    """Return the paper's statements with their verdicts under every variant that was tested."""
    words = {variant.name: variant.words for variant in verdicts.variants}
    left_out = verdicts.left_out_words()
    rest = f"{left_out} Such runs are given with --beside." if left_out else "All variants were tested."
    return ShownTable(
        "claims_by_variant",
        "Statements under variants",
        f"{verdicts.words()} A column is a variant of the runs or of the statistics; hovering its heading tells what "
        f"is different. {rest}",
        (
            GROUP,
            Column("statement", "statement"),
            *(Column(name, name, "text", text) for name, text in words.items()),
            Column("cause", "what brings it back"),
        ),
        verdicts.with_causes(),
    )


def as_text(value: Any, kind: str) -> str:
    """Return a value as people read it."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if kind in ("text", "count") or isinstance(value, str | bool):
        return f"{value:,}" if kind == "count" and isinstance(value, int) else str(value)
    number = float(value)
    formats: Mapping[str, str] = {
        "number": f"{number:.2f}",
        "share": f"{100 * number:.0f} %",
        "precision": f"{number:.2g}",
    }
    return formats.get(kind, f"{number:.3f}" if number >= 5e-4 else "<.001")


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
