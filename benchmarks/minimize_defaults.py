"""Where the defaults of `inbounds.minimize` come from, and how they compare with other packages.

    python benchmarks/minimize_defaults.py parts       what each part of the default is worth, on instances 1 … 10
    python benchmarks/minimize_defaults.py settings    other settings of them; so do population, finish, rotation
    python benchmarks/minimize_defaults.py boundary    boundary methods in it on BBOB, SBOX-COST and moved walls
    python benchmarks/minimize_defaults.py compare     the default beside other packages, on instances 11 … 20
    python benchmarks/minimize_defaults.py page        write all that was measured into docs/explanation/defaults.md

The measure is the share of the 51 targets 10^2 … 10^-8 reached, over the 24 BBOB functions and the instances given, one
run on each, told its budget beforehand. Choices are made on instances 1 … 10, results reported on instances 11 … 20.
What is measured is kept in benchmarks/minimize_measurements.json, one line per run of the 24 functions, and not
measured again: a long comparison can be made in pieces. A package that is not installed is left out.
"""

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from fcntl import LOCK_EX, flock
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from minimize_variants import VARIANTS
from minimizers import NO_DE, OWN, PEERS, Recorder, installed, search
from practical_functions import standings

import inbounds as ib
from inbounds.atomic_files import replace_file

FUNCTIONS = range(1, 25)
DIMENSIONS = [2, 5, 10, 20, 40]
BUDGETS = [100, 1_000, 10_000]  # evaluations per variable
TARGETS = 10.0 ** np.linspace(2, -8, 51)
HERE = Path(__file__).parent
MEASURED = HERE / "minimize_measurements.json"
LOCK = Path(tempfile.gettempdir()) / "inbounds-minimize-measurements.lock"
PAGE = HERE.parent / "docs" / "explanation" / "defaults.md"

SUITES: dict[str, tuple[str, dict[str, Any]]] = {
    "bbob": ("bbob", {}),
    "sbox": ("sbox", {}),
    "walls": ("walls", {"epsilon": 0.0}),
    "walls 0.01": ("walls", {"epsilon": 0.01}),
}
ROWS = {"compare": list(PEERS)} | {part: list(variants) for part, variants in VARIANTS.items()}

Task = tuple[str, str, str, int, int, int, int, int]


def one_run(task: Task) -> float:
    """Run once and return the share of targets reached."""
    part, name, suite, dimension, budget, function, instance, seed = task
    family, options = SUITES[suite]
    problem = ib.problem(family, function=function, instance=instance, dimension=dimension, **options)
    recorder = Recorder(problem, budget * dimension, TARGETS[-1])
    runner = PEERS[name][1] if part == "compare" else VARIANTS[part][name]
    return float((search(runner, recorder, seed) <= TARGETS).mean())


def measure(
    part: str,
    names: list[str],
    suites: list[str],
    cells: list[tuple[int, int]],
    instances: range,
    seeds: int,
    workers: int,
) -> None:
    """Measure what is not held yet, instance by instance, and keep the share of each function."""
    with ProcessPoolExecutor(workers) as pool:
        for suite, (dimension, budget), again, instance, name in product(suites, cells, range(seeds), instances, names):
            key = f"{part} | {name} | {suite} | {dimension} | {budget} | {instance}" + (
                f" again {again}" if again else ""
            )
            if key in held():
                continue
            begin = time.perf_counter()
            seed = instance + 1000 * again
            tasks = [(part, name, suite, dimension, budget, function, instance, seed) for function in FUNCTIONS]
            try:
                shares = list(pool.map(one_run, tasks, chunksize=2))
            except Exception as error:
                print(f"{key}: not measured, {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                continue
            print(f"{np.mean(shares):.3f}  {key}  {time.perf_counter() - begin:.0f} s", flush=True)
            keep({key: [round(share, 4) for share in shares]})


def held() -> dict[str, list[float]]:
    """Return what has been measured: the shares of the 24 functions, per run of all of them."""
    return _read(MEASURED.stat().st_mtime_ns) if MEASURED.exists() else {}


@lru_cache(maxsize=1)
def _read(changed: int) -> dict[str, list[float]]:
    """Return the file as it is now: `changed` tells one state of it from another."""
    read: dict[str, list[float]] = json.loads(MEASURED.read_text())
    return read


def keep(found: dict[str, list[float]]) -> None:
    """Add to what has been measured, one process at a time, and write it in the order of its names."""
    with LOCK.open("w") as lock:
        flock(lock, LOCK_EX)
        measured = held() | found
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(measured[key])}" for key in sorted(measured))
        replace_file(MEASURED, ("{\n" + lines + "\n}\n").encode())


