"""Operators written in Python: what they see of a generation, and the decorators that give them a name."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from inbounds import catalogue
from inbounds.errors import InvalidArgumentError, quoted

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Booleans: TypeAlias = NDArray[np.bool_]
Function = TypeVar("Function", bound=Callable[..., Any])

BOUNDARY_KINDS = ("repair", "transform")
CROSSOVER_KINDS = ("standard", "blend")


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
