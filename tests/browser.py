"""A real browser for the tests of pages, and a page that remembers what it complained about."""

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def lacking() -> str | None:
    """Return what a browser test misses on this machine, if anything."""
    if program() is None:
        return f"any of {', '.join(BROWSERS)}"
    return None if find_spec("playwright") else "playwright"


def program() -> str | None:
    """Return the browser's path."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Seen:
    """A page with everything it complained about and asked for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self.note(request.url))

    def note(self, url: str) -> None:
        """Remember a request; what a page makes of itself (blob:) is none."""
        if not url.startswith("blob:"):
            self.requests.append(url.partition("#")[0])

    def open(self, index: Path, address: str = "") -> "Seen":
        """Open a page from the disk and wait until it says that it is ready."""
        self.page.goto(index.resolve().as_uri() + address)
        self.page.wait_for_selector("html[data-ready]")
        return self
