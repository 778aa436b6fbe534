"""From planned minus stored to nothing missing: sends units of work, writes what comes back, survives what is lost."""

import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from inbounds.errors import InboundsError, InvalidArgumentError, RunInterrupted
from inbounds.execution.executors import Workers, check_executor, no_workers, open_workers
from inbounds.execution.progress import Display, Silence, Tally
from inbounds.execution.worker import Work, run_batch
from inbounds.plan.cells import Batch, split, units
from inbounds.plan.config import Config
from inbounds.runs.recording import Columns
from inbounds.runs.run_range import RunRange
from inbounds.runs.run_table import run_tables
from inbounds.store.opening import open_store
from inbounds.store.origin import ExperimentOrigin
from inbounds.store.verify import set_damaged_aside
from inbounds.store.writer import StoreWriter

MAX_LOSSES = 5  # workers lost in a row, with no unit finished in between, before we stop believing in bad luck
SAY_EVERY = 2.0
POLL = 0.25

Unit = tuple[Batch, ...]
Held = Mapping[str, Sequence[RunRange]]  # the runs of each cell, by its id


@dataclass(frozen=True)
class Outcome:
    """What a run left behind; cells are counted on disk when all is done."""

    store: Path
    cells_done: int
    cells_planned: int
    runs: int  # of this session
    evaluations: int  # of this session
    seconds: float
    interrupted: bool
    damaged: int

    @property
    def complete(self) -> bool:
        """Whether nothing (of the part asked for) is missing any more."""
        return self.cells_done == self.cells_planned


class Interruption:
    """Set by Ctrl-C or SIGTERM; a second signal does not wait any more."""

    def __init__(self) -> None:
        self.wanted = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True


def run_experiment(
    config: Config,
    store: str | Path,
    *,
    executor: str = "threads",
    workers: int | None = None,
    scheduler: str | None = None,
    part: tuple[int, int] = (1, 1),
    known: Sequence[str | Path] = (),
    display: Display | None = None,
    work: Work = run_batch,
) -> Outcome:
    """Run what `config` plans and `store` does not hold yet; the same call again goes on where this one ended.

    Runs that other stores hold, named by `known`, are not made again; they stay where they are.
    """
    workers = check_executor(executor, workers, scheduler)
    check_part(part)
    elsewhere = _runs_held(known, config)
    display = display or Silence()
    with _interruptible() as interruption, StoreWriter(store, ExperimentOrigin.of(config)) as writer:
        damaged = set_damaged_aside(writer)
        for note in writer.notes:
            display.say(f"note: {note}")
        for fault in damaged:
            display.say(f"set aside, to be run again: {fault}")
        plan = writer.store.plan()
        here = writer.store.finished()
        missing = plan.missing(_joined(here, elsewhere), part)
        tally = Tally.of(plan, missing, len(plan.missing({}, part)))
        tally.part = part
        if elsewhere:
            tally.know(plan.missing(here, part), missing)
        try:
            if missing:
                with open_workers(executor, work, count=workers, scheduler=scheduler) as pool:
                    pieces = split(missing, pool.count)
                    tally.began = time.monotonic()
                    Coordinator(writer, pool, tally, display, interruption).run(
                        units(pieces, pool.count, tally.cost_left)
                    )
        finally:
            display.close(tally)
            writer.say_progress(tally.snapshot())
        held = _joined(writer.confirm().finished(), elsewhere)
        lacking = {batch.cell.id for batch in plan.missing(held, part)}
        return Outcome(
            store=writer.path,
            cells_done=tally.cells_planned - len(lacking),
            cells_planned=tally.cells_planned,
            runs=tally.runs,
            evaluations=tally.evaluations,
            seconds=tally.seconds,
            interrupted=interruption.wanted and bool(tally.remaining),
            damaged=len(damaged),
        )


