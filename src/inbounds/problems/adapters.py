"""Adapters: Python functions, and the problem objects of ioh and cocoex, with the face of a native problem."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds.arrays import Floats
from inbounds.box import BoundsLike, as_bounds, as_box
from inbounds.errors import InvalidArgumentError, missing_extra
from inbounds.problems.interface import ProblemLike, as_place, as_rows
from inbounds.problems.native import problem as native_problem


class Adapted(ABC):
    """What the adapters share: a box, and values computed outside the core."""

    native: None = None

    def __init__(
        self, lower: ArrayLike, upper: ArrayLike, f_opt: float | None, x_opt: ArrayLike | None, name: str
    ) -> None:
        self.lower, self.upper = as_bounds(lower, upper)
        self.dimension: int = len(self.lower)
        self.f_opt = f_opt
        self.x_opt: Floats | None = None if x_opt is None else as_place(x_opt, self.dimension)
        self.name = name

    @abstractmethod
    def values(self, rows: Floats) -> Floats:
        """Return f of each row."""

    def __call__(self, x: ArrayLike, /) -> Any:
        """Return f of one point or of each row."""
        rows, single = as_rows(x, self.dimension)
        values = self.values(rows)
        return float(values[0]) if single else values

    def precision(self, X: ArrayLike, /) -> Floats:
        """Return f − f_opt of each row; f where f_opt is not known."""
        rows, _ = as_rows(X, self.dimension)
        values = self.values(rows)
        return values if self.f_opt is None else values - self.f_opt

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}, dimension {self.dimension}>"


class PythonProblem(Adapted):
    """Any Python function of a point, or (`vectorized`) of rows (k, n) giving k values."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        lower: ArrayLike,
        upper: ArrayLike,
        vectorized: bool = False,
        f_opt: float | None = None,
        x_opt: ArrayLike | None = None,
        name: str | None = None,
    ) -> None:
        if not callable(function):
            raise InvalidArgumentError(f"function must be callable; got {function!r}")
        if f_opt is not None and not np.isfinite(f_opt):
            raise InvalidArgumentError(f"f_opt must be finite or None; got {f_opt!r}")
        super().__init__(
            lower, upper, f_opt, x_opt, name or str(getattr(function, "__name__", type(function).__name__))
        )
        self.function = function
        self.vectorized = vectorized

    def values(self, rows: Floats) -> Floats:
        """Return f of each row; a function that gives something else than numbers is told so."""
        if not self.vectorized:
            return np.array([_as_number(self.function(row), self.name) for row in rows], dtype=np.float64)
        given = np.asarray(self.function(rows))
        if given.shape != (len(rows),) or given.dtype.kind not in "iuf":
            raise InvalidArgumentError(
                f"{self.name} must return {len(rows)} real values for {len(rows)} rows; "
                f"got an array of shape {given.shape} and dtype {given.dtype}"
            )
        return given.astype(np.float64)


class IohProblem(Adapted):
    """A single-objective, real-valued `ioh` problem to minimise; its own loggers see every evaluation."""

    def __init__(self, problem: Any) -> None:
        try:
            import ioh  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise missing_extra("ioh", "ioh") from None
        if not isinstance(problem, ioh.problem.RealSingleObjective):
            raise InvalidArgumentError(f"an ioh problem must be real-valued with one objective; got {problem!r}")
        if problem.meta_data.optimization_type.name != "MIN":
            raise InvalidArgumentError(f"an ioh problem must be minimised; {problem.meta_data.name} is maximised")
        f_opt, x_opt = float(problem.optimum.y), np.asarray(problem.optimum.x, dtype=np.float64)
        known = bool(np.isfinite(f_opt))
        place = x_opt if known and len(x_opt) == problem.meta_data.n_variables and np.isfinite(x_opt).all() else None
        super().__init__(problem.bounds.lb, problem.bounds.ub, f_opt if known else None, place, problem.meta_data.name)
        self.problem = problem

    def values(self, rows: Floats) -> Floats:
        """Return f of each row."""
        return np.asarray(self.problem(rows), dtype=np.float64) if len(rows) else np.empty(0)


class CocoProblem(Adapted):
    """A `cocoex` problem with one objective and no constraints; its own observers see every evaluation.

    cocoex does not tell the optimum. For its suite "bbob" it is taken from the native twin, which agrees with it;
    elsewhere f_opt and x_opt are None unless given.
    """

    def __init__(self, problem: Any, *, f_opt: float | None = None, x_opt: ArrayLike | None = None) -> None:
        try:
            import cocoex  # type: ignore[import-untyped,unused-ignore]  # noqa: F401 - a clear error where it is missing
        except ImportError:
            raise missing_extra("cocoex", "coco") from None
        if problem.number_of_objectives != 1 or problem.number_of_constraints:
            raise InvalidArgumentError(
                f"a cocoex problem must have one objective and no constraints; {problem.id} has "
                f"{problem.number_of_objectives} and {problem.number_of_constraints}"
            )
        if f_opt is None and (match := re.fullmatch(r"bbob_f(\d+)_i(\d+)_d(\d+)", problem.id)):
            function, instance, dimension = map(int, match.groups())
            twin = native_problem("bbob", function=function, instance=instance, dimension=dimension)
            f_opt, x_opt = twin.f_opt, twin.x_opt
        super().__init__(problem.lower_bounds, problem.upper_bounds, f_opt, x_opt, problem.id)
        self.problem = problem

    def values(self, rows: Floats) -> Floats:
        """Return f of each row."""
        return np.array([self.problem(row) for row in rows], dtype=np.float64)


def as_problem(given: object, bounds: BoundsLike | None = None) -> ProblemLike:
    """Return `given` as a problem: itself, in its adapter (ioh, cocoex), or anything callable over rows with bounds.

    Bounds are the attributes `lower` and `upper`, or `bounds`: pairs (low, high), or scipy.optimize.Bounds.
    With `bounds` as an argument, `given` is a plain function of one point.
    """
    if bounds is not None:
        if not callable(given) or any(hasattr(given, name) for name in ("bounds", "lower", "lower_bounds")):
            raise InvalidArgumentError(f"bounds go with a plain function of one point; got {given!r}")
        lower, upper = as_box(bounds)
        return PythonProblem(given, lower=lower, upper=upper)
    if isinstance(given, ProblemLike):
        return given
    home = type(given).__module__.partition(".")[0]
    if home == "ioh":
        return IohProblem(given)
    if home == "cocoex":
        return CocoProblem(given)
    if callable(given) and (box := _box_of(given)) is not None:
        return PythonProblem(given, lower=box[0], upper=box[1], vectorized=True, f_opt=getattr(given, "f_opt", None))
    hint = (
        " Give it bounds, or wrap it as inbounds.problems.PythonProblem(function, lower=…, upper=…)."
        if callable(given)
        else ""
    )
    raise InvalidArgumentError(
        f"a problem must come from inbounds.problem(…), ioh or cocoex, or implement ProblemLike; got {given!r}.{hint}"
    )


def _box_of(given: object) -> tuple[Floats, Floats] | None:
    if hasattr(given, "lower") and hasattr(given, "upper"):
        return as_bounds(given.lower, given.upper)
    return as_box(given.bounds) if hasattr(given, "bounds") else None


def _as_number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"{name} must return a number; got {value!r}") from None
