"""Problems: native benchmark functions, and adapters for anything else that can be evaluated."""

from inbounds.problems.adapters import CocoProblem, IohProblem, PythonProblem, as_problem
from inbounds.problems.interface import ProblemLike
from inbounds.problems.native import GROUPS, FunctionInfo, Problem, functions, problem
from inbounds.problems.suite_names import suites

__all__ = [
    "GROUPS",
    "CocoProblem",
    "FunctionInfo",
    "IohProblem",
    "Problem",
    "ProblemLike",
    "PythonProblem",
    "as_problem",
    "functions",
    "problem",
    "suites",
]
