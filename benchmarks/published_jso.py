"""The preset `jso` beside the results that its authors published for CEC 2017 in ten dimensions.

    pip install minionpy && python benchmarks/published_jso.py

Brest, Maučec and Bošković printed the mean and standard deviation of 51 runs with 100 000 evaluations; theirs are kept
here for the functions on which results vary and that are quick to evaluate. The functions are those of minionpy. The
table goes into docs/fidelity.md.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

import inbounds as ib

PAGE = Path(__file__).parents[1] / "docs" / "fidelity.md"
BEGIN, END = "<!-- measured: jso -->\n", "<!-- end -->"
DIMENSION, BUDGET, RUNS = 10, 100_000, 51
PUBLISHED = {  # mean and standard deviation of f - f_opt
    5: (1.7558, 0.76004),
    7: (11.792, 0.60675),
    8: (1.9509, 0.74352),
    10: (35.897, 55.477),
    13: (2.9644, 2.3534),
    15: (0.22084, 0.20044),
    16: (0.56884, 0.26440),
    17: (0.50227, 0.34807),
    18: (0.30800, 0.19514),
    20: (0.34278, 0.12879),
    21: (132.38, 48.365),
    29: (234.20, 2.9559),
}


def final(function: int, seed: int) -> float:
    """Return f - f_opt at the end of one run."""
    import minionpy

    values = minionpy.CEC2017Functions(function_number=function, dimension=DIMENSION)
    search = ib.DE.preset("jso").start([(-100, 100)] * DIMENSION, seed=seed, budget=BUDGET)
    while not search.finished:
        search.tell(values(search.ask().tolist()))
    return float(search.result.fun - 100 * function)


def main() -> None:
    """Run, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    lines = ["| function | published: mean, deviation | here: mean, deviation | difference, in standard errors |"]
    lines.append("|---|---|---|---|")
    with ProcessPoolExecutor(given.workers) as pool:
        for function, (mean, deviation) in PUBLISHED.items():
            found = np.array(list(pool.map(partial(final, function), range(RUNS))))
            own = float(found.std(ddof=1))
            errors = (found.mean() - mean) / np.sqrt((own**2 + deviation**2) / RUNS)
            cells = (f"f{function}", f"{mean:.4g}, {deviation:.3g}", f"{found.mean():.4g}, {own:.3g}", f"{errors:+.1f}")
            lines.append(f"| {' | '.join(cells)} |")
            print(lines[-1], flush=True)
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + rest[rest.index(END) :])


if __name__ == "__main__":
    main()
