"""Functions of the user's own, named on the command line: in a file, or in a module that can be imported."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from inbounds.errors import InvalidArgumentError


def load_function(text: str) -> Callable[..., Any]:
    """Return the function that "file.py:name" or "package.module:name" stands for."""
    place, found, name = text.rpartition(":")
    if not found or not place or not name.isidentifier():
        raise InvalidArgumentError(f"a function is named as FILE.py:NAME or package.module:name; got {text!r}")
    module = _from_file(Path(place)) if place.endswith(".py") else _imported(place)
    function = getattr(module, name, None)
    if not callable(function):
        raise InvalidArgumentError(f"{place} has no function called {name!r}")
    return function  # type: ignore[no-any-return]


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise InvalidArgumentError(f"there is no file {str(path)!r}")
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _imported(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    try:
        return import_module(name)
    except ImportError as error:
        raise InvalidArgumentError(f"module {name!r} cannot be imported ({error})") from None
    finally:
        sys.path.pop(0)
