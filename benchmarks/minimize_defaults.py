"""Where the defaults of `inbounds.minimize` come from: a search on BBOB, and a comparison with its peers.

    python benchmarks/minimize_defaults.py search     --out search.json
    python benchmarks/minimize_defaults.py population --out population.json
    python benchmarks/minimize_defaults.py held-out   --out held_out.json
    python benchmarks/minimize_defaults.py compare    --out compare.json

The measure is the share of the 51 targets 10^2 … 10^-8 reached, over all 24 functions and the instances given, within
100, 1 000 and 10 000 evaluations for each variable. `compare` needs the package modde.
"""

import argparse
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from inspect import signature
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.optimize import differential_evolution

import inbounds as ib

BUDGETS = (100, 1_000, 10_000)  # evaluations for each variable
FUNCTIONS = range(1, 25)
TARGETS = 10.0 ** np.linspace(2, -8, 51)
FAMILIES = ("mutation", "crossover", "boundary", "adaptation")
DIMENSIONS = (5, 20)


def shares(hits: np.ndarray, dimension: int) -> list[float]:
    """Return the share of targets hit within each budget; `hits` (…, 51) holds evaluations, −1 for never."""
    return [float(((hits >= 0) & (hits <= budget * dimension)).mean()) for budget in BUDGETS]


def own_shares(setting: dict[str, str], dimension: int, instances: int, first: int = 1) -> list[float]:
    """Return the share at each budget, with the population that `minimize` takes for it."""

    def share(budget: int) -> float:
        population = max(6, ib.default_population(dimension, budget * dimension))
        return de_shares(ib.DE(**setting, population=population), dimension, instances, budget, first)[-1]

    return [share(budget) for budget in BUDGETS]


def de_shares(de: ib.DE, dimension: int, instances: int, budget: int = BUDGETS[-1], first: int = 1) -> list[float]:
    """Return the shares of an algorithm that runs for `budget` evaluations a variable."""
    hits = [
        de.run(
            ib.problem("bbob", function=function, instance=instance, dimension=dimension),
            budget=budget * dimension,
            seed=instance,
        ).hits
        for function, instance in product(FUNCTIONS, range(first, first + instances))
    ]
    return shares(np.array(hits), dimension)


def search(instances: int) -> list[dict[str, Any]]:
    """Choose one family after the other; return all that was measured, the best first."""
    measured: dict[tuple[Any, ...], dict[str, Any]] = {}

    def score(setting: dict[str, str], runs: int) -> float:
        key = (*setting.values(), runs)
        if key in measured:
            return float(measured[key]["mean"])
        by_dimension = {n: own_shares(setting, n, runs) for n in DIMENSIONS}
        mean = float(np.mean(list(by_dimension.values())))
        measured[key] = {**setting, "instances": runs, "shares": by_dimension, "mean": mean}
        print(
            f"{mean:.4f}", *setting.values(), {n: np.round(v, 3).tolist() for n, v in by_dimension.items()}, flush=True
        )
        return mean

    def best(setting: dict[str, str], choices: Iterable[dict[str, str]], runs: int) -> dict[str, str]:
        return max(({**setting, **choice} for choice in choices), key=lambda candidate: score(candidate, runs))

    setting = dict(zip(FAMILIES, ("target-to-pbest/1", "binomial", "reflection", "shade"), strict=True))
    pairs = ({"mutation": m, "crossover": c} for m, c in product(ib.mutations(), ("binomial", "exponential")))
    setting = best(setting, pairs, instances)
    # These differ less, and get more runs.
    setting = best(setting, ({"boundary": name} for name in ib.boundaries()), 2 * instances)
    setting = best(setting, ({"adaptation": name} for name in ib.adaptations()), 2 * instances)
    print("best:", setting)
    return sorted(measured.values(), key=lambda entry: -entry["mean"])


def default_operators() -> dict[str, str]:
    """Return the operators that `minimize` takes."""
    defaults = signature(ib.minimize).parameters
    return {family: defaults[family].default for family in FAMILIES}


def held_out(instances: int) -> list[dict[str, Any]]:
    """Measure the defaults on instances that had no say in choosing them, 11 and up."""
    rows = [{"dimension": n, "shares": own_shares(default_operators(), n, instances, first=11)} for n in DIMENSIONS]
    for row in rows:
        print(row)
    return rows


def population(instances: int) -> list[dict[str, Any]]:
    """Measure the default operators with populations from 6 to 226, in several dimensions."""
    operators = default_operators()
    rows = []
    for dimension, size in product((2, 5, 10, 20), (6, 10, 14, 20, 28, 40, 56, 80, 113, 160, 226)):
        reached = de_shares(ib.DE(**operators, population=size), dimension, instances)
        rows.append({"dimension": dimension, "population": size, "shares": reached})
        print(dimension, size, np.round(reached, 3).tolist(), flush=True)
    return rows


