"""The page for readers: contrast, links that show the same again, explanations, paper, and names that mean harm."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds.analysis import Study
from inbounds.experiment import Store, parse_config, run_experiment
from inbounds.report import Report, write_report
from tests.browser import Seen
from tests.report.small_stores import SMALL, foreign_runs, make_store, paper_size_runs

pytestmark = pytest.mark.slow

BOUNDARY_DECADES = 0.35
CONTRAST = """cells => {
  const light = (text) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => linear(part / 255));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  return cells.map((cell) => {
    const style = getComputedStyle(cell);
    const [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
}"""
HOSTILE = (
    "<script>document.title = 'broken'</script>",
    '"><img src=x onerror="document.title=1">',
    "'; alert(1); //\u2028alert(2)",
    "right\u202eto left\u2066 and on",
    "javascript:alert(1)",
    "${alert(1)} {{x}} %DATA%",
)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report with the paper's 28 × 13 cells per group, many of them green and red."""
    from inbounds.paper.published import BOUNDARIES

    place = {name: BOUNDARY_DECADES * k for k, name in enumerate(BOUNDARIES)}
    steps = pl.col("boundary").replace_strict(place) * pl.col("mutation").str.len_chars() / 12
    table = paper_size_runs(runs=12, functions=(1, 2, 3, 6, 7, 8, 9))
    table = table.with_columns(precision=pl.col("precision") * 10.0**steps)
    return write_report(table, tmp_path_factory.mktemp("large"), resamples=3, figures="none")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_cell_of_every_heatmap_can_be_read(seen: Seen, large: Report, theme: str) -> None:
    page = seen.open(large.index, f"#theme={theme}").page
    checked = 0
    for group in ("1", "2", "all"):
        page.click(f"#group-{group}")
        for measure in page.eval_on_selector_all("#ranks select option", "all => all.map(o => o.value)"):
            page.select_option("#ranks select", measure)
            ratios = page.eval_on_selector_all("td.cell:not(.none), .sample:not(:empty), .shade", CONTRAST)
            checked += len(ratios)
            assert min(ratios) >= 4.5
    assert checked > 6 * 2 * 364
    assert page.locator("td.cell.worse").count() > 20
    assert page.locator("td.cell.best").count() > 20


def test_a_link_shows_the_same_again(seen: Seen, report: Report, analysed: Study) -> None:
    second = analysed.runs.boundaries[1]
    page = seen.open(report.index).page
    page.click("#group-4")
    page.click("[data-heatmap=rank] td.cell[data-c='4'][data-m='1']")
    page.click("#theme")
    title, address = page.inner_text("#configuration-title"), page.evaluate("location.href")
    for part in ("group=4", "mutation=best/1", "crossover=exponential", f"method={second}", "theme=dark"):
        assert part in address
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.inner_text("#configuration-title") == title
    assert page.get_attribute("#group-4", "aria-checked") == "true"
    assert page.get_attribute("html", "data-theme") == "dark"
    assert page.locator("[data-heatmap=rank] td.picked").get_attribute("data-m") == "1"
    page.click(".links a[href='#counts']")
    page.wait_for_function("() => location.hash.includes('at=counts')")
    assert "group=4" in page.evaluate("location.hash")
    page.evaluate("window.location.hash = '#group=1&mutation=rand/1&crossover=binomial&method=reflection'")
    page.wait_for_selector("#group-1[aria-checked=true]")
    assert page.inner_text("#configuration-title").startswith("rand/1, binomial – group 1")


def test_a_link_to_what_is_not_there_shows_the_start(seen: Seen, report: Report) -> None:
    page = seen.open(report.index, "#group=9&mutation=none&method=%22%3E%3Cimg&theme=pink&study=x&at=nowhere").page
    assert page.get_attribute("#group-1", "aria-checked") == "true"
    assert page.get_attribute("html", "data-theme") == "light"


def test_row_headings_explain_their_method(seen: Seen, report: Report, analysed: Study) -> None:
    page = seen.open(report.index).page
    heading = page.locator("[data-heatmap=rank] tbody th", has_text="midpoint-base")
    for show in (heading.hover, heading.focus):
        show()
        assert "halfway between the crossed bound and the base vector" in page.inner_text("#tooltip")
        assert page.locator("#tooltip math mtable").count() == 1
        assert page.locator("#tooltip svg circle.put").count() > 10
        page.mouse.move(5, 5)
        heading.blur()
        assert not page.is_visible("#tooltip")
    page.focus("[data-heatmap=rank] tbody th[tabindex='0']")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#tooltip strong") == analysed.runs.boundaries[1]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.m") == "1"


def test_names_have_one_spelling(seen: Seen, large: Report) -> None:
    page = seen.open(large.index).page
    text = page.inner_text("body")
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
        text += page.inner_text("#tables")
    for label in ("Midpoint Base", "Midpoint base", "Death Penalty", "Rand Base", "Projection Base", "Rand/1"):
        assert label not in text
    assert "midpoint-base" in text


def test_a_clicked_cell_is_shown_beside_the_winner(seen: Seen, large: Report) -> None:
    page = seen.open(large.index, "#group=2").page
    page.click("[data-heatmap=rank] td.cell[data-c='1'][data-m='9']")
    pressed = page.locator(".chips [aria-pressed=true]").all_inner_texts()
    best = page.eval_on_selector_all("[data-heatmap=rank] td.best[data-c='1']", "all => all.map(c => +c.dataset.m)")
    names = page.locator("[data-heatmap=rank] tbody th").all_inner_texts()
    assert pressed == [names[m] for m in sorted({*best, 9})]
    words = page.inner_text("#configuration")
    assert f"Highlighted: {names[9]} (mean rank" in words
    assert f"beside it the best: {names[best[0]]}" in words
    page.click("#group-1")
    best = page.eval_on_selector_all("[data-heatmap=rank] td.best[data-c='1']", "all => all.map(c => +c.dataset.m)")
    assert page.locator(".chips [aria-pressed=true]").all_inner_texts() == [names[m] for m in sorted({*best, 9})]


def test_the_ecdf_begins_with_the_first_hit_and_its_lines_differ(seen: Seen, large: Report) -> None:
    page = seen.open(large.index).page
    starts = page.eval_on_selector_all(
        "#ecdf .line > path:first-child", "all => all.map(p => p.getAttribute('d').match(/[\\d.]+/g).map(Number))"
    )
    bottom = max(numbers[1] for numbers in starts)
    risen = [numbers[3] < bottom for numbers in starts]
    assert any(risen)  # right after the first point some line leaves zero
    looks = page.eval_on_selector_all(
        "#ecdf .lines label svg",
        """all => all.map(({ children: [line, mark] }) =>
          line.style.stroke + line.getAttribute('stroke-dasharray') + mark.getAttribute('d'))""",
    )
    assert len(set(looks)) == len(looks) == 28
    shapes = page.eval_on_selector_all("#ecdf .lines label svg path", "all => all.map(p => p.getAttribute('d'))")
    assert len(set(shapes)) == 14


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_no_table_loses_its_last_column(seen: Seen, large: Report, width: int) -> None:
    page = seen.page
    page.set_viewport_size({"width": width, "height": 900})
    seen.open(large.index)
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
        reached = page.eval_on_selector_all(
            "table",
            """all => all.filter((table) => table.offsetParent).map((table) => {
              const last = table.rows[table.rows.length - 1].lastElementChild;
              const box = table.parentElement;
              box.scrollLeft = box.scrollWidth;
              const [right, edge] = [last.getBoundingClientRect().right, box.getBoundingClientRect().right];
              const seen = right <= Math.min(edge, innerWidth) + 1;
              box.scrollLeft = 0;
              return seen;
            })""",
        )
        assert all(reached)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_critical_difference_of_two_methods_is_named_in_full(seen: Seen, tmp_path: Path) -> None:
    store = make_store(tmp_path / "store", functions=[1, 15], boundaries=["reflection", "projection"], runs=3)
    for width in (390, 1280):
        seen.page.set_viewport_size({"width": width, "height": 900})
        page = seen.open(write_report(store, tmp_path / "report", resamples=2, figures="none").index).page
        label = page.locator("#critical-difference text", has_text="critical difference").first
        drawing, text = page.locator("#critical-difference svg").bounding_box(), label.bounding_box()
        assert "(wider than the scale)" in label.text_content()
        assert text["x"] >= drawing["x"]
        assert text["x"] + text["width"] <= drawing["x"] + drawing["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_paper_gets_every_chart_and_column(seen: Seen, large: Report, tmp_path: Path, theme: str) -> None:
    page = seen.open(large.index, f"#group=2&theme={theme}").page
    page.evaluate("window.scrollTo(0, 0)")
    page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True, print_background=True)
    # what printing drew is still there: no chart of the group is left to be drawn when it comes near the screen
    assert page.locator(".problem").count() == 4
    assert page.locator(".problem svg").count() == 4 * 5
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 between its margins, at 96 points per inch
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    for selector in (
        "td.cell[data-c='27']",
        ".table td:last-child",
        ".table th:last-child",
        ".problem svg",
        "#ecdf svg",
    ):
        edges = page.eval_on_selector_all(selector, "all => all.map(e => e.getBoundingClientRect().right)")
        assert edges
        assert max(edges) <= 719
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.is_visible(".bar")
    sizes = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]", (tmp_path / "page.pdf").read_bytes())
    assert {(round(float(w)), round(float(h))) for w, h in sizes} == {(595, 842)}


def test_hostile_names_run_nothing_and_fetch_nothing(seen: Seen, tmp_path: Path) -> None:
    runs = foreign_runs(HOSTILE)
    everywhere = runs.with_columns(
        suite=pl.lit(HOSTILE[0]),
        adaptation=pl.lit(HOSTILE[1]),
        mutation=pl.lit(HOSTILE[3]),
        crossover=pl.lit(HOSTILE[2]),
    )
    index = write_report(everywhere, tmp_path / "report", resamples=3, figures="none").index
    page = seen.open(index).page
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
    for heading in page.locator("[data-heatmap=rank] tbody th").all():
        heading.hover()
        assert "inbounds comes with" in page.inner_text("#tooltip")
    cells = page.locator("[data-heatmap=rank] td.cell")
    for k in range(cells.count()):
        cells.nth(k).hover()
        cells.nth(k).click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.title() == "Boundary handling: runs"
    assert page.locator("main img, main script, main iframe, main a[href^='javascript']").count() == 0
    assert page.locator("script:not([type])").count() == 1
    text = page.inner_text("body")
    assert "right⟨U+202E⟩to left⟨U+2066⟩ and on" in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.content())
    policy = page.get_attribute("meta[http-equiv='Content-Security-Policy']", "content")
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")


