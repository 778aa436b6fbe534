"""Ask and tell: one run whose points are evaluated by its caller."""

import math
import os
from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.algorithm import saved_run
from inbounds.algorithm.composition import Composition
from inbounds.algorithm.stages import UNLIMITED, Run
from inbounds.arguments import check_budget, check_seed, check_target_value, flag
from inbounds.arrays import Floats, read_only
from inbounds.box import BoundsLike, as_box, starting_points
from inbounds.errors import InvalidArgumentError
from inbounds.notebook import html_table
from inbounds.operators import catalogue
from inbounds.runs.recording import MEASURES

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult


class Optimizer:
    """One run, driven by its caller: `ask` for points, evaluate them, `tell` their values.

    Parameters
    ----------
    de
        The algorithm; `de.start(bounds)` is the short form.
    bounds
        Pairs (low, high), or scipy.optimize.Bounds.
    seed
        The run draws from the stream (seed, 0) and from nothing else.
    budget
        Evaluations after which the run is finished; None: it never is, by itself.
    target
        A value of the function: the run is finished when it is reached. None: never.
    x0
        One point or several for the initial population; the rest of it is random.
    measures
        Record what explains the run: see `measures` and `walls`.
    """

    def __init__(
        self,
        de: Composition,
        bounds: BoundsLike,
        *,
        seed: int = 0,
        budget: int | None = None,
        target: float | None = None,
        x0: ArrayLike | None = None,
        measures: bool = False,
    ) -> None:
        self.de = de
        self._measured = flag("measures", measures)
        self.lower, self.upper = as_box(bounds)
        self.seed = check_seed(seed)
        planning = [f"{name}={choice!r}" for name, choice in de.modules.items() if name in ("reduction", "restart")]
        if budget is None and planning:
            raise InvalidArgumentError(
                f"{' and '.join(planning)} {'plan' if len(planning) > 1 else 'plans'} with a budget; got budget=None"
            )
        self.budget = None if budget is None else check_budget(budget, de.size(len(self.lower)))
        self.target = check_target_value(target)
        schedule = de.choices["crossover"]
        if self.budget is None and schedule.info.name == "exponential-then-binomial" and schedule.values[0] == 0:
            raise InvalidArgumentError(
                f"crossover {de.crossover!r} changes at a share of the budget, and there is none"
            )
        self._started_from = starting_points(x0, self.lower, self.upper, de.size(len(self.lower)))
        self._run = Run(
            de,
            self.lower,
            self.upper,
            budget=UNLIMITED if self.budget is None else self.budget,
            target=self.target,
            seed=self.seed,
            measured_every=int(self._measured),
        )
        self._skips = "penalise" in de.choices["boundary"].kinds
        self._asked: Floats | None = None
        self.notes: Mapping[str, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, deep or not, and pickles are runs of their own that go on with the same bits."""
        state = self._run.save()
        settings = (self.de, np.column_stack([self.lower, self.upper]), self.seed, self.budget, self.target)
        return _again, (settings, self._started_from, state, self._asked is not None, dict(self.notes))

    def __repr__(self) -> str:
        return "<Optimizer: " + ", ".join(f"{name} {value:.6g}" for name, value in self._state.items()) + ">"

    def _repr_html_(self) -> str:
        operators = ", ".join(getattr(self.de, family) for family in catalogue.FAMILIES)
        return html_table(f"Optimizer: {operators}", tuple(self._state), [tuple(self._state.values())])

    @property
    def _state(self) -> dict[str, float]:
        return {
            "dimension": self.dimension,
            "population": self.de.size(self.dimension),
            "generation": self.generation,
            "evaluations": self.evaluations,
            "best": self.best,
        }

    @property
    def finished(self) -> bool:
        """True where the budget is used up or the target reached."""
        return self._run.finished

    @property
    def dimension(self) -> int:
        """Number of variables."""
        return len(self.lower)

    @property
    def evaluations(self) -> int:
        """Evaluations told so far; trials that a boundary method refused count, as they use up the budget."""
        return int(self._run.engine.evaluations)

    @property
    def generation(self) -> int:
        """Generations told so far, 0 after the initial population."""
        return int(self._run.engine.generations)

    @property
    def best(self) -> float:
        """The smallest value so far, inf before there is one."""
        return float(self._run.engine.best)

    @property
    def repaired(self) -> float:
        """Share of the evaluations whose point had to be repaired."""
        return float(self._run.engine.repaired_share)

    @property
    def measures(self) -> dict[str, float]:
        """The measures of the last generation by name, as `inbounds.Measures` explains them; empty unless asked for."""
        return dict(zip(MEASURES, self._run.engine.last_measures().tolist(), strict=True)) if self._measured else {}

    @property
    def walls(self) -> Floats:
        """Share of all donors so far that crossed each lower and each upper wall, (2, n); (0, n) unless measured."""
        shares: Floats = self._run.engine.walls
        return shares.reshape(-1, self.dimension)

    @property
    def shares(self) -> dict[str, float]:
        """Of a mixture, with which probability each of its methods is drawn now; empty for a single method."""
        parts = self.de.choices["boundary"].parts
        return dict(zip((part.name for part in parts), self._run.engine.shares.tolist(), strict=True))

    @property
    def population(self) -> Floats:
        """The individuals where they were evaluated, in the box, (M, n): a read-only view that changes with the run."""
        return read_only(self._run.engine.images)

    @property
    def fitness(self) -> Floats:
        """Their values, (M,): a read-only view."""
        return read_only(self._run.engine.fitness)

    def ask(self) -> Floats:
        """Return the points to evaluate, (k, n): the initial population first, then a generation each time.

        Until `tell` is called, the same points. A finished run has none: (0, n).
        """
        if self._asked is None:
            self._asked = np.empty((0, self.dimension)) if self.finished else self._proposed()
        return self._asked.copy()

    def tell(self, values: ArrayLike) -> None:
        """Take the value of each point that `ask` gave, in its order; NaN and inf are worse than any number."""
        if self._asked is None:
            raise InvalidArgumentError("tell needs the values of the points of ask, which was not called before")
        checked = as_values(values, len(self._asked))
        finished = self.finished
        self._asked = None
        if finished:
            return
        self._run.accept(checked)
        # A generation whose trials were all refused has nothing to ask for: it is passed over here, so that
        # `finished` is the last word.
        while self._skips and not self.finished and not len(self._proposed()):
            self._run.accept(np.empty(0))

    @property
    def result(self) -> "OptimizeResult":
        """What has been reached so far, as SciPy's optimizers report it."""
        from scipy.optimize import OptimizeResult  # late: it takes longer to import than all of this package

        engine = self._run.engine
        if not engine.evaluations:
            x = np.full(self.dimension, math.nan)
        else:
            x = engine.best_x if engine.best < math.inf else engine.images[0].copy()
        return OptimizeResult(
            x=x,
            fun=engine.best,
            nfev=engine.evaluations,
            nit=engine.generations,
            success=bool(engine.reached_target),
            message=_message(engine, self.target),
            population=np.array(engine.images),
            population_energies=np.array(engine.fitness),
            repaired=engine.repaired_share,
            nonfinite=engine.nonfinite,
            seed=self.seed,
        )

    def cut_short(self, values: Floats) -> "OptimizeResult":
        """Return the result with the values known so far, the first of the points asked for; the run ends here."""
        state = self.result
        if not len(values) or self._asked is None:
            return state
        points = self._asked
        # A point without a value is as bad as inf: it replaces nobody.
        self.tell(np.concatenate([values, np.full(len(points) - len(values), math.inf)]))
        reached = self.result
        reached.nit = state.nit
        reached.nfev = state.nfev + len(values)
        reached.nonfinite = state.nonfinite + int(np.count_nonzero(~np.isfinite(values)))
        reached.repaired = state.repaired
        return reached

    @property
    def restarting(self) -> bool:
        """True where the next points begin a new population; the last one is still to be seen."""
        return bool(self._run.engine.initial) and self.evaluations > 0

    def save(self, path: str | os.PathLike[str], notes: Mapping[str, Any] | None = None) -> None:
        """Write the whole state to `path`, an .npz archive; `inbounds.load` goes on from it with the same bits.

        `notes` are the caller's own, plain data or NumPy arrays; the loaded run has them as its `notes`.
        """
        state = self._run.save()
        arrays = {name: note for name, note in (notes or {}).items() if isinstance(note, np.ndarray)}
        header = {
            "inbounds": version("inbounds"),
            **{family: getattr(self.de, family) for family in catalogue.FAMILIES},
            "population": self.de.size(self.dimension),
            "modules": self.de.modules,
            "seed": self.seed,
            "budget": self.budget,
            "target": None if self.target is None else repr(self.target),
            "asked": self._asked is not None,
            "generator": state["rng"],
            **({"measures": True} if self._measured else {}),
            **({} if notes is None else {"notes": {name: notes[name] for name in notes if name not in arrays}}),
        }
        box = {"lower": self.lower, "upper": self.upper, "x0": self._started_from}
        run = {f"run/{name}": values for name, values in state["arrays"].items()}
        noted = {f"note/{name}": values for name, values in arrays.items()}
        saved_run.write(path, header, {**box, **run, **noted})

    def restore(self, arrays: Mapping[str, Any], generator: Mapping[str, Any] | None, *, asked: bool) -> None:
        """Go on from what `save` wrote; `inbounds.load` calls it."""
        self._run.restore(arrays, generator)
        self._asked = None
        if asked:
            self.ask()

    def _proposed(self) -> Floats:
        engine = self._run.engine
        seeding = not engine.evaluations and not engine.proposed and len(self._started_from)
        points = self._run.propose()
        if not seeding:
            return points
        for rows in (engine.trials, engine.trial_images):
            rows[: len(self._started_from)] = self._started_from
        points[: len(self._started_from)] = self._started_from
        return points


def _again(settings: Any, x0: Floats, state: Any, asked: bool, notes: Any) -> Optimizer:
    de, box, seed, budget, target = settings
    made = Optimizer(de, box, seed=seed, budget=budget, target=target, x0=x0 if len(x0) else None)
    made.notes = notes
    made.restore(state["arrays"], state["rng"], asked=asked)
    return made


def as_values(values: ArrayLike, count: int) -> Floats:
    """Return `values` as `count` doubles."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.empty((0, 0))
    if array.shape != (count,) or (array.dtype.kind not in "fiub" and count):
        raise InvalidArgumentError(
            f"{count} points need {count} real values, an array of shape ({count},); "
            f"got shape {array.shape} of {array.dtype}"
        )
    return np.ascontiguousarray(array, dtype=np.float64)


def _message(engine: Any, target: float | None) -> str:
    if engine.reached_target:
        return "the function went to -inf" if engine.best == -math.inf else f"target {target:g} reached"
    if engine.evaluations and engine.best == math.inf:
        return "no finite value was found"
    return "evaluations used up" if engine.finished else "not finished"
