"""What a worker does, wherever it is: plain data in, one native batch of runs, plain arrays out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.python_runs import StopFlag
from inbounds.operators.module_paths import registered_name
from inbounds.problems import problem
from inbounds.runs.run_table import Columns

Task = Mapping[str, Any]
Work = Callable[..., Columns]


def run_batch(task: Task, stop: StopFlag | None = None) -> Columns:
    """Run the runs of one batch in the calling thread and return the columns of its table."""
    objective = problem(
        task["suite"], function=task["function"], instance=task["instance"], dimension=task["dimension"]
    )
    de = DE(
        mutation=registered_name("mutation", task["mutation"]),
        crossover=registered_name("crossover", task["crossover"]),
        boundary=registered_name("boundary", task["boundary"]),
        adaptation=registered_name("adaptation", task["adaptation"]),
        population=task["population"],
    )
    result = de.run(
        objective,
        budget=task["budget"],
        runs=task["runs"],
        seed=task["seed"],
        target=task["target"],
        first_run=task["first_run"],
        workers=1,
        stop=stop,
    )
    return {
        "precision": result.precision,
        "evaluations": result.evaluations,
        "repaired": result.repaired,
        "seconds": result.seconds.astype(np.float32),
        "nonfinite": result.nonfinite.astype(np.int32),
        "hits": result.hits.astype(np.int32),
        "curve_precision": result.curves.precision.astype(np.float32),
        "curve_repaired": result.curves.repaired.astype(np.float32),
        "curve_f": result.curves.mean_f.astype(np.float32),
        "curve_cr": result.curves.mean_cr.astype(np.float32),
    }


def run_unit(work: Work, tasks: Sequence[Task], stop: StopFlag | None = None) -> list[Columns]:
    """Run several batches one after the other."""
    if stop is None:
        return [work(task) for task in tasks]
    return [work(task, stop=stop) for task in tasks]
