"""Other packages' minimizers behind one call, each told its budget, with what they evaluate counted and kept.

Each runner takes a `Recorder` and a seed and searches until the budget ends it. The packages are scipy, modde,
minionpy, pymoo, pygmo, fcmaes and cma; each is imported where it is used.
"""

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from scipy.optimize import differential_evolution, dual_annealing
from threadpoolctl import threadpool_limits

import inbounds as ib


class InABox(Protocol):
    """What a problem must have: bounds, and how far points are above the optimum (or their values, with f_opt = 0)."""

    lower: Any
    upper: Any
    f_opt: float

    def precision(self, points: Any) -> Any:
        """Return the values of points, one per row."""


class Recorder:
    """A problem that keeps the best precision within the budget, and ends whoever goes on beyond it or has `enough`."""

    class OverError(Exception):
        """The budget is used up, or the last target reached."""

    def __init__(self, problem: InABox, budget: int, enough: float) -> None:
        self.problem, self.budget, self.enough = problem, budget, enough
        self.best = np.inf
        self.over = False
        self.dimension = dimension = len(problem.lower)
        self.box = np.column_stack([self.problem.lower, self.problem.upper])
        self.state = SimpleNamespace(evaluations=0, optimum_found=False)  # what modde reads of an ioh problem
        self.meta_data = SimpleNamespace(n_variables=dimension)

    def __call__(self, x: Any) -> float:
        if self.state.evaluations >= self.budget or self.best <= self.enough:
            raise self.OverError
        point = np.array(x, dtype=float, ndmin=2)
        precision = float(self.problem.precision(point)[0])
        self.state.evaluations += 1
        if precision < self.best and self.inside(point)[0]:
            self.best = precision
        return precision + self.problem.f_opt

    def rows(self, points: Any) -> np.ndarray:
        """Return the values of many points."""
        points = np.asarray(points, dtype=float)
        left = self.budget - self.state.evaluations
        if left <= 0 or self.best <= self.enough:
            raise self.OverError
        precision = self.problem.precision(np.ascontiguousarray(points))
        self.state.evaluations += len(points)
        better = precision[:left] < self.best
        if better.any():
            inside = self.inside(points[:left][better])
            self.best = min(self.best, np.min(precision[:left][better][inside], initial=np.inf))
        return np.asarray(precision + self.problem.f_opt)

    def inside(self, points: Any) -> np.ndarray:
        """Return which of the points are in the box."""
        return np.asarray(((points >= self.problem.lower) & (points <= self.problem.upper)).all(axis=1))

    def rows_until_over(self, points: Any) -> np.ndarray:
        """Return the values of many points, bad ones once it is over: for packages whose C++ no exception may cross."""
        try:
            return self.rows(points)
        except self.OverError:
            self.over = True
            return np.full(len(points), 1e300)

    def value_until_over(self, x: Any) -> float:
        """Return the value of one point, a bad one once it is over."""
        try:
            return self(x)
        except self.OverError:
            self.over = True
            return 1e300


def with_minimize(recorder: Recorder, seed: int, **options: Any) -> None:
    """The defaults of this package, told the budget."""
    ib.minimize(recorder.rows, recorder.box, seed=seed, max_evaluations=recorder.budget, vectorized=True, **options)


def with_scipy(recorder: Recorder, seed: int) -> None:
    """SciPy's defaults, with iterations enough for the budget; its own finish is on, as by default."""
    differential_evolution(recorder, recorder.box, rng=seed, maxiter=recorder.budget, tol=0.0)


def with_dual_annealing(recorder: Recorder, seed: int) -> None:
    """SciPy's dual annealing."""
    dual_annealing(recorder, recorder.box, rng=seed, maxiter=10**7, maxfun=recorder.budget)


def with_modde(recorder: Recorder, seed: int) -> None:
    """L-SHADE as the read-me of modde sets it up."""
    from modde import ModularDE

    ModularDE(
        recorder, base_sampler="uniform", mutation_base="target", mutation_reference="pbest",
        bound_correction="expc_center", crossover="bin", lpsr=True, lambda_=18 * recorder.dimension, memory_size=6,
        use_archive=True, adaptation_method_F="shade", adaptation_method_CR="shade", budget=recorder.budget, seed=seed,
        lb=recorder.box[:, :1], ub=recorder.box[:, 1:],
    ).run()  # fmt: skip


def with_minion(algorithm: str) -> Callable[[Recorder, int], None]:
    """Return the runner of one of minionpy's algorithms, with its defaults."""

    def run(recorder: Recorder, seed: int) -> None:
        import minionpy

        getattr(minionpy, algorithm)(
            lambda points: recorder.rows_until_over(points).tolist(), [tuple(pair) for pair in recorder.box],
            maxevals=recorder.budget, seed=seed, callback=lambda _: recorder.over,
        ).optimize()  # fmt: skip

    return run


