"""What the runs at hand say about the paper, where their design is the paper's."""

from dataclasses import dataclass

import polars as pl

from inbounds.analysis.study import Study
from inbounds.paper.claims import ClaimChecks, Repetitions, check_claims
from inbounds.paper.count_table import CountTable, count_table
from inbounds.paper.design import is_papers_design


@dataclass(frozen=True, eq=False)
class Reproduction:
    """The count table beside the paper's, and every claim with its verdict."""

    counts: CountTable
    claims: ClaimChecks
    repetitions: Repetitions

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return every table by the name of its file."""
        return {
            "best_counts": self.counts.table,
            "best_counts_correlation": self.counts.correlation,
            "claims": self.claims.table,
        }


def reproduction(study: Study) -> Reproduction | None:
    """Hold a study against the paper; None where its design is another one."""
    if not is_papers_design(study.runs.axes):
        return None
    repetitions = Repetitions(study.replicates, study.function_ranks.options)
    claims = check_claims(study.group_ranks, repetitions=repetitions)
    return Reproduction(count_table(study.group_ranks), claims, repetitions)
