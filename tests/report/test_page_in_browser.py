"""The page in a real browser: it is quiet, asks for nothing, and shows the numbers of the analysis."""

from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import Study, curves
from inbounds.experiment import Store
from inbounds.paper import CLAIMS
from inbounds.report import Report, write_report
from tests.analysis.run_tables import random_study
from tests.browser import Seen

pytestmark = pytest.mark.slow


def cells(seen: Seen, heatmap: str) -> dict[tuple[int, int], str]:
    found = seen.page.eval_on_selector_all(
        f"[data-heatmap={heatmap}] td.cell", "all => all.map(c => [+c.dataset.c, +c.dataset.m, c.textContent])"
    )
    return {(c, m): text for c, m, text in found}


def expected(analysed: Study, table: pl.DataFrame, group: str, column: str) -> dict[tuple[int, int], float]:
    runs = analysed.runs
    rows = table.filter(pl.col("group") == group).select("mutation", "crossover", "boundary", column).rows()
    return {(runs.configurations.index((a, b)), runs.boundaries.index(m)): value for a, b, m, value in rows}


@pytest.mark.parametrize("group", ["1", "2", "3", "4", "5", "all"])
def test_both_heatmaps_of_every_group_show_the_numbers_of_the_analysis(
    seen: Seen, report: Report, analysed: Study, group: str
) -> None:
    seen.open(report.index).page.click(f"#group-{group}")
    ranks = expected(analysed, analysed.group_ranks.mean_ranks, group, "mean_rank")
    shown = {place: float(text) for place, text in cells(seen, "rank").items()}
    assert shown == {place: pytest.approx(value, abs=0.0501) for place, value in ranks.items()}
    shares = expected(analysed, analysed.repaired, group, "repaired")
    shown = {place: float(text) for place, text in cells(seen, "measure").items()}
    assert shown == {place: pytest.approx(100 * value, abs=0.501) for place, value in shares.items()}


def test_best_and_worse_cells_have_the_fonts_of_the_paper(seen: Seen, report: Report, analysed: Study) -> None:
    seen.open(report.index).page.click("#group-all")
    marked = seen.page.eval_on_selector_all(
        "[data-heatmap=rank] td.cell.best", "all => all.map(c => [+c.dataset.c, +c.dataset.m])"
    )
    best = expected(analysed, analysed.group_ranks.mean_ranks, "all", "best")
    assert {tuple(place) for place in marked} == {place for place, is_best in best.items() if is_best}
    red, green, _ = map(
        int, seen.page.eval_on_selector("td.cell.best", "c => getComputedStyle(c).color").strip("rgb()").split(",")
    )
    assert green > red


def test_hovering_a_cell_tells_its_numbers(seen: Seen, report: Report, analysed: Study) -> None:
    seen.open(report.index).page.click("#group-1")
    seen.page.hover("[data-heatmap=rank] td.cell[data-c='3'][data-m='2']")
    told = seen.page.inner_text("#tooltip")
    mutation, crossover = analysed.runs.configurations[3]
    boundary = analysed.runs.boundaries[2]
    row = analysed.intervals.table.filter(
        (pl.col("group") == "1")
        & (pl.col("mutation") == mutation)
        & (pl.col("crossover") == crossover)
        & (pl.col("boundary") == boundary)
    ).row(0, named=True)
    share = expected(analysed, analysed.repaired, "1", "repaired")[3, 2]
    assert f"{mutation}, {crossover}" in told
    assert f"{row['mean_rank']:.2f} [{row['low']:.2f}, {row['high']:.2f}]" in " ".join(told.split())
    assert f"{100 * share:.1f} %" in told


def test_clicking_a_cell_opens_its_distributions_and_curves(
    seen: Seen, report: Report, analysed: Study, store: Store
) -> None:
    page = seen.open(report.index).page
    page.click("#group-1")
    page.click("[data-heatmap=rank] td.cell[data-c='4'][data-m='1']")
    mutation, crossover = analysed.runs.configurations[4]
    assert page.inner_text("#configuration-title").startswith(f"{mutation}, {crossover} – group 1")
    assert page.locator(".problem").count() == 2  # f1 and f5
    page.locator(".problem").nth(1).scroll_into_view_if_needed()
    page.locator(".problem").nth(1).locator("[data-box='1']").hover()
    told = " ".join(page.inner_text("#tooltip").split())
    found = analysed.distributions.filter(
        (pl.col("function") == 5)
        & (pl.col("mutation") == mutation)
        & (pl.col("crossover") == crossover)
        & (pl.col("boundary") == analysed.runs.boundaries[1])
    ).row(0, named=True)
    shown = float(told.partition("median ")[2].split()[0])
    assert shown == pytest.approx(found["median"], rel=0.05)
    assert "Linear Slope" in told
    chart = page.locator(".problem").nth(1).locator("figure svg").nth(1)
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 11, box["y"] + 60)
    told = " ".join(page.inner_text("#tooltip").split())
    line = curves(
        store, functions=[5], mutations=[mutation], crossovers=[crossover], boundaries=[analysed.runs.boundaries[1]]
    )
    assert told.startswith(f"after {line['evaluations'][-1]} evaluations")
    shown = float(told.partition(f"{analysed.runs.boundaries[1]} ")[2].split()[0])
    assert shown == pytest.approx(line["precision"][-1], rel=0.06)


