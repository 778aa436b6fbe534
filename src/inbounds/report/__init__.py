"""The report: a page to explore, figures to print and tables to compute with, from one store."""

from inbounds.errors import studies_extra

with studies_extra():
    from inbounds.report.build import Report, write_report
    from inbounds.report.summary import Finding, summarise

__all__ = ["Finding", "Report", "summarise", "write_report"]
