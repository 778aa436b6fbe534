"""The page on what changes with the dimension, with a verdict on the paper's expectation."""

from pathlib import Path

import polars as pl
from benchmarks.atlas_docs.markdown import interval, table
from benchmarks.atlas_docs.pictures import save

from inbounds import analysis, figures
from inbounds.analysis.dimension_effect import FALLS, RISES
from inbounds.counts_and_lists import counted, listed

PAGE = "explanation/dimensions.md"
PICTURE = "dimensions.png"
SHOWN = 3


def write(source: analysis.RunSource, docs: Path, *, resamples: int, name: str) -> str:
    """Write the page and its picture; return what was written in a line."""
    effect = analysis.dimension_effect(source, resamples=resamples)
    figure, _ = figures.dimension_effect(effect.impact)
    save(figure, docs / "_static" / PICTURE)
    (docs / PAGE).write_text(page(effect, name), encoding="utf-8")
    return f"{PAGE}: {counted(effect.runs, 'run')} per cell of {name}"


def verdict(trends: pl.DataFrame) -> str:
    """Say whether the boundary method becomes more critical, measure by measure."""
    named = {trend: trends.filter(pl.col("trend") == trend)["measure"].to_list() for trend in (RISES, FALLS)}
    if named[RISES] and not named[FALLS]:
        head = "holds here"
    elif named[FALLS] and not named[RISES]:
        head = "does not hold here"
    elif named[RISES]:
        head = "holds by some measures and not by others"
    else:
        head = "cannot be decided here"
    said = [
        f"{listed(measures)} {trend.removesuffix('s')}{'s' * (len(measures) == 1)}"
        for trend, measures in named.items()
        if measures
    ]
    return f"The paper's expectation {head}" + (
        f": {'; '.join(said)} clearly." if said else ": no measure changes clearly."
    )


def page(effect: analysis.DimensionEffect, name: str) -> str:
    """Return the whole page."""
    span = pl.struct("value", "low", "high").map_elements(
        lambda x: interval(x["value"], x["low"], x["high"], share=True), pl.String
    )
    wide = effect.impact.with_columns(shown=span, dimension=pl.format("{}-D", "dimension")).pivot(
        on="dimension", index="measure", values="shown", maintain_order=True
    )
    changed = pl.struct("change", "low", "high").map_elements(
        lambda x: interval(x["change"], x["low"], x["high"], share=True, unit="points"), pl.String
    )
    parts = [
        "# More dimensions\n",
        f"Made from `{name}` by `make atlas-docs`: {counted(effect.runs, 'run')} per cell. The paper measured "
        '30 dimensions and expected the boundary method to be "even more critical" in higher ones, where more '
        "points leave the box.\n",
        f"**{verdict(effect.trends)}** A change is called clear where its interval leaves out 0.\n",
        f"![What changes with the dimension](../_static/{PICTURE})\n",
        "The variance shares are the boundary method's with its interactions, over all functions; brackets are 95 % "
        "intervals: of the variance from runs drawn again, of significance over configurations, of the repaired "
        f"share over functions.\n\n{table(wide)}",
        "The change from the lowest dimension to the highest: of significance and of the repaired share "
        "the mean of the changes in each configuration and on each function, of the variance with the interval that "
        "follows from both of its own [(Zou and Donner 2008)](#zou2008).\n",
        table(
            effect.trends.select("measure", "first", "last", changed.alias("change"), "trend"),
            ["measure", "from", "to", "change", "trend"],
        ),
    ]
    if effect.winners.height:
        ranked = pl.struct("mean_rank", "low", "high").map_elements(
            lambda x: interval(x["mean_rank"], x["low"], x["high"]), pl.String
        )
        first = effect.winners.group_by("dimension", maintain_order=True).head(SHOWN)
        same = pl.col("close").replace_strict({True: "yes", False: "no"})
        shown = first.select("dimension", "boundary", ranked.alias("rank"), same, "alone", "tied")
        heads = [
            "dimension",
            "method",
            "mean rank",
            "no clear difference from the first",
            "best alone in",
            "tied best in",
        ]
        parts.append(f"## The best {SHOWN} methods of each dimension\n\n{table(shown, heads)}")
    return "\n".join(parts)
