"""The paper's results beside ours: counts of best methods and every claim, as Markdown.

    inbounds run paper --runs 10 --store results/paper
    python benchmarks/reproduction.py results/paper --out results/reproduction

Several stores of one dimension are read as one, so that a second one may add the crossover `exponential-2020`. The
tables behind `docs/explanation/reproduction.md` and its picture are made this way.
"""

import argparse
from pathlib import Path

import polars as pl

from inbounds import analysis, figures, paper
from inbounds.experiment import Store

FLOORS: tuple[float | str, ...] = (1e-8, "double")


def markdown(table: pl.DataFrame) -> str:
    """Return a table in Markdown, numbers to three digits."""

    def cell(value: object) -> str:
        return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)

    head = "| " + " | ".join(table.columns) + " |\n|" + "---|" * table.width + "\n"
    return head + "".join("| " + " | ".join(map(cell, row)) + " |\n" for row in table.iter_rows())


def ranked(runs: analysis.Runs, floor: float | str = 1e-8) -> analysis.GroupRanks:
    """Return the mean ranks with one floor."""
    return analysis.group_ranks(analysis.function_ranks(runs, analysis.RankingOptions(floor=floor)))


def counts(runs: analysis.Runs, floor: float | str) -> str:
    """Return how often each method is best, ours and the paper's, and their correlation."""
    best = paper.count_table(ranked(runs, floor))
    return markdown(best.wide()) + "\n" + markdown(best.correlation)


def claims(runs: analysis.Runs) -> str:
    """Return the verdict on each claim with either floor."""
    checked = [paper.check_claims(ranked(runs, floor)) for floor in FLOORS]
    double = checked[1].table.select(number_double="number", verdict_double="verdict")
    table = pl.concat([checked[0].table, double], how="horizontal")
    tally = table.group_by("exponential", "verdict", "verdict_double", maintain_order=True).len()
    shown = table.select(
        "group", "statement", "exponential", "measure", "rule", "number", "verdict", "number_double", "verdict_double"
    )
    old = "\n".join(checked[0].resting_on_the_old_defect()) or "none"
    return f"{markdown(tally)}\n{markdown(shown)}\nholds with exponential-2020 only: {old}\n"


def main() -> None:
    """Write the tables and the picture of the mean ranks into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    runs = paper.in_papers_order(analysis.load(pl.concat([Store(path).runs() for path in given.stores])))
    parts = [f"## Counts, floor {floor}\n\n{counts(runs, floor)}" for floor in FLOORS]
    (given.out / "reproduction.md").write_text("\n".join([*parts, f"## Claims\n\n{claims(runs)}"]), encoding="utf-8")
    figure, _ = figures.heatmap_panel(ranked(runs).mean_ranks, analysis.repaired_share(runs))
    figure.savefig(given.out / "reproduction.png", dpi=110)


if __name__ == "__main__":
    main()
