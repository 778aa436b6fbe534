"""f5, the linear slope, as the IOH library had it when the paper's data were made.

Inside the box it is today's function. Outside, the program compared with the optimum that it had drawn, which lies
within [-4, 4]^n, and not with the corner that is the optimum: beyond the corner the function goes on falling below
f_opt, up to where x_j times the drawn coordinate reaches 25; from there on the term counts as at the drawn coordinate.
"""

from functools import cache

import numpy as np

from inbounds.arrays import Floats
from inbounds.problems import problem
from inbounds.problems.adapters import PythonProblem

FUNCTION = 5


def linear_slope_2020(dimension: int, *, instance: int = 1) -> PythonProblem:
    """Return the old f5 as a problem."""
    today = problem("bbob", function=FUNCTION, instance=instance, dimension=dimension)
    drawn = drawn_optimum(FUNCTION + 10_000 * instance, dimension)
    slope = np.sign(drawn) * 10.0 ** np.linspace(0, 1, dimension)

    def values(rows: Floats) -> Floats:
        counted = np.where(rows * drawn < 25.0, rows, drawn)
        return np.asarray((5.0 * np.abs(slope) - slope * counted).sum(axis=1) + today.f_opt)

    return PythonProblem(
        values, lower=today.lower, upper=today.upper, vectorized=True, f_opt=today.f_opt, name="linear slope of 2020"
    )


@cache
def _uniform(seed: int, count: int) -> tuple[float, ...]:
    """Draw as the original BBOB does: a table of 32 numbers, shuffled by a multiplicative generator."""
    state = max(seed, 1)

    def advance() -> int:
        nonlocal state
        state = 16807 * state % 2147483647
        return state

    filled = [advance() for _ in range(40)][::-1]
    table = filled[:32]
    last = table[0]
    numbers = []
    for _ in range(count):
        slot = min(max(last // 67108865, 0), 31)
        last, table[slot] = table[slot], advance()
        numbers.append(last / 2.147483647e9)
    return tuple(numbers)


def drawn_optimum(seed: int, dimension: int) -> Floats:
    """Return the optimum that BBOB draws from a seed, within [-4, 4]^n in steps of 0.0008."""
    drawn = 8.0 * np.floor(1e4 * np.array(_uniform(seed, dimension))) / 1e4 - 4.0
    return np.where(drawn == 0.0, -1e-5, drawn)
