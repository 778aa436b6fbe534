"""Every command explains itself, and a bad argument ends with status 2 and one line."""

import json
from io import StringIO

import pytest
from rich.console import Console

from inbounds.bench.tables import BenchTable
from inbounds.cli import COMMANDS
from inbounds.operators import catalogue
from tests.command_line import inbounds


def command_names() -> list[str]:
    import typer

    from inbounds.cli import build_app

    return list(typer.main.get_command(build_app()).commands)


def test_the_agreed_commands_are_there():
    agreed = {"list", "run", "status", "report", "export", "bench"}
    assert agreed <= set(command_names())
    assert len(COMMANDS) == len(set(COMMANDS))


@pytest.mark.parametrize("command", command_names())
def test_help_of(command):
    done = inbounds(command, "--help")
    assert done.returncode == 0
    assert f"inbounds {command}" in done.stdout


def test_no_arguments_shows_the_commands():
    done = inbounds()
    assert done.returncode == 0
    assert all(command in done.stdout + done.stderr for command in command_names())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lst"], "lst"),
        (["list", "--jsn"], "--jsn"),
        (["run", "no-such-preset"], "no-such-preset"),
        (["run", "smoke", "--runs", "many"], "many"),
        (["run", "smoke", "--executor", "gpu"], "gpu"),
        (["status", "no/such/folder"], "no/such/folder"),
        (["report", "no/such/folder"], "no/such/folder"),
    ],
)
def test_a_bad_argument_ends_with_status_2_and_one_line_that_names_it(arguments, said, tmp_path):
    done = inbounds(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
    assert not list(tmp_path.iterdir())  # nothing was begun


def built_in(family: str) -> list[str]:
    return [info.name for info in catalogue.operators(family) if info.function is None]


def test_list_as_json_holds_every_operator_and_problem():
    listed = json.loads(inbounds("list", "--json").stdout)
    for family in catalogue.FAMILIES:
        assert [entry["name"] for entry in listed["operators"][family]] == built_in(family)
    assert [entry["function"] for entry in listed["problems"]["bbob"]] == list(range(1, 25))
    assert {"bbob", "sbox", "noise"} <= set(listed["problems"])
    for family in catalogue.MODULES:
        assert [entry["name"] for entry in listed["modules"][family]] == built_in(family)
    assert listed["presets"]["jso"]["adaptation"] == "jso[zero=program]"
    assert (listed["stages"], listed["mixture_rules"]) == ([*catalogue.STAGES], [*catalogue.RULES])


def test_list_as_tables_names_every_operator():
    shown = inbounds("list").stdout
    assert all(name in shown for family in catalogue.FAMILIES for name in built_in(family))
    assert all(family in shown for family in catalogue.MODULES)
    assert all(name in shown for family in catalogue.MODULES for name in built_in(family))
    assert all(word in shown for word in ("DE.preset", "l-shade", "stage=donor|trial|darwinian", "rule=uniform|"))


def test_the_tables_of_bench_show_names_with_their_brackets():
    console = Console(file=StringIO(), width=120)
    console.print(BenchTable("costs", "", [{"boundary": "reflection[stage=trial]", "ratio": 1.0}]).as_rich())
    assert "reflection[stage=trial]" in console.file.getvalue()
