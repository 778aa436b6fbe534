"""Numbers and lists inside sentences."""

from collections.abc import Sequence


def counted(number: int, thing: str) -> str:
    """Return "1 run", "2,000 runs"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Return "a, b and c"; of more than `most` names, the others are counted, unless there is only one."""
    if most is not None and len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} others"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