def with_pymoo(recorder: Recorder, seed: int) -> None:
    """Pymoo's DE with its defaults."""
    from pymoo.algorithms.soo.nonconvex.de import DE
    from pymoo.core.problem import Problem
    from pymoo.optimize import minimize

    class Box(Problem):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(n_var=recorder.dimension, n_obj=1, xl=recorder.box[:, 0], xu=recorder.box[:, 1])

        def _evaluate(self, points: Any, out: dict[str, Any], *_: Any, **__: Any) -> None:
            out["F"] = recorder.rows(points)

    minimize(Box(), DE(), ("n_eval", recorder.budget), seed=seed, verbose=False)


def with_pygmo(algorithm: str) -> Callable[[Recorder, int], None]:
    """Return the runner of one of pygmo's algorithms, a population of 20."""

    def run(recorder: Recorder, seed: int) -> None:
        import pygmo

        class Box:
            def fitness(self, x: Any) -> list[float]:
                return [recorder(x)]

            def get_bounds(self) -> tuple[Any, Any]:
                return recorder.box[:, 0].tolist(), recorder.box[:, 1].tolist()

        population = pygmo.population(pygmo.problem(Box()), 20, seed=seed)
        made = getattr(pygmo, algorithm)(gen=recorder.budget // 20, ftol=0.0, xtol=0.0, seed=seed)
        pygmo.algorithm(made).evolve(population)

    return run


def with_fcmaes(recorder: Recorder, seed: int) -> None:
    """The DE of fcmaes, in C++."""
    from fcmaes import decpp
    from scipy.optimize import Bounds

    decpp.minimize(
        recorder.value_until_over, recorder.dimension, Bounds(recorder.box[:, 0], recorder.box[:, 1]),
        max_evaluations=recorder.budget, stop_fitness=recorder.problem.f_opt + recorder.enough,
        rg=np.random.Generator(np.random.MT19937(seed)),
    )  # fmt: skip


def with_pycma(recorder: Recorder, seed: int) -> None:
    """Pycma in the box, a fifth of its width at the start, restarted with doubled populations."""
    import cma

    rng = np.random.default_rng(seed)
    lower, upper = recorder.box.T
    width = upper - lower
    population = None
    while True:
        options = {
            "bounds": [lower.tolist(), upper.tolist()], "CMA_stds": width, "seed": int(rng.integers(1, 2**31)),
            "verbose": -9, "maxfevals": recorder.budget,
        }  # fmt: skip
        if population:
            options["popsize"] = population
        begin = rng.uniform(lower + 0.1 * width, upper - 0.1 * width)
        search = cma.CMAEvolutionStrategy(begin, 0.2, options)
        while not search.stop():
            points = search.ask()
            search.tell(points, recorder.rows(np.array(points)).tolist())
        population = 2 * search.popsize


OWN = "inbounds.minimize"
PEERS: dict[str, tuple[str, Callable[[Recorder, int], None]]] = {
    OWN: ("inbounds", with_minimize),
    "scipy differential_evolution": ("scipy", with_scipy),
    "modde L-SHADE": ("modde", with_modde),
    **{f"minionpy {name}": ("minionpy", with_minion(name)) for name in ("LSHADE", "jSO", "ARRDE", "LSRTDE")},
    "pymoo DE": ("pymoo", with_pymoo),
    **{f"pygmo {name}": ("pygmo", with_pygmo(name)) for name in ("sade", "de1220")},
    "fcmaes DE": ("fcmaes", with_fcmaes),
    "pycma with restarts": ("cma", with_pycma),
    "scipy dual_annealing": ("scipy", with_dual_annealing),
}
NO_DE = ["pycma with restarts", "scipy dual_annealing"]  # shown beside the others, whoever wins


def installed() -> list[str]:
    """Return the names of those whose package is installed."""
    return [name for name, (package, _) in PEERS.items() if find_spec(package)]


def search(run: Callable[[Recorder, int], None], recorder: Recorder, seed: int) -> float:
    """Let one of them search until its budget is used up; return the best it evaluated within it."""
    with warnings.catch_warnings(), threadpool_limits(1):  # one run, one core
        warnings.simplefilter("ignore")
        try:
            run(recorder, seed)
        except Recorder.OverError:
            pass
        except ib.ObjectiveError as error:
            if not isinstance(error.__cause__, Recorder.OverError):
                raise
    return float(recorder.best)
