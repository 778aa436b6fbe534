"""The only place that knows threads, processes, MPI and Dask; to the runner all are a `concurrent.futures.Executor`."""

import logging
import multiprocessing.resource_tracker
import multiprocessing.synchronize
import multiprocessing.util
import os
import signal
import sys
import threading
import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import Any

from inbounds.algorithm.python_runs import StopFlag
from inbounds.arguments import available_cores, worker_count
from inbounds.errors import InboundsError, InvalidArgumentError, missing_extra, quoted, suggestion
from inbounds.execution.worker import Task, Work, run_unit
from inbounds.runs.recording import Columns

EXECUTORS = ("threads", "processes", "mpi", "dask")
DASK_RETRIES = 5
_DASK_LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")
_MPI_RANK_VARIABLES = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK")


class Workers(ABC):
    """An executor, how many workers it has, and which errors mean that one of them was lost."""

    lost: tuple[type[BaseException], ...] = ()
    rebuild_needed = False  # whether one lost worker takes the whole executor with it

    def __init__(self, work: Work, executor: Executor, count: int) -> None:
        self.work = work
        self.executor = executor
        self.count = count  # units that run at the same time

    @abstractmethod
    def stop(self) -> None:
        """Give up what is being run, as soon as can be."""

    def submit(self, tasks: Sequence[Task]) -> "Future[list[Columns]]":
        """Send one unit of work."""
        return self.executor.submit(run_unit, self.work, tasks)

    def end_of_all(self, error: Exception) -> InboundsError | None:
        """Return what to say where `error` means that no worker can be reached any more, None where it does not."""
        return None

    def rebuild(self) -> None:  # noqa: B027 - most executors replace lost workers themselves
        """Replace an executor that broke when a worker was lost."""

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.stop()
        self.executor.shutdown(wait=True, cancel_futures=True)


class ThreadWorkers(Workers):
    """Threads of this process: the native core works without the interpreter's lock."""

    def __init__(self, work: Work, count: int) -> None:
        super().__init__(work, ThreadPoolExecutor(count, thread_name_prefix="inbounds"), count)
        self._stop = StopFlag()

    def submit(self, tasks: Sequence[Task]) -> "Future[list[Columns]]":
        return self.executor.submit(run_unit, self.work, tasks, self._stop)

    def stop(self) -> None:
        self._stop.set()


