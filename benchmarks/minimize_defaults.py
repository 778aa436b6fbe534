"""Where the defaults of `inbounds.minimize` come from, and how they compare with other packages.

    python benchmarks/minimize_defaults.py parts   --out parts.json     what each part of the default is worth
    python benchmarks/minimize_defaults.py compare --out compare.json   the table, beside the other packages

The measure is the share of the 51 targets 10^2 … 10^-8 reached, over the 24 BBOB functions and the instances given, one
run on each, told its budget beforehand. Choices are made on instances 1 … 10 (`parts`), results reported on
instances 11 … 20 (`compare`). What a file given as --out already holds is not run again: a long comparison can be made
in pieces. The packages compared are scipy, modde, minionpy, pymoo, pygmo, fcmaes and cma; one that is not installed is
left out.
"""

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.optimize import differential_evolution, dual_annealing
from threadpoolctl import threadpool_limits

import inbounds as ib

FUNCTIONS = range(1, 25)
TARGETS = 10.0 ** np.linspace(2, -8, 51)


class Recorder:
    """A problem that keeps the best precision within the budget, and ends whoever goes on beyond it."""

    class OverError(Exception):
        """The budget is used up, or the last target reached."""

    def __init__(self, function: int, instance: int, dimension: int, budget: int) -> None:
        self.problem = ib.problem("bbob", function=function, instance=instance, dimension=dimension)
        self.best = np.inf
        self.budget = budget
        self.dimension = dimension
        self.box = np.column_stack([self.problem.lower, self.problem.upper])
        self.state = SimpleNamespace(evaluations=0, optimum_found=False)  # what modde reads of an ioh problem
        self.meta_data = SimpleNamespace(n_variables=dimension)

    def __call__(self, x: Any) -> float:
        return float(self.rows(np.reshape(np.asarray(x, dtype=float), (1, -1)))[0])

    def rows(self, points: Any) -> np.ndarray:
        """Return the values of many points."""
        points = np.asarray(points, dtype=float)
        left = self.budget - self.state.evaluations
        if left <= 0 or self.best <= TARGETS[-1]:
            raise self.OverError
        precision = self.problem.precision(np.ascontiguousarray(points))
        self.state.evaluations += len(points)
        inside = ((points >= self.problem.lower) & (points <= self.problem.upper)).all(axis=1)[:left]
        self.best = min(self.best, np.min(precision[:left][inside], initial=np.inf))
        return np.asarray(precision + self.problem.f_opt)

    @property
    def share(self) -> float:
        """Share of the targets reached."""
        return float((self.best <= TARGETS).mean())


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
    ).run()  # fmt: skip