def table(part: str, columns: list[tuple[str, int, int]]) -> str:
    """Return the means of what was measured as Markdown; in brackets how many runs on each function, where not ten."""
    found: dict[str, list[str]] = {}
    for name in ROWS[part]:
        for suite, n, budget in columns:
            shares = list(by_instance(part, name, suite, n, budget).values())
            count = "" if len(shares) == 10 else f" ({len(shares)})"
            found.setdefault(name, []).append(f"{np.mean(shares):.3f}{count}" if shares else "–")
    shown = [j for j in range(len(columns)) if any(row[j] != "–" for row in found.values())]
    if not shown:
        return "Not measured yet."
    heads = [f"{n}-D, {budget}·n" for _, n, budget in columns]
    lines = ["| | " + " | ".join(heads[j] for j in shown) + " |", "|---" * (len(shown) + 1) + "|"]
    for name, row in found.items():
        if any(cell != "–" for cell in row):
            lines.append(f"| {name} | " + " | ".join(row[j] for j in shown) + " |")
    return "\n".join(lines)


def by_instance(part: str, name: str, suite: str, dimension: int, budget: int) -> dict[str, list[float]]:
    """Return what was measured of one row in one cell: the shares of the 24 functions, by instance."""
    begin = f"{part} | {name} | {suite} | {dimension} | {budget} | "
    return {key.removeprefix(begin): row for key, row in held().items() if key.startswith(begin)}


def ahead(part: str, name: str, other: str, dimension: int, budget: int) -> np.ndarray | None:
    """Return how far one row is ahead of another, per function, on the BBOB instances that both were run on."""
    own, theirs = (by_instance(part, row, "bbob", dimension, budget) for row in (name, other))
    shared = sorted(own.keys() & theirs.keys())
    return np.mean([np.subtract(own[at], theirs[at]) for at in shared], axis=0) if shared else None


