"""One algorithm on one function: what was reached, how fast, and how often the box was left."""

import inbounds as ib

problem = ib.problem("bbob", function=8, instance=1, dimension=10)
de = ib.DE(mutation="target-to-pbest/1", crossover="binomial", boundary="midpoint-target", population=50)
result = de.run(problem, budget=100_000, runs=10, seed=1, workers=2)

print(f"{problem.label}, {problem.dimension}-D, {len(result.precision)} runs")
print(f"precision f - f_opt: best {result.precision.min():.1e}, worst {result.precision.max():.1e}")
print(f"evaluations used:    {result.evaluations.mean():.0f} on average")
print(f"repaired trials:     {result.repaired.mean():.1%}")
for precision in (1e1, 1e-1, 1e-4, 1e-8):
    column = abs(result.targets - precision).argmin()
    hits = result.hits[:, column]
    reached = hits[hits >= 0]
    first = f", first after {reached.min()} evaluations" if len(reached) else ""
    print(f"target {precision:.0e}: {len(reached)} of {len(hits)} runs{first}")