def with_minion(algorithm: str) -> Callable[[Recorder, int], None]:
    """Return the runner of one of minionpy's algorithms, with its defaults."""

    def run(recorder: Recorder, seed: int) -> None:
        import minionpy

        over: list[bool] = []

        def rows(points: Any) -> list[float]:
            if over:
                return [1e300] * len(points)
            try:
                return recorder.rows(points).tolist()
            except Recorder.OverError:  # it must not pass through its C++
                over.append(True)
                return [1e300] * len(points)

        getattr(minionpy, algorithm)(
            rows, [tuple(pair) for pair in recorder.box], maxevals=recorder.budget, seed=seed,
            callback=lambda _: bool(over),
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
    """The DE of fcmaes, in Python."""
    from fcmaes import de
    from scipy.optimize import Bounds

    de.minimize(
        recorder, recorder.dimension, Bounds(recorder.box[:, 0], recorder.box[:, 1]),
        max_evaluations=recorder.budget, rg=np.random.Generator(np.random.MT19937(seed)),
    )  # fmt: skip


def with_pycma(recorder: Recorder, seed: int) -> None:
    """Pycma in the box, restarted with doubled populations."""
    import cma

    rng = np.random.default_rng(seed)
    population = None
    while True:
        options = {
            "bounds": [recorder.box[:, 0].tolist(), recorder.box[:, 1].tolist()], "seed": int(rng.integers(1, 2**31)),
            "verbose": -9, "maxfevals": recorder.budget,
        }  # fmt: skip
        if population:
            options["popsize"] = population
        search = cma.CMAEvolutionStrategy(rng.uniform(-4, 4, recorder.dimension), 2.0, options)
        while not search.stop():
            points = search.ask()
            search.tell(points, recorder.rows(np.array(points)).tolist())
        population = 2 * search.popsize


PEERS: dict[str, tuple[str, Callable[[Recorder, int], None]]] = {
    "inbounds.minimize": ("inbounds", with_minimize),
    "scipy differential_evolution": ("scipy", with_scipy),
    "modde L-SHADE": ("modde", with_modde),
    **{f"minionpy {name}": ("minionpy", with_minion(name)) for name in ("LSHADE", "jSO", "ARRDE", "LSRTDE")},
    "pymoo DE": ("pymoo", with_pymoo),
    **{f"pygmo {name}": ("pygmo", with_pygmo(name)) for name in ("sade", "de1220")},
    "fcmaes DE": ("fcmaes", with_fcmaes),
    "pycma with restarts": ("cma", with_pycma),
    "scipy dual_annealing": ("scipy", with_dual_annealing),
}
PARTS: dict[str, dict[str, Any]] = {
    "the default": {},
    "without the finish": {"polish": False},
    "without rotation": {"rotation": "none"},
    "without restarts": {"restart": "none"},
    "without reduction": {"reduction": "none"},
    "without the archive": {"archive": "none"},
    "pbest share 0.05": {"pbest": "constant"},
    "only better trials selected": {"selection": "better"},
    "SHADE": {"adaptation": "shade"},
    "SHADE, memory 20": {"adaptation": "shade[memory=20]"},
    "jSO's adaptation": {"adaptation": "jso"},
    "target-to-pbest/1": {"mutation": "target-to-pbest/1"},
    **{f"boundary {name}": {"boundary": name} for name in ("reflection", "projection", "midpoint-target", "rand-base")},
}


def one_run(task: tuple[str, str, int, int, int, int]) -> float:
    """Run once and return the share of targets reached."""
    part, name, dimension, budget, function, instance = task
    recorder = Recorder(function, instance, dimension, budget * dimension)
    with warnings.catch_warnings(), threadpool_limits(1):  # one run, one core
        warnings.simplefilter("ignore")
        try:
            if part == "parts":
                with_minimize(recorder, instance, **PARTS[name])
            else:
                PEERS[name][1](recorder, instance)
        except Recorder.OverError:
            pass
        except ib.ObjectiveError as error:
            if not isinstance(error.__cause__, Recorder.OverError):
                raise
    return recorder.share


def measure(
    part: str, names: list[str], cells: list[tuple[int, int]], instances: range, out: Path, workers: int
) -> dict[str, list[float]]:
    """Measure what `out` does not hold yet, instance by instance, and keep the share of each function there."""
    held = read(out)
    with ProcessPoolExecutor(workers) as pool:
        for (dimension, budget), instance, name in product(cells, instances, names):
            key = f"{name} | {dimension} | {budget} | {instance}"
            if key in held:
                continue
            begin = time.perf_counter()
            tasks = [(part, name, dimension, budget, function, instance) for function in FUNCTIONS]
            try:
                shares = list(pool.map(one_run, tasks, chunksize=2))
            except Exception as error:
                print(f"{key}: not measured, {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                continue
            print(f"{np.mean(shares):.3f}  {key}  {time.perf_counter() - begin:.0f} s", flush=True)
            held = read(out) | {key: [round(share, 4) for share in shares]}
            out.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in held.items()) + "\n}\n")
    return held


def read(out: Path) -> dict[str, list[float]]:
    """Return what a file of measurements holds: the shares of the 24 functions, per run of all of them."""
    held: dict[str, list[float]] = json.loads(out.read_text()) if out.exists() else {}
    return held


def table(held: dict[str, list[float]], names: list[str], cells: list[tuple[int, int]]) -> str:
    """Return the means of what was measured as Markdown, with the number of instances where it is not ten."""
    heads = [f"{n}-D, {budget}·n" for n, budget in cells]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for name in names:
        found = []
        for n, budget in cells:
            shares = [v for key, v in held.items() if key.startswith(f"{name} | {n} | {budget} | ")]
            count = "" if len(shares) == 10 else f" ({len(shares)})"
            found.append(f"{np.mean(shares):.3f}{count}" if shares else "–")
        lines.append(f"| {name} | " + " | ".join(found) + " |")
    return "\n".join(lines)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("parts", "compare"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, nargs="+", default=[2, 5, 10, 20, 40])
    parser.add_argument("--budgets", type=int, nargs="+", default=[100, 1_000, 10_000], help="evaluations per variable")
    parser.add_argument("--instances", type=int, nargs=2, help="first and last; 1 10 for parts, 11 20 for compare")
    parser.add_argument("--only", nargs="+", help="these rows only")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    rows = (
        list(PARTS) if given.part == "parts" else [name for name, (package, _) in PEERS.items() if find_spec(package)]
    )
    names = [name for name in rows if not given.only or name in given.only]
    first, last = given.instances or ((1, 10) if given.part == "parts" else (11, 20))
    cells = list(product(given.dimensions, given.budgets))
    held = measure(given.part, names, cells, range(first, last + 1), given.out, given.workers)
    print(table(held, rows, cells))


if __name__ == "__main__":
    main()
