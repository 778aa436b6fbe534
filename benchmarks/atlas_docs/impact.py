"""The page that quantifies the impact: shares of the variance."""

from pathlib import Path

import polars as pl
from benchmarks.atlas_docs.markdown import interval, table
from benchmarks.atlas_docs.pictures import save

from inbounds import analysis, figures
from inbounds.counts_and_lists import counted
from inbounds.problems.function_groups import ALL, group_label

PAGE = "explanation/impact.md"
PICTURE = "variance-shares.png"
EFFECTS_SHOWN = 8


def write(runs: analysis.Runs, split: analysis.VarianceShares, docs: Path, *, source: str) -> str:
    """Write the page and its picture; return what was written in a line."""
    figure, _ = figures.variance_shares(split.totals)
    save(figure, docs / "_static" / PICTURE)
    (docs / PAGE).write_text(page(runs, split, source), encoding="utf-8")
    return f"{PAGE}: {counted(split.runs_per_cell, 'run')} per cell of {source}"


def boundary_share(split: analysis.VarianceShares, scale: str, group: str = ALL) -> tuple[str, str]:
    """Return the boundary method's share alone and with its interactions, each with its interval."""
    row = split.totals.filter(group=group, scale=scale, factor="boundary").row(0, named=True)
    alone = interval(row["alone"], row["alone_low"], row["alone_high"], share=True)
    return alone, interval(row["total"], row["total_low"], row["total_high"], share=True)


def page(runs: analysis.Runs, split: analysis.VarianceShares, source: str) -> str:
    """Return the whole page."""
    on_ranks, on_values = (boundary_share(split, scale) for scale in ("ranks", "log10 precision"))
    shown = [
        split.totals.filter(pl.col("scale") == scale).select(
            pl.col("group").map_elements(group_label, return_dtype=pl.String),
            pl.col("factor").replace({"boundary": "boundary method"}),
            *(
                pl.struct(name, f"{name}_low", f"{name}_high")
                .map_elements(lambda x, n=name: interval(x[n], x[f"{n}_low"], x[f"{n}_high"], share=True), pl.String)
                .alias(name)
                for name in ("alone", "total")
            ),
        )
        for scale in ("ranks", "log10 precision")
    ]
    heads = ["functions", "part", "alone", "with interactions"]
    effects = (
        split.table.filter(group=ALL, scale="ranks")
        .sort("adjusted", descending=True)
        .head(EFFECTS_SHOWN)
        .select(
            "effect",
            pl.struct("adjusted", "low", "high").map_elements(
                lambda x: interval(x["adjusted"], x["low"], x["high"], share=True), pl.String
            ),
        )
    )
    return (
        "# The impact of the boundary method, quantified\n\n"
        f"Made from `{source}` by `make atlas-docs`: {counted(split.runs_per_cell, 'run')} per cell of "
        f"{len(runs.configurations) * len(runs.boundaries)} algorithms on {len(runs.blocks)} problems in "
        f"{runs.dimension} "
        "dimensions. Every mutation is combined with every crossover and every boundary method on every "
        "function, so the "
        "variance of all runs splits exactly among these parts, their interactions and chance. What chance "
        f"alone would give a part is taken off; brackets are {100 * split.level:.0f} % intervals from "
        f"{split.resamples} draws of the runs.\n\n"
        f"Over all functions, the boundary method explains {on_ranks[0]} of the variance of the ranks alone and "
        f"{on_ranks[1]} with its interactions; of log10 precision {on_values[0]} and {on_values[1]}. Ranks are "
        f"those of each "
        "run among all runs on its function, so that functions do not differ in them by themselves.\n\n"
        f"![Shares of the variance by group of functions](../_static/{PICTURE})\n\n"
        f"## The largest effects on ranks, all functions\n\n{table(effects, ['effect', 'share'])}\n"
        f"## On ranks\n\n{table(shown[0], heads)}\n## On log10 precision\n\n{table(shown[1], heads)}"
    )
