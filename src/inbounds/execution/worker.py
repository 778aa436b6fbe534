"""What a worker does, wherever it is: plain data in, one native batch of runs, plain arrays out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inbounds.algorithm.de import DE
from inbounds.algorithm.python_runs import StopFlag
from inbounds.operators import catalogue
from inbounds.problems import problem
from inbounds.runs.recording import Columns, measured

Task = Mapping[str, Any]
Work = Callable[..., Columns]


def run_batch(task: Task, stop: StopFlag | None = None) -> Columns:
    """Run the runs of one batch in the calling thread and return the columns of its table."""
    objective = problem(
        task["suite"], function=task["function"], instance=task["instance"], dimension=task["dimension"]
    )
    adaptation, modules = catalogue.without_modules(task["adaptation"])
    de = DE(
        mutation=task["mutation"],
        crossover=task["crossover"],
        boundary=task["boundary"],
        adaptation=adaptation,
        population=task["population"],
        **modules,
    )
    return measured(
        de.run_arrays(
            objective,
            budget=task["budget"],
            runs=task["runs"],
            seed=task["seed"],
            target=task["target"],
            first_run=task["first_run"],
            stop=stop,
            measures=task["measures"],
        )
    )


def run_unit(work: Work, tasks: Sequence[Task], stop: StopFlag | None = None) -> list[Columns]:
    """Run several batches one after the other."""
    if stop is None:
        return [work(task) for task in tasks]
    return [work(task, stop=stop) for task in tasks]
