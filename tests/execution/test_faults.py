"""Real faults: killed coordinators and workers, full disks. The store always ends as an unbroken run leaves it."""

import _multiprocessing
import errno
import multiprocessing.resource_tracker
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inbounds.execution.mpi_launch import mpiexec
from inbounds.experiment import Store, find_faults, load_config, run_experiment
from tests.command_line import descendants, end, in_a_process, kill, said_by, shard_count, start, wait_until, workers_of
from tests.small_experiment import results

pytestmark = pytest.mark.slow
LONG = 60  # runs per cell that make a smoke run last some seconds


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    """A smoke run that nothing happened to."""
    path = tmp_path_factory.mktemp("unbroken")
    run_experiment(load_config("smoke"), path)
    return path


@pytest.fixture(scope="module")
def unbroken_long(tmp_path_factory):
    path = tmp_path_factory.mktemp("unbroken-long")
    run_experiment(load_config("smoke").with_(runs=LONG), path)
    return path


def assert_same(store: Path, unbroken: Path) -> None:
    assert list(find_faults(Store(store))) == []
    assert results(store).equals(results(unbroken))
    assert Store(store).digest() == Store(unbroken).digest()


@pytest.mark.parametrize("moment", range(20))
def test_a_killed_coordinator_leaves_a_store_that_resumes(tmp_path, unbroken, moment):
    chance = random.Random(moment)
    process = start("run", "smoke", "--store", tmp_path, "--workers", 2)
    shards = chance.randrange(48) if moment else 0  # the first kill may even come before there is a store
    wait_until(lambda: shard_count(tmp_path) >= shards, process)
    time.sleep(chance.random() * 0.02)
    process.kill()
    end(process)
    before = shard_count(tmp_path)
    outcome = run_experiment(load_config("smoke"), tmp_path)
    assert outcome.damaged == 0
    assert outcome.runs == (48 - before) * 7
    assert_same(tmp_path, unbroken)


def lose_a_worker(process, mark: str, what: str = "cmdline") -> None:
    kill(workers_of(process, 1, mark, what)[0])


@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_a_killed_worker_costs_its_unfinished_cells_only(tmp_path, unbroken_long, executor):
    process = start("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", executor, "--workers", 2)
    wait_until(lambda: shard_count(tmp_path) >= 5, process)
    lose_a_worker(process, "multiprocessing.spawn")
    held = {path.name: path.stat().st_ino for path in (tmp_path / "shards").glob("*.parquet")}
    status, _, said = end(process)
    assert (status, said.count("Traceback")) == (0, 0)
    after = {path.name: path.stat().st_ino for path in (tmp_path / "shards").glob("*.parquet")}
    assert held.items() <= after.items()
    assert_same(tmp_path, unbroken_long)


def test_no_worker_process_outlives_a_killed_coordinator(tmp_path):
    process = start("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", "processes", "--workers", 2)
    wait_until(lambda: shard_count(tmp_path) >= 1, process)
    workers = workers_of(process, 2, "multiprocessing.spawn")
    process.kill()
    end(process)
    deadline = time.monotonic() + 30
    while any("multiprocessing.spawn" in said_by(pid, "cmdline") for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_killed_mpi_rank_is_survived_by_a_job_of_our_own(tmp_path, unbroken_long):
    """`inbounds run --executor mpi` starts mpiexec itself, and again when MPI has ended the job with the lost rank."""
    process = start("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", "mpi", "--workers", 2)
    wait_until(lambda: shard_count(tmp_path) >= 5, process)
    lose_a_worker(process, "PMI_RANK=1 ", "environ")
    status, _, said = end(process)
    assert (status, "lost a rank" in said) == (0, True)
    assert_same(tmp_path, unbroken_long)


def test_a_killed_mpi_rank_ends_a_job_under_mpiexec_and_the_same_command_goes_on(tmp_path, unbroken_long):
    command = [mpiexec(), "-n", "3", sys.executable, "-m", "mpi4py.futures", "-m", "inbounds"]
    arguments = ("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", "mpi")
    process = start(*arguments, command=command)
    wait_until(lambda: shard_count(tmp_path) >= 5, process)
    lose_a_worker(process, "PMI_RANK=1 ", "environ")
    status, _, _ = end(process)
    assert status != 0
    assert 5 <= shard_count(tmp_path) < 48
    status, _, said = end(start(*arguments, command=command))
    assert (status, "48/48 cells" in said) == (0, True)
    assert_same(tmp_path, unbroken_long)


def test_mpiexec_without_futures_is_refused(tmp_path):
    command = [mpiexec(), "-n", "2", sys.executable, "-m", "inbounds"]
    status, _, said = end(start("run", "smoke", "--store", tmp_path, "--executor", "mpi", command=command))
    assert status != 0
    assert "python -m mpi4py.futures -m inbounds run" in said
    assert not (tmp_path / "store.json").exists()


def test_a_dask_scheduler_elsewhere_is_used(tmp_path, unbroken):
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, host="127.0.0.1", dashboard_address=None) as cluster:
        done = in_a_process(
            "run", "smoke", "--store", tmp_path, "--executor", "dask", "--scheduler", cluster.scheduler_address
        )
    assert done.returncode == 0
    assert_same(tmp_path, unbroken)