class ProcessWorkers(Workers):
    """Processes of this machine, each started afresh; a lost one breaks the pool, which is then built anew."""

    lost = (BrokenProcessPool,)
    rebuild_needed = True

    def __init__(self, work: Work, count: int) -> None:
        super().__init__(work, _process_pool(count), count)

    def rebuild(self) -> None:
        self.executor.shutdown(wait=True, cancel_futures=True)
        self.executor = _process_pool(self.count)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _remind_tracker()
        super().__exit__(kind, error, trace)

    def stop(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child.name.startswith("SpawnProcess"):
                child.terminate()


def no_workers(error: Exception) -> InboundsError:
    """Return the error that tells why the system starts no worker, and what to do."""
    reason = error.strerror if isinstance(error, OSError) else error
    return InboundsError(f"no worker can be started: {reason}. Try fewer of them (workers), or another executor")


def _process_pool(count: int) -> ProcessPoolExecutor:
    try:
        with suppress(BrokenPipeError):  # Python's resource tracker ended before its first message: another is started
            return _new_pool(count)
        return _new_pool(count)
    except OSError as error:
        raise no_workers(error) from None


def _new_pool(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_process)


def _remind_tracker() -> None:
    """Name the locks of the pool to Python's resource tracker again, should it have been killed and started anew.

    A tracker that is told of the end of a lock it has never heard of prints a traceback.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it died
        for finalizer in list(multiprocessing.util._finalizer_registry.values()):  # type: ignore[attr-defined]
            if getattr(finalizer, "_callback", None) is multiprocessing.synchronize.SemLock._cleanup:  # type: ignore[attr-defined]
                multiprocessing.resource_tracker.register(finalizer._args[0], "semaphore")


def _begin_process() -> None:
    """Leave Ctrl-C to the coordinator, and end when the coordinator is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class MpiWorkers(Workers):
    """The other ranks of `mpiexec -n N python -m mpi4py.futures -m inbounds run …`; rank 0 coordinates."""

    def __init__(self, work: Work, count: int | None) -> None:
        ranks = int(optional_module("mpi4py.MPI", "mpi").COMM_WORLD.Get_size())
        if ranks < 2:
            raise InvalidArgumentError(
                "executor 'mpi' needs at least 2 ranks, started as "
                f"'mpiexec -n N python -m mpi4py.futures -m inbounds run …'; got {ranks}"
            )
        if count not in (None, ranks - 1):
            raise InvalidArgumentError(
                f"workers must be {ranks - 1} here (mpiexec's ranks but one, the coordinator), or left out; got {count}"
            )
        super().__init__(work, optional_module("mpi4py.futures", "mpi").MPIPoolExecutor(), ranks - 1)

    def stop(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


class DaskWorkers(Workers):
    """The workers of a Dask scheduler, or of a cluster of our own on this machine."""

    def __init__(self, work: Work, count: int | None, scheduler: str | None) -> None:
        distributed = optional_module("distributed", "dask")
        self.lost = (distributed.scheduler.KilledWorker,)
        for name in _DASK_LOGGERS:  # what matters of their tracebacks is told in a line of our own
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._cluster: Any = None
        try:
            if scheduler is None:
                self._cluster = distributed.LocalCluster(
                    n_workers=count or available_cores(),
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    preload=["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"],  # Ctrl-C is ours
                )
                self._client = distributed.Client(self._cluster)
            else:
                self._client = distributed.Client(scheduler, timeout="10s")
                self._client.wait_for_workers(count or 1, timeout=60)
        except (OSError, TimeoutError, ValueError) as error:
            where = scheduler or "of our own"
            raise InvalidArgumentError(f"no Dask workers at scheduler {where!r}: {error}") from None
        self._gone = (CancelledError, distributed.CancelledError, distributed.comm.CommClosedError)
        self._address = scheduler or "of our own"
        threads = sum(map(int, self._client.nthreads().values()))
        super().__init__(work, self._client.get_executor(pure=False, retries=DASK_RETRIES), max(1, threads))

    def end_of_all(self, error: Exception) -> InboundsError | None:
        if not isinstance(error, self._gone) and self._client.status == "running":
            return None
        return InboundsError(
            f"the Dask scheduler {self._address!r} is gone, or it cancelled the work: what its workers were at is "
            "lost, what is stored is whole. Start a scheduler and give the same command again; it goes on from there"
        )

    def stop(self) -> None:
        if self._client.status == "running":
            with suppress(*self._gone):  # it may be gone before it hears of it
                self.executor.shutdown(wait=False)  # cancels what is under way

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def optional_module(name: str, extra: str) -> Any:
    """Import a module that only some executors need."""
    try:
        return import_module(name)
    except ImportError:
        raise missing_extra(name.split(".")[0], extra) from None


def open_workers(name: str, work: Work, *, count: int | None = None, scheduler: str | None = None) -> Workers:
    """Return the workers of an executor by its name, as `check_executor` let it pass."""
    if name == "threads":
        return ThreadWorkers(work, count or available_cores())
    if name == "processes":
        return ProcessWorkers(work, count or available_cores())
    if name == "mpi":
        return MpiWorkers(work, count)
    return DaskWorkers(work, count, scheduler)


def check_executor(name: str, count: int | None, scheduler: str | None) -> int | None:
    """Refuse unknown executors and options without effect; return the number of workers, None as it is."""
    if name not in EXECUTORS:
        raise InvalidArgumentError(
            f"executor must be one of {quoted(EXECUTORS)}; got {name!r}.{suggestion(name, EXECUTORS)}"
        )
    if scheduler is not None and name != "dask":
        raise InvalidArgumentError(f"scheduler is for executor 'dask' only; got executor {name!r}")
    return None if count is None else worker_count(count)


def inside_mpi() -> bool:
    """Tell whether this process is rank 0 of a job that runs under mpi4py.futures; refuse a rank that is not."""
    if "mpi4py.MPI" in sys.modules:
        return True
    for variable in _MPI_RANK_VARIABLES:
        if variable in os.environ:
            raise InvalidArgumentError(
                "started by mpiexec but not by mpi4py.futures; "
                "say 'mpiexec -n N python -m mpi4py.futures -m inbounds run …'"
            )
    return False
