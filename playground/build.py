"""Build the playground: the core compiled to WebAssembly, and one page with it inside.

python playground/build.py            writes src/inbounds/playground/page.html
python playground/build.py --core F   writes the WebAssembly module alone to F
"""

import argparse
import base64
import hashlib
import html
import re
import subprocess
import sys
import tomllib
import zlib
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGE = ROOT / "src" / "inbounds" / "playground" / "page.html"
COMPILER = ("ziglang", "c++", "-target", "wasm32-wasi", "-mexec-model=reactor")
# As CMakeLists.txt compiles the portable core, without what the target does not have: exceptions and threads.
FLAGS = (
    "-O2",
    "-std=c++20",
    "-msimd128",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-s",
)
WITHOUT = ("batch.cpp", "handover.cpp", "make_problem.cpp")

# The scripts in the order in which they build on each other; the first ones are the report's.
SHARED = ("elements.js", "numbers.js", "axes.js")
PAGE_SCRIPTS = (
    "embedded.js", "catalogue.js", "state.js", "core.js", "landscape_image.js", "simulation.js", "recorded.js",
    "box_view.js", "player.js", "optimum_handle.js", "measures.js", "boxes.js", "statistics.js", "race.js",
    "race_view.js", "controls.js", "transport.js", "theme.js", "watch.js", "page.js",
)  # fmt: skip
WORKER_SCRIPTS = ("core.js", "race_worker.js")


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core", type=Path, metavar="FILE", help="write the WebAssembly module alone")
    parser.add_argument("--page", type=Path, metavar="FILE", default=PAGE, help="where the page goes")
    parser.add_argument("--if-possible", action="store_true", help="without a compiler say so, and end well")
    asked = parser.parse_args()
    if find_spec("ziglang") is None:
        print("no WebAssembly compiler here (the package ziglang): the playground is left out", file=sys.stderr)
        sys.exit(0 if asked.if_possible else 1)
    core = compiled_core()
    if asked.core is not None:
        asked.core.write_bytes(core)
        return
    asked.page.parent.mkdir(exist_ok=True)
    asked.page.write_text(page(core), encoding="utf-8")
    print(f"playground: {asked.page} ({asked.page.stat().st_size / 1000:.0f} kB, the core {len(core) / 1000:.0f} kB)")


def compiled_core() -> bytes:
    """Return the core as a WebAssembly module: the sources of the library and a C face over them."""
    sources = [path for path in sorted((ROOT / "cpp" / "src").rglob("*.cpp")) if path.name not in WITHOUT]
    with TemporaryDirectory() as folder:
        module = Path(folder) / "core.wasm"
        command = [sys.executable, "-m", *COMPILER, *FLAGS, f"-I{ROOT / 'cpp' / 'include'}"]
        subprocess.run([*command, str(HERE / "exports.cpp"), *map(str, sources), "-o", str(module)], check=True)
        return module.read_bytes()


def page(core: bytes) -> str:
    """Return the page with everything inside, and a policy that lets nothing else in."""
    from inbounds.report.packed_arrays import embedded_json

    report = ROOT / "src" / "inbounds" / "report" / "templates"
    scripts = [report / name for name in SHARED] + [HERE / "scripts" / name for name in PAGE_SCRIPTS]
    script = "(() => {\n'use strict';\n" + "\n".join(read(path) for path in scripts) + "\n})();"
    worker = "'use strict';\n" + "\n".join(read(HERE / "scripts" / name) for name in WORKER_SCRIPTS)
    if "</script" in worker + script:
        raise ValueError("a script holds the text that would end it")
    style = f"\n{read(HERE / 'style.css')}\n"
    policy = (
        f"default-src 'none'; script-src '{digest(script)}' 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src '{digest(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "%POLICY%": html.escape(policy),
        "%STYLE%": style,
        "%CATALOGUE%": embedded_json(catalogue()),
        "%CORE%": base64.b64encode(zlib.compress(core, 9)).decode(),
        "%WORKER%": worker,
        "%SCRIPT%": script,
    }
    return re.sub("|".join(parts), lambda found: parts[found[0]], read(HERE / "page.html"))


def digest(text: str) -> str:
    """Return how a policy names an inline script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def catalogue() -> dict[str, Any]:
    """Return what the page says about operators and functions, from the core's metadata and the bibliography."""
    from latex2mathml.converter import convert

    from inbounds import problems
    from inbounds.analysis.ecdf import target_columns
    from inbounds.operators import catalogue as known
    from inbounds.paper import published
    from inbounds.playground.choices import LIMITS

    works = tomllib.loads(read(ROOT / "docs" / "bibliography.toml"))

    def described(info: known.OperatorInfo) -> dict[str, Any]:
        options = [{"name": option.name, "standard": option.standard} for option in info.options]
        return {
            "name": info.name,
            "label": info.label,
            "summary": info.summary,
            "kind": info.kind,
            "options": options,
            "formula": "".join(convert(line, display="block") for line in lines_of(info.formula)),
            "source": source(works[info.cite]) if info.cite else None,
        }

    return {
        "operators": {family: [described(info) for info in known.operators(family)] for family in known.FAMILIES},
        "functions": [
            {
                "number": info.number,
                "label": info.label,
                "group": info.group,
                "minimum_dimension": info.minimum_dimension,
            }
            for info in problems.functions("bbob")
        ],
        "groups": {str(group): name for group, name in problems.GROUP_NAMES.items()},
        "paper_methods": [name for name in known.names("boundary") if name in published.BOUNDARIES],
        "targets": list(target_columns("decades")),
        "limits": LIMITS,
    }


def lines_of(formula: str) -> list[str]:
    """Return the parts of a formula that stand beside each other in print; on a phone they stand below each other."""
    return formula.split(r",\quad ") if formula else []


def source(work: dict[str, Any]) -> dict[str, str]:
    """Return a work as one line, and its doi."""
    year = f" ({work['year']})" if "year" in work else ""
    return {"text": f"{work['authors']}{year}. {work['title']}. {work['venue']}.", "doi": work.get("doi", "")}


def read(path: Path) -> str:
    """Return the text of a file of ours."""
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
