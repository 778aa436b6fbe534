"""run, status, verify and merge as users type them: one clear line for every mistake, and the same command resumes."""

import json
import os
import signal

import pytest

from inbounds.errors import ConfigError
from inbounds.experiment import Plan, Store, load_config, run_experiment
from inbounds.store.origin import ExperimentOrigin
from inbounds.store.writer import StoreWriter
from tests.command_line import end, inbounds, shard_count, start, wait_until
from tests.small_experiment import SMALL, quick_work, small_config


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


@pytest.fixture
def store(tmp_path):
    run_experiment(small_config(), tmp_path / "store", work=quick_work)
    return tmp_path / "store"


def refused(done, *words):
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in done.stderr


def test_run_makes_a_store_and_the_same_command_has_nothing_to_do(config, tmp_path):
    for runs in ("64 runs", "0 runs"):
        done = inbounds("run", config, "--store", tmp_path / "store")
        assert (done.returncode, "16 of 16 cells" in done.stdout, runs in done.stdout) == (0, True, True)
    assert Store(tmp_path / "store").missing() == []


def test_modern_is_three_experiments_with_the_cells_of_their_presets(tmp_path):
    done = inbounds(
        "run", "modern", "--store", tmp_path / "modern", "--runs", 1, "--part", "7/900", "--workers", 1, "-q"
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("modern-shade", "modern-l-shade", "modern-jso"):
        made = Store(tmp_path / "modern" / name)
        plan = Plan(load_config(name).with_(runs=1))
        assert made.config == plan.config
        held = made.runs(["cell", "seed"]).collect().rows()
        assert sorted(held) == sorted((cell.id, plan.seed(cell)) for cell in plan.part(7, 900))
        assert held


def test_one_config_cannot_be_a_series(tmp_path):
    with pytest.raises(
        ConfigError, match="'modern' stands for the presets 'modern-shade', 'modern-l-shade', 'modern-jso'"
    ):
        load_config("modern")
    refused(inbounds("run", "modrn", "--store", tmp_path), "Did you mean 'modern'?")


def test_progress_off_a_terminal_is_plain_lines_on_stderr(config, tmp_path):
    done = inbounds("run", config, "--store", tmp_path / "store")
    assert "16/16 cells" in done.stderr
    assert "evaluations/s" in done.stderr
    assert "slowest: " in done.stderr
    assert "\x1b" not in done.stderr + done.stdout


def test_quiet_says_nothing(config, tmp_path):
    done = inbounds("run", config, "--store", tmp_path / "store", "--quiet")
    assert done.stdout == done.stderr == ""


def test_raising_runs_on_the_command_line_adds_runs(config, tmp_path):
    inbounds("run", config, "--store", tmp_path / "store", "--runs", 2)
    done = inbounds("run", config, "--store", tmp_path / "store", "--runs", 3)
    assert "(16 runs" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "nothing"], ["'smoke', 'quick', 'paper', 'paper-2020'", "'nothing'"]),
        (["run", "nothing.toml"], ["nothing.toml", "No such file"]),
        (["run", "smoke", "--runs", "0"], ["runs = 0", ">= 1"]),
        (["run", "smoke", "--executor", "slurm"], ["'threads', 'processes', 'mpi', 'dask'", "'slurm'"]),
        (["run", "smoke", "--part", "one"], ["K/M", "'one'"]),
        (["run", "smoke", "--workers", "many"], ["--workers", "integer"]),
        (["status", "nowhere"], ["nowhere", "there is no folder"]),
        (["verify", "nowhere"], ["nowhere", "there is no folder"]),
        (["merge", "nowhere", "--into", "x"], ["nowhere", "there is no folder"]),
    ],
)
def test_mistakes_end_with_status_2_and_one_line(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(inbounds(*arguments), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_changed_config_is_refused_with_the_keys(config, store):
    config.write_text(SMALL.replace("seed = 5", "seed = 6").replace("[2, 3]", "[2]"))
    refused(inbounds("run", config, "--store", store), "dimensions: stored [2, 3], now [2]", "seed: stored 5, now 6")


def test_a_second_run_is_refused_with_the_pid(config, tmp_path):
    with StoreWriter(tmp_path / "store", ExperimentOrigin(small_config())):
        refused(inbounds("run", config, "--store", tmp_path / "store"), f"process {os.getpid()} on")


def test_status_counts_done_and_planned(store):
    next((store / "shards").iterdir()).unlink()
    found = json.loads(inbounds("status", store, "--json").stdout)
    assert (found["cells_done"], found["cells_planned"]) == (15, 16)
    assert (found["runs_done"], found["runs_planned"]) == (60, 64)
    assert found["evaluations_done"] == Store(store).runs().collect()["evaluations"].sum()
    assert found["evaluations_planned"] == (200 + 300) * 8 * 4
    assert (found["running"], found["complete"], found["pid"]) == (False, False, None)
    text = inbounds("status", store).stdout
    assert "15 of 16" in text
    assert "60 of 64" in text


def test_status_of_a_running_store_names_the_process(store):
    with StoreWriter(store, ExperimentOrigin(small_config())):
        found = json.loads(inbounds("status", store, "--json").stdout)
    assert (found["running"], found["pid"]) == (True, os.getpid())


def test_verify_tells_and_sets_aside(store):
    assert inbounds("verify", store).stdout == "all 16 shards are sound\n"
    victim = next((store / "shards").iterdir())
    victim.write_bytes(victim.read_bytes()[:50])
    kept = inbounds("verify", store, "--keep")
    assert (kept.returncode, victim.exists()) == (1, True)
    done = inbounds("verify", store)
    assert done.returncode == 1
    assert victim.name in done.stdout
    assert "15 shards are sound, 1 are not" in done.stdout
    assert not victim.exists()


def test_merge_joins_parts(config, tmp_path):
    for k in (1, 2):
        inbounds("run", config, "--store", tmp_path / f"part{k}", "--part", f"{k}/2")
    done = inbounds("merge", tmp_path / "part1", tmp_path / "part2", "--into", tmp_path / "joint")
    assert "64 runs added" in done.stdout
    assert Store(tmp_path / "joint").missing() == []


@pytest.mark.slow
@pytest.mark.parametrize(("executor", "number"), [("threads", signal.SIGINT), ("processes", signal.SIGTERM)])
def test_an_interrupted_run_says_how_to_go_on_and_does(tmp_path, executor, number):
    store = tmp_path / "store"
    arguments = ("run", "smoke", "--runs", 100, "--store", store, "--executor", executor)
    process = start(*arguments)
    wait_until(lambda: shard_count(store) >= 2, process)
    process.send_signal(number)
    status, _, said = end(process)
    assert (status, "give the same command again" in said) == (130, True)
    assert 0 < shard_count(store) < 48
    assert not list(store.rglob("*.tmp"))
    assert inbounds("verify", store).returncode == 0
    assert inbounds(*arguments).returncode == 0
    assert Store(store).missing() == []
