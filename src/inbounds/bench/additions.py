"""What measures add to a run, and what mixtures, stages and schedules cost beside their parts."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import inbounds as ib
from inbounds.bench.engine import BUDGET, DIMENSION, PAPER, POPULATION, SECONDS
from inbounds.bench.tables import BenchTable
from inbounds.bench.timing import best_of_rounds
from inbounds.operators import catalogue

Step = Callable[[str], None]

ON = (1, 5, 15, 20)  # separable and cheap, on the wall, rotated, many repairs
COMBINATIONS = (
    "projection+reflection",
    "resampling+reflection+conservatism",
    "resampling+reflection+midpoint-target+projection-base+conservatism+projection",
    "reflection+death-penalty",
    "beta+mahalanobis+exponential-best",
    "(resampling+reflection+conservatism)[rule=success-rate]",
    "(resampling+reflection+conservatism)[rule=abchs]",
    "(resampling+reflection+conservatism)[rule=survival]",
    "(projection+reflection+wrapping)[stage=trial]",
    "(projection+reflection+wrapping)[stage=darwinian]",
    "reflection[stage=trial]",
    "projection[stage=darwinian]",
    "reflection[stage=darwinian]",
)
SCHEDULES = {
    "exponential-then-binomial": ("exponential", "binomial"),
    "exponential-then-binomial[by=repaired]": ("exponential", "binomial"),
}


def run_of(function: int, budget: int, *, operators: Mapping[str, str], measures: bool = False) -> Callable[[], object]:
    """Return a whole run in 30-D without early stop, ready to be timed."""
    problem = ib.problem("bbob", function=function, instance=1, dimension=DIMENSION)
    de = ib.DE(**{**PAPER, **operators}, population=POPULATION)
    return lambda: de.run(problem, budget=budget, target=None, measures=measures)


def measure_costs(step: Step, budget: int = BUDGET) -> BenchTable:
    """Runs with and without measures, in turns."""
    table = BenchTable(
        "Cost of measures",
        f"µs per evaluation of rand/1, binomial, SHADE in {DIMENSION}-D, population {POPULATION}, {budget} "
        "evaluations, with and without measures in turns",
    )
    for boundary in ("reflection", "projection", "resampling"):
        for function in ON:
            step(f"measures with {boundary} on f{function}")
            works = {
                str(on): run_of(function, budget, operators={"boundary": boundary}, measures=on) for on in (False, True)
            }
            best = best_of_rounds(works, seconds=SECONDS / 2 * budget / BUDGET)
            without, measured = (best[str(on)] / budget * 1e6 for on in (False, True))
            row: dict[str, Any] = {"boundary": boundary, "function": f"f{function}", "without": without}
            table.rows.append({**row, "measured": measured, "ratio": measured / without})
    sums = [sum(row[key] for row in table.rows) / len(table.rows) for key in ("without", "measured")]
    table.rows.append({"boundary": "mean", "without": sums[0], "measured": sums[1], "ratio": sums[1] / sums[0]})
    return table


def combination_costs(step: Step, budget: int = BUDGET) -> BenchTable:
    """Mixtures, adaptive rules, stages and schedules beside what they are made of."""
    table = BenchTable(
        "Combinations beside their parts",
        f"µs per evaluation, mean over {', '.join(f'f{f}' for f in ON)} in {DIMENSION}-D, {budget // 3} evaluations "
        "each, a combination and its parts in turns; ratios to the mean of the parts and to the dearest of them",
    )
    choices = {name: catalogue.choose("boundary", name) for name in COMBINATIONS}
    made: list[tuple[str, str, tuple[str, ...]]] = [
        ("boundary", name, tuple(part.info.name for part in choice.parts or (choice,)))
        for name, choice in choices.items()
    ]
    made += [("crossover", name, parts) for name, parts in SCHEDULES.items()]
    for family, name, parts in made:
        step(name)
        works = {
            f"{one} {function}": run_of(function, budget // 3, operators={family: one})
            for one in (name, *parts)
            for function in ON
        }
        best = best_of_rounds(works, seconds=SECONDS / 2 * budget / BUDGET)
        took = {
            one: float(np.mean([best[f"{one} {function}"] for function in ON])) / (budget // 3) * 1e6
            for one in (name, *parts)
        }
        mean, dearest = float(np.mean([took[part] for part in parts])), max(took[part] for part in parts)
        table.rows.append(
            {
                "combination": name,
                "itself": took[name],
                "mean of parts": mean,
                "ratio": took[name] / mean,
                "ratio to the dearest": took[name] / dearest,
            }
        )
    return table
