"""Tune DE on a few functions by racing random configurations, and compare with the default on fresh seeds.

Needs: pip install 'inbounds[config]'. SMAC takes the same space and the same `cost`; irace takes the space as text from
`inbounds.algorithm.irace_parameters()`.
"""

import numpy as np

import inbounds as ib

FUNCTIONS = (2, 8, 10, 14)  # ill-conditioned, with a small budget: where the default's population is far too large
DIMENSION = 5
BUDGET = 300 * DIMENSION
CANDIDATES = 64
TUNING_SEED, FRESH_SEED = 1, 2


def cost(de: ib.DE, *, seed: int, first_run: int = 0, runs: int) -> float:
    """Return the mean order of magnitude of the precision reached, over functions and runs: lower is better."""
    reached = []
    for function in FUNCTIONS:
        problem = ib.problem("bbob", function=function, dimension=DIMENSION)
        result = de.run(problem, budget=BUDGET, runs=runs, seed=seed + function, first_run=first_run)
        reached.append(np.log10(np.maximum(result.precision, 1e-8)))
    return float(np.mean(reached))


def race(candidates: list[ib.DE]) -> ib.DE:
    """Halve the field again and again, giving twice the runs to those that stay."""
    runs = 2
    while len(candidates) > 1:
        costs = [cost(de, seed=TUNING_SEED, runs=runs) for de in candidates]
        order = np.argsort(costs)[: max(1, len(candidates) // 2)]
        candidates = [candidates[place] for place in order]
        print(f"{len(candidates):3} left after {runs} runs each; best {min(costs):.2f}")
        runs *= 2
    return candidates[0]


def main() -> None:
    space = ib.configuration_space(population=(10, 200), seed=TUNING_SEED)
    best = race([ib.DE.from_configuration(sample) for sample in space.sample_configuration(CANDIDATES)])
    tuned, default = (cost(de, seed=FRESH_SEED * 1000, runs=100) for de in (best, ib.DE()))
    print(f"tuned    {tuned:.2f}  {best}")
    print(f"default  {default:.2f}  {ib.DE()}")
    assert tuned < default, "the tuned algorithm must be better on fresh runs"


if __name__ == "__main__":
    main()
