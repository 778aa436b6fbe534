"""Numbers that may depend on the dimension n, such as a budget of "10000*n"."""

import re


def normal_formula(value: object) -> str:
    """Return the one spelling of a positive whole number or of a product of numbers and n, like "10000*n"."""
    factors: list[str] = str(value).replace("_", "").replace(" ", "").split("*")
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not all(map(_is_factor, factors)):
        raise ValueError("must be a positive integer or a product with the dimension n, like '10000*n'")
    number = 1
    for factor in factors:
        number *= 1 if factor == "n" else int(float(factor))
    return "*".join([str(number)] * (number != 1 or factors.count("n") == 0) + ["n"] * factors.count("n"))


def _is_factor(text: str) -> bool:
    if text == "n":
        return True
    if not re.fullmatch(r"\d{1,15}(\.\d+)?(e\+?\d{1,2})?", text):
        return False
    return float(text) >= 1 and float(text).is_integer()


def evaluate_formula(formula: str, dimension: int) -> int:
    """Return the value of a normal formula in `dimension`."""
    value = 1
    for factor in formula.split("*"):
        value *= dimension if factor == "n" else int(factor)
    return value
