"""Differential evolution and the walls of its box."""

import typing as _typing
from importlib import import_module as _import_module
from importlib.metadata import version as _version

from inbounds.algorithm.ask_tell import Optimizer
from inbounds.algorithm.configuration_space import configuration_space
from inbounds.algorithm.de import DE
from inbounds.algorithm.minimize import minimize
from inbounds.algorithm.minimize_defaults import default_population
from inbounds.algorithm.python_runs import StopFlag
from inbounds.algorithm.resume import load
from inbounds.algorithm.scipy_signature import differential_evolution
from inbounds.errors import (
    ConfigError,
    InboundsError,
    InvalidArgumentError,
    MissingExtraError,
    NoThreadError,
    ObjectiveError,
    OperatorError,
    RunInterrupted,
    SavedRunError,
    StoreError,
    UnexpectedKeywordError,
    UnknownOperatorError,
    UnknownProblemError,
)
from inbounds.operators import catalogue
from inbounds.operators.generation import Generation
from inbounds.operators.registration import boundary, crossover, mutation
from inbounds.problems import problem
from inbounds.runs.recording import curve_evaluations
from inbounds.runs.result import Curves, Measures, RunResult

if _typing.TYPE_CHECKING:
    from pathlib import Path

    from inbounds import analysis, exchange, experiment, figures, report  # noqa: F401 - for type checkers
    from inbounds.store.packed import PackedStore

__all__ = [
    "DE",
    "ConfigError",
    "Curves",
    "Generation",
    "InboundsError",
    "InvalidArgumentError",
    "Measures",
    "MissingExtraError",
    "NoThreadError",
    "ObjectiveError",
    "OperatorError",
    "Optimizer",
    "RunInterrupted",
    "RunResult",
    "SavedRunError",
    "StopFlag",
    "StoreError",
    "UnexpectedKeywordError",
    "UnknownOperatorError",
    "UnknownProblemError",
    "adaptations",
    "atlas",
    "boundaries",
    "boundary",
    "catalogue",
    "configuration_space",
    "crossover",
    "crossovers",
    "curve_evaluations",
    "default_population",
    "differential_evolution",
    "load",
    "minimize",
    "mutation",
    "mutations",
    "problem",
]

__version__ = _version("inbounds")

# Reached as `inbounds.analysis` and so on, and imported then: they load what only studies need.
_PARTS = ("analysis", "exchange", "experiment", "figures", "report")


def __getattr__(name: str) -> _typing.Any:
    if name in _PARTS:
        return _import_module(f"inbounds.{name}")
    raise AttributeError(f"module 'inbounds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_PARTS, "__version__"])


def atlas(name: str = "paper", *, path: "str | Path | None" = None) -> "PackedStore":
    """Return packed runs that come with the repository ("paper", "dimensions", "studies/dose" …), as a store.

    They are looked for in `path`, or else in the checkout that this package runs from and in the working directory.
    """
    from inbounds.errors import studies_extra

    with studies_extra():
        from inbounds.store.atlas import atlas as open_atlas  # late: tables of runs are not everybody's business

    return open_atlas(name, path=path)


def mutations() -> list[str]:
    """Return the names of all mutations, the paper's order first."""
    return catalogue.names("mutation")


def crossovers() -> list[str]:
    """Return the names of all crossovers, the paper's two first."""
    return catalogue.names("crossover")


def boundaries() -> list[str]:
    """Return the names of all boundary methods, the paper's order first."""
    return catalogue.names("boundary")


def adaptations() -> list[str]:
    """Return the names of all parameter adaptations, the paper's first."""
    return catalogue.names("adaptation")
