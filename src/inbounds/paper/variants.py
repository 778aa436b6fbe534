"""The paper's claims under variants of the experiment and of its statistics: which of them brings a statement back?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from inbounds.analysis.cube import Runs
from inbounds.analysis.loading import RunSource, load
from inbounds.analysis.ranking import DEFAULT_RANKING, FunctionRanks, RankingOptions, function_ranks, optimum_values
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE, SignificanceOptions, group_ranks
from inbounds.arrays import Floats
from inbounds.counts_and_lists import counted, listed
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.paper import published
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE, Repetitions, check_claims
from inbounds.paper.count_table import correlation_intervals, count_table
from inbounds.paper.design import in_papers_order, is_papers_design

PAPER: Final = "paper"
SLOPE: Final = "linear-slope-2020"  # runs on f5 as the IOH library had it then
LOGGED_DIGITS: Final = 3

_EXPONENTIAL, EXPONENTIAL_2020 = published.EXPONENTIAL_VARIANTS
CELL: Final = ("suite", "function", "instance", "dimension", "mutation", "crossover", "boundary")


@dataclass(frozen=True)
class StandIn:
    """Cells of another set of runs that take the place of the paper's: `label` stands for `original`."""

    column: str
    label: str
    original: str


STAND_INS: Final = {
    "paper-death-penalty": StandIn("boundary", "death-penalty[strict=no]", "death-penalty"),
    SLOPE: StandIn("boundary", "death-penalty[strict=no]", "death-penalty"),
    "paper-transformation": StandIn("boundary", "transformation[offset=text]", "transformation"),
    "paper-proximity": StandIn("mutation", "proximity-rand/1[weight=distance]", "proximity-rand/1"),
}


@dataclass(frozen=True)
class Variant:
    """One way to make or to judge the data.

    `needs`: the sets of runs it takes beside the paper's, in this order. `first`: only so many runs of each cell are
    taken.
    """

    name: str
    words: str
    needs: tuple[str, ...] = ()
    exponential: str = _EXPONENTIAL
    ranking: RankingOptions = DEFAULT_RANKING
    significance: SignificanceOptions = DEFAULT_SIGNIFICANCE
    digits: int | None = None
    first: int | None = None

    @property
    def data(self) -> tuple[object, ...]:
        """All that the ranks on the functions depend on."""
        return (self.needs, self.exponential, self.ranking, self.digits, self.first)


_DEATH_PENALTY = ("paper-death-penalty", SLOPE)
_AS_LOGGED = RankingOptions(floor=0.0)  # the values are rounded before
AS_IS: Final = Variant("as is", "the runs as they are, ranked with the floor 1e-8")
VARIANTS: Final = (
    AS_IS,
    Variant(
        "exponential-2020",
        "the exponential crossover of the authors' program until February 2021",
        needs=("paper-2020",),
        exponential=EXPONENTIAL_2020,
    ),
    Variant(
        "death penalty outside",
        "the death penalty evaluates and logs what it refuses, and f5 falls below its optimum outside the box, as "
        "it did in the IOH library of that time",
        needs=_DEATH_PENALTY,
    ),
    Variant(
        "f5 as then",
        "on f5, whose optimum lies in a corner, the death penalty evaluates and logs points outside that are better "
        "than the optimum, as the IOH library of that time had them",
        needs=(SLOPE,),
    ),
    Variant(
        "transformation by the text",
        "the offsets of the transformation as the paper's text gives them",
        needs=("paper-transformation",),
    ),
    Variant(
        "proximity by distance",
        "the weights of the proximity mutation as the paper's text gives them",
        needs=("paper-proximity",),
    ),
    Variant("no floor", "what double precision shows of f − f_opt is ranked", ranking=RankingOptions(floor="double")),
    Variant(
        "three digits",
        "no floor, and the values cut to the three significant digits of the authors' log",
        ranking=_AS_LOGGED,
        digits=LOGGED_DIGITS,
    ),
    Variant("two-sided", "two-sided tests against the best method", significance=SignificanceOptions(sided="two")),
    Variant(
        "ties corrected", "the Friedman test corrected for ties", significance=SignificanceOptions(tie_correction=True)
    ),
    Variant(
        "as published",
        "all that made the published data together: exponential-2020, death penalty outside, three digits, no floor",
        needs=("paper-2020", *_DEATH_PENALTY),
        exponential=EXPONENTIAL_2020,
        ranking=_AS_LOGGED,
        digits=LOGGED_DIGITS,
    ),
    Variant(
        "as published (f5 only)",
        "exponential-2020, f5 as then, three digits, no floor",
        needs=("paper-2020", SLOPE),
        exponential=EXPONENTIAL_2020,
        ranking=_AS_LOGGED,
        digits=LOGGED_DIGITS,
    ),
)
SETS: Final = tuple(dict.fromkeys(name for variant in VARIANTS for name in variant.needs))


