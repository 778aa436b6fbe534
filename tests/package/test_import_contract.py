"""Stages import downwards only: the contract of `make lint` holds, can fail, and is true of a running process too."""

import sys

import pytest

from tests.package.shell import ROOT, python

sys.path.insert(0, str(ROOT / "tools"))

from check_imports import EXCEPTIONS, faults, imports


def test_imports_go_downwards_only():
    assert list(faults()) == []


def test_no_exception_is_out_of_date():
    for module, stage in EXCEPTIONS:
        path = ROOT / "src" / "inbounds" / f"{module.replace('.', '/')}.py"
        assert any(imported.startswith(f"inbounds.{stage}") for _, imported, _ in imports(path)), (module, stage)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("from inbounds.execution.runner import run_experiment", "analysis must not import execution"),
        ("from inbounds import report", "analysis must not import report"),
        ("import inbounds.cli", "analysis must not import cli"),
        ("import inbounds", "analysis must not import inbounds itself"),
        ("def late():\n    from inbounds.figures.style import INK", "analysis must not import figures"),
        ("from inbounds.store.reader import _by_cell", "'_by_cell' is private"),
    ],
)
def test_an_import_upwards_is_found(tmp_path, line, message):
    (tmp_path / "analysis").mkdir()
    (tmp_path / "analysis" / "planted.py").write_text(f"{line}\n")
    assert [message in fault for fault in faults(tmp_path)] == [True]


def test_a_folder_without_a_layer_is_found(tmp_path):
    (tmp_path / "utils.py").touch()
    assert "is in no layer" in next(faults(tmp_path))


def test_what_is_drawn_is_handed_over(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "planted.py").write_text("from inbounds.algorithm.de import DE\n")
    assert ["figures must not import algorithm" in fault for fault in faults(tmp_path)] == [True]


@pytest.mark.parametrize(
    ("module", "never"),
    [
        ("inbounds.analysis", "inbounds.execution"),
        ("inbounds.analysis", "inbounds.paper"),
        ("inbounds.report", "inbounds.execution"),
        ("inbounds.report", "matplotlib"),
        ("inbounds.report.text", "matplotlib"),
        ("inbounds.report.page_data", "matplotlib"),
    ],
)
def test_a_stage_does_not_load_what_it_must_not_know(module, never):
    code = f"import sys, {module}; print(*[name for name in sys.modules if name.startswith({never!r})])"
    assert python(code).split() == []
