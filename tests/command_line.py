"""The command line: called here, or in processes of its own that are watched and hurt from outside."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from inbounds.cli import main

INBOUNDS = [sys.executable, "-m", "inbounds"]
PATIENCE = 600.0  # seconds: only what hangs takes so long, however busy the machine is
_started: list[subprocess.Popen[str]] = []


def inbounds(*arguments: object, cwd: Path | None = None, width: int = 80) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process, which has imported what it needs; as if off a terminal."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(word) for word in arguments]
    place, wide = chdir(cwd or Path.cwd()), patch.dict(os.environ, COLUMNS=str(width))
    with redirect_stdout(out), redirect_stderr(err), place, wide, pytest.raises(SystemExit) as left:
        main(words)
    status = left.value.code
    return subprocess.CompletedProcess(words, status if isinstance(status, int) else 0, out.getvalue(), err.getvalue())


def in_a_process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a process of its own."""
    return subprocess.run(
        [*INBOUNDS, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def start(*arguments: object, command: list[str] | None = None) -> subprocess.Popen[str]:
    """Start a command in a process group of its own."""
    words = [*(command or INBOUNDS), *map(str, arguments)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    _started.append(process)
    return process


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a command; return its status and what it said."""
    said, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, said, errors


def end_all() -> None:
    """Kill what a failed test left running, with all its processes."""
    while _started:
        process = _started.pop()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Return when `condition` holds or the process has ended."""
    deadline = time.monotonic() + PATIENCE
    while not condition() and process.poll() is None:
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.002)


def shard_count(store: Path) -> int:
    """Return how many whole shards there are."""
    return sum(1 for _ in (store / "shards").glob("*.parquet")) if (store / "shards").is_dir() else 0


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes below `pid`; threads and processes may come and go meanwhile."""
    for task in Path(f"/proc/{pid}/task").glob("*"):
        for child in said_by(pid, f"task/{task.name}/children").split():
            yield int(child)
            yield from descendants(int(child))


def workers_of(process: subprocess.Popen[str], count: int, mark: str, what: str = "cmdline") -> list[int]:
    """Wait until `count` processes below `process` show `mark`, and return them."""
    found: list[int] = []

    def enough() -> bool:
        found[:] = [pid for pid in descendants(process.pid) if mark in said_by(pid, what)]
        return len(found) >= count

    wait_until(enough, process)
    assert len(found) >= count, f"{len(found)} workers, the command said: {end(process)}"
    return found


def said_by(pid: int, what: str) -> str:
    """Return the command line, the environment or another of /proc's files on a process as text, if it is there."""
    try:
        return Path(f"/proc/{pid}/{what}").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def kill(pid: int) -> None:
    """Kill a process so that it cannot say goodbye."""
    os.kill(pid, signal.SIGKILL)
