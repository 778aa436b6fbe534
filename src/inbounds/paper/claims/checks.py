"""Check the claims on the runs at hand.

How sure a verdict is, is asked of the runs themselves: the whole analysis is repeated on resampled runs, and a verdict
that fewer than nine in ten repetitions share is not decidable.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
import polars as pl

from inbounds.analysis.axes import Axes
from inbounds.analysis.confidence import Replicates, resample
from inbounds.analysis.ecdf import measures_per_run
from inbounds.analysis.ranking import RankingOptions, fewest_runs, function_ranks
from inbounds.analysis.significance import GroupRanks, SignificanceOptions, group_ranks
from inbounds.errors import InvalidArgumentError
from inbounds.paper import published
from inbounds.paper.claims.boundary_methods import BOUNDARY_METHODS
from inbounds.paper.claims.claim import Claim
from inbounds.paper.claims.configurations import CONFIGURATIONS
from inbounds.paper.claims.repairs import REPAIRS
from inbounds.paper.paper_grid import BINOMIAL, EXPONENTIAL, Evidence, gather, gather_replicates

HOLDS: Final = "holds"
FAILS: Final = "does not hold"
UNDECIDABLE: Final = "not decidable"
SECTIONS: Final = {"boundary methods": BOUNDARY_METHODS, "repairs": REPAIRS, "configurations": CONFIGURATIONS}
Row: TypeAlias = tuple[str | float | None, ...]
CLAIMS: Final = tuple(claim for claims in SECTIONS.values() for claim in claims)


@dataclass(frozen=True, eq=False)
class ClaimChecks:
    """The verdicts.

    `table`: claim, section, group, exponential (which variant took part, null where none), statement, measure, number,
    rule, verdict, agreement (share of the repetitions with the same verdict), reason (why not decidable).
    """

    table: pl.DataFrame
    ranking: RankingOptions
    significance: SignificanceOptions
    resamples: int
    seed: int
    citation: str = published.CITATION

    def resting_on_the_old_defect(self) -> list[str]:
        """Name the claims that hold with exponential-2020 but not with exponential."""
        verdicts = self.table.drop_nulls("exponential").pivot(on="exponential", index="claim", values="verdict")
        if not set(published.EXPONENTIAL_VARIANTS) <= set(verdicts.columns):
            return []
        only_old = (pl.col("exponential") == FAILS) & (pl.col("exponential-2020") == HOLDS)
        return verdicts.filter(only_old)["claim"].to_list()


def check_claims(
    ranks: GroupRanks,
    *,
    resamples: int = 100,
    seed: int = 0,
    agreement: float = 0.9,
    replicates: Replicates | None = None,
) -> ClaimChecks:
    """Check every claim on ranked runs; those about exponential crossover with each exponential variant there is.

    `replicates`: the same runs drawn again, to save drawing once more (see `Study.replicates`).
    """
    if not 0.5 <= agreement <= 1:
        raise InvalidArgumentError(f"agreement must lie in [0.5, 1]; got {agreement!r}")
    ranking, significance = ranks.ranks.options, ranks.options
    held = {c.crossover for c in ranks.runs.configurations}
    variants = [name for name in published.EXPONENTIAL_VARIANTS if name in held] or [published.CROSSOVERS[EXPONENTIAL]]
    kept = _papers_part(ranks.runs.axes, variants)
    if not (kept.configurations and kept.boundaries):
        reason = "the runs hold none of the paper's configurations"
        rows = [_undecided(claim, variant, reason) for claim in CLAIMS for variant in _variants(claim, variants)]
        return ClaimChecks(_table(rows), ranking, significance, resamples, seed)
    runs = ranks.runs.on(kept)
    if kept.boundaries == ranks.runs.boundaries:  # ranks within a configuration do not depend on the others
        at = [ranks.runs.configurations.index(configuration) for configuration in kept.configurations]
        means, worse = ranks.means[:, at], ranks.worse[:, at]
        drawn = None if replicates is None else replicates.of_configurations(at, runs)
    else:
        again = group_ranks(function_ranks(runs, ranking), significance)
        means, worse, drawn = again.means, again.worse, None
    if drawn is None:
        drawn = resample(runs, ranking, resamples=resamples, seed=seed, measures=measures_per_run(runs))
    evidence = {name: gather(runs, name, means, worse) for name in variants}
    repeated = list(gather_replicates(drawn, variants, significance))
    separable = runs.sizes[runs.sizes > 0].min() >= fewest_runs(len(runs.boundaries), ranking.alpha)
    rows = []
    for claim in CLAIMS:
        for variant in _variants(claim, variants):
            name = variant or variants[0]
            if claim.uses_ranks and not separable:
                rows.append(_undecided(claim, variant, "too few runs: the ranking's test can never separate methods"))
            else:
                rows.append(_row(claim, variant, evidence[name], [r[name] for r in repeated], agreement))
    return ClaimChecks(_table(rows), ranking, significance, drawn.resamples, drawn.seed)


def _papers_part(axes: Axes, variants: Sequence[str]) -> Axes:
    crossovers = {published.CROSSOVERS[BINOMIAL], *variants}
    return replace(
        axes,
        configurations=tuple(
            c for c in axes.configurations if c.mutation in published.MUTATIONS and c.crossover in crossovers
        ),
        boundaries=tuple(name for name in axes.boundaries if name in published.BOUNDARIES),
    )


def _variants(claim: Claim, held: Sequence[str]) -> Sequence[str | None]:
    return held if EXPONENTIAL in claim.crossovers else (None,)


def _row(claim: Claim, variant: str | None, evidence: Evidence, repeated: Sequence[Evidence], required: float) -> Row:
    if not evidence.has(claim.groups, claim.crossovers):
        return _undecided(claim, variant, "cells that the claim is about have no runs")
    number = claim.number(evidence)
    if np.isnan(number):
        return _undecided(claim, variant, "the runs did not record what the claim is about")
    holds = claim.holds(number)
    shared = float(np.mean([claim.holds(claim.number(other)) == holds for other in repeated]))
    verdict, reason = (HOLDS if holds else FAILS), None
    if shared < required:
        verdict, reason = UNDECIDABLE, "too few runs: resampling them changes the verdict"
    return (*_head(claim, variant), number, claim.rule_in_words, verdict, shared, reason)


def _undecided(claim: Claim, variant: str | None, reason: str) -> Row:
    return (*_head(claim, variant), None, claim.rule_in_words, UNDECIDABLE, None, reason)


def _head(claim: Claim, variant: str | None) -> tuple[str | None, ...]:
    section = next(name for name, claims in SECTIONS.items() if claim in claims)
    return (claim.name, section, claim.group, variant, claim.statement, claim.measure)


def _table(rows: Sequence[Row]) -> pl.DataFrame:
    columns = {
        "claim": pl.String,
        "section": pl.String,
        "group": pl.String,
        "exponential": pl.String,
        "statement": pl.String,
        "measure": pl.String,
        "number": pl.Float64,
        "rule": pl.String,
        "verdict": pl.String,
        "agreement": pl.Float64,
        "reason": pl.String,
    }
    return pl.DataFrame(rows, schema=columns, orient="row")
