"""The playground, built once: the core as WebAssembly, and the page; the group `playground` shares one process."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "playground" / "scripts"
_unseen: set[str] = set()


def build(*arguments: object) -> None:
    """Run the build script, or skip where there is no compiler for it."""
    if find_spec("ziglang") is None:
        _unseen.add("there is not ziglang: the playground was NOT built and NOT tested")
        pytest.skip("NO PLAYGROUND TESTS: there is not ziglang")
    subprocess.run([sys.executable, ROOT / "playground" / "build.py", *map(str, arguments)], check=True, timeout=600)


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The core as a WebAssembly module."""
    module = tmp_path_factory.mktemp("playground") / "core.wasm"
    build("--core", module)
    return module


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page."""
    page = tmp_path_factory.mktemp("playground") / "page.html"
    build("--page", page)
    return page


class Node:
    """Runs the playground's own scripts outside a browser."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.folder = folder

    def __call__(self, scripts: list[str], driver: str, given: Any) -> Any:
        """Return what `driver`, code after the scripts, gives back for `given`."""
        code = "\n".join((SCRIPTS / name).read_text(encoding="utf-8") for name in scripts)
        module = self.folder / "driver.mjs"
        reading = 'import { readFileSync } from "fs";\nconst given = JSON.parse(readFileSync(0, "utf-8"));'
        telling = f"console.log(JSON.stringify(await (async () => {{ {driver} }})()));"
        module.write_text(f"{reading}\n{code}\n{telling}", encoding="utf-8")
        done = subprocess.run(
            [self.program, module], input=json.dumps(given), capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def node(tmp_path: Path) -> Node:
    program = shutil.which("node")
    if program is None:
        _unseen.add("there is not node: the playground's core was NOT held against the native one")
        pytest.skip("NO TESTS OF THE WEBASSEMBLY CORE: there is not node")
    return Node(program, tmp_path)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud what could not be tested."""
    for words in sorted(_unseen):
        terminalreporter.write_sep("!", words, red=True, bold=True)
