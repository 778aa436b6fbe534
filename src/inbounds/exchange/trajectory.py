"""The course of a run from what the store keeps of it: exact target hits, log-spaced curve values, the exact end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inbounds.runs.recording import curve_evaluations
from inbounds.runs.recording import targets as hit_targets

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

BELOW = 1 - 1e-12  # a hit is written this much under its target, so that a reader's 10**k, one bit off, is hit too
ABOVE = 1 + 1e-8  # a target not yet hit stays this far below: cocopp takes values within 1e-9 as equal


@dataclass(frozen=True)
class Trajectory:
    """Best precision and repaired share after some evaluations; starts at evaluation 1, ends where the run ended.

    `on_curve` marks the rows at the store's log-spaced counts, and the last row.
    """

    evaluations: Integers
    precision: Floats
    repaired: Floats
    on_curve: NDArray[np.bool_]

    @property
    def improves(self) -> NDArray[np.bool_]:
        """Mark the first row and every row with a better precision than before."""
        first: NDArray[np.bool_] = np.ones(len(self.precision), dtype=bool)
        first[1:] = self.precision[1:] < self.precision[:-1]
        return first

    @property
    def best_at(self) -> int:
        """The first evaluation after which the final precision is known to be reached."""
        return int(self.evaluations[int(np.argmax(self.precision <= self.precision[-1]))])


def reconstruct(run: Mapping[str, Any]) -> Trajectory:
    """Return the course of a run from its row in the run table.

    At the evaluation of a target hit the value is that target (the true one lies between it and the next target); at
    the curve's counts it is the curve's; at the end it is exact. The first hit of each of the 51 targets, read off the
    rows, is that of the store. The repaired share is that of the curve, interpolated linearly in repairs in between.
    """
    end, final = int(run["evaluations"]), float(run["precision"])
    hits = _all_hits(run["hits"])
    counts, curve = _curve(run, end)
    steps = np.unique(np.concatenate([counts, hits[hits > 0], [1, end]]))
    upper, lower = _bounds(steps, hits)
    precision = np.where(np.isfinite(upper), upper * BELOW, np.inf)
    known = np.searchsorted(steps, counts)
    precision[known] = np.minimum(curve, precision[known])
    precision = np.maximum(precision, np.where(lower > 0, lower * ABOVE, 0.0))
    # The curve is kept in single precision: where it shows the final value, the final value was reached.
    reached = (precision.astype(np.float32) <= np.float32(final)) & (final > lower)
    precision = np.minimum.accumulate(np.where(reached, final, np.maximum(precision, final)))
    precision[-1] = final
    on_curve = np.zeros(len(steps), dtype=bool)
    on_curve[known] = True
    on_curve[-1] = True
    return Trajectory(steps, precision, _repaired(run, steps, counts), on_curve)


def _curve(run: Mapping[str, Any], end: int) -> tuple[Integers, Floats]:
    """Return the curve's counts up to the run's end, and the best precision at each."""
    if run["curve_precision"] is None:  # packed
        return np.empty(0, np.int64), np.empty(0)
    counts = _curve_counts(int(run["budget"]))
    used = int(np.searchsorted(counts, end, side="right"))
    return counts[:used], np.asarray(run["curve_precision"][:used], dtype=np.float64)


def _all_hits(recorded: Sequence[int | None]) -> Integers:
    """Return all hits; one that was not kept is taken as late as it can have been, with the next one that was."""
    hits = np.array([0 if hit is None else hit for hit in recorded], dtype=np.int64)
    for place in np.flatnonzero(hits == 0)[::-1]:
        hits[place] = hits[place + 1] if place + 1 < len(hits) else -1
    return hits


@cache
def _curve_counts(budget: int) -> Integers:
    return curve_evaluations(budget)


def _bounds(steps: Integers, hits: Integers) -> tuple[Floats, Floats]:
    """Return, for each step, the hardest target hit by then (inf: none) and the easiest one left (-inf: none)."""
    targets = hit_targets()
    reached = np.searchsorted(np.sort(hits[hits > 0]), steps, side="right")
    return np.concatenate([[np.inf], targets])[reached], np.concatenate([targets, [-np.inf]])[reached]


def _repaired(run: Mapping[str, Any], steps: Integers, counts: Integers) -> Floats:
    at = np.append(counts, int(run["evaluations"]))
    curve = [] if run["curve_repaired"] is None else run["curve_repaired"][: len(counts)]
    share = np.append(np.asarray(curve, dtype=np.float64), float(run["repaired"]))
    known = ~np.isnan(share)
    if not known.any():
        return np.full(len(steps), np.nan)
    repaired: Floats = np.interp(steps, at[known], (share * at)[known]) / steps
    repaired[-1] = run["repaired"]
    return repaired
