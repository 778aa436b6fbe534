"""The page that holds the paper's results and claims against the atlas, under every variant that has runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from benchmarks.atlas_docs.markdown import interval, table
from benchmarks.atlas_docs.pictures import save

from inbounds import analysis, figures, paper
from inbounds.analysis.best_counts import TOTAL
from inbounds.counts_and_lists import counted, listed
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.paper.claims.repetitions import PORTIONS
from inbounds.paper.counts_by_runs import counts_by_runs, halves_agreement
from inbounds.paper.published import RUNS
from inbounds.paper.variants import AS_IS, PAPER, VARIANTS, VariantVerdicts


@dataclass(frozen=True)
class Page:
    """One set of runs of the paper's design, and where and how it is shown."""

    path: str
    picture: str
    title: str
    opening: str


PAGES = {
    "paper": Page(
        "explanation/reproduction.md",
        "reproduction.png",
        "The paper's results, measured again",
        "The preset `paper` is the set-up of [Boks, Kononova and Wang (2021)](#boks2021) to the letter.",
    ),
    "quick": Page(
        "explanation/smaller-study.md",
        "smaller-study.png",
        "The paper's statements in a smaller study",
        "The preset `quick` runs the algorithms of [Boks, Kononova and Wang (2021)](#boks2021) on their functions in "
        "fewer dimensions, with a smaller population and budget. What holds here too is more general than the paper "
        "says; what does not may fail for that reason alone.",
    ),
}
AS_PUBLISHED = ("as published", "as published (f5 only)")  # the variants that come nearest to it, the nearest first
MARKS = {HOLDS: "holds", FAILS: "**no**", UNDECIDABLE: "?"}


def write(name: str, sets: Mapping[str, analysis.RunSource], docs: Path, *, resamples: int) -> str:
    """Write the page of a set of runs and its picture; return what was written in a line."""
    shown = PAGES[name]
    # Other cells can stand in for those of the paper's own set-up only.
    taken = sets if name == PAPER else {PAPER: sets[name]}
    verdicts = paper.compare_variants(taken, resamples=resamples)
    nearest = _counted_variants(verdicts)[-1]
    variant = next(variant for variant in VARIANTS if variant.name == nearest)
    by_runs, halves = counts_by_runs(taken, variant), halves_agreement(taken, variant)
    runs = paper.in_papers_order(analysis.load(sets[name]))
    ranked = analysis.group_ranks(analysis.function_ranks(runs))
    figure, _ = figures.heatmap_panel(ranked.mean_ranks, analysis.repaired_share(runs))
    save(figure, docs / "_static" / shown.picture)
    (docs / shown.path).write_text(page(shown, runs, verdicts, by_runs, halves), encoding="utf-8")
    return f"{shown.path}: {counted(verdicts.runs[AS_IS.name], 'run')} per cell, {len(verdicts.variants)} variants"


def page(
    shown: Page, runs: analysis.Runs, verdicts: VariantVerdicts, by_runs: pl.DataFrame, halves: pl.DataFrame
) -> str:
    """Return the whole page."""
    least = verdicts.runs[AS_IS.name]
    evaluations = analysis.coverage(runs).evaluations or 0
    return "\n".join(
        [
            f"# {shown.title}\n",
            f"{shown.opening} This page is made from the [atlas](../atlas.md) by `make atlas-docs`: "
            f"{counted(least, 'run')} per cell where the paper has a hundred, {runs.frame.height:,} runs and "
            f"{evaluations / 1e9:.1f} billion evaluations of {len(runs.configurations) * len(runs.boundaries)} "
            f"algorithms on {len(runs.blocks)} functions in {runs.dimension} dimensions.\n",
            "![Mean rank and repaired share of the methods for all configurations and groups of functions]"
            f"(../_static/{shown.picture})\n",
            _counts(verdicts),
            _firsts(verdicts, by_runs),
            _halves(halves),
            _variants(verdicts),
            _causes(verdicts),
            _claims(verdicts),
        ]
    )


def _counted_variants(verdicts: VariantVerdicts) -> list[str]:
    """Return which variants' counts are shown: as is, and the nearest to what was published that has runs."""
    return [AS_IS.name, *(name for name in AS_PUBLISHED if name in verdicts.runs)][:2]


def _counts(verdicts: VariantVerdicts) -> str:
    shown = _counted_variants(verdicts)
    part = verdicts.counts.filter(pl.col("variant").is_in(shown) & pl.col("paper_count").is_not_null())
    cells = pl.col("count").cast(pl.String).str.join(" / ") + pl.format(" ({})", pl.col("paper_count").first())
    both = part.group_by("boundary", "group", maintain_order=True).agg(both=cells)
    wide = both.pivot(on="group", index="boundary", values="both", maintain_order=True)
    numbers = verdicts.correlation.select("spearman", "low", "high").iter_rows()
    found = verdicts.correlation.with_columns(shown=pl.Series([interval(*row) for row in numbers], dtype=pl.String))
    correlation = found.pivot(on="group", index="variant", values="shown", maintain_order=True)
    named = [f"*{name}* ({counted(verdicts.runs[name], 'run')} per cell)" for name in shown]
    ours = f"ours {' and '.join(named)}"
    return (
        "## Which method is best how often\n\n"
        f"In how many configurations each method has the best mean rank, {ours} and (in brackets) the paper's. Ties "
        "count for each method, as in the paper. Where every run reaches the floor of 1e-8 all methods tie, as on most "
        "of group 1: the paper ranked what double precision shows, and has few ties.\n\n"
        f"{table(wide)}\n"
        "Spearman's rank correlation of our counts with the paper's, under each variant (see below), with its 95 % "
        f"bootstrap interval; `2–5` leaves group 1 out:\n\n{table(correlation)}\n"
    )


