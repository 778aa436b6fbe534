"""An algorithm as a combination of named operators, checked: what every way of running it needs to know."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from inbounds.algorithm.formula import evaluate_formula, normal_formula
from inbounds.arguments import whole_number
from inbounds.errors import InvalidArgumentError, quoted
from inbounds.operators import catalogue
from inbounds.operators import operator_names as named
from inbounds.operators.catalogue import Choice
from inbounds.operators.module_paths import chosen


@dataclass(frozen=True)
class Composition:
    """The operators of a differential evolution, and its population; the parameters are those of `DE`."""

    mutation: "named.MutationName | str" = "rand/1"
    crossover: "named.CrossoverName | str" = "binomial"
    boundary: "named.BoundaryName | str" = "reflection"
    adaptation: "named.AdaptationName | str" = "shade"
    population: int | str = 100
    archive: "named.ArchiveName | str" = "none"
    reduction: "named.ReductionName | str" = "none"
    pbest: "named.PbestName | str" = "constant"
    rotation: "named.RotationName | str" = "none"
    restart: "named.RestartName | str" = "none"
    selection: "named.SelectionName | str" = "better"
    F: float | None = field(default=None, repr=False)
    Cr: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.F is not None or self.Cr is not None:
            object.__setattr__(self, "adaptation", _with_constants(self.adaptation, self.F, self.Cr))
            object.__setattr__(self, "F", None)
            object.__setattr__(self, "Cr", None)
        parsed = {family: chosen(family, getattr(self, family)) for family in catalogue.FAMILIES}
        for family, choice in parsed.items():
            object.__setattr__(self, family, choice.name)
        object.__setattr__(self, "choices", parsed)
        for family in catalogue.MODULES:
            object.__setattr__(self, family, catalogue.canonical(family, getattr(self, family)))
        object.__setattr__(self, "population", _population(self.population))
        if isinstance(self.population, int):
            self._check_population(self.population)
        self._check_modules()

    def _check_population(self, population: int) -> None:
        needed = self.choices["mutation"].info.minimum_population
        if population < needed:
            raise InvalidArgumentError(f"population must be at least {needed} for {self.mutation!r}; got {population}")

    def size(self, dimension: int) -> int:
        """Return the number of individuals in `dimension`; a formula gives at least what the mutation needs."""
        if isinstance(self.population, int):
            return self.population
        return max(evaluate_formula(self.population, dimension), self.choices["mutation"].info.minimum_population, 4)

    def _check_modules(self) -> None:
        if self.archive != "none" and "archive" not in self.choices["mutation"].info.needs:
            able = [info.name for info in catalogue.operators("mutation") if "archive" in info.needs]
            raise InvalidArgumentError(
                f"archive={self.archive!r} serves the mutations {quoted(able)}; got {self.mutation!r}"
            )
        own = [family for family in ("crossover", "boundary") if self.choices[family].info.function is not None]
        if self.rotation != "none" and own:
            raise InvalidArgumentError(
                f"rotation={self.rotation!r} needs a built-in {own[0]}; got {getattr(self, own[0])!r}"
            )
        if (self.reduction, self.restart) != ("none", "none") and "rule=survival" in self.boundary:
            raise InvalidArgumentError(
                f"boundary {self.boundary!r} follows individuals, which needs a population that stays; "
                f"got reduction={self.reduction!r}, restart={self.restart!r}"
            )
        self._check_remaking()

    def _check_remaking(self) -> None:
        """Refuse what only the core can do with operators that are not the core's."""
        boundary = self.choices["boundary"]
        crosses = boundary.stage != "donor" or "resampling-with-F" in self.boundary
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
    def modules(self) -> dict[str, str]:
        """The modules that change the algorithm, by family."""
        named = {family: getattr(self, family) for family in catalogue.MODULES}
        return {family: name for family, name in named.items() if name != catalogue.standard(family)}

    @property
    def core_operators(self) -> tuple[Any, ...]:
        """The operators as the core takes them, then the modules."""
        operators = (
            catalogue.core_boundary(choice) if family == "boundary" else catalogue.core_choice(choice)
            for family, choice in self.choices.items()
        )
        modules = [catalogue.choose(family, getattr(self, family)) for family in catalogue.MODULES]
        return (*operators, [catalogue.core_choice(choice) for choice in modules])

    @property
    def native(self) -> bool:
        """True where every operator is the core's own."""
        return all(choice.info.function is None for choice in self.choices.values())


def _population(given: int | str) -> int | str:
    if not isinstance(given, str):
        return whole_number("population", given)
    try:
        formula = normal_formula(given)
    except ValueError as error:
        raise InvalidArgumentError(f"population {error}; got {given!r}") from None
    return int(formula) if formula.isdigit() else formula


def _with_constants(adaptation: str, scale: float | None, rate: float | None) -> str:
    """Return `adaptation` with these constants; one that is not given stays as it was."""
    before = catalogue.choose("adaptation", adaptation)
    if before.info.name != "constant":
        raise InvalidArgumentError(f"F and Cr can be given with adaptation='constant' only; got {adaptation!r}")
    options = {option.name: value for option, value in zip(before.info.options, before.values, strict=True)}
    options.update({name: value for name, value in (("F", scale), ("Cr", rate)) if value is not None})
    return "constant[" + ",".join(f"{name}={value}" for name, value in options.items()) + "]"
