"""The page: one file with its style, scripts and data inside, and a policy that forbids it to load anything."""

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

from inbounds.report.packed_arrays import embedded_json, visible

# In the order in which they build on each other.
SCRIPTS = (
    "elements.js",
    "data.js",
    "numbers.js",
    "tooltip.js",
    "links.js",
    "axes.js",
    "method_card.js",
    "heatmaps.js",
    "method_charts.js",
    "critical_difference.js",
    "configuration.js",
    "ecdf.js",
    "sortable_table.js",
    "tables.js",
    "words.js",
    "page.js",
)


def page(
    title: str,
    studies: Sequence[dict[str, Any]],
    *,
    written: str,
    files: dict[str, list[str]],
    playground: str | None = None,
) -> Iterator[str]:
    """Yield the text of the page piece by piece; `files` are the figures of each study, by its folder.

    `playground`: the address of that page, for links from the cells.
    """
    script = "\n".join(_template(name) for name in SCRIPTS)
    script = f"(() => {{\n'use strict';\n{script}\n}})();"
    style = f"\n{_template('style.css')}\n"
    skeleton = _template("page.html")
    head, _, tail = skeleton.partition("%DATA%")
    replaced = {
        "%TITLE%": html.escape(visible(title)),
        "%WRITTEN%": html.escape(written),
        "%STYLE%": style,
        "%POLICY%": _policy(script, style),
    }
    yield re.sub("|".join(replaced), lambda found: replaced[found[0]], head)  # in one pass: texts may hold marks
    listing = [{"title": study["title"], "figures": files.get(study["folder"], [])} for study in studies]
    yield _data("studies", listing)
    yield _data("playground", playground)
    for k, study in enumerate(studies):
        yield _data(f"study-{k}", study)
    yield tail.replace("%SCRIPT%", script)


def _data(name: str, data: Any) -> str:
    return f'<script type="application/json" id="{name}">{embedded_json(data)}</script>\n'


def _policy(script: str, style: str) -> str:
    """Return the policy: only this script runs, only this style counts, nothing is fetched from or sent to anywhere."""
    own = {"script-src": script, "style-src": style}
    allowed = [f"{kind} 'sha256-{_digest(text)}'" for kind, text in own.items()]
    return "; ".join(["default-src 'none'", *allowed, "img-src data:", "base-uri 'none'", "form-action 'none'"])


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template(name: str) -> str:
    return (resources.files("inbounds.report") / "templates" / name).read_text(encoding="utf-8")
