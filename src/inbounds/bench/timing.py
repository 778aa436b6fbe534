"""Timing of small pieces of work on a machine that does other things too: processor time, not the clock on the wall."""

import math
import time
from collections.abc import Callable, Mapping


def seconds(work: Callable[[], object], *, at_least: float = 0.05, repeats: int = 5) -> float:
    """Return the seconds one call of `work` takes: the best of `repeats`, each long enough to be measured."""
    work()
    calls, took = 1, _timed(work, 1)
    while took < at_least:
        calls = max(2 * calls, int(calls * at_least / max(took, 1e-6)))
        took = _timed(work, calls)
    return min([took] + [_timed(work, calls) for _ in range(repeats - 1)]) / calls


def best_of_rounds(works: Mapping[str, Callable[[], object]], *, seconds: float) -> dict[str, float]:
    """Return the least seconds of each work, all timed in turn for that long: a slow spell of the machine hits all."""
    least = dict.fromkeys(works, float("inf"))
    end = time.monotonic() + seconds
    while math.inf in least.values() or time.monotonic() < end:
        for name, work in works.items():
            least[name] = min(least[name], _timed(work, 1))
    return least


def _timed(work: Callable[[], object], calls: int) -> float:
    begin = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - begin
