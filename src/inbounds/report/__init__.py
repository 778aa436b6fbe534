"""The report: a page to explore, figures to print and tables to compute with, from one store."""

from inbounds.report.build import Report, write_report

__all__ = ["Report", "write_report"]
