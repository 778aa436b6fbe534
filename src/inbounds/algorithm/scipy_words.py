"""SciPy's words for the arguments of its differential evolution, answered with this package's own."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from inbounds.errors import InvalidArgumentError, UnexpectedKeywordError, quoted, suggestion

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

OUR_WORDS = {
    "func": "fun, the first argument",
    "strategy": "mutation and crossover: strategy='best1bin' is mutation='best/1', crossover='binomial'",
    "maxiter": "max_evaluations, in evaluations: (maxiter + 1) * population",
    "popsize": "population, the number of individuals itself and not a multiple of the number of variables",
    "tol": "tolerance, a share of the width of the box",
    "atol": "tolerance, a share of the width of the box",
    "recombination": "adaptation='constant[F=0.5,Cr=0.7]', or leave it to the adaptation",
    "disp": "progress=True",
    "updating": "nothing: every generation is made from the one before, as with updating='deferred'",
    "maxfun": "max_evaluations",
    "maxfev": "max_evaluations",
    "options": "arguments of their own, such as max_evaluations",
    "method": "mutation, crossover, boundary and adaptation",
}


def answering_scipy_words(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let `function` answer an unknown keyword with the word that means it here, or the nearest one."""
    known = list(inspect.signature(function).parameters)

    @wraps(function)
    def answering(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if not isinstance(kwargs.get("mutation", ""), str):
            raise InvalidArgumentError(
                "mutation is the name of an operator here, as 'best/1'; SciPy's number F is "
                "adaptation='constant[F=0.5]', its pair adaptation='dither[low=0.5,high=1]'; "
                f"got {kwargs['mutation']!r}"
            )
        for word in kwargs:
            if word in known:
                continue
            name = function.__name__
            if word in OUR_WORDS:
                raise UnexpectedKeywordError(
                    f"{name} has no {word!r}: here it is {OUR_WORDS[word]}. "
                    "inbounds.differential_evolution takes SciPy's own arguments."
                )
            raise UnexpectedKeywordError(
                f"{name} has no argument {word!r}; it takes {quoted(known)}." + suggestion(word, known)
            )
        return function(*args, **kwargs)

    return answering
