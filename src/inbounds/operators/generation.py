"""What an operator written in Python sees of a generation."""

from dataclasses import dataclass

import numpy as np

from inbounds.arrays import Floats, Integers
from inbounds.errors import InvalidArgumentError


@dataclass(frozen=True, slots=True)
class Generation:
    """What an operator sees: M individuals, and the k rows it is asked to work on.

    All arrays but `donors` are read-only; `donors` is the operator's own copy, to be changed in place or not.
    """

    population: Floats  #: (M, n), as it stood at the start of the generation
    fitness: Floats  #: (M,), inf where the objective gave NaN or inf
    index: Integers  #: (k,), which individual each row belongs to
    targets: Floats  #: (k, n), these individuals
    donors: Floats  #: (k, n); in a mutation, where there are none yet, the targets
    bases: Floats  #: (k, n), the base vector of each donor; in a mutation, the targets
    lower: Floats  #: (n,)
    upper: Floats  #: (n,)
    F: Floats  #: (k, 1), a column, so that it scales rows
    Cr: Floats  #: (k, 1)
    rng: np.random.Generator  #: the only source of randomness: it is seeded, saved and restored with the run

    @property
    def best(self) -> Floats:
        """The best individual, (n,)."""
        best: Floats = self.population[np.argmin(self.fitness)]
        return best

    def pbest(self, share: float = 0.05) -> Integers:
        """Return for each row the index of one of the best `share` of the individuals, at least three of them."""
        size = len(self.population)
        elite = min(size, max(3, int(share * size + 1e-9)))
        order = np.argsort(self.fitness, kind="stable")[:elite]
        return np.asarray(order[self.rng.integers(elite, size=len(self.index))])

    def distinct(self, count: int) -> Integers:
        """Return `count` rows of k indices: in each column all different, and none of them the row's own target."""
        size = len(self.population)
        if count > size - 1:
            raise InvalidArgumentError(
                f"{count} different individuals and a target need a population of at least {count + 1}; got {size}"
            )
        drawn = np.empty((count, len(self.index)), dtype=np.int64)
        taken = self.index[np.newaxis, :]
        for k in range(count):
            # One of the numbers that are left, counted past those taken, the smallest first.
            choice = self.rng.integers(size - 1 - k, size=len(self.index))
            for smaller in taken:
                choice += choice >= smaller
            drawn[k] = choice
            taken = np.sort(np.vstack([taken, choice]), axis=0)
        return drawn
