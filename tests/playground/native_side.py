"""The native core's answers, for a process of its own: which core is used is decided when it is loaded."""

import json
import sys

import numpy as np

import inbounds as ib


def main() -> None:
    """Read jobs from the standard input, write one answer per job."""
    print(json.dumps([path(job) if "operators" in job else values(job) for job in json.load(sys.stdin)]))


def path(job: dict) -> dict:
    """Return where the run of `job` went."""
    problem = ib.problem("bbob", function=job["problem"], instance=job["instance"], dimension=job["dimension"])
    names = {family: operator["name"] for family, operator in job["operators"].items()}
    de = ib.DE(**names, population=job["population"])
    result = de.run(problem, budget=job["budget"], seed=job["seed"], first_run=job["number"], target=job["target"])
    return {
        "best": result.precision[0],
        "share": result.repaired[0],
        "evaluations": int(result.evaluations[0]),
        "hits": result.hits[0].tolist(),
    }


def values(job: dict) -> list[float]:
    """Return f - f_opt of the points of `job`."""
    problem = ib.problem("bbob", function=job["problem"], instance=job["instance"], dimension=job["dimension"])
    return problem.precision(np.reshape(job["points"], (-1, job["dimension"]))).tolist()


if __name__ == "__main__":
    main()
