"""The operators: the core's own, read from its metadata, and those that users register."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inbounds import _core
from inbounds.errors import InvalidArgumentError, UnknownOperatorError, quoted, suggestion
from inbounds.operators.names_elsewhere import NAMES_ELSEWHERE

FAMILIES = ("mutation", "crossover", "boundary", "adaptation")
MAX_OPTIONS = 3


@dataclass(frozen=True)
class Option:
    """A setting of one operator: one of some words, or a number within limits."""

    name: str
    choices: tuple[str, ...]
    standard: float
    low: float
    high: float

    def parse(self, text: str, owner: str) -> float:
        """Return the number that stands for `text` in the core."""
        if self.choices:
            if text not in self.choices:
                raise UnknownOperatorError(
                    f"{self.name} of {owner} must be one of {quoted(self.choices)}; got {text!r}."
                    + suggestion(text, self.choices)
                )
            return float(self.choices.index(text))
        try:
            value = float(text)
        except ValueError:
            raise InvalidArgumentError(f"{self.name} of {owner} must be a number; got {text!r}") from None
        if not self.low <= value <= self.high:
            raise InvalidArgumentError(f"{self.name} of {owner} must be in [{self.low:g}, {self.high:g}]; got {text}")
        return value

    def spell(self, value: float) -> str:
        """Return the text for `value`, the inverse of `parse`."""
        if self.choices:
            return self.choices[int(value)]
        short = f"{value:g}"
        return short if float(short) == value else repr(value)


@dataclass(frozen=True)
class OperatorInfo:
    """All that is known of an operator without running it."""

    name: str
    label: str
    family: str
    cite: str = ""
    formula: str = ""
    summary: str = ""
    kind: str = "standard"
    needs: tuple[str, ...] = ()
    minimum_population: int = 1
    options: tuple[Option, ...] = ()
    function: Callable[..., Any] | None = field(default=None, repr=False)  # of a user-registered operator


@dataclass(frozen=True)
class Choice:
    """An operator picked by name, with its options spelt out for the core."""

    info: OperatorInfo
    values: tuple[float, ...]

    @property
    def name(self) -> str:
        """The canonical spelling: options in square brackets, defaults left out."""
        changed = [
            f"{option.name}={option.spell(value)}"
            for option, value in zip(self.info.options, self.values, strict=True)
            if value != option.standard
        ]
        return self.info.name + (f"[{','.join(changed)}]" if changed else "")


def _native(family: str) -> dict[str, OperatorInfo]:
    def options(entry: Mapping[str, Any]) -> tuple[Option, ...]:
        return tuple(
            Option(
                option["name"],
                tuple(option["choices"].split("|")) if option["choices"] else (),
                option["standard"],
                option["low"],
                option["high"],
            )
            for option in entry["options"]
        )

    entries: Iterable[Mapping[str, Any]] = _core.operators()[family]
    return {
        entry["name"]: OperatorInfo(
            **{
                key: entry[key] for key in ("name", "label", "cite", "formula", "summary", "kind", "minimum_population")
            },
            family=family,
            needs=tuple(entry["needs"]),
            options=options(entry),
        )
        for entry in entries
    }


_NATIVE = {family: _native(family) for family in FAMILIES}
_REGISTERED: dict[str, dict[str, OperatorInfo]] = {family: {} for family in FAMILIES}


def operators(family: str) -> tuple[OperatorInfo, ...]:
    """Return the operators of `family`: the core's, the paper's order first, then registered ones."""
    _check_family(family)
    return (*_NATIVE[family].values(), *_REGISTERED[family].values())


def names(family: str) -> list[str]:
    """Return the canonical names of `family`."""
    return [info.name for info in operators(family)]


def find(family: str, name: str) -> OperatorInfo:
    """Return the operator called `name` (without options)."""
    known = {info.name: info for info in operators(family)}
    if name not in known:
        elsewhere = NAMES_ELSEWHERE.get(family, {}).get(name.lower())
        hint = f" Did you mean {elsewhere!r}?" if elsewhere else suggestion(name, known)
        raise UnknownOperatorError(f"{family} must be one of {quoted(known)}; got {name!r}." + hint)
    return known[name]


def choose(family: str, text: str) -> Choice:
    """Read a name such as 'rand/1' or 'transformation[offset=text]'."""
    match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", text) if isinstance(text, str) else None
    if match is None:
        raise UnknownOperatorError(f"{family} must be a name, options in [ ] after it; got {text!r}")
    info = find(family, match[1])
    given: dict[str, str] = {}
    for part in filter(None, (match[2] or "").split(",")):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key in given:
            raise InvalidArgumentError(f"each option of {info.name!r} can be given once; got {key!r} twice in {text!r}")
        given[key] = value
    known = [option.name for option in info.options]
    for key in given:
        if key not in known:
            allowed = f"one of {quoted(known)}" if known else "none"
            raise UnknownOperatorError(f"options of {info.name!r}: {allowed}; got {key!r}." + suggestion(key, known))
    values = tuple(
        option.parse(given[option.name], info.name) if option.name in given else option.standard
        for option in info.options
    )
    return Choice(info, values)


def canonical(family: str, text: str) -> str:
    """Return the one spelling of `text`; raise UnknownOperatorError where there is no such operator."""
    return choose(family, text).name


def label(family: str, text: str) -> str:
    """Return the name for people: the operator's label, and its options if any differ from the default.

    An own operator may carry the module that registers it, as in experiments: "package.module:name".
    """
    choice = choose(family, text.rpartition(":")[2])
    return choice.info.label + choice.name[len(choice.info.name) :]


def plain_name(name: str) -> str:
    """Return an operator's name without its options."""
    return name.partition("[")[0]


def slug(name: str) -> str:
    """Return `name` as it can stand in a file name or an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def core_choice(choice: Choice) -> tuple[int, list[float]]:
    """Return the operator as the core takes it; a registered one stands behind the family's first."""
    if choice.info.function is not None:
        return _stand_in(choice.info.family), [0.0] * MAX_OPTIONS
    index = list(_NATIVE[choice.info.family]).index(choice.info.name)
    return index, [*choice.values, *[0.0] * (MAX_OPTIONS - len(choice.values))]


def _stand_in(family: str) -> int:
    return list(_NATIVE[family]).index({"boundary": "projection"}.get(family, next(iter(_NATIVE[family]))))


def add(info: OperatorInfo) -> None:
    """Admit a user's operator under its name; the core's own names cannot be taken."""
    _check_family(info.family)
    if info.name in _NATIVE[info.family]:
        raise InvalidArgumentError(f"{info.family} {info.name!r} is built in; choose another name")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 /_.+-]*", info.name):
        raise InvalidArgumentError(
            f"an operator's name is made of letters, digits and any of ' /_.+-'; got {info.name!r}"
        )
    _REGISTERED[info.family][info.name] = info


def remove(family: str, name: str) -> None:
    """Forget a user's operator."""
    _check_family(family)
    _REGISTERED[family].pop(name, None)


def _check_family(family: str) -> None:
    if family not in FAMILIES:
        raise UnknownOperatorError(f"family must be one of {quoted(FAMILIES)}; got {family!r}")
