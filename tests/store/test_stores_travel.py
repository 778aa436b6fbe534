"""A store that names operators of one's own goes where their module is not: only running needs it."""

import json
import subprocess
import sys

import pytest

import inbounds as ib
from inbounds.testing import check_boundary

MODULE = """
import numpy as np
import inbounds as ib

@ib.boundary("soft", label="A Soft Wall")
def soft(generation):
    return np.clip(generation.donors, generation.lower, generation.upper)
"""
EXPERIMENT = """
functions = [1, 2]
dimensions = [2]
mutations = ["rand/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "travelling_walls:soft"]
population = 10
budget = 200
runs = 3
"""


def inbounds(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "inbounds", *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store made where the module lies beside the TOML file, in another folder than the one we are in."""
    home, elsewhere = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("elsewhere")
    (home / "travelling_walls.py").write_text(MODULE)
    (home / "own.toml").write_text(EXPERIMENT)
    done = inbounds("run", home / "own.toml", "--store", elsewhere / "store", "--workers", 1, "-q", cwd=elsewhere)
    assert (done.returncode, done.stderr) == (0, "")
    return elsewhere / "store"


def test_processes_find_the_module_beside_the_toml_file_too(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "travelling_walls.py").write_text(MODULE)
    (tmp_path / "home" / "own.toml").write_text(EXPERIMENT)
    arguments = ("--store", tmp_path / "store", "--executor", "processes", "--workers", 2, "-q")
    done = inbounds("run", tmp_path / "home" / "own.toml", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [["status"], ["verify"], ["rank"], ["report", "--figures", "none", "-q"]])
def test_it_is_read_where_the_module_is_not(store, command, tmp_path):
    done = inbounds(
        command[0], store, *command[1:], *(["--out", tmp_path] if command[0] == "report" else []), cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_report_shows_the_label_without_the_module(store, tmp_path):
    assert json.loads((store / "environment.json").read_text())["labels"] == {"travelling_walls:soft": "A Soft Wall"}
    inbounds("report", store, "--out", tmp_path / "page", "--figures", "none", "-q", cwd=tmp_path)
    assert "A Soft Wall" in (tmp_path / "page" / "index.html").read_text()
    told = inbounds("report", store, "--text", cwd=tmp_path).stdout
    assert "A Soft Wall" in told


def test_it_is_merged_where_the_module_is_not_and_keeps_its_labels(store, tmp_path):
    done = inbounds("merge", store, "--into", tmp_path / "both", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A Soft Wall" in (tmp_path / "both" / "environment.json").read_text()


def test_running_needs_the_module_and_says_where_it_may_lie(store, tmp_path):
    (tmp_path / "own.toml").write_text(EXPERIMENT)
    done = inbounds("run", tmp_path / "own.toml", "--store", store, "--runs", 4, cwd=tmp_path)
    assert done.returncode == 2
    assert "module 'travelling_walls' cannot be imported" in done.stderr
    assert "beside the TOML file" in done.stderr


def test_module_and_name_work_wherever_a_name_does(tmp_path, monkeypatch):
    (tmp_path / "found_walls.py").write_text(MODULE.replace('"soft"', '"found-soft"'))
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert ib.DE(boundary="found_walls:found-soft").boundary == "found-soft"
        result = ib.minimize(lambda x: float((x**2).sum()), [(-1, 1)] * 2, boundary="found_walls:found-soft", seed=1)
        assert result.success
        check_boundary("found_walls:found-soft")
    finally:
        ib.catalogue.remove("boundary", "found-soft")
        sys.modules.pop("found_walls", None)


def test_a_module_that_is_not_there_is_a_clear_error():
    with pytest.raises(ib.ConfigError, match="module 'no_such_walls' cannot be imported"):
        ib.DE(boundary="no_such_walls:soft")


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("five years of work")
    done = inbounds("run", "smoke", "--store", tmp_path, "-q", cwd=tmp_path)
    assert done.returncode == 2
    assert "holds other things ('thesis.tex')" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_status_of_a_part_counts_the_part(tmp_path):
    done = inbounds("run", "smoke", "--store", tmp_path / "part", "--part", "1/3", "-q", cwd=tmp_path)
    assert done.returncode == 0
    told = inbounds("status", tmp_path / "part", cwd=tmp_path).stdout
    assert "part         1/3" in told
    assert "complete" in told
    found = json.loads(inbounds("status", tmp_path / "part", "--json", cwd=tmp_path).stdout)
    assert found["cells_done"] == found["cells_planned"] > 0
    assert found["runs_done"] == found["runs_planned"]