@dataclass(frozen=True, eq=False)
class VariantVerdicts:
    """Every claim under every variant that has runs.

    A variant whose sets have fewer runs per cell than the paper's takes no more of any cell, and is compared with the
    runs as they are, so many of each cell (`like`): what fewer runs show differently is not the variant's doing.
    `table`: the columns of `ClaimChecks.table` but for the exponential crossover, and the variant.
    `counts`: variant, boundary, group, count, paper_count. `correlation`: variant, group, spearman, low, high (see
    `correlation_intervals`). `runs`: the fewest runs per cell of each variant. `like`: with which of the variants each
    is compared. `left_out`: the variants without runs,
    and which sets they would need.
    """

    table: pl.DataFrame
    counts: pl.DataFrame
    correlation: pl.DataFrame
    variants: tuple[Variant, ...]
    runs: dict[str, int]
    like: dict[str, str]
    left_out: dict[str, tuple[str, ...]]
    resamples: int

    def wide(self) -> pl.DataFrame:
        """Return one row per claim and one column of verdicts per variant."""
        return self.table.pivot(
            on="variant", index=["claim", "section", "group", "statement"], values="verdict", maintain_order=True
        )

    def tally(self) -> pl.DataFrame:
        """Count the verdicts of each variant."""
        counted = [pl.col("verdict").eq(verdict).sum().alias(verdict) for verdict in (HOLDS, FAILS, UNDECIDABLE)]
        return self.table.group_by("variant", maintain_order=True).agg(counted)

    def with_causes(self) -> pl.DataFrame:
        """Return `wide` with the cause of each claim that does not hold as is, null for those that do."""
        return self.wide().join(self.causes().select("claim", "cause"), on="claim", how="left", maintain_order="left")

    def words(self) -> str:
        """Say how many of the claims that do not hold as is are brought back."""
        failing = self.causes().filter(pl.col("verdict") == FAILS)
        explained = failing.filter(pl.col("variants").list.len() > 0).height
        return (
            f"{explained} of {counted(failing.height, 'statement')} that {'does' if failing.height == 1 else 'do'} not "
            f"hold as is {'is' if explained == 1 else 'are'} brought back by a tested variant."
        )

    def left_out_words(self) -> str | None:
        """Name the variants that were not tested and what they need; None where all were."""
        if not self.left_out:
            return None
        needs = (f"{name} (needs {listed(list(sets))})" for name, sets in self.left_out.items())
        return f"Not tested, for want of runs: {'; '.join(needs)}."

    def causes(self) -> pl.DataFrame:
        """Name what brings each claim back that does not hold as is: claim, statement, verdict, variants, cause.

        `variants` are those under which it holds; `cause` says so in words, or that there is none. A variant that
        leaves the number of a claim as it is, and only its repetitions came out otherwise, is no cause; nor is one
        under which the claim holds as it does with as many runs as they are.
        """
        rows = []
        for (claim,), part in self.table.group_by(["claim"], maintain_order=True):
            found = {row["variant"]: row for row in part.iter_rows(named=True)}
            as_is = found[AS_IS.name]["verdict"]
            if as_is == HOLDS:
                continue
            variants = {name: row for name, row in found.items() if name not in self.like.values()}
            by_chance = {name for name, row in variants.items() if _by_chance(row, found[self.like[name]])}
            verdicts = {name: row["verdict"] for name, row in variants.items() if name not in by_chance}
            idle = {name: row["verdict"] for name, row in variants.items() if name in by_chance}
            causes = [name for name, verdict in verdicts.items() if verdict == HOLDS]
            rows.append((claim, part["statement"][0], as_is, causes, _cause(as_is, verdicts, idle)))
        columns = ["claim", "statement", "verdict", "variants", "cause"]
        return pl.DataFrame(rows, schema=columns, schema_overrides={"variants": pl.List(pl.String)}, orient="row")


