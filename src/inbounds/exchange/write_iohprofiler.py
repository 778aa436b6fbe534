"""IOHprofiler's format: a JSON file per function, a .dat file per dimension; read by IOHanalyzer and iohinspector."""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from inbounds.exchange.exported_runs import AlgorithmRuns, StoredRuns
from inbounds.exchange.trajectory import Trajectory, reconstruct
from inbounds.problems import functions, suites
from inbounds.problems.suite_names import plain_suite

FORMAT_VERSION = "0.3.22"  # of `ioh`, whose layout this is
SUITES = {"bbob": "BBOB", "sbox": "SBOX"}
RUN_ATTRIBUTES = ("repaired", "run", "seed", "population", "budget", "nonfinite", "seconds")


def write_iohprofiler(runs: AlgorithmRuns, folder: Path, tick: Callable[[], None]) -> None:
    """Write all runs of one algorithm into `folder`, calling `tick` after each cell."""
    names = function_names(runs.algorithm.suite)
    for function, dimensions in runs.files():
        name = names.get(function, "")
        stem = f"f{function}_{name}" if name else f"f{function}"
        (folder / f"data_{stem}").mkdir(parents=True)
        scenarios: list[dict[str, Any]] = []
        for dimension, cells in dimensions:
            path = f"data_{stem}/IOHprofiler_f{function}_DIM{dimension}.dat"
            described = _write_data(folder / path, cells, tick)
            scenarios.append({"dimension": dimension, "path": path, "runs": described})
        index = _index(runs, function, name, scenarios)
        (folder / f"IOHprofiler_{stem}.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


def function_names(suite: str) -> dict[int, str]:
    """Return the functions' names by number, as `ioh` spells them; none for a suite that is not ours."""
    return {info.number: info.name for info in functions(suite)} if plain_suite(suite) in suites() else {}


def _index(runs: AlgorithmRuns, function: int, name: str, scenarios: list[dict[str, Any]]) -> dict[str, Any]:
    algorithm = runs.algorithm
    written = [run for scenario in scenarios for run in scenario["runs"]]
    attributes = [key for key in RUN_ATTRIBUTES if all(key in run for run in written)]
    return {
        "version": FORMAT_VERSION,
        "suite": SUITES.get(algorithm.suite, algorithm.suite),
        "function_id": function,
        "function_name": name or f"f{function}",
        "maximization": False,
        "algorithm": {"name": runs.folder.replace("/", "_"), "info": algorithm.text},
        "experiment_attributes": [
            *({family: operator} for family, operator in algorithm.operators.items()),
            {"inbounds": version("inbounds")},
        ],
        "run_attributes": attributes,
        "attributes": ["evaluations", "raw_y", *(["repaired"] if "repaired" in attributes else [])],
        "scenarios": scenarios,
    }


def _write_data(path: Path, cells: Iterable[StoredRuns], tick: Callable[[], None]) -> list[dict[str, Any]]:
    """Write the courses of the runs, block after block, and return what the index says of each."""
    described = []
    with path.open("w", encoding="ascii", newline="\n") as file:
        for cell in cells:
            for run in cell.read():
                course = reconstruct(run)
                file.write(_block(course, with_repaired=_known(run["repaired"])))
                described.append(_described(cell, run, course))
            tick()
    return described


def _block(course: Trajectory, *, with_repaired: bool) -> str:
    columns = [course.evaluations.tolist(), course.precision.tolist()]
    header = "evaluations raw_y"
    if with_repaired:
        columns.append(course.repaired.tolist())
        header += " repaired"
    rows = (" ".join(map(repr, row)) for row in zip(*columns, strict=True))
    return "\n".join([header, *rows, ""])


def _described(cell: StoredRuns, run: Mapping[str, Any], course: Trajectory) -> dict[str, Any]:
    attributes = {name: run[name] for name in RUN_ATTRIBUTES if _known(run[name])}
    return {
        "instance": cell.problem.instance,
        "evals": run["evaluations"],
        "best": {"evals": course.best_at, "y": run["precision"], "x": []},  # the store keeps no points
        **attributes,
    }


def _known(value: float | None) -> bool:
    """Tell a measured number from what an imported run (NaN) or a packed one (None) lacks."""
    return value is not None and not math.isnan(value)
