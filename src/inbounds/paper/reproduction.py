"""What the runs at hand say about the paper, where their design is the paper's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl

from inbounds.analysis.loading import RunSource, load
from inbounds.analysis.study import Study
from inbounds.paper import published
from inbounds.paper.claims import ClaimChecks, Repetitions, check_claims
from inbounds.paper.count_table import CountTable, count_table
from inbounds.paper.design import exponential_variants, is_papers_design
from inbounds.paper.variants import AS_IS, EXPONENTIAL_2020, PAPER, VariantVerdicts, compare_variants, load_frame


@dataclass(frozen=True, eq=False)
class Reproduction:
    """The count table beside the paper's, every claim with its verdict, and where asked for under variants."""

    counts: CountTable
    claims: ClaimChecks
    variants: VariantVerdicts | None

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return every table by the name of its file."""
        tables = {
            "best_counts": self.counts.table,
            "best_counts_correlation": self.counts.correlation,
            "claims": self.claims.table,
        }
        if self.variants is not None:
            tables |= {"claims_by_variant": self.variants.with_causes(), "variant_verdicts": self.variants.table}
        return tables


def reproduction(
    study: Study, beside: Mapping[str, RunSource] | None = None, *, step: Callable[[], None] = lambda: None
) -> Reproduction | None:
    """Hold a study against the paper; None where its design is another one.

    With `beside`, the sets of runs that variants need (see `compare_variants`; it may be empty), the claims are also
    checked under every variant that can be. Of each set only the runs of the study's dimension, population and budget
    are taken. `step` is called when the claims are checked, and after each variant.
    """
    if not is_papers_design(study.runs.axes):
        return None
    repetitions = Repetitions(study.replicates, study.function_ranks.options)
    claims = check_claims(study.group_ranks, repetitions=repetitions)
    step()
    variants = None
    if beside is not None and _can_vary(study):
        known = (study.function_ranks, repetitions) if _is_as_is(study) else None
        variants = compare_variants(
            _sets(study, beside), resamples=claims.resamples, seed=claims.seed, as_is=known, step=step
        )
    return Reproduction(count_table(study.group_ranks), claims, variants)


def _can_vary(study: Study) -> bool:
    """Tell whether there are runs, and not only plans, with every operator on every function, in one dimension."""
    return study.runs.dimension is not None and AS_IS.exponential in _exponentials_with_runs(study)


def _exponentials_with_runs(study: Study) -> tuple[str, ...]:
    axes = load(study.runs.frame).axes
    return exponential_variants(axes) if is_papers_design(axes) else ()


def _is_as_is(study: Study) -> bool:
    axes, exponential = study.runs.axes, {c.crossover for c in study.runs.configurations} - {"binomial"}
    return (
        study.function_ranks.options == AS_IS.ranking
        and axes.boundaries == published.BOUNDARIES
        and len(axes.configurations) == 2 * len(published.MUTATIONS)
        and exponential == {AS_IS.exponential}
    )


def _sets(study: Study, beside: Mapping[str, RunSource]) -> dict[str, RunSource]:
    own = study.runs.frame
    found = {"paper-2020": own.filter(pl.col("crossover") == EXPONENTIAL_2020)}
    if EXPONENTIAL_2020 not in _exponentials_with_runs(study):
        found.clear()
    found |= {name: load_frame(source) for name, source in beside.items()}
    same = {name: getattr(study.runs, name) for name in ("dimension", "population", "budget")}
    alike = [pl.col(name) == value for name, value in same.items() if value is not None]
    here = {name: frame.filter(*alike) for name, frame in found.items()}
    return {PAPER: own, **{name: frame for name, frame in here.items() if not frame.is_empty()}}
