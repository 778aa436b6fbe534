"""The algorithm space as data: every choice that makes a DE, for SMAC, irace and other configurators."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from inbounds.algorithm.composition import Composition
from inbounds.errors import InvalidArgumentError, missing_extra, quoted, suggestion
from inbounds.operators import catalogue
from inbounds.operators.catalogue import OperatorInfo

if TYPE_CHECKING:
    import ConfigSpace

SHORT = ("F", "Cr")  # options that go by their own names, as the field knows them
REPRODUCTIONS = ("exponential-2020",)  # a defect kept to reproduce published results: nothing to tune


@dataclass(frozen=True)
class Parameter:
    """One choice: among names, or a number within limits; it exists where `parent` is one of `values`."""

    name: str
    default: str | float | int
    choices: tuple[str, ...] = ()
    low: float | int = 0
    high: float | int = 0
    log: bool = False
    parent: str = ""
    values: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return not self.choices and isinstance(self.default, int)


def parameters(
    *,
    mutations: Iterable[str] | None = None,
    crossovers: Iterable[str] | None = None,
    boundaries: Iterable[str] | None = None,
    adaptations: Iterable[str] | None = None,
    population: int | tuple[int, int] = (10, 500),
    modules: bool = False,
) -> list[Parameter]:
    """Return the parameters of the algorithm space; an operator's options exist where the operator is chosen.

    Parameters
    ----------
    mutations, crossovers, boundaries, adaptations
        Names to choose among; all of the family if None (without ``"exponential-2020"``). A name with options, or a
        mixture of boundary methods, is taken as it is.
    population
        The population, or its limits.
    modules
        Whether archive (with the mutations that can use one), reduction, pbest share, rotation, restarts and selection
        are to be chosen too.
    """
    given = {"mutation": mutations, "crossover": crossovers, "boundary": boundaries, "adaptation": adaptations}
    chosen = {family: _operators(family, names) for family, names in given.items()}
    space = [_choice(family, operators) for family, operators in chosen.items()]
    needed = max(operator.minimum_population for operator in chosen["mutation"])
    low, high = (population, population) if isinstance(population, int) else population
    if not needed <= low <= high:
        raise InvalidArgumentError(
            f"population must be limits (low, high) with low at least {needed} for these mutations; got {population!r}"
        )
    space.append(Parameter("population", min(max(100, low), high), low=low, high=high, log=True))
    if modules:
        _refuse_following(chosen["boundary"])
        users = tuple(operator.name for operator in chosen["mutation"] if "archive" in operator.needs)
        chosen |= {family: list(catalogue.operators(family)) for family in catalogue.MODULES if family != "archive"}
        if users:
            chosen["archive"] = list(catalogue.operators("archive"))
        space += [_choice(family, chosen[family]) for family in catalogue.MODULES if family in chosen]
        if 0 < len(users) < len(chosen["mutation"]):
            space = [replace(one, parent="mutation", values=users) if one.name == "archive" else one for one in space]
    for family, operators in chosen.items():
        space += [
            _option(family, operator, number) for operator in operators for number in range(len(operator.options))
        ]
    return space


def configuration_space(
    *,
    mutations: Iterable[str] | None = None,
    crossovers: Iterable[str] | None = None,
    boundaries: Iterable[str] | None = None,
    adaptations: Iterable[str] | None = None,
    population: int | tuple[int, int] = (10, 500),
    modules: bool = False,
    seed: int | None = None,
) -> "ConfigSpace.ConfigurationSpace":
    """Return the algorithm space as a ConfigSpace object, to sample from or to give to SMAC.

    `seed` is that of its samples; the other parameters are those of `inbounds.algorithm.parameters`. Turn a
    configuration into an algorithm with `DE.from_configuration`.
    """
    try:
        import ConfigSpace
    except ImportError:
        raise missing_extra("ConfigSpace", "config") from None
    space = ConfigSpace.ConfigurationSpace(name="inbounds", seed=seed)
    found = parameters(
        mutations=mutations,
        crossovers=crossovers,
        boundaries=boundaries,
        adaptations=adaptations,
        population=population,
        modules=modules,
    )
    made = {parameter.name: _hyperparameter(ConfigSpace, parameter) for parameter in found}
    space.add(list(made.values()))
    space.add(
        [
            ConfigSpace.InCondition(made[parameter.name], made[parameter.parent], list(parameter.values))
            for parameter in found
            if parameter.parent and len(_named(found, parameter.parent).choices) > 1
        ]
    )
    return space


def irace_parameters(
    *,
    mutations: Iterable[str] | None = None,
    crossovers: Iterable[str] | None = None,
    boundaries: Iterable[str] | None = None,
    adaptations: Iterable[str] | None = None,
    population: int | tuple[int, int] = (10, 500),
    modules: bool = False,
) -> str:
    """Return the algorithm space as the text of a parameter file of irace."""
    found = parameters(
        mutations=mutations,
        crossovers=crossovers,
        boundaries=boundaries,
        adaptations=adaptations,
        population=population,
        modules=modules,
    )
    return "".join(_irace_line(parameter) + "\n" for parameter in found)


def arguments_of(configuration: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the DE that a configuration describes.

    None and NaN stand for parameters that do not exist in it.
    """
    given = {name: value for name, value in dict(configuration).items() if not _absent(value)}
    for family in catalogue.FAMILIES:
        if family not in given:
            raise InvalidArgumentError(f"a configuration needs {family!r}; got {quoted(given)}")
    families = (*catalogue.FAMILIES, *(family for family in catalogue.MODULES if family in given))
    chosen = {family: _operator(family, str(given.pop(family))) for family in families}
    population = given.pop("population", None)
    known = {
        spelling: (family, option.name)
        for family, operator in chosen.items()
        for option in operator.options
        for spelling in {_option_name(operator, option.name), _plain(_option_name(operator, option.name))}
    }
    options: dict[str, list[str]] = {family: [] for family in families}
    for name, value in given.items():
        if name not in known:
            allowed = (*families, "population", *known)
            raise InvalidArgumentError(
                f"a configuration with these operators has {quoted(allowed)}; got {name!r}." + suggestion(name, allowed)
            )
        family, option_name = known[name]
        options[family].append(f"{option_name}={str(value) if isinstance(value, str) else repr(float(value))}")
    spelt = {
        family: operator.name + (f"[{','.join(options[family])}]" if options[family] else "")
        for family, operator in chosen.items()
    }
    size = {} if population is None else {"population": int(population)}
    return {**spelt, **size}


