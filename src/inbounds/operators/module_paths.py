"""Operators of the user's own, named by module path ("package.module:name") so that every worker can import them."""

import re
from importlib import import_module

from inbounds.errors import ConfigError
from inbounds.operators import catalogue
from inbounds.operators.catalogue import Choice


def canonical_operator(family: str, text: str) -> str:
    """Return the one spelling of an operator's name; of a user's own operator, with its module path in front."""
    module, name = _parted(family, text)
    return f"{module}:{catalogue.canonical(family, name)}" if module else catalogue.canonical(family, name)


def chosen(family: str, text: str) -> Choice:
    """Return the operator that `text` names, with its options; of a user's own operator, by module path too."""
    return catalogue.choose(family, registered_name(family, text))


def registered_name(family: str, text: str) -> str:
    """Return the name under which the catalogue of this process knows the operator, importing its module first."""
    return _parted(family, text)[1]


def split_module_path(family: str, text: str) -> tuple[str, str]:
    """Split "package.module:name" without importing anything; a name without a module has "" in its place."""
    module, found, name = text.partition(":") if isinstance(text, str) else ("", "", "")
    if not found:
        return "", text
    if not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", module) or not name or not name.isprintable():
        raise ConfigError(f"{family} by module path must look like 'package.module:name'; got {text!r}")
    return module, name


def _parted(family: str, text: str) -> tuple[str, str]:
    """Split "package.module:name" and import the module, which registers the operator under that name."""
    module, name = split_module_path(family, text)
    if not module:
        return "", name
    try:
        import_module(module)
    except ImportError as error:
        raise ConfigError(
            f"{family} {text!r}: module {module!r} cannot be imported ({error}); it must be installed, on "
            "PYTHONPATH, or beside the TOML file that names it"
        ) from None
    return module, name