@dataclass
class Coordinator:
    """Keeps the workers fed and the store written; never holds more than a few units in memory."""

    store: StoreWriter
    pool: Workers
    tally: Tally
    display: Display
    interruption: Interruption

    def run(self, planned: Iterator[Unit]) -> None:
        """Run all units; those of a lost worker again."""
        again: deque[Unit] = deque()
        pending: dict[Future[list[Columns]], Unit] = {}
        losses = 0
        said = time.monotonic()
        while not self.interruption.wanted:
            intact = self._feed(pending, again, planned)
            if not pending and intact:
                return
            done, _ = wait(pending, timeout=POLL, return_when=FIRST_COMPLETED)
            returned = [(future, pending.pop(future)) for future in done]
            lost = [unit for future, unit in returned if not self._keep(future, unit)]
            again.extend(lost)
            if lost or not intact:
                losses = 1 if len(done) > len(lost) else losses + 1
                self._recover(losses, pending, again)
            elif done:
                losses = 0
            self.display.show(self.tally)
            if time.monotonic() - said >= SAY_EVERY:
                said = time.monotonic()
                self.store.check_place()
                self.store.say_progress(self.tally.snapshot())
        self._wind_up(pending)

    def _feed(self, pending: dict[Future[list[Columns]], Unit], again: deque[Unit], planned: Iterator[Unit]) -> bool:
        """Keep two units per worker under way; return False when the executor takes no more."""
        while len(pending) < 2 * self.pool.count:
            unit = again.popleft() if again else next(planned, ())
            if not unit:
                return True
            try:
                pending[self.pool.submit([batch.task() for batch in unit])] = unit
            except self.pool.lost:
                again.appendleft(unit)
                return False
            except (OSError, RuntimeError) as error:
                raise (self.pool.end_of_all(error) or no_workers(error)) from None
        return True

    def _keep(self, future: "Future[list[Columns]]", unit: Unit) -> bool:
        """Write a unit's results; return False when its worker was lost."""
        try:
            results = future.result()
        except self.pool.lost:
            return False
        except InboundsError:
            raise
        except Exception as error:
            if end := self.pool.end_of_all(error):
                raise end from None
            others = f" or one of the {len(unit) - 1} cells after it" if len(unit) > 1 else ""
            message = f"a worker failed on {unit[0].cell}{others}: {type(error).__name__}: {error}"
            raise InboundsError(message) from error
        for batch, table in run_tables(unit, results):
            self.store.add(batch.cell.id, batch.runs, table)
            self.tally.add(batch, int(table["evaluations"].sum()), float(table["seconds"].sum()))
        self.store.sync()
        return True

    def _recover(self, losses: int, pending: dict[Future[list[Columns]], Unit], again: deque[Unit]) -> None:
        """Take all that a broken executor still held, and build it anew."""
        if losses > MAX_LOSSES:
            raise InboundsError(f"workers were lost {losses} times in a row with nothing finished; giving up")
        self.display.say("a worker was lost; its unfinished cells are run again")
        if self.pool.rebuild_needed:
            wait(pending)
            again.extend(unit for future, unit in pending.items() if not self._keep(future, unit))
            pending.clear()
            self.pool.rebuild()

    def _wind_up(self, pending: dict[Future[list[Columns]], Unit]) -> None:
        """Stop the workers, and keep what they had finished."""
        self.display.say("stopping; what is finished is being written")
        finished = [future for future in pending if future.done()]
        self.pool.stop()
        for future in finished:
            try:
                self._keep(future, pending[future])
            except RunInterrupted:
                continue


def check_part(part: tuple[int, int]) -> None:
    """Refuse parts that do not exist."""
    k, m = part
    if not 1 <= k <= m:
        raise InvalidArgumentError(f"part must be K/M with 1 <= K <= M; got {k}/{m}")


def _runs_held(known: Sequence[str | Path], config: Config) -> Held:
    """Return the runs of stores that may stand in for those of `config`: they must draw from the same seed."""
    held: Held = {}
    for path in known:
        store = open_store(path)
        if (seed := store.plan().config.seed) != config.seed:
            raise InvalidArgumentError(
                f"a known store must have the seed of the experiment, {config.seed}; {str(path)!r} has {seed}"
            )
        held = _joined(held, store.finished())
    return held


def _joined(held: Held, other: Held) -> Held:
    return {cell: [*held.get(cell, ()), *other.get(cell, ())] for cell in held.keys() | other.keys()}


@contextmanager
def _interruptible() -> Iterator[Interruption]:
    """Turn SIGINT and SIGTERM into a wish to stop, for the time of the block."""
    interruption = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return
    before = {number: signal.signal(number, interruption) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
