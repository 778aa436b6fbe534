"""Check the claims on the runs at hand.

How sure a verdict is, is asked of the runs themselves: the whole analysis is repeated on resampled runs, and a verdict
stands only if nine in ten repetitions share it. That is told from an interval of the share, not from the share of a few
repetitions; where the interval holds the bound, more are drawn. Claims about significance need power, too (`power`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
import polars as pl

from inbounds.analysis.axes import Axes
from inbounds.analysis.ranking import RankingOptions, fewest_runs, function_ranks
from inbounds.analysis.significance import GroupRanks, SignificanceOptions, group_ranks
from inbounds.errors import InvalidArgumentError
from inbounds.paper import published
from inbounds.paper.claims.boundary_methods import BOUNDARY_METHODS
from inbounds.paper.claims.claim import Claim
from inbounds.paper.claims.configurations import CONFIGURATIONS
from inbounds.paper.claims.power import Power
from inbounds.paper.claims.repairs import REPAIRS
from inbounds.paper.claims.repetitions import PORTIONS, Repetitions, share_interval
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
    rule, verdict, agreement (share of the repetitions with the same verdict), repetitions (how many), reason (why not
    decidable). `resamples` is how many repetitions are made at a time, `PORTIONS` times at most; `agreement` the share
    that a verdict needs, outside the interval of confidence `level`.
    """

    table: pl.DataFrame
    ranking: RankingOptions
    significance: SignificanceOptions
    resamples: int
    seed: int
    agreement: float
    level: float
    citation: str = published.CITATION

    def resting_on_the_old_defect(self) -> list[str]:
        """Name the claims that hold with exponential-2020 but not with exponential."""
        verdicts = self.table.drop_nulls("exponential").pivot(on="exponential", index="claim", values="verdict")
        if not set(published.EXPONENTIAL_VARIANTS) <= set(verdicts.columns):
            return []
        only_old = (pl.col("exponential") == FAILS) & (pl.col("exponential-2020") == HOLDS)
        return verdicts.filter(only_old)["claim"].to_list()


@dataclass(eq=False)
class _Check:
    """One claim with one exponential variant, and what is known of its verdict so far."""

    claim: Claim
    variant: str | None
    number: float | None = None
    agreed: int = 0
    repetitions: int = 0
    reason: str | None = None

    @property
    def holds(self) -> bool:
        return self.number is not None and self.claim.holds(self.number)

    def repeat(self, repeated: Sequence[Evidence]) -> None:
        self.agreed += sum(self.claim.holds(self.claim.number(other)) == self.holds for other in repeated)
        self.repetitions += len(repeated)


