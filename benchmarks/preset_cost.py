"""What a whole run of L-SHADE, of jSO and of eigen crossover costs per evaluation, beside a plain run, in 30-D.

    python benchmarks/preset_cost.py

Processor time of one thread, the smaller of two runs of 60 000 evaluations on each of the 24 BBOB functions. The plain
run is `target-to-pbest/1`, `binomial`, `midpoint-target` with SHADE and 100 individuals.
"""

import time

import numpy as np

import inbounds as ib

PLAIN = ib.DE("target-to-pbest/1", "binomial", "midpoint-target", "shade", population=100)
BESIDE = {
    "plain": PLAIN,
    "plain, eigen crossover in 30 % of the generations": ib.DE(
        "target-to-pbest/1", "binomial", "midpoint-target", "shade", population=100,
        rotation="eigen[probability=0.3,share=0.3]",
    ),
    "L-SHADE": ib.DE.preset("l-shade"),
    "L-SHADE without reduction": ib.DE.preset("l-shade", reduction="none"),
    "L-SHADE without the archive": ib.DE.preset("l-shade", archive="none"),
    "jSO": ib.DE.preset("jso"),
}  # fmt: skip


def microseconds(de: ib.DE, function: int) -> float:
    """Return the processor time per evaluation."""
    problem = ib.problem("bbob", function=function, instance=1, dimension=30)
    taken = []
    for _ in range(2):
        begin = time.process_time()
        result = de.run(problem, budget=60_000, seed=1)
        taken.append(1e6 * (time.process_time() - begin) / result.evaluations.sum())
    return min(taken)


def main() -> None:
    """Measure and print."""
    costs = {name: np.array([microseconds(de, function) for function in range(1, 25)]) for name, de in BESIDE.items()}
    print("| | µs per evaluation, mean over the functions | beside plain | on f1 | on f10 |")
    print("|---|---|---|---|---|")
    for name, cost in costs.items():
        ratios = cost / costs["plain"]
        mean = cost.mean()
        print(f"| {name} | {mean:.3f} | {mean / costs['plain'].mean():.2f} | {ratios[0]:.2f} | {ratios[9]:.2f} |")


if __name__ == "__main__":
    main()
