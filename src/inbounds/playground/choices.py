"""What the playground can be asked to show, checked here and spelt as in its address."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from inbounds.errors import InvalidArgumentError, UnknownOperatorError, quoted
from inbounds.operators import catalogue
from inbounds.problems import functions

VIEWS: Final = ("one", "compare", "race")
BOUND: Final = 5.0  # of the box, in each direction

# The page takes the limits of its own controls from here.
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "instance": (1, 1000),
    "F": (0, 2),
    "Cr": (0, 1),
    "population": (10, 100),
    "seed": (0, 2**32),
    "dimension": (2, 40),
    "budget": (20, 10_000),
    "runs": (2, 100),
}


def choices(
    *,
    view: str | None = None,
    problem: int | None = None,
    boundaries: Sequence[str] = (),
    optimum: tuple[float, float] | None = None,
    **others: Any,
) -> dict[str, str]:
    """Return what the page is to show, by the names its address uses; what is left out keeps the page's own value.

    Parameters
    ----------
    view
        "one" method, "compare" several side by side, or "race"; by default, as many boundary methods as given say.
    problem
        Number of a BBOB function.
    boundaries
        One boundary method, or several to be compared.
    optimum
        Where in the box the optimum is moved.
    others
        mutation, crossover, adaptation by name; instance, F, Cr, population, seed, dimension, budget (per dimension)
        and runs as numbers.
    """
    chosen: dict[str, Any] = {}
    if view is not None and view not in VIEWS:
        raise InvalidArgumentError(f"view must be one of {quoted(VIEWS)}; got {view!r}")
    if view is not None or len(boundaries) > 1:
        chosen["view"] = view or "compare"
    if problem is not None:
        chosen["problem"] = _function(problem)
    if optimum is not None:
        if len(optimum) != 2 or not all(abs(value) <= BOUND for value in optimum):
            raise InvalidArgumentError(f"optimum must be two numbers in [{-BOUND:g}, {BOUND:g}]; got {optimum!r}")
        chosen["optimum"] = ",".join(f"{value:g}" for value in optimum)
    names = [_native("boundary", name) for name in dict.fromkeys(boundaries)]
    if names:
        chosen["boundary"] = names[0]
    if len(names) > 1 or (names and view in ("compare", "race")):
        chosen["methods"] = ",".join(names)
    for name, value in others.items():
        if value is not None:
            chosen[name] = _native(name, value) if name in catalogue.FAMILIES else _within(name, value)
    return {name: str(value) for name, value in chosen.items()}


def address(chosen: dict[str, str]) -> str:
    """Return `chosen` as the end of the page's address."""
    return "#" + "&".join(f"{name}={quote(value, safe='/,')}" for name, value in chosen.items())


def _function(number: int) -> int:
    known = [info.number for info in functions("bbob")]
    if number not in known:
        raise InvalidArgumentError(f"problem must be a BBOB function, {known[0]} … {known[-1]}; got {number!r}")
    return number


def _native(family: str, name: str) -> str:
    if "+" in name or "[" in name:
        raise UnknownOperatorError(
            "the playground has single operators with their standard options, and 'inbounds watch' shows runs of all "
            f"others; got {family} {name!r}"
        )
    info = catalogue.find(family, name)
    if info.function is not None:
        raise UnknownOperatorError(
            f"the playground runs the core's own operators; {family} {name!r} is written in Python: see inbounds watch"
        )
    return name


def _within(name: str, value: float) -> float:
    if name not in LIMITS:
        raise InvalidArgumentError(
            f"the playground has {quoted((*catalogue.FAMILIES[:2], 'adaptation', *LIMITS))}; got {name!r}"
        )
    low, high = LIMITS[name]
    if not low <= value <= high or (name not in ("F", "Cr") and value != int(value)):
        kind = "a number" if name in ("F", "Cr") else "a whole number"
        raise InvalidArgumentError(f"{name} must be {kind} in [{low:g}, {high:g}]; got {value!r}")
    return value
