"""Problems: native benchmark functions, and adapters for anything else that can be evaluated."""

from inbounds.problems.adapters import CocoProblem, IohProblem, PythonProblem, as_problem
from inbounds.problems.function_groups import GROUP_NAMES, function_group, group_label
from inbounds.problems.interface import ProblemLike
from inbounds.problems.native import FunctionInfo, Problem, functions, problem
from inbounds.problems.suite_names import suites

__all__ = [
    "GROUP_NAMES",
    "CocoProblem",
    "FunctionInfo",
    "IohProblem",
    "Problem",
    "ProblemLike",
    "PythonProblem",
    "as_problem",
    "function_group",
    "functions",
    "group_label",
    "problem",
    "suites",
]
