"""`make mutate` makes small changes that are Python, and counts those that no test notices."""

import ast
import os
import subprocess
import sys

from tests.package.shell import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from mutate import mutations

SOURCE = """
def worst(rows: list[int | float], least: int = 3) -> float:
    kept = [row for row in rows if row >= least and not (row == 7)]
    return max(kept) / 2 if isinstance(rows, list | tuple) else 0.0  # “½”, beside a change
"""


def changed(source: str) -> set[str]:
    return {source[: m.start] + m.after + source[m.end :] for m in mutations(source)}


def test_every_change_is_python_and_another_program():
    found = changed(SOURCE)
    assert len(found) == 11
    assert all(ast.dump(ast.parse(text)) != ast.dump(ast.parse(SOURCE)) for text in found)
    for part in ("row > least", "least or not", "row != 7", "min(kept)", "* 2", "/ 3", "else 1.0", "least: int = 4"):
        assert any(part in text for text in found), part
    assert all("int | float" in text and "list | tuple" in text for text in found)  # types are left alone


def test_what_no_test_notices_is_listed_and_the_module_put_back(tmp_path):
    module = tmp_path / "parts.py"
    before = "def squared(x):\n    return x * x\n\n\ndef unseen(x):\n    return x + x\n"
    module.write_text(before)
    (tmp_path / "test_parts.py").write_text(
        "from parts import squared\n\n\ndef test_it():\n    assert squared(3) == 9\n"
    )
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "mutate.py", module, tmp_path],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == (f"{module}:6: '+' → '-' in  return x + x\n1 of 2 changes went unnoticed (2 possible)\n")
    assert module.read_text() == before
