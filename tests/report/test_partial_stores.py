"""A store that still lacks cells: every place of the report counts the same ones."""

import shutil
from io import StringIO
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from inbounds.experiment import Store
from inbounds.report import Report, write_report
from inbounds.report.text import print_report
from tests.report.small_stores import without
from tests.report.test_write_report import embedded


@pytest.fixture
def partial(store: Store, tmp_path: Path) -> Store:
    shutil.copytree(store.path, tmp_path / "store")
    return Store(tmp_path / "store")


def sentences(report: Report) -> list[str]:
    data = embedded(report.index)
    assert data["missing"]
    return [data["missing"], data["findings"][0][1]]


def test_the_summary_the_banner_and_the_table_count_the_same_missing_cells(partial: Store, tmp_path: Path) -> None:
    missing = without(partial, functions=(20,), mutation="best/1", boundary="reflection")
    report = write_report(partial, tmp_path / "report", resamples=2, figures="none")
    for sentence in sentences(report):
        assert f" {missing} of {len(partial.plan().cells)} cells have no runs yet" in sentence
    listed = pl.read_csv(tmp_path / "report" / "tables" / "missing_cells.csv")
    assert listed.height == listed.unique().height == missing
    assert {20, 1} <= set(listed["function"])
    tables = {table["name"]: table["rows"] for table in embedded(report.index)["tables"]}
    assert len(tables["missing"]) == missing


def test_the_terminal_counts_them_too(partial: Store) -> None:
    missing = without(partial, functions=(20,), mutation="best/1", boundary="reflection")
    out = StringIO()
    print_report(partial, Console(file=out, width=400), options={"resamples": 2}, wanted={})
    assert out.getvalue().count(f" {missing} of {len(partial.plan().cells)} cells have no runs yet") == 2
