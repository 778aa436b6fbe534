"""What a whole run costs: per function, per operator, per population size, with threads, and in memory."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

import inbounds as ib
from inbounds.bench.functions import BATCH, ioh_batches
from inbounds.bench.tables import BenchTable
from inbounds.bench.timing import best_of_rounds, seconds

PAPER: dict[str, Any] = {"mutation": "rand/1", "crossover": "binomial", "boundary": "reflection", "adaptation": "shade"}
DIMENSION, POPULATION, BUDGET = 30, 100, 300_000
SECONDS = 10.0  # for each table of whole runs
IOH = "ioh, evaluations alone"

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


def whole_runs(step: Step, budget: int = BUDGET) -> BenchTable:
    """The paper's rand/1/bin with reflection on each function, in turns with ioh's evaluations alone."""
    table = BenchTable(
        "rand/1, binomial, reflection, SHADE: a whole run",
        f"µs per evaluation, {DIMENSION}-D, population {POPULATION}, {budget} evaluations, one core, "
        "everything included; ioh: the time its evaluations alone take",
    )
    for function in range(1, 25):
        step(f"run on f{function}")
        works = {"inbounds": run_of(function, budget=budget)}
        evaluations = {"inbounds": budget}
        with suppress(ImportError):
            works[IOH], evaluations[IOH] = ioh_batches(function, DIMENSION, 20), 20 * BATCH
        best = best_of_rounds(works, seconds=SECONDS / 10 * budget / BUDGET)
        table.rows.append({"function": f"f{function}"} | {k: best[k] / evaluations[k] * 1e6 for k in works})
    last: dict[str, Any] = {"function": "mean"}
    last |= {key: float(np.mean([row[key] for row in table.rows])) for key in table.rows[0] if key != "function"}
    table.rows.append(last)
    for row in table.rows:
        if IOH in row:
            row["ioh / inbounds"] = row[IOH] / row["inbounds"]
    last["hours for the paper's 262 billion evaluations on 2 cores"] = last["inbounds"] * 262.08e9 / 1e6 / 3600 / 2
    return table


def operator_costs(step: Step, family: str, reference: str, budget: int = BUDGET) -> BenchTable:
    """Each operator of a family, on f1 and over all functions, as a multiple of one of them."""
    short = budget // 10
    table = BenchTable(
        f"Cost of each {family}",
        f"µs per evaluation of a whole run, {DIMENSION}-D: {budget} evaluations of f1, and the mean over the 24 "
        f"functions with {short} each; ratios to {reference}",
    )
    names = getattr(ib, {"mutation": "mutations", "boundary": "boundaries", "crossover": "crossovers"}[family])()
    step(f"every {family} on f1")
    works = {name: run_of(budget=budget, **{family: name}) for name in names}
    on_f1 = best_of_rounds(works, seconds=SECONDS * budget / BUDGET)
    step(f"every {family} on all functions")
    works = {f"{name} {f}": run_of(f, budget=short, **{family: name}) for name in names for f in range(1, 25)}
    each = best_of_rounds(works, seconds=SECONDS * budget / BUDGET)
    on_all = {name: float(np.mean([each[f"{name} {f}"] for f in range(1, 25)])) for name in names}
    for name in names:
        table.rows.append(
            {
                family: name,
                "f1": on_f1[name] / budget * 1e6,
                "ratio on f1": on_f1[name] / on_f1[reference],
                "24 functions": on_all[name] / short * 1e6,
                "ratio": on_all[name] / on_all[reference],
            }
        )
    return table


def population_costs(step: Step, budget: int = BUDGET) -> BenchTable:
    """Cost per evaluation from a small to a large population, each for as many generations as 100 have, or more."""
    table = BenchTable(
        "Population size on f1",
        f"µs per evaluation of a whole run of {budget // POPULATION} generations, at least {budget} evaluations, "
        f"{DIMENSION}-D; ratio to population 100",
    )
    step("population sizes")
    budgets = {size: max(budget, budget // POPULATION * size) for size in (20, 50, 100, 200, 500, 1000, 2000)}
    works = {str(size): run_of(budget=budgets[size], population=size) for size in budgets}
    best = best_of_rounds(works, seconds=SECONDS * budget / BUDGET)
    took = {str(size): best[str(size)] / budgets[size] * 1e6 for size in budgets}
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
