"""Options that several commands have, and how they are read: folders, numbers that may be a word, the statistics."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from inbounds.errors import InvalidArgumentError

Floor: TypeAlias = Annotated[str, typer.Option(help="Precisions below are equal: a number, or double.")]
Order: TypeAlias = Annotated[str, typer.Option(help="Order equal groups by mean or median.")]
Test: TypeAlias = Annotated[str, typer.Option(help="ks or anderson-darling.")]
Alpha: TypeAlias = Annotated[float, typer.Option(help="Level of the tests.")]
TieCorrection: TypeAlias = Annotated[bool, typer.Option("--tie-correction", help="Correct Friedman for ties.")]
Sided: TypeAlias = Annotated[str, typer.Option(help="Comparison with the best: one- or two-sided (one, two).")]


def read_folder(text: str) -> Path:
    """Return the folder; an empty name, as an unset variable gives it, is not the folder one is in."""
    return _named("folder", text)


def read_file(text: str) -> Path:
    """Return the file to write."""
    return _named("file", text)


def _named(what: str, text: str) -> Path:
    if not str(text).strip():
        raise InvalidArgumentError(f"a {what} must have a name; got {str(text)!r}")
    return Path(text)


def read_floor(text: str) -> Any:
    """Return the floor of the ranking: a number, or 'double'."""
    if text == "double":
        return text
    try:
        return float(text)
    except ValueError:
        raise InvalidArgumentError(f"--floor must be a number or 'double'; got {text!r}") from None


def read_dimension(text: str | None) -> Any:
    """Return the dimension: a whole number, 'all', or None where none is given."""
    if text is None or text == "all":
        return text
    if not text.isdecimal():
        raise InvalidArgumentError(f"--dimension must be a whole number or 'all'; got {text!r}")
    return int(text)
