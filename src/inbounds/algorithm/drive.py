"""Ask, evaluate and tell until a run is over, and see when its population differs no more."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.callbacks import Stops
from inbounds.algorithm.generation_values import Values
from inbounds.algorithm.ledger import Ledger, ended_by
from inbounds.arguments import whole_number
from inbounds.errors import ObjectiveError

CHECK_EVERY = 10  # generations between two looks at the spread of the population
CHECKS_EQUAL = 3  # looks at which all values were the same to rounding
AGREEING = 2  # populations that ended at the best value: it is taken for the minimum
FLAT = 1e-12  # share of the best value by which a population's values differ when it makes way

CONVERGED = "converged: the population cannot be told apart any more"
STOPPED = "stopped by the callback"
LATE = "max_seconds used up"


def drive(
    optimizer: Optimizer,
    values: Values,
    spread: "Spread",
    stops: Stops | None,
    ledger: Ledger,
    show: Callable[[int, float, float], None] = lambda *_: None,
) -> str | None:
    """Ask, evaluate and tell until the run is over; return why, where the run itself does not know."""
    if ledger.seed is None:
        ledger.seed = optimizer.seed
    try:
        while not optimizer.finished:
            optimizer.tell(values(optimizer.ask()))
            state = ledger.merged(optimizer.result) if stops is not None and optimizer.generation > 0 else None
            evaluations = ledger.evaluations + optimizer.evaluations
            best = min(ledger.fun, optimizer.best)
            repaired = ledger.repaired + optimizer.repaired * optimizer.evaluations
            show(evaluations, ledger.shown(best), repaired / evaluations)
            ledger.note(evaluations, best, optimizer.fitness, repaired)
            gone = not optimizer.finished and spread.gone()
            if not gone:  # a run that goes on from its checkpoint goes on with the next generation
                ledger.saver(False)
            stopped = None
            if state is not None and stops is not None:
                state.convergence = spread.convergence()
                stopped = STOPPED if stops(state) else None
            if not optimizer.finished and stopped is None and ledger.late():
                stopped = LATE
            if stopped is not None:
                if not gone:
                    ledger.saver(True)
                return stopped
            if gone:
                return CONVERGED
    except (ObjectiveError, KeyboardInterrupt) as error:
        result = ledger.merged(optimizer.cut_short(values.known))
        result.message = ended_by(error)
        error.result = result  # type: ignore[union-attr]  # Python's own exceptions take attributes, too
        raise
    return None


class Spread:
    """Watches whether the population still differs, every few generations."""

    def __init__(self, optimizer: Optimizer, tolerance: float) -> None:
        self._optimizer = optimizer
        self._limits = tolerance * (optimizer.upper - optimizer.lower)
        self._watching = tolerance > 0
        self._times_equal = 0
        self._share = tolerance
        self._range: float | None = None  # of the first population's values
        self._ends: list[float] = []  # best values of populations that made way

    def saved(self) -> dict[str, Any]:
        """Return what a resumed run cannot see in its population, as plain data."""
        seen = None if self._range is None else repr(self._range)
        return {"range": seen, "ends": [repr(end) for end in self._ends], "times_equal": self._times_equal}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go on from what was `saved`."""
        self._range = None if saved["range"] is None else float(saved["range"])
        self._ends = [float(end) for end in saved["ends"]]
        self._times_equal = whole_number("times_equal", saved["times_equal"], least=0)

    def convergence(self) -> float:
        """Return how near the population is to the tolerance: 1 where it is so close that the run ends."""
        widths = np.ptp(self._optimizer.population, axis=0)
        return float(np.min(self._limits[widths > 0] / widths[widths > 0], initial=1.0))

    def gone(self) -> bool:
        """Say whether it is over: enough populations ended at the best value, or the only one differs no more."""
        if not self._watching:
            return False
        x, f = self._optimizer.population, self._optimizer.fitness
        if not self._limits.any():  # every variable is fixed
            return True
        low, high = float(f.min()), float(f.max())
        if self._optimizer.de.restart != "none":
            if self._range is None:
                self._range = float(np.median(f)) - low
            if self._optimizer.restarting:
                self._ends.append(low)
            best = self._optimizer.best
            close = max(self._share * self._range if math.isfinite(self._range) else 0.0, FLAT * abs(best))
            return sum(end - best <= close for end in self._ends) >= AGREEING
        if self._optimizer.generation % CHECK_EVERY:
            return False
        if bool((np.ptp(x, axis=0) <= self._limits).all()):
            return True
        equal = math.isfinite(high) and high - low <= 8 * np.finfo(float).eps * abs(low)
        self._times_equal = self._times_equal + 1 if equal else 0
        return self._times_equal >= CHECKS_EQUAL
