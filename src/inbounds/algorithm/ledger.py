"""What the populations and finishes of one call of `minimize` have reached and used."""

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from inbounds.algorithm.constraints import BAR
from inbounds.algorithm.history import History
from inbounds.algorithm.polish import Finish, Polisher
from inbounds.arrays import Floats
from inbounds.errors import ObjectiveError

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult


def ended_by(error: ObjectiveError | KeyboardInterrupt) -> str:
    """Return the message of a result that an error carries."""
    return f"{error.function} failed" if isinstance(error, ObjectiveError) else "interrupted"


class Ledger:
    """What the populations and finishes of one call have reached and used, all together."""

    def __init__(self, history: History | None, deadline: float | None, *, constrained: bool = False) -> None:
        self.history, self.deadline = history, deadline
        self._constrained = constrained
        self.x: Floats = np.empty(0)
        self.fun = math.inf
        self.evaluations = self.generations = self.nonfinite = 0
        self.repaired = 0.0
        self.seed: int | None = None
        self.saver: Callable[[bool], None] = lambda now: None  # writes a checkpoint if one is due, or now

    def add(self, result: "OptimizeResult") -> None:
        """Book a population's run."""
        self.better(result.x, result.fun)
        self.repaired += result.repaired * result.nfev
        self.evaluations += result.nfev
        self.generations += result.nit
        self.nonfinite += result.nonfinite

    def note(self, evaluations: int, best: float, fitness: Floats, repaired: float) -> None:
        """Add a row to the history, if there is one; all numbers are those of the whole call until now."""
        if self.history is not None:
            median = self.shown(float(np.median(fitness)))
            self.history.add(evaluations, self.shown(best), median, repaired / evaluations)

    def better(self, x: Floats, fun: float) -> None:
        """Keep the better point."""
        if not len(self.x) or fun < self.fun:
            self.x, self.fun = np.array(x), float(fun)

    def polish(self, finish: Finish, polisher: Polisher | None, found: "OptimizeResult") -> None:
        """Let the finish search from the best point of a population, and book it, even where it fails."""
        try:
            if math.isfinite(found.fun):
                finish.search(polisher, found.x, found.fun)
        except (ObjectiveError, KeyboardInterrupt) as error:
            self._book(finish)
            error.result = self.state(ended_by(error))  # type: ignore[union-attr]
            raise
        self._book(finish)

    def _book(self, finish: Finish) -> None:
        self.evaluations += finish.evaluations
        self.nonfinite += finish.nonfinite
        if len(finish.x):
            self.better(finish.x, finish.fun)

    def shown(self, value: float) -> float:
        """Return `value` as its reader knows it: infinite where it stands for an infeasible point."""
        return math.inf if self._constrained and value >= BAR else value

    def late(self) -> bool:
        """Say whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def merged(self, result: "OptimizeResult", *, added: bool = False) -> "OptimizeResult":
        """Return the result of the population at hand with all that was before; `added`: it is booked already."""
        if not added:
            total = result.nfev + self.evaluations
            result.repaired = (self.repaired + result.repaired * result.nfev) / total if total else 0.0
            result.nfev = total
            result.nit += self.generations
            result.nonfinite += self.nonfinite
        else:
            result.nfev, result.nit, result.nonfinite = self.evaluations, self.generations, self.nonfinite
            result.repaired = self.repaired / self.evaluations if self.evaluations else 0.0
        if len(self.x) and self.fun < result.fun:
            result.x, result.fun = self.x.copy(), self.fun
        result.fun = self.shown(result.fun)
        if "population_energies" in result:
            result.population_energies = np.array([self.shown(value) for value in result.population_energies])
        result.seed = self.seed
        return result

    def state(self, message: str) -> "OptimizeResult":
        """Return what has been reached, for an error to carry."""
        from scipy.optimize import OptimizeResult

        made = OptimizeResult(
            x=self.x, fun=self.fun, nfev=0, nit=0, success=False, message=message, repaired=0.0, nonfinite=0
        )
        return self.merged(made, added=True)
