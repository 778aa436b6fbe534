"""Executor, workers, order and batching change no bit; what fails is told, what is lost is run again."""

from concurrent.futures import Executor

import pytest

import inbounds as ib
from inbounds.errors import InboundsError, InvalidArgumentError
from inbounds.execution.executors import ThreadWorkers, open_workers
from inbounds.execution.progress import clock
from inbounds.experiment import Store, run_experiment
from inbounds.operators import catalogue
from inbounds.store.writer import StoreWriter
from tests.small_experiment import CELLS, failing_work, lost_work, quick_work, results, small_config


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """One worker thread, real engine."""
    path = tmp_path_factory.mktemp("reference")
    run_experiment(small_config(), path, workers=1)
    return path


def test_the_store_holds_what_the_engine_gives(reference):
    table = results(reference)
    row = table.row(17, named=True)
    de = ib.DE(
        mutation=row["mutation"],
        crossover=row["crossover"],
        boundary=row["boundary"],
        adaptation=row["adaptation"],
        population=row["population"],
    )
    problem = ib.problem(row["suite"], function=row["function"], instance=row["instance"], dimension=row["dimension"])
    result = de.run(problem, budget=row["budget"], runs=1, seed=row["seed"], first_run=row["run"])
    assert result.precision[0] == row["precision"]
    assert result.evaluations[0] == row["evaluations"]
    assert result.hits[0].tolist() == row["hits"]
    assert len(row["curve_precision"]) == len(ib.curve_evaluations(row["budget"]))


@pytest.mark.parametrize("workers", [2, 5])
def test_more_threads_change_nothing(reference, tmp_path, workers):
    run_experiment(small_config(), tmp_path, workers=workers)
    assert Store(tmp_path).digest() == Store(reference).digest()


@pytest.mark.slow
def test_processes_change_nothing(reference, tmp_path):
    run_experiment(small_config(), tmp_path, executor="processes", workers=2)
    assert Store(tmp_path).digest() == Store(reference).digest()


def test_growing_run_by_run_changes_nothing(reference, tmp_path):
    for runs in (1, 2, 4):
        run_experiment(small_config(runs=runs), tmp_path, workers=2)
    assert results(tmp_path).equals(results(reference))


def test_nothing_is_left_to_do_the_second_time(tmp_path):
    first = run_experiment(small_config(), tmp_path, work=quick_work)
    again = run_experiment(small_config(), tmp_path, work=failing_work)
    assert (first.runs, again.runs) == (CELLS * 4, 0)
    assert again.complete


def test_a_failing_worker_ends_the_run_with_the_cell_and_the_reason(tmp_path):
    with pytest.raises(InboundsError, match=r"a worker failed on rand/1 .*ZeroDivisionError: no such luck"):
        run_experiment(small_config(), tmp_path, work=failing_work)


def test_what_was_finished_before_a_failure_is_kept(tmp_path):
    calls = []

    def work(task, stop=None):
        calls.append(task)
        return failing_work(task) if len(calls) > 9 else quick_work(task)

    with pytest.raises(InboundsError, match="no such luck"):
        run_experiment(small_config(), tmp_path, work=work, workers=1)
    run_experiment(small_config(), tmp_path, work=quick_work)
    assert Store(tmp_path).missing() == []


@pytest.mark.slow
def test_workers_that_always_die_are_given_up(tmp_path):
    with pytest.raises(InboundsError, match="lost 6 times in a row with nothing finished"):
        run_experiment(small_config(), tmp_path, executor="processes", workers=1, work=lost_work)
    assert Store(tmp_path).shards() == []


def test_never_more_than_two_units_per_worker_are_in_memory(tmp_path, monkeypatch):
    held = [0]

    def submit(self, tasks, plain=ThreadWorkers.submit):
        held.append(held[-1] + 1)
        return plain(self, tasks)

    def sync(self, plain=StoreWriter.sync):
        held.append(held[-1] - 1)
        plain(self)

    monkeypatch.setattr(ThreadWorkers, "submit", submit)
    monkeypatch.setattr(StoreWriter, "sync", sync)
    run_experiment(small_config(), tmp_path, work=quick_work, workers=2)
    assert held[-1] == 0
    assert max(held) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"executor": "thread"},
            "executor must be one of 'threads', 'processes', 'mpi', 'dask'; got 'thread'",
        ),
        ({"workers": 0}, "workers must be a whole number of at least 1, or -1 for one per processor; got 0"),
        ({"scheduler": "tcp://x:1"}, "scheduler is for executor 'dask' only"),
        ({"part": (3, 2)}, "part must be K/M with 1 <= K <= M; got 3/2"),
    ],
)
def test_options_without_sense_are_refused_before_anything_is_made(tmp_path, options, message):
    with pytest.raises(InvalidArgumentError, match=message):
        run_experiment(small_config(), tmp_path / "store", **options)
    assert not (tmp_path / "store").exists()


def test_every_executor_is_a_standard_one():
    with open_workers("threads", quick_work, count=1) as workers:
        assert isinstance(workers.executor, Executor)


@pytest.mark.parametrize(("seconds", "text"), [(3.2, "3 s"), (187, "3:07"), (39909, "11:05:09")])
def test_durations_read_like_a_clock(seconds, text):
    assert clock(seconds) == text


def test_an_operator_of_the_users_own_is_run_by_its_module_path(tmp_path, monkeypatch):
    (tmp_path / "my_walls.py").write_text(OWN_OPERATOR)
    monkeypatch.syspath_prepend(tmp_path)
    config = small_config(boundaries=["my_walls:soft", "projection"])
    try:
        run_experiment(config, tmp_path / "store")
    finally:
        catalogue.remove("boundary", "soft")
    table = results(tmp_path / "store")
    own = table.filter(boundary="my_walls:soft")
    assert own.height == table.filter(boundary="projection").height == CELLS * 2


OWN_OPERATOR = """
import numpy as np
from inbounds.operators.registration import boundary

@boundary("soft")
def soft(generation):
    return np.clip(generation.donors, generation.lower, generation.upper)
"""
