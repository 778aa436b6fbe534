"""Numbers that may depend on the dimension n, such as a budget of "10000*n"."""

import math
import re
from collections.abc import Callable

OF_N: dict[str, Callable[[float], float]] = {"n": float, "sqrt(n)": math.sqrt, "log(n)": math.log}


def normal_formula(value: object) -> str:
    """Return the one spelling of a positive whole number or of a product of numbers and n, like "10000*n".

    Factors may also be "sqrt(n)" and "log(n)"; such a product is rounded.
    """
    factors: list[str] = str(value).replace("_", "").replace(" ", "").split("*")
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not all(map(_is_factor, factors)):
        raise ValueError("must be a positive integer or a product with the dimension n, like '10000*n'")
    number = 1
    for factor in factors:
        number *= 1 if factor in OF_N else int(float(factor))
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