def test_a_dask_scheduler_that_is_not_there_is_named(tmp_path):
    done = in_a_process("run", "smoke", "--store", tmp_path, "--executor", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert "tcp://127.0.0.1:9" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def all_gone(pids: list[int]) -> None:
    """Wait until none of the processes is left."""
    deadline = time.monotonic() + 60
    while any(said_by(pid, "cmdline") for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_mpi_job_ends_with_the_process_that_started_it(tmp_path):
    process = start("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", "mpi", "--workers", 2)
    wait_until(lambda: shard_count(tmp_path) >= 3, process)
    job = list(descendants(process.pid))
    assert len(job) >= 4  # mpiexec, and three ranks
    process.kill()
    end(process)
    all_gone(job)
    assert shard_count(tmp_path) < 48


def test_the_job_of_a_killed_supervisor_ends_without_mpi_too(tmp_path):
    """The same with a stand-in for mpiexec, where MPI cannot run."""
    (tmp_path / "ranks").write_text("#!/bin/sh\nexec sleep 1000\n")
    (tmp_path / "ranks").chmod(0o755)
    program = f"from inbounds.execution import mpi_launch; mpi_launch._run([{str(tmp_path / 'ranks')!r}])"
    process = start(command=[sys.executable, "-c", program])
    job = workers_of(process, 1, "sleep 1000")
    process.kill()
    end(process)
    all_gone(job)


def test_a_killed_dask_scheduler_is_named_with_what_to_do(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    dask = [sys.executable, "-m", "dask"]
    port = address.rpartition(":")[2]
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", command=dask)
    worker = start("worker", address, "--nthreads", 1, "--no-nanny", "--no-dashboard", command=dask)
    process = start("run", "smoke", "--runs", LONG, "--store", tmp_path, "--executor", "dask", "--scheduler", address)
    wait_until(lambda: shard_count(tmp_path) >= 3, process)
    kill(scheduler.pid)
    status, _, said = end(process)
    kill(worker.pid)
    end(worker)
    end(scheduler)
    assert (status, said.count("Traceback")) == (2, 0)
    assert f"the Dask scheduler {address!r} is gone" in said
    assert "give the same command again" in said
    assert list(find_faults(Store(tmp_path))) == []


def test_a_killed_resource_tracker_is_not_missed(tmp_path, unbroken):
    process = start("run", "smoke", "--store", tmp_path, "--executor", "processes", "--workers", 2)
    kill(workers_of(process, 1, "resource_tracker")[0])
    status, _, said = end(process)
    assert (status, said.count("Traceback")) == (0, 0)
    assert_same(tmp_path, unbroken)


def test_a_resource_tracker_that_ends_before_its_first_message_is_not_missed(tmp_path, unbroken, monkeypatch):
    register, refused = multiprocessing.resource_tracker.register, []

    def refuse_once(name, kind):
        if refused:
            return register(name, kind)
        refused.append(name)
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(multiprocessing.resource_tracker, "register", refuse_once)
    run_experiment(load_config("smoke"), tmp_path, executor="processes", workers=2)
    _multiprocessing.sem_unlink(refused[0])  # nobody was told of it
    assert_same(tmp_path, unbroken)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 300 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.getuid() or not shutil.which("mount"):
        pytest.skip("a file system of its own needs root and mount: the full disk is NOT tested here")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", place], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"mount is not allowed here, the full disk is NOT tested: {done.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk_is_told_harms_nothing_and_is_got_over(small_disk, unbroken):
    store = small_disk / "store"
    done = in_a_process("run", "smoke", "--store", store, "--quiet")
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "make room and give the same command again" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    held = {path.name: path.read_bytes() for path in (store / "shards").iterdir()}
    assert 0 < len(held) < 48
    assert list(find_faults(Store(store))) == []
    assert in_a_process("run", "smoke", "--store", store, "--quiet").returncode == 2
    subprocess.run(["mount", "-o", "remount,size=10m", small_disk], check=True)
    assert in_a_process("run", "smoke", "--store", store, "--quiet").returncode == 0
    assert held.items() <= {path.name: path.read_bytes() for path in (store / "shards").iterdir()}.items()
    assert_same(store, unbroken)


def test_a_quota_on_file_size_is_told_too(tmp_path):
    """The stand-in where nothing can be mounted: the system refuses to let any file grow beyond 2 kB."""
    script = 'ulimit -f 2; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", sys.executable, "-m", "inbounds", "run", "smoke", "--store", tmp_path, "-q"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no room left" in done.stderr
    assert Store(tmp_path).shards() == []
