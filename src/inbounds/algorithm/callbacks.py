"""Callbacks in the forms that SciPy's users write them, told apart once, before the run begins."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from inbounds.errors import InvalidArgumentError

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

Callback: TypeAlias = Callable[..., Any]
Stops: TypeAlias = Callable[["OptimizeResult"], bool]


def as_stop(callback: Callback | None) -> Stops | None:
    """Return `callback` as a function that takes the state, `convergence` in it, and says whether to stop.

    Three forms: ``callback(intermediate_result)``, by that name, positional or keyword-only; SciPy's old
    ``callback(xk, convergence)``; and ``callback(state)`` under any other name.
    """
    if callback is None:
        return None
    if not callable(callback):
        raise InvalidArgumentError(f"callback must be callable or None; got {callback!r}")
    call = _call(callback)

    def stops(state: "OptimizeResult") -> bool:
        try:
            answer = call(state)
        except StopIteration:
            return True
        # A callback that returns something by accident, as list.append or a plot do, does not mean to stop.
        return type(answer).__name__ in ("bool", "bool_") and bool(answer)

    return stops


def _call(callback: Callback) -> Callable[["OptimizeResult"], Any]:
    try:
        parameters = inspect.signature(callback).parameters
    except (TypeError, ValueError):  # some compiled callables tell nothing about themselves
        return callback
    positional = [
        parameter
        for parameter in parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    required = [parameter for parameter in positional if parameter.default is parameter.empty]
    named = parameters.get("intermediate_result")
    if named is not None and named.kind is not named.POSITIONAL_ONLY:
        return lambda state: callback(intermediate_result=state)
    if len(required) == 2 or (len(positional) >= 2 and positional[1].name == "convergence"):
        return lambda state: callback(state.x.copy(), state.convergence)
    if "convergence" in parameters:
        return lambda state: callback(state.x.copy(), convergence=state.convergence)
    if len(required) > 2 or not (positional or any(p.kind is p.VAR_POSITIONAL for p in parameters.values())):
        raise InvalidArgumentError(
            "callback must take (intermediate_result), or (xk, convergence); "
            f"got one that takes {inspect.signature(callback)}"
        )
    return callback
