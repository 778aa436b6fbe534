"""Reports written once for all tests, and a real browser to look at them."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from inbounds.analysis import Study, study
from inbounds.experiment import Store
from inbounds.report import Report, write_report
from tests.report.small_stores import make_store

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
RESAMPLES = 20
_unseen: list[str] = []


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return make_store(tmp_path_factory.mktemp("store") / "small")


@pytest.fixture(scope="session")
def analysed(store: Store) -> Study:
    return study(store, resamples=RESAMPLES)


@pytest.fixture(scope="session")
def report(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return write_report(store, tmp_path_factory.mktemp("report"), resamples=RESAMPLES)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright; without one, only the tests that need it are skipped."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or find_spec("playwright") is None:
        lacking = "playwright" if program else f"any of {', '.join(BROWSERS)}"
        _unseen.append(f"there is not {lacking}: the report was NOT tested in a browser")
        pytest.skip(f"NO BROWSER TESTS: there is not {lacking}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()


class Seen:
    """A page with everything it complained about and asked for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, index: Path) -> "Seen":
        self.page.goto(index.resolve().as_uri())
        self.page.wait_for_selector("html[data-ready]")
        return self


@pytest.fixture
def seen(browser: Any) -> Iterator[Seen]:
    """A fresh page; at its end it must have been quiet and have asked for nothing but itself."""
    context = browser.new_context(
        viewport={"width": 1400, "height": 950}, color_scheme="light", reduced_motion="reduce"
    )
    watched = Seen(context.new_page())
    yield watched
    assert watched.complaints == []
    assert [url.partition(":")[0] for url in watched.requests] == ["file"] * len(watched.requests)
    assert len(set(watched.requests)) <= 1
    context.close()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud what could not be looked at."""
    for words in _unseen:
        terminalreporter.write_sep("!", words, red=True, bold=True)