def compare_variants(
    sets: Mapping[str, RunSource],
    *,
    variants: Sequence[Variant] = VARIANTS,
    resamples: int = 100,
    seed: int = 0,
    agreement: float = 0.9,
    level: float = 0.99,
    as_is: tuple[FunctionRanks, Repetitions] | None = None,
    step: Callable[[], None] = lambda: None,
) -> VariantVerdicts:
    """Check every claim under each variant whose runs are among `sets`; see `check_claims` for how it is decided.

    `sets` has the runs of the paper's design under "paper", and those that `Variant.needs` names under theirs.
    `as_is`: the paper's runs ranked with the defaults and drawn again, where both are there already. `step` is called
    after each variant.
    """
    if PAPER not in sets:
        raise InvalidArgumentError(f"sets must hold the runs of {PAPER!r}; got {quoted(sets) or 'none'}")
    frames = {name: load_frame(source) for name, source in sets.items()}
    left_out = {
        variant.name: missing
        for variant in variants
        if (missing := tuple(name for name in variant.needs if name not in frames))
    }
    wanted, like = _as_many_runs(frames, [variant for variant in variants if variant.name not in left_out])
    asked = {variant.name for variant in variants}
    found: dict[str, _UnderVariant] = {}
    for data in dict.fromkeys(variant.data for variant in wanted):
        alike = [variant for variant in wanted if variant.data == data]  # they share all that is costly
        known = as_is if data == AS_IS.data else None
        on_functions, drawn = known or _ranked(frames, alike[0], resamples, seed)
        for variant in alike:
            found[variant.name] = _under_variant(variant, on_functions, drawn, agreement, level)
            if variant.name in asked:
                step()
    under = [found[variant.name] for variant in wanted]
    return VariantVerdicts(
        table=pl.concat(each.claims for each in under),
        counts=pl.concat(each.counts for each in under),
        correlation=pl.concat(each.correlation for each in under),
        variants=wanted,
        runs={variant.name: found[variant.name].runs for variant in wanted},
        like=like,
        left_out=left_out,
        resamples=resamples,
    )


@dataclass(frozen=True, eq=False)
class _UnderVariant:
    claims: pl.DataFrame
    counts: pl.DataFrame
    correlation: pl.DataFrame
    runs: int


def _under_variant(
    variant: Variant, on_functions: FunctionRanks, drawn: Repetitions, agreement: float, level: float
) -> _UnderVariant:
    ranks = group_ranks(on_functions, variant.significance)
    checks = check_claims(ranks, agreement=agreement, level=level, repetitions=drawn)
    label = pl.lit(variant.name).alias("variant")
    sizes = on_functions.runs.sizes
    return _UnderVariant(
        claims=checks.table.drop("exponential").select(pl.all(), label),
        counts=count_table(ranks).table.select(label, "boundary", "group", "count", "paper_count"),
        correlation=correlation_intervals(ranks, drawn.first).select(label, pl.all()),
        runs=int(sizes[sizes > 0].min()),
    )


def _as_many_runs(
    frames: Mapping[str, pl.DataFrame], variants: Sequence[Variant]
) -> tuple[tuple[Variant, ...], dict[str, str]]:
    """Let each variant have as many runs of every cell, and say which one of them each is compared with.

    Where a variant has fewer than the paper's runs, those come once more, so many of each cell.
    """
    every = fewest_of_a_cell(frames, AS_IS)
    fitted, fewer, like = [], {}, {}
    for variant in variants:
        runs = fewest_of_a_cell(frames, variant)
        first = runs if variant.needs and runs < every else None
        fitted.append(replace(variant, first=first))
        if first is None:
            like[variant.name] = AS_IS.name
            continue
        fewer[first] = Variant(
            f"as is, {counted(first, 'run')}",
            f"the runs as they are, the first {first} of each cell: with these the variants of {counted(first, 'run')} "
            "are compared",
            first=first,
        )
        like[variant.name] = fewer[first].name
    like |= {same.name: same.name for same in fewer.values()}
    return (*fitted[:1], *fewer.values(), *fitted[1:]), like


def fewest_of_a_cell(frames: Mapping[str, pl.DataFrame], variant: Variant) -> int:
    """Return how many runs the cell of a variant has that has the fewest."""
    return int(with_stand_ins(frames, variant).group_by(CELL).len().select(pl.col("len").min()).item() or 0)


def sets_of_runs(*places: str | Path) -> dict[str, RunSource]:
    """Find the sets of runs that variants need: a store or a Parquet file named as one of them, or a folder with some.

    A set that is found twice is taken from the first place.
    """
    found: dict[str, RunSource] = {}
    for place in map(Path, places):
        own = [place] if place.stem in SETS else [path for name in SETS for path in _named(place, name)]
        there = [path for path in own if path.exists()]
        if not there:
            raise InvalidArgumentError(f"a set of runs is one of {quoted(SETS)}, or a folder of them; got '{place}'")
        found = {path.stem: path for path in there} | found
    return found


