"""Runs whose points are evaluated outside the core: ask and tell, and batches on Python problems."""

import math
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds import catalogue, saved_run
from inbounds.box import BoundsLike, as_box, as_seeds
from inbounds.de import DE, StopFlag, check_budget, check_seed
from inbounds.errors import InvalidArgumentError, SavedRunError, UnknownOperatorError
from inbounds.problems import ProblemLike
from inbounds.registry import Floats
from inbounds.stages import UNLIMITED, Run, frozen

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
    """

    def __init__(
        self,
        de: DE,
        bounds: BoundsLike,
        *,
        seed: int = 0,
        budget: int | None = None,
        target: float | None = None,
        x0: ArrayLike | None = None,
    ) -> None:
        self.de = de
        self.lower, self.upper = as_box(bounds)
        self.seed = check_seed(seed)
        self.budget = None if budget is None else check_budget(budget, de.population)
        self.target = as_target(target)
        self._seeds = as_seeds(x0, self.lower, self.upper, de.population)
        self._run = Run(
            de,
            self.lower,
            self.upper,
            budget=UNLIMITED if self.budget is None else self.budget,
            target=self.target,
            seed=self.seed,
        )
        self._skips = de.choices["boundary"].info.kind == "penalise"
        self._asked: Floats | None = None

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
    def population(self) -> Floats:
        """The individuals, (M, n): a read-only view that changes with the run."""
        return frozen(self._run.engine.population)

    @property
    def fitness(self) -> Floats:
        """Their values, (M,): a read-only view."""
        return frozen(self._run.engine.fitness)

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
            x = engine.best_x if engine.best < math.inf else engine.population[0].copy()
        return OptimizeResult(
            x=x,
            fun=engine.best,
            nfev=engine.evaluations,
            nit=engine.generations,
            success=bool(engine.reached_target),
            message=_message(engine, self.target),
            population=np.array(engine.population),
            population_energies=np.array(engine.fitness),
            repaired=engine.repaired_share,
            nonfinite=engine.nonfinite,
            seed=self.seed,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole state to `path`, an .npz archive; `inbounds.load` goes on from it with the same bits."""
        state = self._run.save()
        header = {
            "inbounds": version("inbounds"),
            **{family: getattr(self.de, family) for family in catalogue.FAMILIES},
            "population": self.de.population,
            "seed": self.seed,
            "budget": self.budget,
            "target": None if self.target is None else repr(self.target),
            "asked": self._asked is not None,
            "generator": state["rng"],
        }
        box = {"lower": self.lower, "upper": self.upper, "x0": self._seeds}
        run = {f"run/{name}": values for name, values in state["arrays"].items()}
        saved_run.write(path, header, {**box, **run})

    def _restore(self, arrays: Mapping[str, Any], generator: Mapping[str, Any] | None, *, asked: bool) -> None:
        self._run.restore(arrays, generator)
        self._asked = None
        if asked:
            self.ask()

    def _proposed(self) -> Floats:
        engine = self._run.engine
        seeding = engine.initial and not engine.proposed and len(self._seeds)
        points = self._run.propose()
        if not seeding:
            return points
        engine.trials[: len(self._seeds)] = self._seeds
        points[: len(self._seeds)] = self._seeds
        return points


def load(path: str | os.PathLike[str]) -> Optimizer:
    """Return the run that `Optimizer.save` wrote to `path`; own operators must be registered before."""
    header, arrays = saved_run.read(path)
    try:
        de = DE(**{family: header[family] for family in catalogue.FAMILIES}, population=header["population"])
        optimizer = Optimizer(
            de,
            np.column_stack([arrays["lower"], arrays["upper"]]),
            seed=header["seed"],
            budget=header["budget"],
            target=None if header["target"] is None else float(header["target"]),
            x0=arrays["x0"] if len(arrays["x0"]) else None,
        )
        state = {name.removeprefix("run/"): values for name, values in arrays.items() if name.startswith("run/")}
        optimizer._restore(state, header["generator"], asked=header["asked"])
    except UnknownOperatorError:
        raise
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise SavedRunError(f"{str(path)!r} does not hold together: {error}") from None
    return optimizer


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


def as_target(target: object) -> float | None:
    """Return `target`, a value of the function, or None."""
    if target is None:
        return None
    try:
        value = float(target)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"target must be a number or None; got {target!r}") from None
    if math.isnan(value):
        raise InvalidArgumentError("target must be a number or None; got nan")
    return value


def _message(engine: Any, target: float | None) -> str:
    if engine.reached_target:
        return "the function went to -inf" if engine.best == -math.inf else f"target {target:g} reached"
    if engine.evaluations and engine.best == math.inf:
        return "no finite value was found"
    return "evaluations used up" if engine.finished else "not finished"


def run_in_python(
    de: DE,
    problem: ProblemLike,
    *,
    budget: int,
    runs: int,
    seed: int,
    target: float | None,
    workers: int,
    first_run: int,
    stop: StopFlag,
) -> dict[str, Any] | None:
    """Run a batch where the objective or an operator is Python; arrays as the core gives them, None if stopped.

    Where objective and operators are the core's, the bits are the core's.
    """
    failed = StopFlag()

    def one(k: int) -> Mapping[str, Any] | None:
        try:
            return _run_once(de, problem, budget, seed, target, first_run + k, (stop, failed))
        except BaseException:
            failed.set()
            raise

    if workers == 1 or runs == 1:
        records = [one(k) for k in range(runs)]
    else:
        with ThreadPoolExecutor(min(workers, runs)) as pool:
            try:
                records = list(pool.map(one, range(runs)))
            except BaseException:
                failed.set()
                raise
    done = [record for record in records if record is not None]
    if len(done) < runs:
        return None
    return {name: np.array([record[name] for record in done]) for name in done[0]}


def _run_once(
    de: DE,
    problem: ProblemLike,
    budget: int,
    seed: int,
    target: float | None,
    number: int,
    stops: tuple[StopFlag, ...],
) -> dict[str, Any] | None:
    begin = time.perf_counter()
    noise = getattr(problem, "is_noise", False)
    known = problem.f_opt is not None and not noise
    run = Run(
        de,
        problem.lower,
        problem.upper,
        budget=budget,
        target=target,
        f_opt=0.0 if problem.f_opt is None else problem.f_opt,
        optimum_known=known,
        seed=seed,
        run=number,
    )
    engine = run.engine
    while not engine.finished:
        if any(flag.is_set() for flag in stops):
            return None
        points = run.propose()
        try:
            values = engine.noise(len(points)) if noise else problem.precision(points)
        except Exception as error:
            error.add_note(f"raised by {problem!r} in run {number} after {engine.evaluations} evaluations")
            raise
        run.accept(values)
    return {
        "precision": engine.best,
        "evaluations": engine.evaluations,
        "repaired": engine.repaired_share,
        "nonfinite": engine.nonfinite,
        "x": engine.best_x,
        "hits": engine.hits,
        **{f"curve_{name}": engine.curve(name) for name in ("precision", "repaired", "f", "cr")},
        "seconds": time.perf_counter() - begin,
    }
