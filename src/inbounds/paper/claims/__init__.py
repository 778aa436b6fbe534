"""Every factual statement of the paper's results, in our own words, as a check on the runs at hand."""

from inbounds.paper.claims.checks import CLAIMS, FAILS, HOLDS, UNDECIDABLE, ClaimChecks, check_claims
from inbounds.paper.claims.claim import Claim
from inbounds.paper.claims.repetitions import Repetitions

__all__ = ["CLAIMS", "FAILS", "HOLDS", "UNDECIDABLE", "Claim", "ClaimChecks", "Repetitions", "check_claims"]
