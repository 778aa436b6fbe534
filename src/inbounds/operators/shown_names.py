"""How operators are called in words and pictures: a user's own ones without their module."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from inbounds.operators import catalogue

Names: TypeAlias = Mapping[str, str]  # how each operator, by its full name, is shown

_OWN = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z0-9][A-Za-z0-9 /_.+-]*(?:\[[^\[\]]*\])?)")


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Show "package.module:name" as "name", unless another of `names` would then look like the same operator."""
    parted = {name: _parted(name) for name in names}
    modules = defaultdict(set)
    for module, short in parted.values():
        modules[_looks(short)].add(module)
    return {name: short if len(modules[_looks(short)]) == 1 else name for name, (_, short) in parted.items()}


def _looks(name: str) -> str:
    return catalogue.slug(catalogue.plain_name(name))


def _parted(name: str) -> tuple[str, str]:
    own = _OWN.fullmatch(name)
    return (own[1], own[2]) if own else ("", name)
