"""Selections of an export: what is asked for is written, what is not there is named."""

import json

import pytest

from inbounds import cli
from inbounds.errors import InvalidArgumentError, StoreError
from inbounds.exchange import export_store
from inbounds.exchange.exported_runs import Algorithm, folder_names
from inbounds.experiment import parse_config, run_experiment


@pytest.fixture(autouse=True)
def only_these_commands(monkeypatch):
    monkeypatch.setattr(cli, "COMMANDS", ("list", "export"))


def inbounds(capsys, *arguments: object) -> tuple[int, str, str]:
    """Run the command line and return its status, stdout and stderr."""
    with pytest.raises(SystemExit) as left:
        cli.main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_one_folder_an_algorithm_named_by_its_operators(store_path, tmp_path):
    exported = export_store(store_path, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "best-1_binomial_death-penalty_shade",
        "best-1_binomial_reflection_shade",
        "rand-1_binomial_death-penalty_shade",
        "rand-1_binomial_reflection_shade",
    ]
    assert exported.cells == 4 * 3 * 3 * 2


def test_functions_dimensions_instances_and_algorithms_can_be_chosen(store_path, tmp_path):
    exported = export_store(
        store_path, tmp_path, functions=[1, 15], dimensions=[7], instances=[2], algorithms=["best-1_*"]
    )
    assert [path.name for path in exported.folders] == [
        "best-1_binomial_death-penalty_shade",
        "best-1_binomial_reflection_shade",
    ]
    assert {path.name for path in tmp_path.rglob("*.dat")} == {"IOHprofiler_f1_DIM7.dat", "IOHprofiler_f15_DIM7.dat"}
    index = json.loads((exported.folders[0] / "IOHprofiler_f1_Sphere.json").read_text())
    assert {run["instance"] for run in index["scenarios"][0]["runs"]} == {2}


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"functions": [2]}, r"functions must be among those of the store, 1, 5, 15; got 2"),
        ({"dimensions": [30]}, r"dimensions must be among those of the store, 2, 5, 7; got 30"),
        ({"instances": [9]}, r"instances must be among those of the store, 1-2; got 9"),
        ({"algorithms": ["rand-2_*"]}, r"algorithms must match folder names .*got 'rand-2_\*'"),
        ({"format": "iho"}, r"format must be one of 'ioh', 'coco'; got 'iho'. Did you mean 'ioh'\?"),
    ],
)
def test_a_choice_that_is_not_there_is_named_and_nothing_is_written(store_path, tmp_path, choice, message):
    with pytest.raises(InvalidArgumentError, match=message):
        export_store(store_path, tmp_path, **choice)
    assert not list(tmp_path.iterdir())


def test_folders_that_are_there_are_kept_unless_told_otherwise(store_path, tmp_path):
    wanted = {"functions": [1], "dimensions": [2], "algorithms": ["rand-1_*_reflection_*"]}
    (folder,) = export_store(store_path, tmp_path, **wanted).folders
    (folder / "mine.txt").write_text("kept")
    with pytest.raises(InvalidArgumentError, match="exists already"):
        export_store(store_path, tmp_path, **wanted)
    assert (folder / "mine.txt").exists()
    export_store(store_path, tmp_path, **wanted, overwrite=True)
    assert not (folder / "mine.txt").exists()


def test_a_failed_export_leaves_no_half_algorithm(store_path, tmp_path, monkeypatch):
    def fails(done: int, total: int) -> None:
        if done == 20:
            raise OSError(28, "No space left on device")

    with pytest.raises(StoreError, match="No space left on device"):
        export_store(store_path, tmp_path, progress=fails)
    assert [path.name for path in tmp_path.iterdir()] == ["best-1_binomial_death-penalty_shade"]  # 18 cells, whole


def test_several_suites_get_a_folder_each(tmp_path):
    config = parse_config(
        'suites = ["bbob", "sbox"]\nfunctions = [1]\ndimensions = [2]\nmutations = ["rand/1"]\n'
        'crossovers = ["binomial"]\nboundaries = ["projection"]\npopulation = 10\nbudget = 50\nruns = 1\n'
    )
    run_experiment(config, tmp_path / "store", workers=1)
    exported = export_store(tmp_path / "store", tmp_path / "out")
    assert [str(path.relative_to(tmp_path / "out")) for path in exported.folders] == [
        "bbob/rand-1_binomial_projection_shade",
        "sbox/rand-1_binomial_projection_shade",
    ]


def test_names_that_would_share_a_folder_are_numbered():
    one, other = Algorithm("bbob", "a/1", "c", "b", "x"), Algorithm("bbob", "a-1", "c", "b", "x")
    assert sorted(folder_names([one, other]).values()) == ["a-1_c_b_x", "a-1_c_b_x-2"]


def test_progress_counts_to_the_number_of_cells(store_path, tmp_path):
    seen = []
    export_store(store_path, tmp_path, functions=[1], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 24) for done in range(1, 25)]


def test_the_command_exports(store_path, tmp_path, capsys):
    status, out, err = inbounds(
        capsys, "export", store_path, "--format", "coco", "--out", tmp_path / "out", "--functions", "1-5",
        "--algorithms", "rand-1_*_reflection_*",
    )  # fmt: skip
    assert (status, err.count("note: ")) == (2, 0)  # 2-4 are not in the store
    status, out, err = inbounds(
        capsys, "export", store_path, "--format", "coco", "--out", tmp_path / "out", "--functions", "1,5",
        "--algorithms", "rand-1_*_reflection_*",
    )  # fmt: skip
    assert status == 0
    assert out.startswith("1 algorithms, 8 cells written to")
    assert "note: cocopp shows the dimensions 2, 3, 5, 10, 20, 40 only and fails on others: 7 is left out" in err
    assert (tmp_path / "out" / "rand-1_binomial_reflection_shade" / "bbobexp_f5.info").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--format", "iho"],
        ["--functions", "x"],
        ["--functions", "5-1"],
        ["--dimensions", "0"],
        ["--algorithms", ""],
    ],
)
def test_a_bad_argument_is_one_line_and_status_2(store_path, tmp_path, capsys, arguments):
    status, out, err = inbounds(capsys, "export", store_path, "--out", tmp_path / "out", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("inbounds: ")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_no_store_is_refused(tmp_path, capsys):
    status, _, err = inbounds(capsys, "export", tmp_path, "--out", tmp_path / "out")
    assert status == 2
    assert "is not a store" in err
