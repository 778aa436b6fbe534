"""COCO data as they were written in 2009: other columns, backslashes; cocopp's reading is the truth."""

import contextlib
import io
import shutil
import warnings

import numpy as np
import pytest

from inbounds.errors import InvalidArgumentError
from inbounds.exchange import import_results
from inbounds.experiment import Store
from inbounds.runs.recording import targets

pytestmark = pytest.mark.filterwarnings("ignore")

INFO = """\
funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'old search'
% a comment
data_f1\\bbobexp_f1_DIM2.dat, 1:120|2.1e-03, 2:90|-9.9e-09, 3:40|7.0e-01
"""
HEADER = (
    "% function evaluation | noise-free fitness - Fopt (7.948000000000e+01) | best noise-free fitness - Fopt "
    "| measured fitness | best measured fitness | x1 | x2..."
)
RUNS = [
    [(1, 33.0, 33.0), (7, 3.0, 3.0), (31, 0.04, 0.04), (120, 9.0, 0.0021)],
    [(1, 12.0, 12.0), (20, 1e-3, 1e-3), (90, 5e-9, 5e-9)],
    [(1, 140.0, 140.0), (40, 0.7, 0.7)],
]


@pytest.fixture
def folder(tmp_path):
    data = tmp_path / "old-search" / "data_f1"
    data.mkdir(parents=True)
    (data.parent / "bbobexp_f1.info").write_text(INFO)
    with (data / "bbobexp_f1_DIM2.dat").open("w") as file:
        for run in RUNS:
            rows = [f"{at} {now:+.9e} {best:+.9e} {now:+.9e} {best:+.9e} +1.0 -1.0" for at, now, best in run]
            file.write("\n".join([HEADER, *rows, ""]))
    shutil.copy(data / "bbobexp_f1_DIM2.dat", data / "bbobexp_f1_DIM2.tdat")
    return data.parent


def test_it_is_read_as_cocopp_reads_it(folder, tmp_path):
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        cocopp = pytest.importorskip("cocopp")
        (theirs,) = cocopp.load(str(folder))
    imported = import_results([folder], tmp_path / "store")
    ours = Store(tmp_path / "store").runs().collect().sort("instance", "run")
    assert imported.algorithms == ("old-search",)
    assert ours["instance"].to_list() == list(theirs.instancenumbers) == [1, 2, 3]
    assert ours["precision"].to_list() == list(theirs.finalfunvals)
    assert ours["evaluations"].to_list() == [120, 90, 40]
    found = np.array(theirs.detEvals(targets())).T
    assert np.array_equal(ours["hits"].to_numpy(), np.where(np.isnan(found), -1, found))


def test_data_by_target_are_enough(folder, tmp_path):
    import_results([folder], tmp_path / "both")
    (folder / "data_f1" / "bbobexp_f1_DIM2.tdat").unlink()
    import_results([folder], tmp_path / "one")
    assert Store(tmp_path / "one").digest() == Store(tmp_path / "both").digest()


def test_data_with_constraints_or_several_objectives_are_refused(folder, tmp_path):
    info = folder / "bbobexp_f1.info"
    info.write_text("suite = 'bbob-constrained', " + info.read_text())
    with pytest.raises(InvalidArgumentError, match="got suite 'bbob-constrained'"):
        import_results([folder], tmp_path / "store")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1:120|2.1e-03", "1:many|2", "a run must look like 1:400"),
        ("DIM = 2", "DIM = two", "DIM must be a whole number of 1 to .*; got 'two'"),
        (", 3:40|7.0e-01", "", "holds 3 runs; .info says 2"),
    ],
)
def test_an_index_that_does_not_fit_is_named(folder, tmp_path, old, new, message):
    info = folder / "bbobexp_f1.info"
    info.write_text(info.read_text().replace(old, new))
    with pytest.raises(InvalidArgumentError, match=message):
        import_results([folder], tmp_path / "store")
