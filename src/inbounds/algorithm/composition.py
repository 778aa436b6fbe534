"""An algorithm as a combination of named operators, checked: what every way of running it needs to know."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inbounds.arguments import whole_number
from inbounds.errors import InvalidArgumentError
from inbounds.operators import catalogue
from inbounds.operators.catalogue import Choice
from inbounds.operators.module_paths import registered_name


@dataclass(frozen=True)
class Composition:
    """The operators of a differential evolution, and its population.

    Parameters
    ----------
    mutation, crossover, boundary, adaptation
        Names from `inbounds.mutations()` and its kin, or of registered operators; options follow in square
        brackets, as in ``"transformation[offset=text]"``.
    population
        Number of individuals.
    F, Cr
        The parameters of ``adaptation="constant"``; not allowed with any other.
    """

    mutation: str = "rand/1"
    crossover: str = "binomial"
    boundary: str = "reflection"
    adaptation: str = "shade"
    population: int = 100
    F: float | None = field(default=None, repr=False)
    Cr: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.F is not None or self.Cr is not None:
            object.__setattr__(self, "adaptation", _with_constants(self.adaptation, self.F, self.Cr))
            object.__setattr__(self, "F", None)
            object.__setattr__(self, "Cr", None)
        parsed = {
            family: catalogue.choose(family, registered_name(family, getattr(self, family)))
            for family in catalogue.FAMILIES
        }
        for family, choice in parsed.items():
            object.__setattr__(self, family, choice.name)
        object.__setattr__(self, "choices", parsed)
        object.__setattr__(self, "population", whole_number("population", self.population))
        needed = self.choices["mutation"].info.minimum_population
        if self.population < needed:
            raise InvalidArgumentError(
                f"population must be at least {needed} for {self.mutation!r}; got {self.population}"
            )
        self._check_remaking()

    def _check_remaking(self) -> None:
        """Refuse what only the core can do with operators that are not the core's."""
        boundary = self.choices["boundary"]
        crosses = boundary.stage == "trial" or "resampling-with-F" in self.boundary
        own = [
            self.choices[family].name
            for family in ("mutation", "crossover")
            if self.choices[family].info.function is not None and (family == "mutation" or crosses)
        ]
        if own and "resample" in boundary.kinds and (crosses or boundary.parts):
            raise InvalidArgumentError(
                f"boundary {self.boundary!r} makes donors again, which needs built-in operators; got {own[0]!r}"
            )

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The operators by family."""
        return {family: catalogue.choose(family, getattr(self, family)) for family in catalogue.FAMILIES}

    @property
    def core_operators(self) -> tuple[Any, ...]:
        """The operators as the core takes them."""
        return tuple(
            catalogue.core_boundary(choice) if family == "boundary" else catalogue.core_choice(choice)
            for family, choice in self.choices.items()
        )

    @property
    def native(self) -> bool:
        """True where every operator is the core's own."""
        return all(choice.info.function is None for choice in self.choices.values())


def _with_constants(adaptation: str, scale: float | None, rate: float | None) -> str:
    """Return `adaptation` with these constants; one that is not given stays as it was."""
    before = catalogue.choose("adaptation", adaptation)
    if before.info.name != "constant":
        raise InvalidArgumentError(f"F and Cr can be given with adaptation='constant' only; got {adaptation!r}")
    options = {option.name: value for option, value in zip(before.info.options, before.values, strict=True)}
    options.update({name: value for name, value in (("F", scale), ("Cr", rate)) if value is not None})
    return "constant[" + ",".join(f"{name}={value}" for name, value in options.items()) + "]"
