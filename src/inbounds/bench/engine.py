"""What a whole run costs: per function, per operator, per population size, with threads, and in memory."""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import inbounds as ib
from inbounds.bench.tables import BenchTable
from inbounds.bench.timing import best_of_rounds, seconds

PAPER: dict[str, Any] = {"mutation": "rand/1", "crossover": "binomial", "boundary": "reflection", "adaptation": "shade"}
DIMENSION, POPULATION, BUDGET = 30, 100, 300_000

Step = Callable[[str], None]


def run_of(
    function: int = 1, *, budget: int = BUDGET, population: int = POPULATION, **operators: str
) -> Callable[[], object]:
    """Return a whole run in 30-D without early stop, ready to be timed."""
    problem = ib.problem("bbob", function=function, instance=1, dimension=DIMENSION)
    de = ib.DE(**{**PAPER, **operators}, population=population)
    return lambda: de.run(problem, budget=budget, target=None)


def cost(
    function: int = 1, *, budget: int = BUDGET, population: int = POPULATION, repeats: int = 3, **operators: str
) -> float:
    """Return µs per evaluation of a run in 30-D without early stop, everything included."""
    work = run_of(function, budget=budget, population=population, **operators)
    return seconds(work, at_least=0.0, repeats=repeats) / budget * 1e6


def whole_runs(step: Step, ioh_cost: float | None, budget: int = BUDGET) -> BenchTable:
    """The paper's rand/1/bin with reflection on each function, against ioh's evaluations alone."""
    table = BenchTable(
        "rand/1, binomial, reflection, SHADE: a whole run",
        f"µs per evaluation, {DIMENSION}-D, population {POPULATION}, {budget} evaluations, one core, "
        "everything included; ioh: the time its evaluations alone take",
    )
    for function in range(1, 25):
        step(f"run on f{function}")
        table.rows.append({"function": f"f{function}", "inbounds": cost(function, budget=budget)})
    mean = float(np.mean([row["inbounds"] for row in table.rows]))
    last: dict[str, Any] = {"function": "mean", "inbounds": mean}
    if ioh_cost is not None:
        last |= {"ioh, evaluations alone": ioh_cost, "ioh / inbounds": ioh_cost / mean}
    last["hours for the paper's 262 billion evaluations on 2 cores"] = mean * 262.08e9 / 1e6 / 3600 / 2
    table.rows.append(last)
    return table


def operator_costs(step: Step, family: str, reference: str, budget: int = BUDGET) -> BenchTable:
    """Each operator of a family on f1, as a multiple of one of them."""
    table = BenchTable(
        f"Cost of each {family} on f1", f"µs per evaluation of a whole run, {DIMENSION}-D; ratio to {reference}"
    )
    names = getattr(ib, {"mutation": "mutations", "boundary": "boundaries", "crossover": "crossovers"}[family])()
    step(f"every {family}")
    took = best_of_rounds({name: run_of(budget=budget, **{family: name}) for name in names})
    for name in names:
        table.rows.append({family: name, "inbounds": took[name] / budget * 1e6, "ratio": took[name] / took[reference]})
    return table


def population_costs(step: Step, budget: int = BUDGET) -> BenchTable:
    """Cost per evaluation from a small to a large population, over equally many generations."""
    generations = budget // POPULATION
    table = BenchTable(
        "Population size on f1",
        f"µs per evaluation of a whole run of {generations} generations, {DIMENSION}-D; ratio to population 100",
    )
    step("population sizes")
    sizes = (20, 50, 100, 200, 500, 1000, 2000)
    works = {str(size): run_of(budget=generations * size, population=size) for size in sizes}
    took = {size: best / generations / int(size) * 1e6 for size, best in best_of_rounds(works).items()}
    for size, each in took.items():
        table.rows.append({"population": size, "inbounds": each, "ratio": each / took["100"]})
    return table


def thread_gain(step: Step, budget: int = BUDGET) -> BenchTable:
    """Evaluations per second with two threads against one."""
    step("threads")
    problem = ib.problem("bbob", function=10, instance=1, dimension=DIMENSION)
    de = ib.DE(**PAPER)

    def elapsed(workers: int) -> float:
        begin = time.perf_counter()
        de.run(problem, budget=budget, runs=24, target=None, workers=workers)
        return time.perf_counter() - begin

    rounds = np.array([(elapsed(1), elapsed(2)) for _ in range(5)])
    took, gain = np.median(rounds, axis=0), float(np.median(rounds[:, 0] / rounds[:, 1]))
    rows = [
        {"threads": str(k + 1), "million evaluations/s": 24 * budget / float(took[k]) / 1e6, "gain": (1.0, gain)[k]}
        for k in (0, 1)
    ]
    return BenchTable("Threads", "24 runs on f10, by the clock on the wall; medians of five rounds", rows)


def memory(step: Step) -> BenchTable:
    """Peak memory of a process that makes a paper-size batch of 100 runs, and of one that only imports."""
    step("memory")
    script = (
        "import resource, sys\nimport inbounds as ib\n"
        "p = ib.problem('bbob', function=1, dimension=30)\n"
        "base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "ib.DE().run(p, budget=int(sys.argv[1]), runs=100, target=None, workers=2)\n"
        "print(base, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    table = BenchTable(
        "Memory", "peak of a process with 100 runs of rand/1 in 30-D; 'batch' is what they add to the import"
    )
    for budget in (30_000, 300_000):
        out = subprocess.run([sys.executable, "-c", script, str(budget)], capture_output=True, text=True, check=True)
        base, peak = (int(word) / 1024 for word in out.stdout.split())
        table.rows.append({"budget": str(budget), "process (MB)": peak, "batch (MB)": peak - base})
    return table
