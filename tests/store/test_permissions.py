"""Stores that cannot be written, disks without room, workers that do not start: one clear line, and reading goes on."""

import errno
import os
import resource
import shutil
import sys
import tempfile
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest

from inbounds.errors import InboundsError, InvalidArgumentError, StoreError
from inbounds.execution import executors
from inbounds.experiment import Store, run_experiment
from inbounds.report import build
from tests.small_experiment import quick_work, small_config

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from attack_stores import say

NOBODY = 65534


@pytest.fixture(scope="module")
def locked():
    """A store that everybody may read and nobody but its owner write."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        store = Path(folder) / "store"
        run_experiment(small_config(dimensions=[2]), store, work=quick_work)
        for command in (["status"], ["rank", "--json"], ["verify"]):
            say([command[0], str(store), *command[1:]])  # imports all that is needed, while we may
        for path in (store, *store.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield store
        for path in (store, store / "shards"):
            path.chmod(0o755)


@contextmanager
def as_somebody_without_rights():
    """Give up root's rights for a while; anybody else has none to give up."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("command", ["status", "rank", "verify"])
def test_reading_needs_no_write_access(locked, command):
    with as_somebody_without_rights():
        said = say([command, str(locked)])
    assert (said.status, said.err, said.failure) == (0, "", "")


def test_writing_without_permission_is_told_in_a_line(locked):
    with (
        as_somebody_without_rights(),
        pytest.raises(StoreError, match=r"its lock .*lock' cannot be opened: Permission"),
    ):
        run_experiment(small_config(dimensions=[2]), locked, work=quick_work)


def test_a_report_into_a_store_that_cannot_be_written_names_the_folder(locked):
    told = rf"the report cannot be written to '{locked}/report': Permission denied.*--out"
    with as_somebody_without_rights(), pytest.raises(InvalidArgumentError, match=told):
        build._make_folders(locked / "report")  # the whole command would import things that nobody else may read


def test_shards_that_may_not_be_read_are_left_out_and_named(tmp_path):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        store = Path(folder) / "store"
        run_experiment(small_config(dimensions=[2]), store, work=quick_work)
        victim = Store(store).shards()[0].path
        victim.chmod(0)
        with as_somebody_without_rights():
            said = say(["status", str(store)])
    assert said.status == 0
    assert f"{victim}: Permission denied" in said.err


def test_a_folder_in_the_place_of_the_lock_is_told(tmp_path):
    run_experiment(small_config(dimensions=[2]), tmp_path / "store", work=quick_work)
    (tmp_path / "store" / "lock").unlink()
    (tmp_path / "store" / "lock").mkdir()
    with pytest.raises(StoreError, match=r"its lock .*lock' cannot be opened: Is a directory"):
        run_experiment(small_config(dimensions=[2]), tmp_path / "store", work=quick_work)


@contextmanager
def small_files(most: int):
    """Let no file grow beyond `most` bytes: the system's own refusal, as of a full disk or a quota."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("most", [0, 30_000])
def test_no_room_for_a_report_is_told_and_the_former_page_stays(tmp_path, most):
    run_experiment(small_config(dimensions=[2]), tmp_path / "store", work=quick_work)
    former = tmp_path / "report" / "index.html"
    former.parent.mkdir()
    former.write_text("the former page")
    words = [
        "report",
        str(tmp_path / "store"),
        "--out",
        str(former.parent),
        "--figures",
        "none",
        "--resamples",
        "2",
        "-q",
    ]
    with small_files(most):
        said = say(words)
    assert said.failure == ""
    assert said.status == 2
    assert "File too large. Make room" in said.err
    assert len(said.err.splitlines()) == 1
    assert former.read_text() == "the former page"
    assert say(words).status == 0
    assert former.read_text() != "the former page"


def test_figures_whose_processes_do_not_start_are_told(tmp_path, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise BrokenProcessPool

    run_experiment(small_config(dimensions=[2]), tmp_path / "store", work=quick_work)
    monkeypatch.setattr(build, "_write_figures", broken)
    with pytest.raises(InboundsError, match="processes that draw figures could not be started"):
        build.write_report(tmp_path / "store", tmp_path / "report", resamples=2)


@pytest.mark.parametrize("where", ["pool", "submit"])
def test_workers_that_do_not_start_are_told(tmp_path, monkeypatch, where):
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    if where == "pool":
        monkeypatch.setattr(executors, "ProcessPoolExecutor", refused)
    else:
        monkeypatch.setattr(executors.ProcessPoolExecutor, "submit", refused)
    with pytest.raises(InboundsError, match=r"no worker can be started: Resource temporarily unavailable. Try fewer"):
        run_experiment(small_config(), tmp_path, executor="processes", workers=2, work=quick_work)


def test_threads_that_do_not_start_are_told(tmp_path, monkeypatch):
    def refused(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(executors.ThreadPoolExecutor, "submit", refused)
    with pytest.raises(InboundsError, match="no worker can be started: can't start new thread"):
        run_experiment(small_config(), tmp_path, workers=2, work=quick_work)


def test_a_packed_store_is_not_begun_where_nothing_can_be_written(tmp_path):
    run_experiment(small_config(dimensions=[2]), tmp_path / "store", work=quick_work)
    (tmp_path / "file").touch()
    said = say(["pack", str(tmp_path / "store"), "--out", str(tmp_path / "file")])
    assert said.status == 2
    assert f"{tmp_path / 'file'}" in said.err
    shutil.rmtree(tmp_path / "store" / "shards")
    with pytest.raises((StoreError, InvalidArgumentError)):
        Store(tmp_path / "store").runs()