def with_interval(differences: np.ndarray) -> str:
    """Return the mean over the functions with its 95 % bootstrap interval."""
    drawn = np.random.default_rng(1).choice(differences, (10_000, len(FUNCTIONS))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return f"{differences.mean():+.3f} [{low:+.3f}, {high:+.3f}]"


def worth(part: str) -> str:
    """Return as Markdown what the first row reaches, and how far the others are ahead of it or behind."""
    first, *others = ROWS[part]
    cells = [cell for cell in product(BUDGETS, DIMENSIONS) if by_instance(part, first, "bbob", cell[1], cell[0])]
    if not cells:
        return "Not measured yet."
    lines = ["| | " + " | ".join(f"{n}-D, {budget}·n" for budget, n in cells) + " |", "|---" * (len(cells) + 1) + "|"]
    counts = [len(by_instance(part, first, "bbob", n, budget)) for budget, n in cells]
    lines.append("| instances | " + " | ".join(map(str, counts)) + " |")
    reached = [np.mean(list(by_instance(part, first, "bbob", n, budget).values())) for budget, n in cells]
    lines.append(f"| {first} | " + " | ".join(f"{share:.3f}" for share in reached) + " |")
    for name in others:
        found = [ahead(part, name, first, n, budget) for budget, n in cells]
        lines.append(f"| {name} | " + " | ".join("–" if row is None else with_interval(row) for row in found) + " |")
    return "\n".join(lines)


def beside_the_best(names: list[str], dimension: int, budget: int) -> tuple[float, str]:
    """Return how far the default is ahead of the best of these in one cell, also in words with an interval."""
    found = {name: ahead("compare", OWN, name, dimension, budget) for name in names}
    measured = {name: row for name, row in found.items() if row is not None}
    if not measured:
        return np.nan, "–"
    best = min(measured, key=lambda name: float(measured[name].mean()))
    return float(measured[best].mean()), f"{with_interval(measured[best])} {best}"


def nearest() -> str:
    """Return as Markdown how far the default is ahead of the best of the others in each cell."""
    others = [name for name in PEERS if name not in (OWN, *NO_DE)]
    lines = ["| | the best other DE | the best of pycma and dual annealing |", "|---|---|---|"]
    leads: dict[str, list[bool]] = {"of every other DE that was run": [], "of pycma and dual annealing": []}
    for budget, n in product(BUDGETS, DIMENSIONS):
        told = []
        for whom, names in zip(leads, (others, NO_DE), strict=True):
            difference, words = beside_the_best(names, n, budget)
            told.append(words)
            if words != "–":
                leads[whom].append(difference > 0)
        lines.append(f"| {n}-D, {budget}·n | " + " | ".join(told) + " |")
    counts = " and ".join(f"{whom} in {sum(found)} of {len(found)}" for whom, found in leads.items())
    return "\n".join([*lines, "", f"It is ahead {counts} cells measured."])


def write_page() -> None:
    """Put the tables of what was measured into the page, between the marks that name them."""
    cells = list(product(BUDGETS, DIMENSIONS))
    tables = {
        **{
            f"compare {budget}": table("compare", [("bbob", n, b) for b, n in cells if b == budget])
            for budget in BUDGETS
        },
        **{
            part: table(part, [("bbob", n, b) for b, n in cells])
            for part in ("settings", "population", "rotation", "finish")
        },
        "parts": worth("parts"),
        **{f"boundary {suite}": table("boundary", [(suite, n, b) for b, n in cells]) for suite in SUITES},
        "nearest": nearest(),
        "practical": standings(),
    }
    text = PAGE.read_text()
    for name, made in tables.items():
        begin, end = f"<!-- measured: {name} -->\n", "<!-- end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}{made}\n{rest[rest.index(end) :]}"
    PAGE.write_text(text)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=(*ROWS, "page"))
    parser.add_argument("--dimensions", type=int, nargs="+", help="2 5 10 20 40; for boundary 10 20")
    parser.add_argument(
        "--budgets", type=int, nargs="+", help="evaluations per variable: 100 1000 10000; for boundary 1000"
    )
    parser.add_argument("--instances", type=int, nargs=2, help="first and last; 11 20 for compare, else 1 10")
    parser.add_argument("--suites", nargs="+", choices=SUITES, help="bbob; for boundary all")
    parser.add_argument("--seeds", type=int, default=1, help="runs on each instance")
    parser.add_argument("--only", nargs="+", help="these rows only")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.part == "page":
        write_page()
        return
    rows = installed() if given.part == "compare" else ROWS[given.part]
    names = [name for name in rows if not given.only or name in given.only]
    first, last = given.instances or ((11, 20) if given.part == "compare" else (1, 10))
    boundary = given.part == "boundary"
    dimensions = given.dimensions or ([10, 20] if boundary else DIMENSIONS)
    budgets = given.budgets or ([1_000] if boundary else BUDGETS)
    suites = given.suites or (list(SUITES) if boundary else ["bbob"])
    instances = range(first, last + 1)
    measure(given.part, names, suites, list(product(dimensions, budgets)), instances, given.seeds, given.workers)
    for suite in suites:
        print(f"{suite}\n{table(given.part, [(suite, n, budget) for n, budget in product(dimensions, budgets)])}")


if __name__ == "__main__":
    main()
