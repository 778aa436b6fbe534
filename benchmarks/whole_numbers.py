"""Two ways to treat whole variables: rounded for the function only, or rounded in the population too.

    python benchmarks/whole_numbers.py [--instances 3]

The 24 BBOB functions in 10-D with five variables whole, 500 evaluations per variable, `minimize` without rotation and
finish and with a binomial crossover in Python that rounds the whole variables of its trials or does not. Prints in how
many of the runs each way ends lower, and a sign test.
"""

import argparse
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import binomtest

import inbounds as ib

WHOLE = np.arange(10) < 5


@ib.crossover("binomial-kept-real")
def kept_real(g: Any) -> Any:
    """Binomial crossover: the population keeps real numbers."""
    mask = g.rng.random(g.donors.shape) < g.Cr
    mask[np.arange(len(mask)), g.rng.integers(mask.shape[1], size=len(mask))] = True
    return np.where(mask, g.donors, g.targets)


@ib.crossover("binomial-rounded")
def rounded_in_place(g: Any) -> Any:
    """The same, and the trials' whole variables are rounded, so that the population has whole numbers only."""
    trials = kept_real(g)
    return np.where(WHOLE, np.round(trials), trials)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, default=3)
    real = whole = 0
    for function, instance in product(range(1, 25), range(1, parser.parse_args().instances + 1)):
        problem = ib.problem("bbob", function=function, instance=instance, dimension=10)
        found = [
            ib.minimize(
                problem, [(-5, 5)] * 10, integrality=WHOLE, crossover=crossover, rotation="none", polish=False,
                max_evaluations=5_000, seed=instance, vectorized=True,
            ).fun
            for crossover in ("binomial-kept-real", "binomial-rounded")
        ]  # fmt: skip
        differ = abs(found[0] - found[1]) > 1e-9 * abs(found[0])
        real += differ and found[0] < found[1]
        whole += differ and found[1] < found[0]
    print(f"rounded for the function only: lower in {real} runs; rounded in the population: lower in {whole}")
    print(f"sign test: p = {binomtest(real, real + whole).pvalue:.2g}")


if __name__ == "__main__":
    main()
