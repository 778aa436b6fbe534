"""What an evaluation costs: ours, ioh's and cocoex's, function by function, and how it grows with dimension."""

from collections.abc import Callable
from typing import Any

import numpy as np

import inbounds as ib
from inbounds.bench.tables import BenchTable
from inbounds.bench.timing import seconds

BATCH = 100
DIMENSIONS = (2, 5, 10, 20, 40, 80, 160, 320, 640)
COCO_DIMENSION = 20

Step = Callable[[str], None]


def _points(dimension: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.random.default_rng(1).uniform(-5, 5, (BATCH, dimension))


def _ours(function: int, dimension: int) -> float:
    native, points = ib.problem("bbob", function=function, instance=1, dimension=dimension).native, _points(dimension)
    return seconds(lambda: native.evaluate(points)) / BATCH * 1e6


def ioh_batches(function: int, dimension: int, count: int = 1) -> Callable[[], object]:
    """Return ioh's batch call on `BATCH` points, made `count` times, ready to be timed."""
    import ioh

    problem = ioh.get_problem(function, 1, dimension, ioh.ProblemClass.BBOB)
    points = _points(dimension)
    return lambda: [problem(points) for _ in range(count)]


def _ioh(function: int, dimension: int) -> float:
    return seconds(ioh_batches(function, dimension), repeats=3) / BATCH * 1e6


def _cocoex(function: int, dimension: int) -> float:
    import cocoex

    suite = cocoex.Suite("bbob", "instances: 1", f"function_indices: {function} dimensions: {dimension}")
    problem, points = suite[0], _points(dimension)
    return seconds(lambda: [problem(point) for point in points], repeats=3) / BATCH * 1e6


def function_costs(step: Step, dimension: int = 30) -> BenchTable:
    """Microseconds per evaluation of each BBOB function beside ioh's batch call and cocoex's call."""
    table = BenchTable(
        f"BBOB functions, {dimension}-D, batches of {BATCH}",
        f"µs per evaluation on one core; cocoex has no 30-D, so its ratio is taken in {COCO_DIMENSION}-D",
    )
    for function in range(1, 25):
        step(f"f{function}")
        ours, ioh = _ours(function, dimension), _ioh(function, dimension)
        ours_there, cocoex = _ours(function, COCO_DIMENSION), _cocoex(function, COCO_DIMENSION)
        table.rows.append(
            {
                "function": f"f{function}",
                "inbounds": ours,
                "ioh": ioh,
                "ioh / inbounds": ioh / ours,
                "cocoex (20-D)": cocoex,
                "cocoex / inbounds (20-D)": cocoex / ours_there,
            }
        )
    mean = {key: float(np.mean([row[key] for row in table.rows])) for key in ("inbounds", "ioh", "cocoex (20-D)")}
    table.rows.append({"function": "mean", **mean, "ioh / inbounds": mean["ioh"] / mean["inbounds"]})
    return table


def dimension_costs(step: Step) -> BenchTable:
    """Microseconds per evaluation of each function from 2-D to 640-D."""
    table = BenchTable("How the cost of an evaluation grows with dimension", f"µs per evaluation, batches of {BATCH}")
    for function in range(1, 25):
        step(f"f{function}, 2-D to 640-D")
        native = {f"{n}-D": _quick(function, n) for n in DIMENSIONS}
        table.rows.append({"function": f"f{function}", **native})
    return table


def _quick(function: int, dimension: int) -> float:
    native, points = ib.problem("bbob", function=function, instance=1, dimension=dimension).native, _points(dimension)
    return seconds(lambda: native.evaluate(points), at_least=0.01, repeats=3) / BATCH * 1e6
