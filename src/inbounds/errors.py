"""The one exception tree: every error says what was wrong, what was given and what is allowed."""

import difflib
import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

STUDY_PACKAGES = ("fontTools", "latex2mathml", "matplotlib", "polars", "pydantic", "rich", "typer")


class InboundsError(Exception):
    """Root of everything this package raises on purpose."""


class InvalidArgumentError(InboundsError, ValueError):
    """A value that cannot be used; the message names it and what is allowed."""


class UnexpectedKeywordError(InvalidArgumentError, TypeError):
    """An argument that the function does not have; the message names the one that was meant."""


class AmbiguousRunsError(InvalidArgumentError):
    """A table holds several values where one is needed; each way of asking names them in its own syntax."""

    def __init__(self, column: str, values: Iterable[object], choices: Iterable[object]) -> None:
        self.column, self.choices = column, tuple(choices)
        self.found = f"the table holds several {column} values: {quoted(values)}"
        spelt = " or ".join(f"{column}={value!r}" for value in self.choices)
        super().__init__(f"{self.found}; choose one with {spelt}")


class UnknownOperatorError(InvalidArgumentError):
    """No operator, or operator option, of that name."""


class UnknownProblemError(InvalidArgumentError):
    """No suite, function, instance or dimension like that."""


class ConfigError(InvalidArgumentError):
    """An experiment description that does not hold together."""


class MissingExtraError(InboundsError, ImportError):
    """An optional package is needed and not installed."""


class ObjectiveError(InboundsError):
    """The objective failed, or a constraint or a finish of the caller's own, as `function` says.

    Carries the point that caused it and the state so far.
    """

    def __init__(self, message: str, *, x: object = None, result: object = None, function: str = "fun") -> None:
        super().__init__(message)
        self.x = x
        self.result = result
        self.function = function


class OperatorError(InboundsError):
    """An operator written in Python broke its promise; the message names it and the value."""


class SavedRunError(InboundsError, ValueError):
    """A file that should hold a saved run does not, or cannot be written."""


class NoThreadError(InboundsError, RuntimeError):
    """The machine has no room for even one more thread."""


class RunInterrupted(InboundsError):  # noqa: N818 - an interruption, not a fault
    """A native run was stopped from outside before it ended."""


class StoreError(InboundsError):
    """A store of results cannot be used as asked."""


class StoreLockedError(StoreError):
    """Another process is writing to this store."""


class StoreMismatchError(StoreError):
    """The store holds results of another experiment."""


class DamagedShardError(StoreError):
    """A shard is unreadable, incomplete or altered."""


class DamagedStoreWarning(UserWarning):
    """Some files of a store are not sound and were left out; the message says how many and names the first."""


def quoted(names: Iterable[object]) -> str:
    """Join `names` as a readable list of quoted choices."""
    return ", ".join(repr(name) for name in names)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


def shown(value: object) -> str:
    """Return `value` as an error message shows it: as Python writes it, on one line, the middle left out where long."""
    if isinstance(value, int) and value.bit_length() > 1000:  # Python writes no more than 4300 digits
        return f"a whole number of {value.bit_length()} bits"
    return " ".join(_SHORT.repr(value).split())


def printable(text: str) -> str:
    """Return `text` with every control character, override and lone surrogate as its escape: safe on any terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def suggestion(given: object, allowed: Iterable[str]) -> str:
    """Return " Did you mean 'x'?" where `given` is close to an allowed name, else nothing."""
    close = difflib.get_close_matches(str(given), list(allowed), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def missing_extra(package: str, extra: str) -> MissingExtraError:
    """Return the error for an optional `package` that is not installed."""
    return MissingExtraError(f"{package} is needed for this and not installed: pip install 'inbounds[{extra}]'")


@contextmanager
def studies_extra() -> Iterator[None]:
    """Import what only studies need: where one of those packages is missing, the error names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in STUDY_PACKAGES:
            raise missing_extra(package, "studies") from None
        raise
