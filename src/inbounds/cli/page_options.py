"""What the commands that write a page share: numbers in pairs, and opening the page where it can be seen."""

import os
import sys
import webbrowser
from pathlib import Path

from inbounds.errors import InvalidArgumentError


def read_pair(name: str, text: str) -> tuple[float, float]:
    """Return the two numbers of an option such as --optimum 3,-5."""
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        raise InvalidArgumentError(f"--{name} must be two numbers with a comma between them; got {text!r}") from None
    return first, second


def read_places(name: str, text: str) -> tuple[int, int]:
    """Return the two whole numbers of an option such as --coordinates 0,1."""
    first, second = read_pair(name, text)
    if first != int(first) or second != int(second):
        raise InvalidArgumentError(f"--{name} must be two whole numbers with a comma between them; got {text!r}")
    return int(first), int(second)


def open_in_browser(page: Path, wanted: bool | None) -> None:
    """Open `page`; where nothing is said, only if this is a session with a screen."""
    if wanted or (wanted is None and _has_screen()):
        webbrowser.open(page.resolve().as_uri())


def _has_screen() -> bool:
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return sys.stdout.isatty()
