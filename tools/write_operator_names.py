"""Write the names of the built-in operators as types, so that editors complete them; `make build` does it."""

from pathlib import Path

from inbounds.operators import catalogue

TARGET = Path(__file__).parents[1] / "src" / "inbounds" / "operators" / "operator_names.py"

HEAD = '''\
"""The names of the built-in operators, for editors and type checkers. Written by tools/write_operator_names.py.

Wherever a name is taken, any other text is too: options follow a name in brackets, "+" joins a mixture.
"""

from typing import Literal, TypeAlias
'''


def module_text() -> str:
    """Return the module, from the lists of the core."""
    parts = [HEAD]
    for family in (*catalogue.FAMILIES, *catalogue.MODULES):
        names = [info.name for info in catalogue.operators(family) if info.function is None]
        listed = "".join(f'    "{name}",\n' for name in names)
        parts.append(f"{family.capitalize()}Name: TypeAlias = Literal[\n{listed}]\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(module_text(), encoding="utf-8")
