"""Check the claims on the runs at hand.

How sure a verdict is, is asked of the runs themselves: the whole analysis is repeated on resampled runs, and a verdict
that fewer than nine in ten repetitions share is not decidable.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import polars as pl

from inbounds.analysis.confidence import Replicates, resample
from inbounds.analysis.loading import Dimension, RunSource, load
from inbounds.analysis.ranking import DEFAULT_RANKING, RankingOptions, fewest_runs
from inbounds.analysis.significance import DEFAULT_SIGNIFICANCE, SignificanceOptions
from inbounds.errors import InvalidArgumentError
from inbounds.paper import published
from inbounds.paper.claims.boundary_methods import BOUNDARY_METHODS
from inbounds.paper.claims.claim import Claim
from inbounds.paper.claims.configurations import CONFIGURATIONS
from inbounds.paper.claims.repairs import REPAIRS
from inbounds.paper.paper_grid import EXPONENTIAL, Evidence, gather, gather_replicates, per_run

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
    source: RunSource,
    *,
    ranking: RankingOptions = DEFAULT_RANKING,
    significance: SignificanceOptions = DEFAULT_SIGNIFICANCE,
    resamples: int = 100,
    seed: int = 0,
    agreement: float = 0.9,
    replicates: Replicates | None = None,
    dimension: Dimension = None,
) -> ClaimChecks:
    """Check every claim; those about exponential crossover with each exponential variant that has runs.

    `replicates`: resampled runs with the measures of `evidence.per_run`, to save drawing them again; only used
    where the runs are exactly the paper's operators.
    """
    if not 0.5 <= agreement <= 1:
        raise InvalidArgumentError(f"agreement must lie in [0.5, 1]; got {agreement!r}")
    runs = load(source, dimension=dimension)
    held = {c.crossover for c in runs.configurations}
    variants = [name for name in published.EXPONENTIAL_VARIANTS if name in held] or [published.CROSSOVERS[EXPONENTIAL]]
    known = any(
        c.mutation in published.MUTATIONS and c.crossover in ("binomial", *variants) for c in runs.configurations
    )
    if not (known and set(runs.boundaries) & set(published.BOUNDARIES)):
        reason = "the runs hold none of the paper's configurations"
        rows = [_undecided(claim, variant, reason) for claim in CLAIMS for variant in _variants(claim, variants)]
        return ClaimChecks(_table(rows), ranking, significance, resamples, seed)
    chosen = runs.subset(
        mutations=published.MUTATIONS, crossovers=("binomial", *variants), boundaries=published.BOUNDARIES
    )
    evidence = {name: gather(chosen, name, ranking, significance) for name in variants}
    if replicates is None or replicates.runs.shape != chosen.shape:
        replicates = resample(chosen, ranking, resamples=resamples, seed=seed, measures=per_run(chosen))
    repeated = list(gather_replicates(replicates, variants, significance))
    filled = chosen.sizes[chosen.sizes > 0]
    separable = filled.min() >= fewest_runs(len(chosen.boundaries), ranking.alpha)
    rows = []
    for claim in CLAIMS:
        for variant in _variants(claim, variants):
            name = variant or variants[0]
            if claim.uses_ranks and not separable:
                rows.append(_undecided(claim, variant, "too few runs: the ranking's test can never separate methods"))
            else:
                rows.append(_row(claim, variant, evidence[name], [r[name] for r in repeated], agreement))
    return ClaimChecks(_table(rows), ranking, significance, replicates.resamples, replicates.seed)


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