def _firsts(verdicts: VariantVerdicts, by_runs: pl.DataFrame) -> str:
    firsts = by_runs.pivot(on="group", index="runs", values="firsts", maintain_order=True)
    theirs = by_runs.filter(pl.col("runs") == by_runs["runs"].max()).select("group", "paper_firsts").rows()
    total = by_runs.filter(group=TOTAL)
    shown = ["–" if rho is None else f"{rho:.2f}" for rho in total["spearman"]]
    ours = firsts.with_columns(pl.col("runs").cast(pl.String), Spearman=pl.Series(shown, dtype=pl.String))
    paper_row = pl.DataFrame([{"runs": f"the paper, {RUNS}", **dict(theirs), "Spearman": None}], schema=ours.schema)
    return (
        "Fewer runs tell fewer methods apart, so that more of them share a first place. How many first places there "
        f"are *{_counted_variants(verdicts)[-1]}* in the 28 configurations of each group, from the first runs of each "
        "cell, and Spearman's correlation of the totals:\n\n"
        f"{table(pl.concat([ours, paper_row]))}\n"
    )


def _halves(halves: pl.DataFrame) -> str:
    own = halves["halves"].drop_nulls()
    theirs = pl.concat([halves["paper_first"], halves["paper_second"]]).drop_nulls()
    if own.is_empty() or theirs.is_empty():
        return ""
    return (
        f"How near could two experiments come? These runs, split {counted(halves.height, 'time')} at random into two "
        f"halves of {counted(halves['runs'][0], 'run')} per cell: the totals of the two halves correlate by "
        f"{_span(own)} with each other, and by {_span(theirs)} with the paper's.\n"
    )


def _span(values: pl.Series) -> str:
    return f"{values.min():.2f} to {values.max():.2f}"


def _variants(verdicts: VariantVerdicts) -> str:
    words = {variant.name: variant.words for variant in verdicts.variants}
    tested = len(words.keys() - set(verdicts.like.values()))
    described = pl.DataFrame(
        {
            "variant": list(words),
            "what is different": list(words.values()),
            "runs": [verdicts.runs[name] for name in words],
        }
    ).join(verdicts.tally(), on="variant", maintain_order="left")
    missing = [f"*{name}* needs {listed([f'`{n}`' for n in sets])}" for name, sets in verdicts.left_out.items()]
    left = f"\nNot tested, for want of runs: {'; '.join(missing)}.\n" if missing else ""
    return (
        f"## {verdicts.table['claim'].n_unique()} statements as is and under {counted(tested, 'variant')}\n\n"
        "Each statement of the paper is a number and a bound, in our words. A verdict stands if nine in ten "
        f"repetitions on resampled runs share it, told from {verdicts.resamples} to {PORTIONS * verdicts.resamples} of "
        "them as needed; a statement about significant differences must also be one that the tests could show with a "
        "hundred runs per cell, and have the same verdict if so many confirmed what these show. Otherwise it is not "
        f"decidable: see [statistics](statistics.md#the-verdict-on-a-claim).\n\n{table(described)}{left}\n"
    )


def _causes(verdicts: VariantVerdicts) -> str:
    causes = verdicts.causes()
    failing = causes.filter(pl.col("verdict") == FAILS)
    explained = failing.filter(pl.col("variants").list.len() > 0).height
    return (
        "## What brings a statement back\n\n"
        f"{counted(failing.height, 'statement')} of the paper {'does' if failing.height == 1 else 'do'} not "
        f"hold as is; {explained} of them {'holds' if explained == 1 else 'hold'} under at least one of the variants "
        "tested. Where no variant brings a statement back, the cause is not among those tested. A variant under which "
        "a statement has the same number, or the verdict that as many runs give as they are, is not its cause.\n\n"
        + table(causes.select("statement", "verdict", "cause"), ["statement", "as is", "tested cause"])
        + "\n"
    )


def _claims(verdicts: VariantVerdicts) -> str:
    own = verdicts.table.filter(pl.col("variant") == AS_IS.name).select("claim", "measure", "rule", "number")
    names = [variant.name for variant in verdicts.variants]
    wide = (
        verdicts.wide().with_columns(pl.col(names).replace_strict(MARKS)).join(own, on="claim", maintain_order="left")
    )
    parts = [
        "## Every claim\n\n`?` is not decidable. The number is the one measured as is.\n",
    ]
    for (section,), part in wide.group_by(["section"], maintain_order=True):
        shown = part.select("group", "statement", "measure", "rule", "number", *names)
        heads = ["group", "statement", "measure", "needed", "number", *names]
        parts.append(f"### Claims about {section}\n\n{table(shown, heads)}")
    return "\n".join(parts)