class Recorder:
    """A problem that notes when each target is first reached, and ends whoever goes beyond the budget."""

    class OverError(Exception):
        """The budget is used up, or the last target reached."""

    def __init__(self, function: int, instance: int, dimension: int, budget: int) -> None:
        self.problem = ib.problem("bbob", function=function, instance=instance, dimension=dimension)
        self.hits = np.full(len(TARGETS), -1)
        self.budget = budget
        self.reached = 0
        self.state = SimpleNamespace(evaluations=0, optimum_found=False)  # what modde reads of an ioh problem
        self.meta_data = SimpleNamespace(n_variables=dimension)

    def __call__(self, x: np.ndarray) -> float:
        if self.state.evaluations >= self.budget or self.reached == len(TARGETS):
            raise self.OverError
        self.state.evaluations += 1
        precision = float(self.problem.precision(np.reshape(x, (1, -1)))[0])
        while self.reached < len(TARGETS) and precision <= TARGETS[self.reached]:
            self.hits[self.reached] = self.state.evaluations
            self.reached += 1
        return precision + self.problem.f_opt


def with_minimize(recorder: Recorder, seed: int) -> None:
    """The defaults of this package, unchanged but for the budget."""
    box = np.column_stack([recorder.problem.lower, recorder.problem.upper])
    ib.minimize(recorder, box, seed=seed, max_evaluations=recorder.budget)


def with_scipy(recorder: Recorder, seed: int, **options: Any) -> None:
    """SciPy's defaults, with enough iterations to use up the budget; `polish` is on as by default."""
    box = np.column_stack([recorder.problem.lower, recorder.problem.upper])
    differential_evolution(recorder, box, rng=seed, maxiter=recorder.budget, **options)


def with_lshade(recorder: Recorder, seed: int) -> None:
    """L-SHADE as the read-me of modde sets it up."""
    from modde import ModularDE

    dimension = recorder.problem.dimension
    ModularDE(
        recorder,
        base_sampler="uniform",
        mutation_base="target",
        mutation_reference="pbest",
        bound_correction="expc_center",
        crossover="bin",
        lpsr=True,
        lambda_=18 * dimension,
        memory_size=6,
        use_archive=True,
        adaptation_method_F="shade",
        adaptation_method_CR="shade",
        budget=recorder.budget,
        seed=seed,
    ).run()


PEERS: dict[str, Callable[[Recorder, int], None]] = {
    "inbounds.minimize": with_minimize,
    "scipy differential_evolution": with_scipy,
    "scipy differential_evolution, tol=0": partial(with_scipy, tol=0.0),
    "modde L-SHADE": with_lshade,
}


def peer_hits(task: tuple[str, int, int, int, int]) -> tuple[tuple[str, int, int], list[int]]:
    """Run one peer once with the budget it is told beforehand."""
    name, dimension, budget, function, instance = task
    recorder = Recorder(function, instance, dimension, budget * dimension)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            PEERS[name](recorder, instance)
        except Recorder.OverError:
            pass
        except ib.ObjectiveError as error:
            if not isinstance(error.__cause__, Recorder.OverError):
                raise
    return (name, dimension, budget), recorder.hits.tolist()


def compare(instances: dict[int, int], workers: int) -> list[dict[str, Any]]:
    """Return the share of targets of every peer at every budget; each budget is a run of its own."""
    tasks = [
        (name, dimension, budget, function, instance)
        for dimension, count in instances.items()
        for budget, name, function, instance in product(BUDGETS, PEERS, FUNCTIONS, range(1, count + 1))
    ]
    hits: dict[tuple[str, int, int], list[list[int]]] = {}
    with ProcessPoolExecutor(workers) as pool:
        for done, (key, found) in enumerate(pool.map(peer_hits, tasks, chunksize=4), 1):
            hits.setdefault(key, []).append(found)
            if done % 96 == 0:
                print(f"{done}/{len(tasks)} runs", file=sys.stderr, flush=True)
    return [
        {"name": name, "dimension": dimension, "budget": budget, "share": float((np.array(found) >= 0).mean())}
        for (name, dimension, budget), found in hits.items()
    ]


def table(rows: list[dict[str, Any]]) -> str:
    """Return the comparison as Markdown."""
    columns = sorted({(row["dimension"], row["budget"]) for row in rows})
    share = {(row["name"], row["dimension"], row["budget"]): row["share"] for row in rows}
    heads = [f"{n}-D, {budget}·n" for n, budget in columns]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for name in PEERS:
        cells = [f"{share[name, n, budget]:.3f}" if (name, n, budget) in share else "–" for n, budget in columns]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("search", "population", "held-out", "compare"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--instances", type=int, default=3, help="BBOB instances 1 … this many, a run on each")
    parser.add_argument("--instances-20", type=int, default=1, help="the same for 20-D in `compare`, which is slow")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    begin = time.perf_counter()
    if given.part == "search":
        result = search(given.instances)
    elif given.part == "population":
        result = population(given.instances)
    elif given.part == "held-out":
        result = held_out(given.instances)
    else:
        result = compare({5: given.instances, 20: given.instances_20}, given.workers)
        print(table(result))
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(f"{time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