def _operators(family: str, names: Iterable[str] | None) -> list[OperatorInfo]:
    if names is None:
        return [operator for operator in catalogue.operators(family) if operator.name not in REPRODUCTIONS]
    if isinstance(names, str):
        raise InvalidArgumentError(f"{family} names must be a list; got the text {names!r}")
    found = [_operator(family, name) for name in names]
    if not found:
        raise InvalidArgumentError(f"at least one {family} is needed; got none")
    return found


def _operator(family: str, name: str) -> OperatorInfo:
    """Return the operator of that name; where options stand in it, or it is a mixture, nothing is left to choose."""
    choice = catalogue.choose(family, name)
    return choice.info if name == choice.info.name else replace(choice.info, name=choice.name, options=())


def _refuse_following(boundaries: Sequence[OperatorInfo]) -> None:
    following = [operator.name for operator in boundaries if "rule=survival" in operator.name]
    if following:
        raise InvalidArgumentError(
            f"modules may change the population, which boundary {following[0]!r} must follow; "
            "leave it out of boundaries, or give modules=False"
        )


def _choice(family: str, operators: Sequence[OperatorInfo]) -> Parameter:
    names = tuple(operator.name for operator in operators)
    usual = getattr(Composition, family)
    return Parameter(family, usual if usual in names else names[0], choices=names)


def _option(family: str, operator: OperatorInfo, number: int) -> Parameter:
    option, at = operator.options[number], (operator.name,)
    name = _option_name(operator, option.name)
    if option.choices:
        return Parameter(name, option.choices[int(option.standard)], option.choices, parent=family, values=at)
    number_of = int if option.whole else float
    default, low, high = (number_of(limit) for limit in (option.standard, option.low, option.high))
    return Parameter(name, default, low=low, high=high, parent=family, values=at)


def _option_name(operator: OperatorInfo, option: str) -> str:
    if option in SHORT:
        return option
    owner = operator.name if operator.family in catalogue.FAMILIES else f"{operator.family}.{operator.name}"
    return f"{owner}.{option}"


def _named(found: Iterable[Parameter], name: str) -> Parameter:
    return next(parameter for parameter in found if parameter.name == name)


def _hyperparameter(space: Any, parameter: Parameter) -> Any:
    if parameter.choices:
        return space.CategoricalHyperparameter(parameter.name, parameter.choices, default_value=parameter.default)
    if parameter.low == parameter.high:
        return space.Constant(parameter.name, parameter.default)
    kind = space.UniformIntegerHyperparameter if parameter.whole else space.UniformFloatHyperparameter
    return kind(parameter.name, parameter.low, parameter.high, default_value=parameter.default, log=parameter.log)


def _irace_line(parameter: Parameter) -> str:
    name = _plain(parameter.name)
    if parameter.choices or parameter.low == parameter.high:
        kind, domain = "c", ", ".join(f'"{choice}"' for choice in parameter.choices or (parameter.default,))
    else:
        kind = ("i" if parameter.whole else "r") + (",log" if parameter.log else "")
        domain = f"{parameter.low:g}, {parameter.high:g}"
    condition = f" | {parameter.parent} {_r_test(parameter.values)}" if parameter.parent else ""
    return f'{name} "--{parameter.name}=" {kind} ({domain}){condition}'


def _r_test(values: Sequence[str]) -> str:
    quoted_names = ", ".join(f'"{value}"' for value in values)
    return f"== {quoted_names}" if len(values) == 1 else f"%in% c({quoted_names})"


def _plain(name: str) -> str:
    """Return a name as an identifier of R: irace allows letters, digits, '.' and '_'."""
    plain = "".join(character if character.isalnum() or character in "._" else "_" for character in name)
    return plain if plain[0].isalpha() else f"x{plain}"


def _absent(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
