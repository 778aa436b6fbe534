"""The playground in a real browser: quiet, asking for nothing, and showing what the core does."""

from pathlib import Path
from typing import Any

import pytest

from inbounds.operators import catalogue
from tests.browser import Seen

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("playground")]

PENALISED = [info.name for info in catalogue.operators("boundary") if info.kind == "penalise"]


def picture(page: Any, place: int = 0) -> str:
    """Return what a box shows."""
    return page.evaluate("k => document.querySelectorAll('#boxes canvas')[k].toDataURL()", place)


def landscape(page: Any) -> str:
    """Return the painted function, without the points over it."""
    return page.evaluate("playground.boxes.picture.toDataURL()")


def chosen(page: Any) -> dict[str, Any]:
    return page.evaluate("({ ...playground.state })")


def wait_for_address(page: Any, words: str) -> None:
    """Wait until the address, which the page writes when nothing moves any more, holds `words`."""
    page.wait_for_function("words => location.hash.includes(words)", arg=words)


def test_stepping_changes_the_picture_and_going_back_restores_it(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#generation=0").page
    pictures = [picture(page)]
    for _ in range(5):
        page.click("#step")
        pictures.append(picture(page))
    assert len(set(pictures)) == len(pictures)
    assert page.inner_text("#counter") == "Generation 2"
    for earlier in pictures[-2::-1]:
        page.click("#step-back")
        assert picture(page) == earlier


@pytest.mark.parametrize("boundary", catalogue.names("boundary"))
def test_every_treated_point_lies_inside_the_box(seen: Seen, playground: Path, boundary: str) -> None:
    page = seen.open(playground, f"#boundary={boundary}&adaptation=constant&F=1.4&generation=40&problem=5").page
    found = page.evaluate(
        """() => playground.boxes.panels[0].simulation.frames.slice(1).map((frame) => {
          const inside = (rows, i) => Math.abs(rows[2 * i]) <= 5 && Math.abs(rows[2 * i + 1]) <= 5;
          const outside = (rows) => [...frame.outside.keys()].filter((i) => !inside(rows, i)).length;
          return { left: outside(frame.donors), still: outside(frame.repaired), bad: outside(frame.population) };
        })"""
    )
    assert len(found) == 40
    assert sum(generation["left"] for generation in found) > 50
    assert sum(generation["bad"] for generation in found) == 0
    if boundary not in PENALISED:
        assert sum(generation["still"] for generation in found) == 0


def test_dragging_the_optimum_moves_the_landscape_onto_the_wall_too(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#problem=15").page
    before, still = landscape(page), picture(page)
    box = page.locator("#boxes canvas").bounding_box()
    star = page.locator(".optimum").bounding_box()
    page.mouse.move(star["x"] + star["width"] / 2, star["y"] + star["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    assert chosen(page)["optimum"] == [pytest.approx(0, abs=0.05)] * 2
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    assert chosen(page)["optimum"] == [5, pytest.approx(0, abs=0.05)]
    assert landscape(page) != before
    assert picture(page) != still
    assert page.evaluate("playground.boxes.landscape.evaluate(Float64Array.from(playground.state.optimum))[0]") == 0
    wait_for_address(page, "optimum=5,")
    assert "no longer the BBOB instance" in page.inner_text("#optimum-note")
    page.click("#own-optimum")
    assert landscape(page) == before


def test_the_optimum_moves_with_the_arrow_keys(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#optimum=1,1").page
    page.focus(".optimum")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert chosen(page)["optimum"] == [0.9, 2]
    assert chosen(page)["generation"] == 1  # the arrows were not taken for steps


def test_a_link_shows_the_same_picture(seen: Seen, playground: Path) -> None:
    page = seen.open(playground).page
    page.click("[data-chip='midpoint-target']")
    page.select_option("#problem", "15")
    page.select_option("#mutation", "best/1")
    page.select_option("#crossover", "exponential")
    page.select_option("#adaptation", "constant")
    page.fill("#F", "0.9")
    page.click("#another-seed")
    page.click("#generation")
    page.click("#step")
    kept = picture(page)
    link = "#problem=15&mutation=best/1&crossover=exponential&boundary=midpoint-target&adaptation=constant&F=0.9"
    link += "&seed=2&generation=2&stage=1"
    wait_for_address(page, link)
    page.goto("about:blank")
    seen.open(playground, link)
    assert picture(page) == kept


def test_every_choice_changes_the_run(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#generation=6&adaptation=constant").page
    pictures = {picture(page)}
    changes = [
        lambda: page.select_option("#mutation", "rand/2"),
        lambda: page.select_option("#crossover", "exponential"),
        lambda: page.fill("#F", "0.3"),
        lambda: page.fill("#Cr", "0.2"),
        lambda: page.fill("#population", "50"),
        lambda: page.click("[data-chip=wrapping]"),
        lambda: page.select_option("#adaptation", "shade"),
        lambda: page.click("#another-seed"),
        lambda: page.select_option("#problem", "21"),
        lambda: page.check("#trace"),
    ]
    for change in changes:
        change()
        pictures.add(picture(page))
    assert len(pictures) == 1 + len(changes)


def test_what_cannot_be_had_is_said(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#boundary=reflect&problem=25&colour=red&generation=3").page
    told = page.inner_text("#notice")
    for words in ("boundary cannot be reflect", "problem cannot be 25", "no choice called colour"):
        assert words in told
    assert chosen(page)["boundary"] == "reflection"
    assert chosen(page)["generation"] == 3


def test_playing_goes_on_until_paused(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#speed=4").page  # not so fast that a busy machine would see the end first
    page.keyboard.press("Space")
    page.wait_for_selector("#play:text-is('Pause')")
    page.wait_for_function("() => document.querySelector('#counter').textContent.match(/[0-9]+/)[0] > 3")
    page.keyboard.press("Space")
    page.wait_for_selector("#play:text-is('Play')")
    reached, still = chosen(page)["generation"], picture(page)
    page.wait_for_timeout(150)  # more than two stages at this speed
    assert picture(page) == still
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")  # to the end of the generation in which it was paused,
    page.keyboard.press("Shift+ArrowRight")  # then to the end of the next
    assert chosen(page)["generation"] > reached
    page.keyboard.press("r")
    assert page.inner_text("#counter") == "Generation 0"


def test_methods_side_by_side_share_seed_and_time(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#view=compare&generation=0&problem=8").page
    page.click("#all-methods")
    names = page.eval_on_selector_all("#boxes canvas", "all => all.map((canvas) => canvas.dataset.method)")
    assert set(names) == set(catalogue.names("boundary")[:13])
    starts = page.evaluate("playground.boxes.panels.map((panel) => [...panel.simulation.frame(0).population].join())")
    assert len(set(starts)) == 1
    sides = page.eval_on_selector_all("#boxes canvas", "all => all.map((canvas) => canvas.clientWidth)")
    assert len(set(sides)) == 1
    for _ in range(6):
        page.click("#generation")
    shown = page.evaluate(
        """() => playground.boxes.panels.map((panel) => {
          const { best, share } = panel.simulation.frame(6);
          const words = (name) => panel.element.querySelector(`[data-measure=${name}]`).textContent;
          return [best, Number(words('best')), 100 * share, Number.parseFloat(words('share')), words('diversity')];
        })"""
    )
    for best, best_words, share, share_words, diversity in shown:
        assert best_words == pytest.approx(best, rel=0.06)
        assert share_words == pytest.approx(share, abs=0.051)
        assert 0 < float(diversity) < 1
    assert len({best for best, *_ in shown}) > 8


@pytest.mark.parametrize(("width", "height", "across"), [(1280, 900, 4), (1920, 1080, 4), (900, 1400, 2)])
def test_four_boxes_are_seen_at_once_with_their_numbers(
    seen: Seen, playground: Path, width: int, height: int, across: int
) -> None:
    seen.page.set_viewport_size({"width": width, "height": height})
    page = seen.open(playground, "#view=compare").page
    places = page.eval_on_selector_all("#boxes .numbers", "all => all.map((e) => e.getBoundingClientRect().bottom)")
    assert len(places) == 4
    assert places.count(places[0]) == across
    assert max(places) <= page.locator("#transport").bounding_box()["y"]


def test_a_method_explains_itself(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#view=compare").page
    page.click("figure.box .name:text-is('Midpoint Target')")
    info = catalogue.find("boundary", "midpoint-target")
    dialog = page.locator("#explanation")
    assert info.summary in dialog.inner_text()
    assert "Biedrzycki" in dialog.inner_text()
    assert dialog.locator("math").count() == 1
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.click("#view-one")
    card = page.locator("#settings .card")
    assert catalogue.find("boundary", "reflection").summary in card.inner_text()
    assert card.locator("math").count() == 1


def test_light_and_dark_follow_the_system_and_the_button(seen: Seen, playground: Path) -> None:
    page = seen.open(playground).page
    light = picture(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    assert picture(page) != light
    page.click("#theme")
    assert picture(page) == light


@pytest.mark.parametrize("width", [390, 800, 1280, 1920])
@pytest.mark.parametrize("view", ["one", "compare", "race"])
def test_no_width_needs_sideways_scrolling(seen: Seen, playground: Path, width: int, view: str) -> None:
    seen.page.set_viewport_size({"width": width, "height": 900})
    page = seen.open(playground, f"#view={view}").page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, [role=img]')]
          .filter((element) => element.offsetParent)
          .filter(({ ariaLabel, textContent, labels }) => !(ariaLabel || textContent || labels?.length))
          .map((element) => element.outerHTML)"""
    )
    assert unnamed == []
