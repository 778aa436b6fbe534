"""Other people's differential evolution in the same run: pygmo, modde and scipy."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from inbounds.bench.engine import PAPER, cost
from inbounds.bench.tables import BenchTable

DIMENSION, POPULATION = 30, 100

Step = Callable[[str], None]


def _pygmo(problem: Any, generations: int) -> float:
    import pygmo

    population = pygmo.population(pygmo.problem(problem), POPULATION, seed=1)
    algorithm = pygmo.algorithm(pygmo.de(gen=generations, F=0.5, CR=0.9, variant=7, ftol=0.0, xtol=0.0, seed=1))
    begin = time.process_time()
    algorithm.evolve(population)
    return (time.process_time() - begin) / (generations * POPULATION) * 1e6


def pygmo_costs(step: Step) -> BenchTable:
    """Rosenbrock and Rastrigin, which both have natively; ours with all of BBOB's transformations."""
    import pygmo

    table = BenchTable(
        "pygmo.de (rand/1/bin) on functions both have natively",
        "µs per evaluation, 30-D, population 100; ours is BBOB's f8 and f3, shifted, scaled and, for f3, oscillating",
    )
    for name, theirs, function in (
        ("Rosenbrock", pygmo.rosenbrock(DIMENSION), 8),
        ("Rastrigin", pygmo.rastrigin(DIMENSION), 3),
    ):
        step(f"pygmo {name}")
        peer = min(_pygmo(theirs, 1000) for _ in range(3))
        ours, shade = cost(function, adaptation="constant"), cost(function)
        table.rows.append(
            {
                "function": name,
                "inbounds (constant)": ours,
                "inbounds (SHADE)": shade,
                "pygmo.de": peer,
                "pygmo / inbounds (SHADE)": peer / shade,
            }
        )
    return table


def _scipy(function: int, budget: int) -> float:
    import ioh
    from scipy.optimize import differential_evolution

    problem = ioh.get_problem(function, 1, DIMENSION, ioh.ProblemClass.BBOB)
    first = np.random.default_rng(1).uniform(-5, 5, (POPULATION, DIMENSION))
    begin = time.process_time()
    differential_evolution(
        lambda X: problem(X.T), [(-5, 5)] * DIMENSION, strategy="rand1bin", maxiter=budget // POPULATION - 1,
        init=first, tol=0, polish=False, vectorized=True, updating="deferred", rng=1,
    )  # fmt: skip
    return (time.process_time() - begin) / budget * 1e6


def _modde(function: int, budget: int) -> float:
    import ioh
    from modde import ModularDE

    problem = ioh.get_problem(function, 1, DIMENSION, ioh.ProblemClass.BBOB)
    algorithm = ModularDE(
        problem, budget=budget, lambda_=POPULATION, mutation_base="rand", mutation_n_comps=1, crossover="bin",
        bound_correction="mirror", adaptation_method_F="shade", adaptation_method_CR="shade",
    )  # fmt: skip
    begin = time.process_time()
    algorithm.run()
    return (time.process_time() - begin) / int(problem.state.evaluations) * 1e6


def python_costs(step: Step, functions: tuple[int, ...] = (1, 8, 10, 15, 21)) -> BenchTable:
    """scipy (vectorised) and modde, both on ioh's functions, against a whole run of ours."""
    table = BenchTable(
        "scipy.differential_evolution and modde on BBOB",
        f"µs per evaluation, 30-D, population 100, rand/1/bin; ours: {PAPER['boundary']}, SHADE. scipy (vectorised) "
        "and modde run on ioh's functions",
    )
    for function in functions:
        step(f"scipy and modde on f{function}")
        ours, scipy, modde = cost(function), _scipy(function, 10_000), _modde(function, 10_000)
        table.rows.append(
            {
                "function": f"f{function}",
                "inbounds": ours,
                "scipy": scipy,
                "modde": modde,
                "scipy / inbounds": scipy / ours,
                "modde / inbounds": modde / ours,
            }
        )
    return table
