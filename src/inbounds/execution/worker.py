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


def algorithm_of(content: Mapping[str, Any]) -> DE:
    """Return the algorithm of a task or of a cell's content; its modules stand in the adaptation's name."""
    adaptation, modules = catalogue.without_modules(content["adaptation"])
    return DE(
        mutation=content["mutation"],
        crossover=content["crossover"],
        boundary=content["boundary"],
        adaptation=adaptation,
        population=content["population"],
        **modules,
    )


def run_batch(task: Task, stop: StopFlag | None = None) -> Columns:
    """Run the runs of one batch in the calling thread and return the columns of its table."""
    objective = problem(
        task["suite"], function=task["function"], instance=task["instance"], dimension=task["dimension"]
    )
    return measured(
        algorithm_of(task).run_arrays(
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
