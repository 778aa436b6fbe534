"""Drives single stages of the native engine on given arrays."""

import numpy as np

from inbounds import DE, _core

BIG = 10**9


def engine(de=None, *, lower, upper, seed=1, run=0, budget=BIG, target=None, **operators):
    """An engine for the box, its initial population accepted with equal fitness."""
    de = de or DE(**operators)
    lower, upper = np.asarray(lower, float), np.asarray(upper, float)
    made = _core.Engine(lower, upper, de.core_operators, de.population, budget, target, 0.0, False, seed, run)
    made.propose()
    made.accept(np.zeros(de.population))
    return made


def repaired(boundary, donors, *, lower, upper, bases, targets, best=None, others=None, seed=1):
    """What `boundary` makes of `donors`: the rows after repair, and which were repaired.

    The population is the targets, then `others` if given, else some of its own, then `best` if given, which has the
    smallest value.
    """
    donors = np.atleast_2d(np.asarray(donors, float))
    rows = len(donors)
    size = max(rows + (0 if others is None else len(others)) + (best is not None), 4)
    made = engine(boundary=boundary, population=size, lower=lower, upper=upper, seed=seed)
    made.population[:rows] = targets
    if others is not None:
        made.population[rows : rows + len(others)] = others
    if best is not None:
        made.population[-1], made.fitness[-1] = best, -1.0
    made.parameters()
    made.trials[:rows] = donors
    every = np.array(made.population)
    every[:rows] = bases
    made.set_bases(every)
    made.repair()
    return np.array(made.trials[:rows]), np.array(made.repaired[:rows], bool)


def coefficients(mutation, *, population=8, generations=50, fitness=None, seed=1):
    """Yield (target, coefficients of each individual in the donor, coefficients in the base, F).

    The population is the unit vectors, so that a donor's coordinates are its coefficients.
    """
    limits = np.full(population, 1e6)
    made = engine(
        mutation=mutation, boundary="projection", population=population, lower=-limits, upper=limits, seed=seed
    )
    for _ in range(generations):
        made.population[:] = np.eye(population)
        made.fitness[:] = np.arange(population) if fitness is None else fitness
        made.parameters()
        made.mutate()
        yield from zip(range(population), np.array(made.trials), made.bases(), np.array(made.scale), strict=True)


def crossed(crossover, *, rate, dimension, rows, seed=1):
    """Which coordinates `crossover` takes from the donor: a (rows, dimension) mask."""
    limits = np.full(dimension, 2.0)
    made = engine(crossover=crossover, population=max(rows, 4), lower=-limits, upper=limits, seed=seed)
    made.parameters()
    made.population[:] = 0.0
    made.trials[:] = 1.0
    made.rate[:] = rate
    made.cross()
    return np.array(made.trials[:rows]) == 1.0
