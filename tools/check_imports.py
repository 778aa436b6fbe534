"""Hold the import contract: a stage imports from the stages below it only, at the top of its modules, by public names.

Run by `make lint`. The layers are those of ARCHITECTURE.md, lowest first; stages on one line do not know each other.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "inbounds"

LAYERS = (
    ("errors", "_cpu"),
    ("_core",),
    ("arrays", "arguments", "atomic_files", "regular_files", "notebook", "progress_line", "counts_and_lists"),
    ("box",),
    ("operators", "problems"),
    ("runs",),
    ("algorithm",),
    ("plan", "testing"),
    ("store",),
    ("execution", "analysis"),
    ("experiment",),
    ("paper",),
    ("figures",),
    ("report", "exchange"),
    ("playground",),
    ("",),  # the public face, `import inbounds`
    ("bench",),
    ("cli",),
    ("__main__",),
)
PLACE = {stage: place for place, stages in enumerate(LAYERS) for stage in stages}

# Not upwards, and still not wanted: what is drawn is handed over, and nobody but the runner runs experiments.
FORBIDDEN = {
    "figures": {"algorithm", "plan", "store", "execution"},
    "report": {"algorithm", "execution"},
    "exchange": {"execution"},
}

# What is still to be mended: importing module → imported stage.
EXCEPTIONS: set[tuple[str, str]] = set()


def imports(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, module and names of every import of this package in a file, late ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, []) for alias in node.names if alias.name.startswith("inbounds"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "inbounds":
            yield node.lineno, str(node.module), [alias.name for alias in node.names]


def stages_of(module: str, names: list[str]) -> list[str]:
    """Return the stages that an import reaches: the second part of the module, or the names taken from the package."""
    parts = module.split(".")
    if len(parts) > 1:
        return [parts[1]]
    return [name if name in PLACE else "" for name in names] or [""]


def faults(source: Path = SOURCE) -> Iterator[str]:
    """Yield a line for every import that goes upwards, sideways or behind a private name."""
    for path in sorted(source.rglob("*.py")):
        place = path.relative_to(source)
        stage = place.parts[0].removesuffix(".py")
        if stage == "__init__":
            continue
        if stage not in PLACE:
            yield f"{place}: {stage!r} is in no layer of {Path(__file__).name}"
            continue
        module = ".".join(place.with_suffix("").parts)
        for line, imported, names in imports(path):
            if private := [name for name in names if name.startswith("_") and name not in PLACE]:
                yield f"{place}:{line}: {private[0]!r} is private to {imported}"
            for other in stages_of(imported, names):
                below = PLACE.get(other, len(LAYERS)) < PLACE[stage]
                allowed = below and other not in FORBIDDEN.get(stage, ())
                if not (other == stage or allowed or (module, other) in EXCEPTIONS):
                    yield f"{place}:{line}: {stage} must not import {other or 'inbounds itself'}"


if __name__ == "__main__":
    found = list(faults())
    print("\n".join(found) or "imports go downwards only")
    sys.exit(bool(found))
