"""The command line as somebody new to it meets it: help, versions, and errors in its own syntax."""

import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import load
from inbounds.cli import main
from inbounds.errors import InvalidArgumentError
from inbounds.plan.cells import Plan
from inbounds.plan.config import parse_config
from tests.report.small_stores import paper_size_runs

EXPERIMENT = """
functions = 1
dimensions = [2, 3]
mutations = "rand/1"
crossovers = "binomial"
boundaries = ["reflection", "projection"]
runs = 1
"""


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


def told(capsys, *arguments) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


@pytest.fixture
def runs(tmp_path) -> Path:
    """Runs in two dimensions, the population and the budget ten and ten thousand times the dimension."""
    table = paper_size_runs(runs=5, functions=(1, 6), boundaries=("reflection", "projection"))
    both = [
        table.with_columns(
            dimension=pl.lit(n, table.schema["dimension"]),
            population=pl.lit(10 * n, table.schema["population"]),
            budget=pl.lit(10_000 * n, table.schema["budget"]),
        )
        for n in (3, 5)
    ]
    path = tmp_path / "runs.parquet"
    pl.concat(both).write_parquet(path)
    return path


@pytest.mark.parametrize(
    ("command", "defaults"),
    [
        ("run", ["results/NAME", "all cores", "a cluster of its own"]),
        ("report", ["DIR/report", "each a study", "the cores, 4 at most"]),
        ("play", ["by the number of methods", "where there is a browser"]),
        ("watch", ["2", "where there is a browser"]),
    ],
)
def test_help_shows_every_default(capsys, command, defaults):
    status, out, _ = told(capsys, command, "--help")
    assert status == 0
    flat = re.sub(r"[│\s]+", " ", out)
    assert all(f"[default: ({default})]" in flat for default in defaults)


def test_version(capsys):
    assert told(capsys, "--version") == (0, f"inbounds {version('inbounds')}\n", "")


def test_without_a_word_there_is_help(capsys):
    status, out, err = told(capsys)
    assert (status, err) == (0, "")
    assert "recommend" in out


def test_several_dimensions_are_answered_in_the_syntax_of_the_command_line(capsys, runs):
    status, _, err = told(capsys, "rank", runs)
    assert status == 2
    assert "choose one with --dimension 3 or --dimension all" in err
    with pytest.raises(InvalidArgumentError, match="choose one with dimension=3 or dimension='all'"):
        load(runs)


def test_all_dimensions_rank_with_a_population_that_goes_with_them(capsys, runs):
    status, out, _ = told(capsys, "rank", runs, "--dimension", "all")
    assert status == 0
    assert "several dimensions" in out


def test_populations_that_differ_within_a_dimension_must_still_be_chosen(runs):
    table = pl.read_parquet(runs)
    mixed = pl.concat([table, table.with_columns(population=pl.col("population") * 2)])
    with pytest.raises(InvalidArgumentError, match="several population values"):
        load(mixed, dimension="all")


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["rank", "--dimension", "3", "--boundary", "reflexion"], "reflection"),
        (["rank", "--dimension", "3", "--mutation", "rand1"], "rand/1"),
        (["rank", "--dimension", "3", "--suite", "bob"], "bbob"),
        (["recommend", "--mutation", "rand1"], "rand/1"),
        (["recommend", "--crossover", "binomal"], "binomial"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(capsys, runs, words, nearest):
    status, _, err = told(capsys, words[0], *([runs] if words[0] == "rank" else []), *words[1:])
    assert status == 2
    assert f"Did you mean '{nearest}'?" in err


def test_recommend_takes_a_suite(capsys, runs):
    status, out, _ = told(capsys, "recommend", "--suite", "bbob")
    assert (status, bool(out)) == (0, True)
    status, _, err = told(capsys, "recommend", "--suite", "sbox")
    assert status == 2
    assert "were measured on 'bbob'" in err
    status, out, _ = told(capsys, "recommend", "--store", runs, "--suite", "bbob", "--dimension", "4")
    assert status == 0
    assert "3-D" in out


@pytest.mark.parametrize("command", ["status", "report", "rank", "verify"])
def test_a_missing_folder_is_called_missing(capsys, command, tmp_path):
    status, _, err = told(capsys, command, tmp_path / "nowhere")
    assert status == 2
    assert "there is no folder" in err


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("folder", ("run", "smoke", "--store", "")),
        ("folder", ("report", "store", "--out", "")),
        ("folder", ("export", "store", "--out", "")),
        ("folder", ("import", "data", "--out", "")),
        ("folder", ("pack", "store", "--out", "")),
        ("file", ("play", "--out", "")),
        ("file", ("watch", "own.py:f", "--bounds", "0,1", "--out", "")),
    ],
)
def test_an_empty_name_is_no_folder_and_no_file(capsys, tmp_path, monkeypatch, what, words):
    monkeypatch.chdir(tmp_path)
    status, _, err = told(capsys, *words)
    assert status == 2
    assert f"a {what} must have a name; got ''" in err
    assert not list(tmp_path.iterdir())


def test_export_takes_q(capsys):
    assert "-q" in told(capsys, "export", "--help")[1]


def test_lists_of_populations_and_adaptations_are_planned():
    config = parse_config(EXPERIMENT + 'population = [10, "5*n", 20]\nadaptation = ["shade", "jde"]\n')
    cells = Plan(config).cells
    assert {(cell.dimension, cell.population) for cell in cells} == {(2, 10), (2, 20), (3, 10), (3, 15), (3, 20)}
    assert {cell.adaptation for cell in cells} == {"shade", "jde"}
    assert len({cell.id for cell in cells}) == len(cells) == 2 * 2 * 5
    assert parse_config(config.to_toml()) == config


def test_one_population_is_written_as_before():
    config = parse_config(EXPERIMENT)
    assert 'population = "100"\n' in config.to_toml()
    assert config.content()["population"] == "100"


def test_ctrl_c_during_a_report_ends_without_a_traceback(runs, tmp_path):
    words = [sys.executable, "-m", "inbounds", "report", runs, "--out", tmp_path / "page", "--figures", "all"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    with process:
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert first.endswith("…\n")
    assert err.endswith("interrupted\n")
    assert "Traceback" not in err
    assert process.returncode == 130


def test_ctrl_c_while_the_commands_are_imported_ends_without_a_traceback(capsys, monkeypatch):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("inbounds.cli.import_module", interrupted)
    assert told(capsys, "list") == (130, "", "interrupted\n")


INTERRUPTED_AT_NUMPY = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from inbounds_command import main
main()
"""


def test_ctrl_c_while_numpy_is_imported_ends_without_a_traceback():
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED_AT_NUMPY], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")