def test_hostile_words_of_an_operator_run_nothing(seen: Seen, tmp_path: Path) -> None:
    name = f"{HOSTILE[1]}{HOSTILE[3]}{HOSTILE[2]}"

    @ib.boundary("clipped", label=name, summary=HOSTILE[0], formula=HOSTILE[1], cite=HOSTILE[1])
    def clipped(at):
        return np.clip(at.donors, at.lower, at.upper)

    try:
        config = parse_config(SMALL, name="small").with_(  # a name of an experiment has letters and digits only
            functions=[1, 15], runs=3, mutations=["rand/1"], boundaries=["clipped", "reflection"]
        )
        run_experiment(config, tmp_path / "store", workers=1)
        index = write_report(Store(tmp_path / "store"), tmp_path / "report", resamples=3, figures="none").index
    finally:
        ib.catalogue.remove("boundary", "clipped")
    page = seen.open(index).page
    for heading in page.locator("[data-heatmap=rank] tbody th").all():
        heading.hover()
    page.locator("[data-heatmap=rank] td.cell").first.click()
    for tab in page.locator("#tables [role=tab]").all():
        tab.click()
    assert page.title() == "Boundary handling: small"
    assert "clipped" in page.inner_text("body")
    assert page.locator("main img, main script, main iframe").count() == 0
    assert page.locator("script:not([type])").count() == 1
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.content())


def test_the_policy_stops_what_would_get_in(browser: Any, report: Report, tmp_path: Path) -> None:
    text = report.index.read_text(encoding="utf-8")
    harm = "<script>document.title = 'x'</script><img src=x onerror=\"document.title='x'\">"
    harm += "<style>body{color:red}</style>"
    (tmp_path / "page.html").write_text(text.replace("<main>", f"<main>{harm}"), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.title() == "Boundary handling: small"
    assert page.evaluate("getComputedStyle(document.body).color") != "rgb(255, 0, 0)"
    page.close()
