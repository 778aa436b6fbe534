"""All boundary methods on the linear slope, whose optimum sits in a corner of the box."""

import numpy as np

import inbounds as ib

problem = ib.problem("bbob", function=5, instance=1, dimension=10)
rows = []
for boundary in ib.boundaries():
    de = ib.DE(mutation="rand/1", crossover="binomial", boundary=boundary, population=50)
    result = de.run(problem, budget=10_000, runs=25, seed=1, workers=2)
    rows.append((np.median(result.precision), np.median(result.evaluations), result.repaired.mean(), boundary))

print(f"medians of 25 runs on {problem.label}")
print(f"{'boundary method':20} {'precision':>10} {'evaluations':>12} {'repaired':>9}")
for precision, evaluations, repaired, boundary in sorted(rows):
    print(f"{boundary:20} {precision:10.1e} {evaluations:12.0f} {repaired:9.1%}")