def check_claims(
    ranks: GroupRanks,
    *,
    resamples: int = 100,
    seed: int = 0,
    agreement: float = 0.9,
    level: float = 0.99,
    repetitions: Repetitions | None = None,
) -> ClaimChecks:
    """Check every claim on ranked runs; those about exponential crossover with each exponential variant there is.

    A verdict stands if the interval of its agreement (Clopper–Pearson, at `level`) over the repetitions lies above
    `agreement`. After `resamples` repetitions, as many again are made for the claims whose interval holds `agreement`,
    at most `PORTIONS` times in all. `repetitions`: those of the same runs, to save drawing once more.
    """
    if not 0.5 <= agreement < 1:
        raise InvalidArgumentError(f"agreement must lie in [0.5, 1); got {agreement!r}")
    if not 0 < level < 1:
        raise InvalidArgumentError(f"level must lie in (0, 1); got {level!r}")
    ranking, significance = ranks.ranks.options, ranks.options
    held = {c.crossover for c in ranks.runs.configurations}
    variants = [name for name in published.EXPONENTIAL_VARIANTS if name in held] or [published.CROSSOVERS[EXPONENTIAL]]
    checks = [_Check(claim, variant) for claim in CLAIMS for variant in _variants(claim, variants)]
    kept = _papers_part(ranks.runs.axes, variants)
    if not (kept.configurations and kept.boundaries):
        for check in checks:
            check.reason = "the runs hold none of the paper's configurations"
        return ClaimChecks(_table(checks), ranking, significance, resamples, seed, agreement, level)
    runs = ranks.runs.on(kept)
    at = [ranks.runs.configurations.index(configuration) for configuration in kept.configurations]
    if kept.boundaries == ranks.runs.boundaries:  # ranks within a configuration do not depend on the others
        means, worse = ranks.means[:, at], ranks.worse[:, at]
    else:
        again = group_ranks(function_ranks(runs, ranking), significance)
        means, worse, repetitions = again.means, again.worse, None
    if repetitions is None:
        repetitions, at = Repetitions.of(runs, ranking, resamples=resamples, seed=seed), list(range(len(at)))
    evidence = {name: gather(runs, name, means, worse) for name in variants}
    power = Power(runs, ranking, significance, variants)
    needed = fewest_runs(len(runs.boundaries), ranking.alpha)
    separable = runs.sizes[runs.sizes > 0].min() >= needed
    for check in checks:
        _measure(check, evidence[check.variant or variants[0]], needed=None if separable else needed)
        if check.reason is None and check.claim.called_worse:
            check.reason = power.reason_against(check.claim, check.variant or variants[0], holds=check.holds)
    unsure = [check for check in checks if check.reason is None]
    for number in range(PORTIONS):
        if not unsure:
            break
        drawn = repetitions.portion(number).of_configurations(at, runs)
        repeated = list(gather_replicates(drawn, variants, significance))
        for check in unsure:
            check.repeat([evidence[check.variant or variants[0]] for evidence in repeated])
        unsure = [check for check in unsure if _unsettled(check, agreement, level, last=number == PORTIONS - 1)]
    first = repetitions.first
    return ClaimChecks(_table(checks), ranking, significance, first.resamples, first.seed, agreement, level)


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


def _measure(check: _Check, evidence: Evidence, *, needed: int | None) -> None:
    """Find the number of a claim, or why there is none; `needed` runs are missing for ranks unless it is None."""
    if check.claim.uses_ranks and needed is not None:
        check.reason = f"too few runs: with fewer than {needed} per cell the ranking's test can never separate methods"
    elif not evidence.has(check.claim.groups, check.claim.crossovers):
        check.reason = "cells that the claim is about have no runs"
    elif np.isnan(number := check.claim.number(evidence)):
        check.reason = "the runs did not record what the claim is about"
    else:
        check.number = number


def _unsettled(check: _Check, agreement: float, level: float, *, last: bool) -> bool:
    """Tell whether more repetitions are needed; give the reason where the verdict is not to stand."""
    low, high = share_interval(check.agreed, check.repetitions, level)
    if high < agreement:
        check.reason = "too few runs: resampling them changes the verdict"
    elif low <= agreement and last:
        check.reason = (
            f"too few runs: {check.agreed} of {check.repetitions} resamplings share the verdict, too close to "
            f"{agreement:.0%} to tell"
        )
    return low <= agreement <= high


def _table(checks: Sequence[_Check]) -> pl.DataFrame:
    section = {claim.name: name for name, claims in SECTIONS.items() for claim in claims}
    rows: list[Row] = [
        (
            check.claim.name,
            section[check.claim.name],
            check.claim.group,
            check.variant,
            check.claim.statement,
            check.claim.measure,
            check.number,
            check.claim.rule_in_words,
            UNDECIDABLE if check.reason else HOLDS if check.holds else FAILS,
            check.agreed / check.repetitions if check.repetitions else None,
            check.repetitions,
            check.reason,
        )
        for check in checks
    ]
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
        "repetitions": pl.Int64,
        "reason": pl.String,
    }
    return pl.DataFrame(rows, schema=columns, orient="row")
