"""The names of suites: plain ones, and those of moved walls with their options, as in "walls[epsilon=0.01]"."""

import re
from dataclasses import dataclass
from functools import cache
from numbers import Real

from inbounds import _core
from inbounds.arguments import whole_number
from inbounds.errors import InvalidArgumentError, UnknownProblemError, quoted, suggestion

WALLS = "walls"


@cache
def suites() -> tuple[str, ...]:
    """Return the names of the native suites."""
    return tuple(_core.suites())


@dataclass(frozen=True)
class SuiteName:
    """A suite, and how it moves the walls if it does; `str` is its one spelling."""

    plain: str
    epsilon: float | None = None
    coordinates: int | None = None

    def __str__(self) -> str:
        options = [] if self.epsilon is None else [f"epsilon={_spelt(self.epsilon)}"]
        options += [] if self.coordinates is None else [f"coordinates={self.coordinates}"]
        return self.plain + (f"[{','.join(options)}]" if options else "")


def plain_suite(name: str) -> str:
    """Return the name of a suite, known or not, without its options."""
    return name.partition("[")[0]


def suite_name(text: str, *, epsilon: object = None, coordinates: object = None) -> SuiteName:
    """Read the name of a suite; options may stand in it or beside it."""
    match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", text) if isinstance(text, str) else None
    if match is None or match[1] not in suites():
        raise UnknownProblemError(f"suite must be one of {quoted(suites())}; got {text!r}.{suggestion(text, suites())}")
    given: dict[str, object] = {}
    for part in filter(None, (match[2] or "").split(",")):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key not in ("epsilon", "coordinates"):
            raise UnknownProblemError(
                f"options of suite {WALLS!r}: 'epsilon', 'coordinates'; got {key!r}."
                + suggestion(key, ("epsilon", "coordinates"))
            )
        given[key] = _number(key, value)
    for key, value in (("epsilon", epsilon), ("coordinates", coordinates)):
        if value is not None and key in given:
            raise InvalidArgumentError(f"{key} is given twice: in {text!r}, and as {value!r}")
        if value is not None:
            given[key] = value
    if given and match[1] != WALLS:
        raise InvalidArgumentError(f"{' and '.join(given)} can be given for suite {WALLS!r} only; got suite {text!r}")
    return SuiteName(match[1], _epsilon(given.get("epsilon")), _coordinates(given.get("coordinates")))


def _epsilon(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) <= 0.5:
        raise InvalidArgumentError(f"epsilon must be a number in [0, 0.5]; got {value!r}")
    return float(value)


def _coordinates(value: object) -> int | None:
    return None if value is None else whole_number("coordinates", value)


def _number(key: str, text: str) -> float | int:
    try:
        return float(text) if key == "epsilon" else int(text)
    except ValueError:
        raise InvalidArgumentError(f"{key} must be a number; got {text!r}") from None


def _spelt(value: float) -> str:
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
