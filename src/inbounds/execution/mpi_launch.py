"""An MPI job of our own, started again when a rank is lost: MPI ends the whole job then, the store does not mind."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from inbounds.errors import InboundsError, missing_extra
from inbounds.execution.executors import optional_module

MAX_LOSSES = 5
PR_SET_PDEATHSIG = 1  # of Linux's prctl: the signal that a process gets when its parent has died
ENDED_BY_ITSELF = {0, 2, 130}  # done, a clear error, Ctrl-C: nothing that another try would mend


def mpiexec() -> str:
    """Return the mpiexec that comes with this Python's environment, else the first on the path."""
    beside = Path(sys.executable).with_name("mpiexec")
    found = str(beside) if beside.exists() else shutil.which("mpiexec")
    if found is None:
        raise missing_extra("mpiexec", "mpi")
    return found


def supervise(arguments: Sequence[str], workers: int, stored: Callable[[], int], say: Callable[[str], None]) -> int:
    """Run `inbounds arguments…` on `workers` + 1 ranks until it ends by itself; return its exit status.

    `stored` counts the shards: losses in a row without a new one mean that more tries are of no use.
    """
    optional_module("mpi4py", "mpi")  # only to know that it is there: MPI itself must not start in this process
    command = [mpiexec(), "-n", str(workers + 1), sys.executable, "-m", "mpi4py.futures", "-m", "inbounds", *arguments]
    losses, before = 0, stored()
    while (status := _run(command)) not in ENDED_BY_ITSELF:
        losses, before = (1 if stored() > before else losses + 1), stored()
        if losses > MAX_LOSSES:
            raise InboundsError(
                f"the MPI job ended with status {status}, {losses} times in a row with nothing new stored"
            )
        say(f"the MPI job lost a rank (status {status}); starting it again with what is not stored yet")
    return status


def _run(command: Sequence[str]) -> int:
    """Run the job to its end; it does not outlive this process, however that goes."""
    here = os.getpid()

    def end_with_parent() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != here:  # it was gone before the wish was heard
                os._exit(1)

    return subprocess.run(command, check=False, preexec_fn=end_with_parent).returncode
