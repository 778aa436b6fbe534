"""The build script: what it does where there is no compiler."""

import runpy
import sys
from pathlib import Path

import pytest

from tests.playground.conftest import ROOT


@pytest.mark.parametrize(("flags", "status"), [([], 1), (["--if-possible"], 0)], ids=["make playground", "make docs"])
def test_without_a_compiler_it_says_so_and_writes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    flags: list[str],
    status: int,
) -> None:
    page = tmp_path / "page.html"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["build.py", "--page", str(page), *flags])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "playground" / "build.py"), run_name="__main__")
    assert ended.value.code == status
    assert "no WebAssembly compiler here" in capsys.readouterr().err
    assert not page.exists()
