"""What the paper fixed and found, and how the runs at hand compare with it."""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.paper.claims import CLAIMS, Claim, ClaimChecks, check_claims
    from inbounds.paper.count_table import CountTable, count_table
    from inbounds.paper.design import in_papers_order, is_papers_design
    from inbounds.paper.reproduction import Reproduction, reproduction
    from inbounds.paper.variants import VARIANTS, Variant, VariantVerdicts, compare_variants, sets_of_runs

__all__ = [
    "CLAIMS",
    "VARIANTS",
    "Claim",
    "ClaimChecks",
    "CountTable",
    "Reproduction",
    "Variant",
    "VariantVerdicts",
    "check_claims",
    "compare_variants",
    "count_table",
    "in_papers_order",
    "is_papers_design",
    "reproduction",
    "sets_of_runs",
]