def _named(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / f"{name}.parquet", folder / name


def _ranked(
    frames: Mapping[str, pl.DataFrame], variant: Variant, resamples: int, seed: int
) -> tuple[FunctionRanks, Repetitions]:
    runs = variant_runs(frames, variant)
    drawn = Repetitions.of(runs, variant.ranking, resamples=resamples, seed=seed)
    return function_ranks(runs, variant.ranking), drawn


def variant_runs(frames: Mapping[str, pl.DataFrame], variant: Variant) -> Runs:
    """Return the runs of a variant in the paper's order, as it ranks them; refuse those that are not the design."""
    table = with_stand_ins(frames, variant)
    if variant.first is not None:
        table = table.filter(pl.int_range(pl.len()).over(CELL) < variant.first)
    runs = in_papers_order(load(table))
    if not is_papers_design(runs.axes):
        raise InvalidArgumentError(f"the runs of variant {variant.name!r} are not the paper's design: {runs!r}")
    return runs if variant.digits is None else as_logged(runs, variant.digits)


def load_frame(source: RunSource) -> pl.DataFrame:
    """Return runs as the analysis reads them, whatever their source, without selecting any."""
    runs = source if isinstance(source, Runs) else load(source, dimension="all")
    return runs.frame


def with_stand_ins(frames: Mapping[str, pl.DataFrame], variant: Variant) -> pl.DataFrame:
    """Return the paper's runs with one of its exponential crossovers and other cells in place of their originals."""
    crossovers = ("binomial", variant.exponential)
    table = frames[PAPER].filter(pl.col("crossover").is_in(crossovers))
    for name in variant.needs:
        taken = frames[name].filter(pl.col("crossover").is_in(crossovers))
        if name in STAND_INS:
            stand_in = STAND_INS[name]
            named = pl.col(stand_in.column) == stand_in.label
            taken = taken.filter(named).with_columns(pl.lit(stand_in.original).alias(stand_in.column))
        table = pl.concat([table.join(taken, on=CELL, how="anti"), taken.select(table.columns)], how="vertical_relaxed")
    return table


def as_logged(runs: Runs, digits: int) -> Runs:
    """Return the runs with each precision as a log of so many significant digits shows f − f_opt."""
    f_opt = dict(zip(runs.blocks, optimum_values(runs), strict=True))
    places = runs.axes.index(runs.frame, ("block",))[0]
    offset = np.array([f_opt[block] for block in runs.blocks])[places]
    shown = significant((runs.frame["precision"].to_numpy() + offset) - offset, digits)
    frame = runs.frame.with_columns(precision=pl.Series(shown))
    return load(frame, dimension=runs.dimension).on(runs.axes)


def significant(values: Floats, digits: int) -> Floats:
    """Return what the values are when printed with so many significant digits and read again."""
    return np.array([float(f"{value:.{digits - 1}e}") for value in values.tolist()])


def _by_chance(row: Mapping[str, object], like: Mapping[str, object]) -> bool:
    """Tell whether a claim that is decided under a variant may be so without its help."""
    return row["verdict"] != UNDECIDABLE and (like["verdict"] == row["verdict"] or row["number"] == like["number"])


def _cause(as_is: str, verdicts: Mapping[str, str], idle: Mapping[str, str]) -> str:
    """Say under which variants a claim holds that does not, or is not decidable, as is; `idle` ones are no cause."""
    if HOLDS in verdicts.values():
        return _with(HOLDS, verdicts)
    if as_is == UNDECIDABLE and FAILS in verdicts.values():
        return _with(FAILS, verdicts)
    said = [
        f"{_with(verdict, idle)}, but not because of that"
        for verdict in (HOLDS, FAILS)
        if verdict != as_is and verdict in idle.values()
    ]
    if as_is == UNDECIDABLE:
        head = "no variant decides it"
    else:
        head = "no variant brings it back"
        said += [_with(UNDECIDABLE, verdicts)] if UNDECIDABLE in verdicts.values() else []
    return head + (f" ({'; '.join(said)})" if said else "")


def _with(verdict: str, verdicts: Mapping[str, str]) -> str:
    return f"{verdict} with: {', '.join(name for name, found in verdicts.items() if found == verdict)}"
