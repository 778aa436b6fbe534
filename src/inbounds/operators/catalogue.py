"""The operators: the core's own, read from its metadata, and those that users register."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inbounds import _core
from inbounds.errors import InvalidArgumentError, UnknownOperatorError, quoted, shown, suggestion
from inbounds.operators.names_elsewhere import NAMES_ELSEWHERE

FAMILIES = ("mutation", "crossover", "boundary", "adaptation")
# Parts of later algorithms; each is a family whose first member leaves the algorithm as it is.
MODULES = ("archive", "reduction", "pbest", "rotation", "restart", "selection")
MAX_OPTIONS = 3
WHOLE_OPTIONS = ("memory", "least")  # of built-in operators: the core takes them as sizes
RULES = ("uniform", "success-rate", "abchs", "survival")  # of a mixture; in the core's order
# Where a boundary method acts; "darwinian": an infeasible trial stays outside and has the value of its repaired image.
STAGES = ("donor", "trial", "darwinian")  # in the core's order
MIXTURE_OPTIONS = ("rule", "stage")
MIXTURE_FORMS = "'resampling+reflection' or '(resampling+reflection)[rule=survival,stage=trial]'"
ALWAYS_ON_TRIALS = ("death-penalty", "resampling-with-F")


@dataclass(frozen=True)
class Option:
    """A setting of one operator: one of some words, or a number within limits, whole or not."""

    name: str
    choices: tuple[str, ...]
    standard: float
    low: float
    high: float
    whole: bool = False

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
        if not self.low <= value <= self.high or (self.whole and not value.is_integer()):
            what = "a whole number in" if self.whole else "in"
            raise InvalidArgumentError(
                f"{self.name} of {owner} must be {what} [{self.low:g}, {self.high:g}]; got {text}"
            )
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
    parts: tuple["Choice", ...] = ()  # of a mixture of boundary methods
    rule: str = RULES[0]
    stage: str = STAGES[0]

    @property
    def name(self) -> str:
        """The canonical spelling: options in square brackets, defaults left out."""
        changed = [
            f"{option.name}={option.spell(value)}"
            for option, value in zip(self.info.options, self.values, strict=True)
            if value != option.standard
        ]
        changed += [f"rule={self.rule}"] if self.rule != RULES[0] else []
        changed += [f"stage={self.stage}"] if self.stage != STAGES[0] else []
        plain = f"({self.info.name})" if self.parts and changed else self.info.name
        return plain + (f"[{','.join(changed)}]" if changed else "")

    @property
    def label(self) -> str:
        """The name for people: the label, and the options that differ from their defaults."""
        return self.info.label + (f"[{self.name.rpartition('[')[2]}" if self.name.endswith("]") else "")

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of the operator, or of the parts of a mixture."""
        return frozenset(part.info.kind for part in self.parts or (self,))


