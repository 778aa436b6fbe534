"""How many figures a report draws."""

from typing import Literal, TypeAlias, get_args

from inbounds.errors import InvalidArgumentError, quoted

Extent: TypeAlias = Literal["main", "all", "none"]


def check_extent(extent: str) -> None:
    """Refuse an unknown choice of figures."""
    if extent not in get_args(Extent):
        raise InvalidArgumentError(f"figures must be one of {quoted(get_args(Extent))}; got {extent!r}")
