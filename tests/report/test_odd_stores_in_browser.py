"""Partial stores, several studies and foreign names in a real browser."""

import shutil
from pathlib import Path

import pytest

from inbounds.experiment import Store
from inbounds.report import write_report
from tests.browser import Seen
from tests.report.small_stores import NASTY, foreign_runs, make_store, without

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def partial(store: Store, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, int]:
    place = tmp_path_factory.mktemp("partial")
    shutil.copytree(store.path, place / "store")
    part = Store(place / "store")
    missing = without(part, functions=(20,), mutation="best/1", boundary="reflection")
    index = write_report(part, place / "report", resamples=5, figures="none").index
    return index, missing, len(part.plan().cells)


def test_a_partial_store_says_so_and_shows_what_is_missing(seen: Seen, partial: tuple[Path, int, int]) -> None:
    index, missing, planned = partial
    page = seen.open(index).page
    assert f"{missing} of {planned} cells have no runs" in page.inner_text("#missing")
    assert page.is_disabled("#group-5")
    page.click("#group-2")
    column = page.locator("[data-heatmap=rank] td.cell[data-c='1']")
    assert column.count() == 5
    assert page.locator("[data-heatmap=rank] td.cell.none[data-c='1']").count() == 5
    assert page.locator("[data-heatmap=rank] td.cell.none[data-c='0']").count() == 0
    column.first.hover()
    assert "none yet" in page.inner_text("#tooltip")
    column.first.click()
    assert "No problem of this group" in page.inner_text("#configuration")


def test_a_method_without_runs_on_a_problem_is_named_there(seen: Seen, partial: tuple[Path, int, int]) -> None:
    page = seen.open(partial[0]).page
    page.click("#group-1")
    page.click("[data-heatmap=rank] td.cell[data-c='0'][data-m='0']")
    linear_slope = page.locator(".problem").nth(1)
    linear_slope.scroll_into_view_if_needed()
    linear_slope.get_by_text("no runs").first.wait_for()  # drawn when it comes near the screen


def test_a_whole_store_has_no_banner(seen: Seen, report) -> None:
    assert not seen.open(report.index).page.is_visible("#missing")


def test_names_are_shown_as_they_are_and_never_run(seen: Seen, tmp_path: Path) -> None:
    index = write_report(foreign_runs(), tmp_path / "report", resamples=5).index
    page = seen.open(index).page
    names = page.locator("[data-heatmap=rank] tbody th").all_text_contents()
    assert sorted(names) == sorted(NASTY)
    page.click("[data-heatmap=rank] td.cell[data-m='0']")
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
    assert page.title() == "Boundary handling: runs"
    assert page.locator("main img, main b").count() == 0
    assert page.locator("script:not([type])").count() == 1
    assert "no ECDF" in page.inner_text("#ecdf")


def test_a_study_per_dimension_can_be_chosen(seen: Seen, tmp_path: Path) -> None:
    store = make_store(tmp_path / "store", functions=[1, 15], dimensions=[2, 3], runs=3, mutations=["rand/1"])
    page = seen.open(write_report(store, tmp_path / "report", resamples=5, figures="none").index).page
    assert page.locator("#study option").all_inner_texts() == ["bbob, 2-D", "bbob, 3-D"]
    assert "in dimension 2" in page.inner_text("#findings")
    page.select_option("#study", "1")
    assert "in dimension 3" in page.inner_text("#findings")
    assert page.locator("[data-heatmap=rank] td.cell").count() == 2 * 5