def _native(family: str) -> dict[str, OperatorInfo]:
    def options(entry: Mapping[str, Any]) -> tuple[Option, ...]:
        return tuple(
            Option(
                option["name"],
                tuple(option["choices"].split("|")) if option["choices"] else (),
                option["standard"],
                option["low"],
                option["high"],
                whole=option["name"] in WHOLE_OPTIONS,
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


_NATIVE = {family: _native(family) for family in (*FAMILIES, *MODULES)}
_REGISTERED: dict[str, dict[str, OperatorInfo]] = {family: {} for family in _NATIVE}


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
    if not isinstance(name, str):
        raise UnknownOperatorError(f"{family} must be a name, one of {quoted(known)}; got {shown(name)}")
    if name not in known:
        elsewhere = NAMES_ELSEWHERE.get(family, {}).get(name.lower())
        hint = f" Did you mean {elsewhere!r}?" if elsewhere else suggestion(name, known)
        raise UnknownOperatorError(f"{family} must be one of {quoted(known)}; got {name!r}." + hint)
    return known[name]


def choose(family: str, text: str) -> Choice:
    """Read a name such as 'rand/1' or 'transformation[offset=text]'; of boundary methods also 'resampling+reflection'.

    A mixture takes options of its own in brackets of its own, as in '(resampling+reflection)[rule=survival]'.
    """
    _check_family(family)
    if family != "boundary" or not isinstance(text, str) or text in _REGISTERED[family]:
        return _choose_one(family, text)
    inner, options = _mixture_options(text)
    parts = re.split(r"\+(?![^\[]*\])", inner)  # a plus within an option's brackets is part of a number
    if len(parts) == 1 and not text.startswith("("):
        return _with_stage(text)
    return _mixture(parts, options, text)


def _mixture_options(text: str) -> tuple[str, dict[str, str]]:
    match = re.fullmatch(r"\((.*)\)(?:\[([^\[\]]*)\])?", text)
    return (text, {}) if match is None else (match[1], _options_in(match[2] or "", "a mixture", text))


def _with_stage(text: str) -> Choice:
    match = re.fullmatch(r"([^\[\]]+)\[([^\[\]]*)\]", text)
    given = _options_in(match[2], match[1], text) if match else {}
    if match is None or "stage" not in given:
        return _choose_one("boundary", text)
    stage = _word("stage", given.pop("stage"), STAGES, match[1])
    rest = ",".join(f"{key}={value}" for key, value in given.items())
    choice = _choose_one("boundary", match[1] + (f"[{rest}]" if rest else ""))
    if match[1] in ALWAYS_ON_TRIALS:
        raise InvalidArgumentError(f"{match[1]!r} acts on trials by itself and has no stage; got {text!r}")
    return _checked_stage(replace(choice, stage=stage), text)


def _checked_stage(choice: Choice, text: str) -> Choice:
    """Refuse the Darwinian stage for methods that give no image of the infeasible point itself."""
    if choice.stage == "darwinian" and choice.kinds & {"resample", "penalise"}:
        part = next(part for part in choice.parts or (choice,) if part.info.kind in ("resample", "penalise"))
        raise InvalidArgumentError(
            f"stage=darwinian needs methods that move a point into the box; {part.info.name!r} does not, in {text!r}"
        )
    return choice


def _mixture(names_given: list[str], options: dict[str, str], text: str) -> Choice:
    if any(not name.strip() or set("()") & set(name) for name in names_given):
        raise UnknownOperatorError(f"a mixture is written {MIXTURE_FORMS}; got {text!r}")
    if len(names_given) < 2:
        raise InvalidArgumentError(f"a mixture has at least two parts, joined by '+'; got {text!r}")
    for name in names_given:
        if set(_options_in(name.partition("[")[2].rstrip("]"), name, text)) & set(MIXTURE_OPTIONS):
            raise InvalidArgumentError(
                f"{' and '.join(MIXTURE_OPTIONS)} are given for a whole mixture, written {MIXTURE_FORMS}; got {text!r}"
            )
    parts = [_choose_one("boundary", name.strip()) for name in names_given]
    spelt = [part.name for part in parts]
    for part in parts:
        if part.info.function is not None:
            raise InvalidArgumentError(f"a mixture is made of built-in boundary methods; got {part.name!r} in {text!r}")
        if spelt.count(part.name) > 1:
            raise InvalidArgumentError(
                f"each part of a mixture must be another one; got {part.name!r} twice in {text!r}"
            )
    for key in options:
        if key not in MIXTURE_OPTIONS:
            raise UnknownOperatorError(
                f"options of a mixture: {quoted(MIXTURE_OPTIONS)}; got {key!r}." + suggestion(key, MIXTURE_OPTIONS)
            )
    order = list(_NATIVE["boundary"])
    parts.sort(key=lambda part: (order.index(part.info.name), part.values))
    info = OperatorInfo(
        name="+".join(part.name for part in parts),
        label=" + ".join(part.label for part in parts),
        family="boundary",
        summary="A mixture: one of its methods for each infeasible donor.",
        kind="mixture",
        needs=tuple(dict.fromkeys(need for part in parts for need in part.info.needs)),
    )
    rule = _word("rule", options.get("rule", RULES[0]), RULES, "a mixture")
    stage = _word("stage", options.get("stage", STAGES[0]), STAGES, "a mixture")
    return _checked_stage(Choice(info, (), tuple(parts), rule, stage), text)


def _word(option: str, value: str, allowed: tuple[str, ...], owner: str) -> str:
    if value not in allowed:
        raise UnknownOperatorError(
            f"{option} of {owner} must be one of {quoted(allowed)}; got {value!r}." + suggestion(value, allowed)
        )
    return value


def _options_in(options: str, owner: str, text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, options.split(",")):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key in given:
            raise InvalidArgumentError(f"each option of {owner!r} can be given once; got {key!r} twice in {text!r}")
        given[key] = value
    return given


def _choose_one(family: str, text: str) -> Choice:
    match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", text) if isinstance(text, str) else None
    if match is None:
        raise UnknownOperatorError(f"{family} must be a name, options in [ ] after it; got {shown(text)}")
    info = find(family, match[1])
    given = _options_in(match[2] or "", info.name, text)
    known = [option.name for option in info.options]
    for key in given:
        if key not in known:
            staged = family == "boundary" and info.name not in ALWAYS_ON_TRIALS
            allowed = [*known, *["stage"] * staged]
            said = f"one of {quoted(allowed)}" if allowed else "none"
            raise UnknownOperatorError(f"options of {info.name!r}: {said}; got {key!r}." + suggestion(key, allowed))
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
    _check_family(family)
    if not isinstance(text, str):
        raise UnknownOperatorError(f"{family} must be a name; got {shown(text)}")
    name, modules = without_modules(text) if family == "adaptation" else (text, {})
    return with_modules(choose(family, name.rpartition(":")[2]).label, modules)


def with_modules(adaptation: str, modules: Mapping[str, str]) -> str:
    """Return "shade + reduction=linear": an adaptation and what else changes the algorithm, as one text."""
    return " + ".join([adaptation, *(f"{family}={name}" for family, name in modules.items())])


def without_modules(text: str) -> tuple[str, dict[str, Any]]:
    """Take such a text apart again."""
    adaptation, *parts = text.split(" + ")
    pairs = (part.partition("=") for part in parts)
    return adaptation, {family: name for family, _, name in pairs}


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


def core_boundary(choice: Choice) -> tuple[list[tuple[int, list[float]]], int, int]:
    """Return a boundary method as the core takes it: its parts, the rule of their mixture, the stage where it acts."""
    parts = [core_choice(part) for part in choice.parts or (choice,)]
    return parts, RULES.index(choice.rule), STAGES.index(choice.stage)


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
    if not isinstance(name, str):
        raise UnknownOperatorError(f"{family} must be a name; got {shown(name)}")
    _REGISTERED[family].pop(name, None)


def standard(family: str) -> str:
    """Return the name of the family's first member: for a module, the one that leaves the algorithm as it is."""
    return next(iter(_NATIVE[family]))


def _check_family(family: str) -> None:
    if not isinstance(family, str) or family not in _NATIVE:
        raise UnknownOperatorError(f"family must be one of {quoted(_NATIVE)}; got {shown(family)}")
