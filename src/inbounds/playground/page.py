"""The page as it was built with the package, filled with what it is to show."""

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inbounds.errors import InboundsError
from inbounds.report.packed_arrays import embedded_json

if TYPE_CHECKING:
    from inbounds.playground.recording import Recording

EMPTY = {"given": "{}", "recording": "null"}


class PlaygroundMissingError(InboundsError):
    """This installation came without the page."""


def built_page() -> Traversable:
    """Return where the page is, in an installation that has it."""
    return resources.files("inbounds.playground") / "page.html"


def write_page(path: Path, *, chosen: Mapping[str, str] | None = None, recording: "Recording | None" = None) -> Path:
    """Write the page to `path`: with these choices, or showing a recorded run."""
    page = built_page()
    if not page.is_file():
        raise PlaygroundMissingError(
            "the playground is not part of this installation: it is built from the sources by 'make playground', "
            "which needs the package ziglang, and goes into wheels that are made after that"
        )
    text = _filled(page.read_text(encoding="utf-8"), "given", dict(chosen or {}))
    text = _filled(text, "recording", None if recording is None else recording.as_data())
    path.write_text(text, encoding="utf-8")
    return path


def _filled(text: str, name: str, data: Any) -> str:
    start = f'<script type="application/json" id="{name}">'
    return text.replace(f"{start}{EMPTY[name]}</script>", f"{start}{embedded_json(data)}</script>", 1)
