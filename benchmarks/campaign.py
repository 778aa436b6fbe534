"""What all attacks share: cases one after another, a limit of time for each, a progress bar, findings at the end."""

import argparse
import faulthandler
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SECONDS = 20  # that one case may take


class Hang(BaseException):
    """A case took too long; not an Exception, so that no handler of the attacked code keeps it."""


def attack(
    what: str, cases: Iterable[tuple[str, Callable[[], str]]], total: int, *, seconds: float = SECONDS
) -> tuple[dict[str, int], list[str]]:
    """Try every case; return how often each outcome was, and one line for each case that ended otherwise.

    A case says how it ended. Any exception, and silence for `seconds`, is a finding.
    """
    outcomes: dict[str, int] = {}
    findings: list[str] = []
    with bar(what, total) as tick:
        for name, case in cases:
            try:
                with limit(seconds):
                    outcome = case()
                outcomes[outcome] = outcomes.get(outcome, 0) + 1
            except Hang:
                findings.append(f"{name}: took more than {seconds:g} s")
            except Exception as error:
                findings.append(f"{name}: {type(error).__name__}: {error}".encode("ascii", "backslashreplace").decode())
            tick()
    return outcomes, findings


def main(doc: str, default: int, run: Callable[[int, int], tuple[dict[str, int], list[str]]]) -> None:
    """Read --cases and --seed, run, print the figures and leave with 1 where something was found."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--cases", type=int, default=default)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    outcomes, findings = run(given.cases, given.seed)
    for finding in findings[:50]:
        print(f"FOUND {finding}")
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(
        f"{given.cases} cases in {time.monotonic() - began:.0f} s (seed {given.seed}): {told}; {len(findings)} findings"
    )
    sys.exit(1 if findings else 0)


@contextmanager
def limit(seconds: float):
    """Raise Hang where what is inside takes longer."""

    def late(*_):
        raise Hang

    former = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(10 * seconds, exit=True)  # for a loop that never comes back to Python
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def bar(what: str, total: int):
    """Give a function that moves the bar on by one; nothing is drawn where nobody looks."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)