@pytest.mark.parametrize("parameter", ["f", "cr"])
def test_curves_of_mean_f_and_mean_cr_stand_beside_the_others(
    seen: Seen, report: Report, analysed: Study, store: Store, parameter: str
) -> None:
    page = seen.open(report.index).page
    page.click("#group-1")
    page.click("[data-heatmap=rank] td.cell[data-c='4'][data-m='1']")
    problem = page.locator(".problem").nth(1)
    problem.scroll_into_view_if_needed()
    problem.locator("svg").nth(4).wait_for()  # charts are drawn when they come near the screen
    assert problem.locator("figcaption").all_inner_texts()[1:] == [
        "Convergence",
        "Repaired share so far",
        "Mean F",
        "Mean Cr",
    ]
    chart = problem.locator(f"[data-curve={parameter}]")
    chart.scroll_into_view_if_needed()
    assert chart.locator("path").count() == len(analysed.runs.boundaries)
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 11, box["y"] + 60)
    told = " ".join(page.inner_text("#tooltip").split())
    mutation, crossover = analysed.runs.configurations[4]
    line = curves(
        store, functions=[5], mutations=[mutation], crossovers=[crossover], boundaries=[analysed.runs.boundaries[1]]
    )
    assert told.startswith(
        f"after {line['evaluations'][-1]} evaluations {analysed.runs.boundaries[1]} {line[parameter][-1]:.2f} "
    )


def test_the_keyboard_reaches_and_opens_cells(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    page.focus("[data-heatmap=rank] td.cell[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("[document.activeElement.dataset.c, document.activeElement.dataset.m]") == ["1", "1"]
    assert page.is_visible("#tooltip")
    page.keyboard.press("Enter")
    assert page.inner_text("#configuration-title").startswith(", ".join(analysed.runs.configurations[1]))
    page.focus("#group-1")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#group-2", "aria-checked") == "true"


def test_nothing_moves_when_charts_near_the_screen_are_drawn(seen: Seen, report: Report) -> None:
    page = seen.open(report.index).page
    page.click("#group-all")
    height = "document.documentElement.scrollHeight"
    before, waiting = page.evaluate(height), page.locator(".problem figure svg").count()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")  # draws every chart that still waits
    assert page.locator(".problem figure svg").count() > waiting
    assert page.evaluate(height) == before


def test_lines_of_the_ecdf_can_be_chosen(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    page.click("#group-3")
    paths = page.locator("#ecdf .with-lines svg[role=img] > g.line")
    assert paths.count() == len(analysed.runs.configurations)
    page.locator("#ecdf input[type=checkbox]").first.uncheck()
    assert paths.count() == len(analysed.runs.configurations) - 1
    page.click("#ecdf button:text-is('only exponential')")
    assert paths.count() == 3
    page.click("#ecdf button:text-is('none')")
    assert paths.count() == 0
    final = analysed.ecdf.final.filter(pl.col("group") == "3")  # type: ignore[union-attr]
    labels = page.locator("#ecdf .lines label").all_inner_texts()
    shown = sorted(float(label.split()[0]) for label in labels)
    assert shown == pytest.approx(sorted(100 * share for share in final["share"].to_list()), abs=0.501)


def column(seen: Seen, place: int) -> list[str]:
    return seen.page.locator(f"#table-panel tbody tr td:nth-child({place})").all_inner_texts()


def test_tables_sort_both_ways_and_filter(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    page.click("#group-all")
    page.click("#table-panel th:has-text('mean rank') button")
    ascending = [float(text) for text in column(seen, 4)]
    ranks = analysed.group_ranks.mean_ranks.filter(pl.col("group") == "all")["mean_rank"]
    assert ascending == [round(value, 2) for value in ranks.sort().to_list()]
    assert page.get_attribute("#table-panel th:has-text('mean rank')", "aria-sort") == "ascending"
    page.click("#table-panel th:has-text('mean rank') button")
    assert [float(text) for text in column(seen, 4)] == ascending[::-1]
    page.fill("#table-panel input[type=search]", "best/1 exponential penalty")
    assert set(column(seen, 3)) == {"death-penalty"}
    assert len(column(seen, 3)) == 2  # best/1 is also a part of target-to-best/1


def test_running_times_are_those_of_the_analysis(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    page.click("#group-1")
    page.click("#tab-running_times")
    page.select_option("#table-panel select", "0")
    table = analysed.running_times
    assert table is not None
    wanted = table.filter((pl.col("group") == "1") & (pl.col("target") == 10.0))
    shown = [float(text.replace(",", "").replace("∞", "inf")) for text in column(seen, 5)]
    assert sorted(shown) == pytest.approx(sorted(wanted["ert"].to_list()), abs=0.51)


def test_every_table_is_there_and_no_claim_of_the_paper(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
        assert page.locator("#table-panel tbody tr").count() > 0
    assert page.locator("#claims").is_hidden()
    assert "paper" not in page.inner_text("#findings")
    text = page.inner_text("#findings")
    assert f"{analysed.coverage.runs:,} runs" in text
    assert "Kolmogorov–Smirnov" in page.inner_text("#methods")


def test_every_claim_is_there_where_the_design_is_the_paper_s(seen: Seen, tmp_path: Path) -> None:
    written = write_report(random_study(runs=2), tmp_path, resamples=2, figures="none")
    page = seen.open(written.index).page
    assert page.locator("#claims table").first.locator("tbody tr").count() == len(CLAIMS)
    assert "checks of the paper's statements" in page.inner_text("#findings")
    names = page.locator("#counts tbody th").all_inner_texts()
    assert names[0] == "conservatism"  # from top to bottom of the paper's heatmaps
    assert names[-1] == "wrapping"


def test_light_and_dark_follow_the_system_and_the_button(seen: Seen, report: Report) -> None:
    page = seen.open(report.index).page
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


@pytest.mark.parametrize("width", [360, 800, 1920])
def test_no_width_needs_sideways_scrolling_of_the_page(seen: Seen, report: Report, width: int) -> None:
    seen.page.set_viewport_size({"width": width, "height": 900})
    seen.open(report.index)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
