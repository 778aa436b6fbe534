"""The five groups of the BBOB functions: their names, their members, and how they are called in words."""

from functools import cache
from typing import Final

from inbounds.errors import InvalidArgumentError, quoted, suggestion
from inbounds.problems.native import functions
from inbounds.problems.suite_names import plain_suite

ALL: Final = "all"  # every function together, group or not

GROUP_NAMES: Final[dict[str, str]] = {
    "1": "separable",
    "2": "low or moderate conditioning",
    "3": "high conditioning and unimodal",
    "4": "multimodal with adequate global structure",
    "5": "multimodal with weak global structure",
}

# What people call the groups.
PLAIN_NAMES: Final[dict[str, str]] = {
    "separable": "1",
    "moderate": "2",
    "ill-conditioned": "3",
    "multimodal": "4",
    "weak-structure": "5",
}

# Suites, some of other programs, that have BBOB's functions under BBOB's numbers.
_LIKE_BBOB: Final = ("", "bbob", "sbox", "sbox-cost", "walls", "bbob-largescale")


@cache
def group_members() -> dict[str, tuple[int, ...]]:
    """Return the numbers of each group's functions."""
    return {
        group: tuple(info.number for info in functions("bbob") if info.group == int(group)) for group in GROUP_NAMES
    }


def function_group(suite: str, function: int) -> str | None:
    """Return the group ("1" to "5") of a BBOB function, None for any other."""
    if plain_suite(suite).lower() not in _LIKE_BBOB:
        return None
    return next((group for group, members in group_members().items() if function in members), None)


def named_group(text: str) -> str:
    """Return the group ("1" to "5" or "all") of its number or of a plain name such as "multimodal"."""
    known = (*GROUP_NAMES, *PLAIN_NAMES, ALL)
    if text not in known:
        raise InvalidArgumentError(f"group must be one of {quoted(known)}; got {text!r}.{suggestion(text, known)}")
    return PLAIN_NAMES.get(text, text)


def group_label(group: str) -> str:
    """Return a group's number with its name, as headings show it."""
    if group == ALL:
        return "All functions"
    return f"Group {group}: {GROUP_NAMES[group]}" if group in GROUP_NAMES else group
