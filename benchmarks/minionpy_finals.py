"""What minionpy's LSHADE and jSO reach on some problems: the outside truth that tests hold our presets against.

    pip install minionpy && python benchmarks/minionpy_finals.py

writes the final precisions of 25 runs of each cell, with minionpy's version, to tests/algorithm/data. The values depend
on minionpy alone: its seeds are 0 to 24, and the problems are BBOB's.
"""

import json
from importlib.metadata import version
from pathlib import Path

import minionpy
import numpy as np

import inbounds as ib

OUT = Path(__file__).parents[1] / "tests" / "algorithm" / "data" / "minionpy-finals.json"
ALGORITHMS = {"l-shade": "LSHADE", "jso": "jSO"}
FUNCTIONS = (10, 15, 20)
DIMENSION, BUDGET, RUNS = 5, 4000, 25
BOUNDARY = "random"  # a coordinate outside is drawn anew: our reinitialization[stage=trial]


def finals(preset: str, function: int) -> list[float]:
    """Return the final precision of each run."""
    problem = ib.problem("bbob", function=function, instance=1, dimension=DIMENSION)
    size = ib.DE.preset(preset).size(DIMENSION)
    options = {"population_size": size, "bound_strategy": BOUNDARY, "x_tol": -1.0, "f_tol": -1.0}
    box = list(zip(problem.lower.tolist(), problem.upper.tolist(), strict=True))
    make = getattr(minionpy, ALGORITHMS[preset])
    asked = [problem]  # minionpy keeps its function for ever; what it holds on to must not be the problem

    def values(points: list[list[float]]) -> list[float]:
        found: list[float] = asked[0](np.asarray(points)).tolist()
        return found

    reached = [
        make(values, box, maxevals=BUDGET, seed=seed, options=options).optimize().fun - problem.f_opt
        for seed in range(RUNS)
    ]
    asked.clear()
    return reached


def main() -> None:
    """Write the file."""
    cells = [(preset, function) for preset in ALGORITHMS for function in FUNCTIONS]
    made = {
        "made_by": f"benchmarks/minionpy_finals.py with minionpy {version('minionpy')}",
        "dimension": DIMENSION,
        "budget": BUDGET,
        "bound_strategy": BOUNDARY,
        "precisions": [
            {"preset": preset, "function": function, "runs": finals(preset, function)} for preset, function in cells
        ],
    }
    OUT.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
