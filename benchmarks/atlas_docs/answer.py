"""The answer on the front pages: which boundary method should I use? One figure and five sentences with commands."""

from pathlib import Path

import polars as pl
from benchmarks.atlas_docs.impact import boundary_share
from benchmarks.atlas_docs.markdown import replace_block
from benchmarks.atlas_docs.pictures import save

from inbounds import analysis, figures
from inbounds.analysis.recommendation import Recommendation, recommend
from inbounds.counts_and_lists import listed

BLOCK = "answer"
PICTURE = "answer.png"
NAMED = 4
CROSSOVERS = ("binomial", "exponential")


def write(
    ranks: pl.DataFrame, dimension: int, split: analysis.VarianceShares | None, split_of: str, readme: Path, docs: Path
) -> str:
    """Write the picture and the blocks of the README and the docs' front page, all of one dimension."""
    overall = recommend(ranks, dimensions=[dimension])
    held = [name for name in CROSSOVERS if name in set(ranks["crossover"])]
    by_crossover = {name: recommend(ranks, crossovers=[name], dimensions=[dimension]) for name in held}
    tables = {"both crossovers": overall.table, **{name: found.table for name, found in by_crossover.items()}}
    figure, _ = figures.method_ranks(tables, title=f"Boundary methods: {overall.where}")
    save(figure, docs / "_static" / PICTURE)
    said = sentences(overall, by_crossover, split, split_of)
    listing = "\n".join(f"{k}. {text}" for k, text in enumerate(said, 1))
    for path, picture in ((readme, f"docs/_static/{PICTURE}"), (docs / "index.md", f"_static/{PICTURE}")):
        shown = f"![Mean ranks of the boundary methods with intervals]({picture})"
        replace_block(path, BLOCK, f"## Which boundary method should I use?\n\n{shown}\n\n{listing}")
    return f"README.md, index.md: {overall.where}"


def sentences(
    overall: Recommendation,
    by_crossover: dict[str, Recommendation],
    split: analysis.VarianceShares | None,
    split_of: str,
) -> list[str]:
    """Return the sentences, each with its number and the command that makes it."""
    command = f"inbounds recommend --dimension {overall.dimensions[0]}"
    said = [
        f"Over {overall.where}, {_first(overall)}: `{command}`.",
        *(
            f"With {name} crossover, {_first(found)}: `{command} --crossover {name}`."
            for name, found in by_crossover.items()
        ),
    ]
    share = overall.table["worse_share"].max()
    if share > 0:
        worst = overall.table.filter(pl.col("worse_share") == share)["boundary"].to_list()
        said.append(
            f"Think twice about {listed(worst)}: {'each' if len(worst) > 1 else 'it'} is significantly worse than the "
            f"best in {100 * share:.0f} % of the configurations, more often than any other: `{command}`."
        )
    else:
        said.append(
            f"No method is significantly worse than the best in any of {overall.table['configurations'][0]} "
            f"configurations: `{command}`."
        )
    if split is not None:
        alone, total = boundary_share(split, "ranks")
        said.append(
            f"The boundary method explains {total} of the variance of the ranks with its interactions and {alone} "
            "alone: which one is best depends on the function, so try two or three on yours: "
            f"`inbounds report {split_of}`."
        )
    return said


def _first(found: Recommendation) -> str:
    row = found.table.row(0, named=True)
    rank = f"{row['mean_rank']:.2f}" + ("" if row["low"] is None else f" [{row['low']:.2f}, {row['high']:.2f}]")
    others = [name for name in found.close if name not in found.first]
    if len(found.close) == found.table.height:
        beside = f"without a clear difference from any of the other {found.table.height - len(found.first)}"
    elif others:
        beside = f"without a clear difference from {listed(others, NAMED)}"
    else:
        beside = "clearly ahead of the others"
    return f"{listed(found.first)} has the best mean rank, {rank} of {found.table.height}, {beside}"
