"""The report's cells lead to the playground, with the cell's algorithm and function."""

from pathlib import Path

import pytest

from inbounds.playground import write_page
from inbounds.report import write_report
from tests.browser import Seen
from tests.playground.test_page import chosen
from tests.report.small_stores import make_store

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("playground")]


def test_a_cell_leads_to_its_algorithm_on_each_function_of_its_group(
    seen: Seen, playground: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inbounds.playground.page.built_page", lambda: playground)
    store = make_store(tmp_path / "store")
    report = write_report(store, tmp_path / "report", figures="none", resamples=5, playground="playground.html")
    write_page(tmp_path / "report" / "playground.html")
    page = seen.open(report.index).page
    page.click("#group-1")
    cell = page.locator("[data-heatmap=rank] td.cell[data-c='1'][data-m='2']")
    cell.click()
    links = page.locator("#see-it-move a")
    assert links.all_inner_texts() == ["f1", "f5"]
    shown = page.inner_text("#configuration-title").split(" – ")[0]
    method = page.locator("[data-heatmap=rank] tbody tr").nth(2).locator("th").inner_text()
    links.nth(1).click()
    page.wait_for_selector("html[data-ready] #boxes canvas")
    seen.requests.clear()  # it went to another page, on purpose
    now = chosen(page)
    assert now["problem"] == 5
    assert f"{now['mutation']}, {now['crossover']}" == shown
    assert now["boundary"] == method


def test_a_report_without_the_playground_has_no_links(seen: Seen, tmp_path: Path) -> None:
    report = write_report(make_store(tmp_path / "store"), tmp_path / "report", figures="none", resamples=5)
    page = seen.open(report.index).page
    page.click("[data-heatmap=rank] td.cell[data-c='1'][data-m='2']")
    assert not page.is_visible("#see-it-move")
