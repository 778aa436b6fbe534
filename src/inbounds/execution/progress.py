"""What a run says while it runs: a live bar on a terminal, plain lines elsewhere, and a file for `inbounds status`."""

import heapq
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO

from inbounds.plan.cells import Batch, Plan
from inbounds.progress_line import BAR, bar_and_texts

LINE_EVERY = 5.0
SLOWEST = 3


@dataclass
class Tally:
    """How far a run is, and how fast it goes."""

    plan: Plan
    remaining: dict[str, int]  # runs that a cell still lacks, by cell id
    cost_left: int
    cells_done: int
    cells_planned: int
    part: tuple[int, int] = (1, 1)
    known_runs: int = 0  # that other stores hold, and this one does not
    known_evaluations: int = 0  # … if none of them stopped early
    began: float = field(default_factory=time.monotonic)
    cost_done: int = 0
    evaluations: int = 0
    runs: int = 0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    _seconds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: Plan, missing: Iterable[Batch], cells_planned: int) -> "Tally":
        """Start counting before the first of the missing batches."""
        remaining: dict[str, int] = {}
        cost = 0
        for batch in missing:
            remaining[batch.cell.id] = remaining.get(batch.cell.id, 0) + batch.runs.count
            cost += batch.cost
        return cls(plan, remaining, cost, cells_planned - len(remaining), cells_planned)

    def know(self, not_here: Iterable[Batch], missing: Iterable[Batch]) -> None:
        """Count the runs that other stores hold: what this one lacks without them, less what is missing."""
        for batches, sign in ((not_here, 1), (missing, -1)):
            for batch in batches:
                self.known_runs += sign * batch.runs.count
                self.known_evaluations += sign * batch.runs.count * batch.cell.budget

    def add(self, batch: Batch, evaluations: int, seconds: float) -> None:
        """Count a stored batch."""
        cell = batch.cell.id
        self.cost_done += batch.cost
        self.cost_left -= batch.cost
        self.evaluations += evaluations
        self.runs += batch.runs.count
        self.remaining[cell] -= batch.runs.count
        seconds += self._seconds.pop(cell, 0.0)
        if self.remaining[cell]:
            self._seconds[cell] = seconds
            return
        del self.remaining[cell]
        self.cells_done += 1
        heapq.heappush(self.slowest, (seconds, str(batch.cell)))
        if len(self.slowest) > SLOWEST:
            heapq.heappop(self.slowest)

    @property
    def seconds(self) -> float:
        """Seconds since the count began."""
        return time.monotonic() - self.began

    @property
    def pace(self) -> float:
        """Evaluations per second in this session."""
        return self.evaluations / max(self.seconds, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at the pace so far; None before the first result."""
        if not self.cost_left:
            return 0.0
        return self.seconds * self.cost_left / self.cost_done if self.cost_done else None

    def slowest_cells(self) -> list[tuple[str, float]]:
        """Return the slowest cells so far with their seconds, slowest first."""
        return [(cell, seconds) for seconds, cell in sorted(self.slowest, reverse=True)]

    def snapshot(self) -> dict[str, Any]:
        """Return the tally as plain data."""
        return {
            "cells_done": self.cells_done,
            "cells_planned": self.cells_planned,
            "part": list(self.part),
            "known_runs": self.known_runs,
            "known_evaluations": self.known_evaluations,
            "evaluations_per_second": self.pace,
            "seconds_left": self.seconds_left,
            "slowest_cells": [{"cell": cell, "seconds": round(took, 3)} for cell, took in self.slowest_cells()],
            "written": time.time(),
        }

    def line(self) -> str:
        """Return the tally as one line of text."""
        left = "?" if self.seconds_left is None else clock(self.seconds_left)
        slow = ", ".join(f"{cell} {took:.2g} s" for cell, took in self.slowest_cells())
        line = f"{self.cells_done}/{self.cells_planned} cells, {self.pace:.3g} evaluations/s, {left} left"
        return f"{line}; slowest: {slow}" if slow else line


class Display(Protocol):
    """Something that shows a tally now and then."""

    def show(self, tally: Tally) -> None: ...

    def say(self, text: str) -> None: ...

    def close(self, tally: Tally) -> None: ...


class Silence:
    """Shows nothing."""

    def show(self, tally: Tally) -> None:
        pass

    def say(self, text: str) -> None:
        pass

    def close(self, tally: Tally) -> None:
        pass


class Lines:
    """Writes a plain line every few seconds."""

    def __init__(self, stream: TextIO, every: float = LINE_EVERY) -> None:
        self.stream = stream
        self.every = every
        self._last = time.monotonic()

    def show(self, tally: Tally) -> None:
        if time.monotonic() - self._last >= self.every:
            self._last = time.monotonic()
            self.say(tally.line())

    def say(self, text: str) -> None:
        print(text, file=self.stream, flush=True)

    def close(self, tally: Tally) -> None:
        if tally.runs or not tally.remaining:  # else an error came first, and has the word
            self.say(tally.line())


class Bar:
    """Draws a live bar on a terminal, the slowest cells below it."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.text import Text

        counted = "{task.completed:.0f}/{task.total:.0f} cells, {task.fields[pace]}, {task.fields[left]} left"
        self._bar = bar_and_texts(BAR, counted)
        self._task = self._bar.add_task("", total=0, pace="", left="?")
        self._slowest = Text(no_wrap=True, overflow="ellipsis", style="dim")
        self._live = Live(Group(self._bar, self._slowest), console=Console(file=stream), refresh_per_second=4)

    def show(self, tally: Tally) -> None:
        self._live.start()  # does nothing when it is drawn already
        slow = [f"{took:5.2g} s  {cell}" for cell, took in tally.slowest_cells()]
        self._slowest.plain = "\n".join(["slowest cells:", *slow] if slow else [])
        self._bar.update(
            self._task,
            total=tally.cells_planned,
            completed=tally.cells_done,
            pace=f"{tally.pace:.3g} evaluations/s",
            left="?" if tally.seconds_left is None else clock(tally.seconds_left),
        )

    def say(self, text: str) -> None:
        self._live.console.print(text, highlight=False, markup=False)

    def close(self, tally: Tally) -> None:
        if self._live.is_started:
            self.show(tally)
            self._live.stop()


def open_display(stream: TextIO | None = None) -> Display:
    """Return the display that fits the stream."""
    stream = stream or sys.stderr
    return Bar(stream) if stream.isatty() else Lines(stream)


def clock(seconds: float) -> str:
    """Return a duration as people read it: 42 s, 3:07, 11:05:09."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
