"""Kill experiments at random moments, on every executor: resumed, the store holds the same bits as an unbroken run.

    python benchmarks/attack_kills.py [--kills 1000] [--executors threads,processes,mpi,dask] [--seed 0] [--minutes 120]

A kill is SIGKILL, which nobody can answer, to the coordinator or to a worker process, as chance says, when a number of
shards drawn by chance is there. The same experiment is then begun again, and killed again, until it comes to its end;
then its shards must be sound and its digest that of a run that nothing happened to. So must every store be whose run
is done, and no process of a killed coordinator may live on.

Stops by itself; status 1 on any finding. The kills are divided between the executors as their starts cost: threads get
most of them. Executors whose packages are not installed are left out, and that is said.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' own helpers
from tests.command_line import descendants, said_by, shard_count

from inbounds.experiment import Store, find_faults, parse_config, run_experiment

EXPERIMENT = """
functions = [1, 3, 8]
dimensions = [2, 5]
mutations = ["rand/1", "best/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "death-penalty", "resampling"]
population = 10
budget = "300*n"
runs = 10
seed = 18
"""
CELLS = 36
SHARES = {"threads": 0.8, "processes": 0.1, "mpi": 0.05, "dask": 0.05}
PATIENCE = 300.0
WORKER_MARKS = {"processes": "multiprocessing.spawn", "dask": "multiprocessing.spawn", "mpi": "mpi4py.futures"}


def in_a_child(work: Callable[[], object]) -> int:
    """Start `work` in a copy of this process and a group of its own, silent; return its id.

    All is imported already, so that a start costs milliseconds; this process itself never computes, and has no threads
    whose locks a copy would inherit.
    """
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        work()
        status = 0
    finally:
        os._exit(status)


def run(store: Path, executor: str, toml: Path) -> int:
    """Start the experiment, or go on with it."""
    if executor == "mpi":
        command = [sys.executable, "-m", "inbounds", "run", str(toml), "--store", str(store), "--executor", "mpi"]
        return subprocess.Popen(
            [*command, "--workers", "2", "-q"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ).pid
    config = parse_config(EXPERIMENT, name="kills")
    return in_a_child(lambda: run_experiment(config, store, executor=executor, workers=2))


def judged(store: Path, answer: Path) -> str:
    """Return the digest of a store whose shards are all sound, else what is wrong; asked in a child."""

    def judge() -> None:
        opened = Store(store)
        faults = list(find_faults(opened))
        answer.write_text(str(faults[0]) if faults else opened.digest())

    answer.unlink(missing_ok=True)
    os.waitpid(in_a_child(judge), 0)
    return answer.read_text() if answer.exists() else "the store could not be opened"


def ended(pid: int) -> int | None:
    """Return the status of a child that is gone, None while it runs."""
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def workers_of(pid: int, executor: str) -> list[int]:
    mark = WORKER_MARKS.get(executor)
    return [] if mark is None else [child for child in descendants(pid) if mark in said_by(child, "cmdline")]


def lived_on(pids: list[int]) -> bool:
    """Wait for processes whose coordinator is gone; tell whether some stay, and end those."""
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}/stat").exists() and " Z " not in said_by(pid, "stat") for pid in pids):
        if time.monotonic() > deadline:
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            return True
        time.sleep(0.05)
    return False


def kills(executor: str, chance: random.Random, folder: Path, reference: str) -> Iterator[tuple[str, str]]:
    """Yield who was killed and what was found wrong, "" for nothing, experiment after experiment."""
    toml = folder / "kills.toml"
    toml.write_text(EXPERIMENT)
    store = folder / "store"
    while True:
        shutil.rmtree(store, ignore_errors=True)
        finding = ""
        while True:
            pid = run(store, executor, toml)
            held = shard_count(store)
            moment = chance.randint(held, CELLS - 1) if held < CELLS else CELLS
            deadline = time.monotonic() + PATIENCE
            status = None
            while (status := ended(pid)) is None and shard_count(store) < moment and time.monotonic() < deadline:
                time.sleep(0.001)
            if status is None:
                time.sleep(chance.random() * 0.02)
                below = list(descendants(pid))
                workers = workers_of(pid, executor)
                victim = chance.choice(workers) if workers and chance.random() < 0.5 else pid
                try:
                    os.kill(victim, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                if victim == pid:
                    os.waitpid(pid, 0)
                    yield "coordinator", "processes of a killed coordinator lived on" if lived_on(below) else finding
                    continue
                status = wait_for(pid)  # a lost worker is replaced, and the run goes on
                yield "worker", finding
                finding = ""
            if status == 0:
                found = judged(store, folder / "answer")
                if found != reference:
                    yield "nobody", f"the store is not what an unbroken run leaves: {found}"
                break
            if status not in (None, -signal.SIGKILL) and executor != "mpi":
                yield "nobody", f"a run ended with status {status}"
                break


def wait_for(pid: int) -> int:
    deadline = time.monotonic() + PATIENCE
    while (status := ended(pid)) is None:
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return 124
        time.sleep(0.005)
    return status


def available(executor: str) -> bool:
    """Tell whether an executor's packages are there and can be loaded."""
    needed = {"mpi": "import mpi4py.MPI; from inbounds.execution.mpi_launch import mpiexec; mpiexec()",
              "dask": "import distributed"}.get(executor)  # fmt: skip
    return (
        needed is None
        or not subprocess.run([sys.executable, "-c", needed], capture_output=True, check=False).returncode
    )


def main() -> int:
    """Kill, show how far it is, and tell what was found."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--executors", default="threads,processes,mpi,dask")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=120.0, help="stop after so long, whatever is left")
    asked = parser.parse_args()
    named = asked.executors.split(",")
    chosen = [executor for executor in named if available(executor)]
    for executor in named:
        if executor not in chosen:
            print(f"executor {executor} is left out: what it needs is not installed")
    total = sum(SHARES[executor] for executor in chosen)
    wanted = {executor: max(1, round(asked.kills * SHARES[executor] / total)) for executor in chosen}
    began, done, found = time.monotonic(), Counter[str](), Counter[str]()
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("kills, {task.description}"), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as name, Progress(*columns, console=console) as bar:
        folder = Path(name)
        config = parse_config(EXPERIMENT, name="kills")
        os.waitpid(in_a_child(lambda: run_experiment(config, folder / "unbroken", workers=2)), 0)
        reference = judged(folder / "unbroken", folder / "answer")
        task = bar.add_task("", total=sum(wanted.values()))
        for executor in chosen:
            bar.update(task, description=executor)
            chance = random.Random(f"{asked.seed}:{executor}")
            for victim, finding in kills(executor, chance, folder, reference):
                if victim != "nobody":
                    done[f"{executor}: {victim}"] += 1
                    bar.update(task, advance=1)
                if finding:
                    found[f"{executor}: {finding}"] += 1
                    console.print(f"{executor}, {victim}: {finding}", markup=False)
                held = sum(count for key, count in done.items() if key.startswith(f"{executor}:"))
                if held >= wanted[executor] or time.monotonic() - began > 60 * asked.minutes:
                    break
    print(f"{sum(done.values())} kills in {time.monotonic() - began:.0f} s; an unbroken run has the digest {reference}")
    print("; ".join(f"{who}: {count}" for who, count in done.items()))
    print(f"{sum(found.values())} findings" + "".join(f"\n  {n} × {what}" for what, n in found.most_common()))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
