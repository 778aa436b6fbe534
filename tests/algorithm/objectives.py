"""Functions that other processes can import."""

import numpy as np


def sphere(x: np.ndarray, shift: float = 0.0) -> float:
    return float(((x - shift) ** 2).sum())


def fails_on_the_right(x: np.ndarray) -> float:
    if x[0] > 0.5:
        raise ArithmeticError("x[0] is too large")
    return float((x**2).sum())


class UnpicklableError(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fails_unpicklably(x: np.ndarray) -> float:
    raise UnpicklableError(1, 2)


def kills_its_process(x: np.ndarray) -> float:
    import os

    os._exit(3)
