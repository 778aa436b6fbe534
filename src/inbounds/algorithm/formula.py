"""Numbers that may depend on the dimension n, such as a budget of "10000*n"."""

import math
import re
from collections.abc import Callable

MOST, MOST_FACTORS = 2**62, 8  # far beyond any use, and every value is still a number that a machine holds
OF_N: dict[str, Callable[[float], float]] = {"n": float, "sqrt(n)": math.sqrt, "log(n)": math.log}


def normal_formula(value: object) -> str:
    """Return the one spelling of a positive whole number or of a product of numbers and n, like "10000*n".

    Factors may also be "sqrt(n)" and "log(n)"; such a product is rounded.
    """
    known = isinstance(value, int | float | str) and not isinstance(value, bool)
    if isinstance(value, int) and abs(value) > MOST:
        known = False  # some are too long to be written out
    factors: list[str] = str(value).replace("_", "").replace(" ", "").split("*") if known else []
    if not factors or not all(map(_is_factor, factors)):
        raise ValueError("must be a positive integer or a product with the dimension n, like '10000*n'")
    number = 1
    for factor in factors:
        number *= 1 if factor in OF_N else int(float(factor))
    if number > MOST or len(factors) > MOST_FACTORS:
        raise ValueError(f"must be a product of at most {MOST_FACTORS} factors, its numbers {MOST} at most")
    varying = [name for name in OF_N for _ in range(factors.count(name))]
    return "*".join([str(number)] * (number != 1 or not varying) + varying)


def _is_factor(text: str) -> bool:
    if text in OF_N:
        return True
    if not re.fullmatch(r"\d{1,15}(\.\d+)?(e\+?\d{1,2})?", text):
        return False
    return float(text) >= 1 and float(text).is_integer()


def evaluate_formula(formula: str, dimension: int) -> int:
    """Return the value of a normal formula in `dimension`."""
    whole, real = 1, 1.0
    for factor in formula.split("*"):
        if factor in ("sqrt(n)", "log(n)"):
            real *= OF_N[factor](dimension)
        else:
            whole *= dimension if factor == "n" else int(factor)
    return whole if real == 1.0 else round(whole * real)
