"""What the README, the guides and the examples show is run here, as it stands."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.package.shell import ROOT, output, run

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAGES = [
    "README.md",
    "docs/getting-started.md",
    "docs/explanation/reproducibility.md",
    "docs/howto/minimize.md",
    "docs/howto/own-operator.md",
]
NOT_HERE = ("make ", "pip install", "inbounds bench")  # the checks themselves, and measurements


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[str]:
    lines = "".join(blocks(page, "console")).splitlines()
    return [line.partition("#")[0].strip() for line in lines if not line.startswith(NOT_HERE)]


@pytest.mark.parametrize("page", PAGES)
def test_python_of(page, tmp_path):
    code = "\n".join(blocks(page, "python"))
    assert code
    (tmp_path / "snippet.py").write_text(code)
    output([sys.executable, "-W", "error", "snippet.py"], cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/getting-started.md"])
def test_commands_of(page, tmp_path):
    assert commands(page)
    for command in commands(page):
        program, *arguments = shlex.split(command)
        assert program == "inbounds"
        output([sys.executable, "-m", "inbounds", *arguments], cwd=tmp_path)


@pytest.mark.slow
def test_the_guide_to_stores_works_on_a_store(tmp_path):
    output([sys.executable, "-m", "inbounds", "run", "smoke", "--quiet", "--store", "results/smoke"], cwd=tmp_path)
    (code,) = blocks("docs/howto/resume-and-merge.md", "python")
    assert "death-penalty" in output([sys.executable, "-c", code], cwd=tmp_path)


def test_the_experiment_of_the_guide_is_valid(tmp_path):
    from inbounds.plan.config import load_config

    text, *_ = blocks("docs/howto/run-an-experiment.md", "toml")
    (tmp_path / "walls.toml").write_text(text)
    assert load_config(str(tmp_path / "walls.toml")).name == "walls"


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example, tmp_path):
    done = run([sys.executable, example], cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


def test_every_example_is_listed():
    listed = (ROOT / "examples" / "README.md").read_text()
    assert EXAMPLES
    for example in EXAMPLES:
        assert f"`{example.name}`" in listed


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_files_that_a_page_points_to_exist(page):
    text = (ROOT / page).read_text()
    linked = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith(("http", "#"))]
    named = re.findall(r"`((?:cpp|src|docs|tests|examples|bindings)/[\w./-]+)`", text)
    for name in [*linked, *named]:
        assert (ROOT / Path(name)).exists(), f"{page} points to {name}"
