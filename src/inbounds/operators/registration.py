"""Operators written in Python: the decorators that give them a name."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators import catalogue

Function = TypeVar("Function", bound=Callable[..., Any])

BOUNDARY_KINDS = ("repair", "transform")
CROSSOVER_KINDS = ("standard", "blend")


def mutation(
    name: str, *, label: str = "", minimum_population: int = 4, cite: str = "", formula: str = "", summary: str = ""
) -> Callable[[Function], Function]:
    """Register the decorated function as the mutation `name`.

    The function takes a `Generation` and returns the donors, (k, n); or the donors and their base vectors, where
    these are not the targets. Further arguments with a number as default become options of the name.
    """
    return _registering(
        "mutation", name, label=label, minimum_population=minimum_population, cite=cite, formula=formula,
        summary=summary,
    )  # fmt: skip


def crossover(
    name: str, *, label: str = "", kind: str = "standard", cite: str = "", formula: str = "", summary: str = ""
) -> Callable[[Function], Function]:
    """Register the decorated function as the crossover `name`.

    The function takes a `Generation` and returns the trials, (k, n). `kind="standard"` takes every coordinate from
    the donor or from the target; `kind="blend"` may put it anywhere in the box.
    """
    _check_kind("crossover", kind, CROSSOVER_KINDS)
    return _registering("crossover", name, label=label, kind=kind, cite=cite, formula=formula, summary=summary)


def boundary(
    name: str, *, label: str = "", kind: str = "repair", cite: str = "", formula: str = "", summary: str = ""
) -> Callable[[Function], Function]:
    """Register the decorated function as the boundary method `name`.

    The function takes a `Generation` and returns the donors, (k, n), all of them in the box. With `kind="repair"` it
    is handed the infeasible donors only, with `kind="transform"` all of them. A NaN coordinate, which has crossed no
    bound that could be named, is replaced by the target's before the function sees it.
    """
    _check_kind("boundary", kind, BOUNDARY_KINDS)
    return _registering("boundary", name, label=label, kind=kind, cite=cite, formula=formula, summary=summary)


def _registering(family: str, name: str, *, label: str, **about: Any) -> Callable[[Function], Function]:
    if not isinstance(name, str):
        raise InvalidArgumentError(f'a {family} is registered by its name, as in @{family}("my-name"); got {name!r}')

    def register(function: Function) -> Function:
        documented = (inspect.getdoc(function) or "").partition("\n")[0]
        info = catalogue.OperatorInfo(
            name=name,
            label=label or name.replace("-", " ").title(),
            family=family,
            options=_options(family, name, function),
            function=function,
            **{**about, "summary": about["summary"] or documented},
        )
        catalogue.add(info)
        return function

    return register


def _options(family: str, name: str, function: Callable[..., Any]) -> tuple[catalogue.Option, ...]:
    if not callable(function):
        raise InvalidArgumentError(f"{family} {name!r} must be a function of one generation; got {function!r}")
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters or parameters[0].kind not in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    ):
        raise InvalidArgumentError(f"{family} {name!r} must take one generation as its first argument")
    others = parameters[1:]
    for option in others:
        if isinstance(option.default, bool) or not isinstance(option.default, int | float):
            raise InvalidArgumentError(
                f"{family} {name!r}: argument {option.name!r} after the generation becomes an option of the name and "
                "needs a number as default"
            )
    return tuple(
        catalogue.Option(option.name, (), float(option.default), float("-inf"), float("inf")) for option in others
    )


def _check_kind(family: str, kind: str, allowed: tuple[str, ...]) -> None:
    if kind not in allowed:
        raise InvalidArgumentError(f"kind of a {family} must be one of {quoted(allowed)}; got {kind!r}")
