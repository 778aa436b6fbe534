"""Differential evolution and the walls of its box."""

from importlib.metadata import version

from inbounds import catalogue
from inbounds.ask_tell import Optimizer, load
from inbounds.configuration import configuration_space
from inbounds.de import DE, Curves, RunResult, StopFlag, curve_evaluations
from inbounds.errors import (
    ConfigError,
    InboundsError,
    InvalidArgumentError,
    MissingExtraError,
    ObjectiveError,
    OperatorError,
    RunInterrupted,
    SavedRunError,
    StoreError,
    UnknownOperatorError,
    UnknownProblemError,
)
from inbounds.minimize import default_population, minimize
from inbounds.problems import problem
from inbounds.registry import Generation, boundary, crossover, mutation

__all__ = [
    "DE",
    "ConfigError",
    "Curves",
    "Generation",
    "InboundsError",
    "InvalidArgumentError",
    "MissingExtraError",
    "ObjectiveError",
    "OperatorError",
    "Optimizer",
    "RunInterrupted",
    "RunResult",
    "SavedRunError",
    "StopFlag",
    "StoreError",
    "UnknownOperatorError",
    "UnknownProblemError",
    "adaptations",
    "boundaries",
    "boundary",
    "catalogue",
    "configuration_space",
    "crossover",
    "crossovers",
    "curve_evaluations",
    "default_population",
    "load",
    "minimize",
    "mutation",
    "mutations",
    "problem",
]

__version__ = version("inbounds")


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
