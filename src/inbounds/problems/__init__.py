"""Problems: native benchmark functions, and adapters for anything else that can be evaluated."""

from inbounds.problems.adapters import CocoProblem, IohProblem, PythonProblem, as_problem
from inbounds.problems.native import GROUPS, FunctionInfo, Problem, functions, problem, suites
from inbounds.problems.points import Floats, ProblemLike

__all__ = [
    "GROUPS",
    "CocoProblem",
    "Floats",
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
