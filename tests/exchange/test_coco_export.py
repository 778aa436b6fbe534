"""What `cocopp` reads from an export is what the store holds."""

import contextlib
import io
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from inbounds import curve_evaluations
from inbounds.errors import InvalidArgumentError
from inbounds.exchange import export_store
from inbounds.experiment import parse_config, run_experiment
from inbounds.runs.recording import targets

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cocopp() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for its archives on the web
        return pytest.importorskip("cocopp")


@pytest.fixture(scope="module")
def data_sets(cocopp, store_path: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Any]:
    """cocopp's data sets, by mutation and boundary method."""
    out = tmp_path_factory.mktemp("coco")
    export_store(store_path, out, format="coco", dimensions=[2, 5])
    names = {"rand-1": "rand/1", "best-1": "best/1"}
    loaded = {}
    for folder in sorted(out.iterdir()):
        mutation, _, boundary, _ = folder.name.split("_")
        with contextlib.redirect_stdout(io.StringIO()):
            loaded[names[mutation], boundary] = cocopp.load(str(folder))
    return loaded


def cells(data_sets, stored):
    for (mutation, boundary), found in data_sets.items():
        for data_set in found:
            yield (
                data_set,
                stored.filter(
                    mutation=mutation, boundary=boundary, function=data_set.funcId, dimension=data_set.dim
                ).sort("instance", "run"),
            )


def test_every_function_and_dimension_is_there(data_sets):
    for found in data_sets.values():
        assert {(one.funcId, one.dim) for one in found} == {(f, d) for f in (1, 5, 15) for d in (2, 5)}


def test_instances_lengths_and_final_precisions_agree(data_sets, stored):
    for data_set, expected in cells(data_sets, stored):
        assert list(data_set.instancenumbers) == expected["instance"].to_list()
        assert list(data_set.readmaxevals) == expected["evaluations"].to_list()
        assert list(data_set.finalfunvals) == expected["precision"].to_list()


def test_every_target_is_hit_when_the_store_says(data_sets, stored):
    checked = 0
    for data_set, expected in cells(data_sets, stored):
        found = np.array(data_set.detEvals(targets())).T
        hits = expected["hits"].to_numpy()
        assert np.array_equal(np.where(np.isnan(found), -1, found), hits)
        checked += hits.size
    assert checked == 51 * stored.filter(pl.col("dimension") != 7).height


def test_one_file_goes_by_targets_and_one_by_evaluations(store_path, stored, tmp_path):
    """COCO: a row of .dat is an improvement, rows of .tdat stand at counts that do not depend on the run."""
    export_store(store_path, tmp_path / "out", format="coco", dimensions=[2])
    checked = 0
    for path in sorted((tmp_path / "out").rglob("rand-1_*/**/*DIM2.tdat")):
        boundary, function = path.parts[-3].split("_")[2], int(path.parts[-2].removeprefix("data_f"))
        runs = stored.filter(mutation="rand/1", boundary=boundary, function=function, dimension=2).sort(
            "instance", "run"
        )
        for run, by_evaluations, by_target in zip(
            runs.iter_rows(named=True), blocks(path), blocks(path.with_suffix(".dat")), strict=True
        ):
            end, counts = run["evaluations"], curve_evaluations(run["budget"])
            assert by_evaluations[:, 0].tolist() == sorted({*counts[counts <= end].tolist(), end})
            assert (np.diff(by_target[:-1, 2]) < 0).all()
            assert by_target[-1, 0] == end
            assert {hit for hit in run["hits"] if hit > 0} <= set(by_target[:, 0].astype(int))
            checked += 1
    assert checked > 5


def blocks(path: Path) -> list[np.ndarray]:
    """The rows of each run: a header line begins a run."""
    parts = re.split(r"^%.*\n", path.read_text(), flags=re.MULTILINE)[1:]
    return [np.array([[float(word) for word in line.split()] for line in part.splitlines()]) for part in parts]


def test_a_dimension_that_cocopp_cannot_show_is_refused_when_asked_for(store_path, tmp_path):
    with pytest.raises(InvalidArgumentError, match=r"2, 3, 5, 10, 20, 40 only and fails on others; got 7\. .*'ioh'"):
        export_store(store_path, tmp_path, format="coco", dimensions=[2, 7])
    assert not list(tmp_path.iterdir())


def test_a_dimension_that_cocopp_cannot_show_is_left_out_and_said_otherwise(store_path, tmp_path):
    exported = export_store(store_path, tmp_path, format="coco", functions=[1], algorithms=["rand-1_*_reflection_*"])
    assert [path.name for path in sorted(tmp_path.rglob("*.dat"))] == ["bbobexp_f1_DIM2.dat", "bbobexp_f1_DIM5.dat"]
    assert any("7 is left out" in note for note in exported.notes)
    assert any("repaired share" in note for note in exported.notes)


def test_a_suite_that_cocopp_does_not_know_is_refused(tmp_path):
    config = parse_config(
        'suites = ["noise"]\nfunctions = [0]\ndimensions = [2]\nmutations = ["rand/1"]\ncrossovers = ["binomial"]\n'
        'boundaries = ["projection"]\npopulation = 10\nbudget = 50\nruns = 1\n'
    )
    run_experiment(config, tmp_path / "store", workers=1)
    with pytest.raises(InvalidArgumentError, match="'bbob' and 'sbox'; got 'noise'"):
        export_store(tmp_path / "store", tmp_path / "out", format="coco")


@pytest.mark.slow
def test_cocopp_makes_its_pages_from_an_export(cocopp, store_path, tmp_path, monkeypatch):
    export_store(store_path, tmp_path, format="coco", functions=[1], algorithms=["rand-1_*_reflection_*"])
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        cocopp.main(f"-o {tmp_path / 'pages'} {tmp_path / 'rand-1_binomial_reflection_shade'}")
    assert list((tmp_path / "pages").rglob("pprldmany*.svg"))
