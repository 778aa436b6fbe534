"""A browser for all tests that look at pages, and Ctrl-C for those that press it."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import FLAGS, Seen, lacking, program

PATIENCE = 300_000  # milliseconds: what a page does at once may take long on a busy machine
_unseen: list[str] = []


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright; without one, only the tests that need it are skipped."""
    if missing := lacking():
        _unseen.append(f"there is not {missing}: the pages were NOT tested in a browser")
        pytest.skip(f"NO BROWSER TESTS: there is not {missing}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def seen(browser: Any) -> Iterator[Seen]:
    """A fresh page; at its end it must have been quiet and have asked for nothing but itself."""
    context = browser.new_context(
        viewport={"width": 1400, "height": 950}, color_scheme="light", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    watched = Seen(context.new_page())
    yield watched
    assert watched.complaints == []
    assert [url.partition(":")[0] for url in watched.requests] == ["file"] * len(watched.requests)
    assert len(set(watched.requests)) <= 1
    context.close()


def pytest_configure() -> None:
    """Let Ctrl-C be heard: tests that are started in the background inherit that it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud what could not be looked at."""
    for words in _unseen:
        terminalreporter.write_sep("!", words, red=True, bold=True)
