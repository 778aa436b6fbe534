"""Benchmark problems of the native core: BBOB, SBOX-COST, BBOB with moved walls, and noise."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from inbounds import _core
from inbounds.arguments import whole_number
from inbounds.arrays import Floats, read_only
from inbounds.errors import InvalidArgumentError, UnknownProblemError
from inbounds.problems.interface import as_rows
from inbounds.problems.suite_names import suite_name


@dataclass(frozen=True)
class FunctionInfo:
    """One function of a suite."""

    number: int
    name: str
    label: str
    group: int
    minimum_dimension: int


@cache
def functions(suite: str = "bbob") -> tuple[FunctionInfo, ...]:
    """Return the functions of `suite` in order."""
    return tuple(FunctionInfo(**info) for info in _core.functions(suite_name(suite).plain))


def problem(
    suite: str,
    *,
    function: int | None = None,
    instance: int = 1,
    dimension: int,
    epsilon: float | None = None,
    coordinates: int | None = None,
    seed: int | None = None,
) -> "Problem":
    """Return a benchmark problem.

    Parameters
    ----------
    suite
        ``"bbob"``, ``"sbox"`` (BBOB with the optimum anywhere in the box and infinite values outside), ``"walls"``
        (BBOB in a box moved so that the optimum lies close to its walls) or ``"noise"`` (values from U(0, 1), whatever
        the point). ``"walls[epsilon=0.01,coordinates=3]"`` is the spelling that stores and reports use.
    function
        1 … 24; for noise 0, which may be left out.
    instance
        1 or more; fixes optimum and rotations.
    dimension
        From 2 (1 where the definition allows it) to 4096.
    epsilon
        Of walls: the distance of the optimum from the nearer wall, as a share of the box's width; 0 puts it on the
        wall, 0.5 into the middle.
    coordinates
        Of walls: in how many coordinates, spread evenly over all; in every one if None.
    seed
        Of the values of noise when they are drawn from Python; a run of an algorithm draws from its own stream.
    """
    named = suite_name(suite, epsilon=epsilon, coordinates=coordinates)
    suite = named.plain
    if suite == "walls" and named.epsilon is None:
        raise InvalidArgumentError("epsilon must be given for suite 'walls': a number in [0, 0.5]")
    if function is None:
        if suite != "noise":
            raise UnknownProblemError(f"function must be given for suite {suite!r}: 1 … {len(functions(suite))}")
        function = 0
    if seed is not None and suite != "noise":
        raise InvalidArgumentError(f"seed is for suite 'noise' only; {suite!r} is fixed by its instance")
    given = {"function": function, "instance": instance, "dimension": dimension, "seed": 0 if seed is None else seed}
    numbers = {name: whole_number(name, value, least=None) for name, value in given.items()}
    return Problem(suite, **numbers, epsilon=named.epsilon or 0.0, coordinates=named.coordinates or 0)


class Problem:
    """A native problem. Call it with one point (n,) for a float, or with rows (k, n) for an array (k,).

    A NaN or infinite coordinate gives +inf, as does a value too large for a double; NaN is never returned.
    """

    def __init__(
        self,
        suite: str,
        function: int,
        instance: int,
        dimension: int,
        *,
        seed: int = 0,
        epsilon: float = 0.0,
        coordinates: int = 0,
    ) -> None:
        """Use `inbounds.problem`."""
        try:
            self.native: Any = _core.make_problem(suite, function, instance, dimension, epsilon, coordinates)
        except ValueError as error:
            raise UnknownProblemError(str(error)) from None
        except TypeError:  # a number the core's integers cannot hold
            raise UnknownProblemError(
                f"no such problem: suite={suite!r}, function={function}, instance={instance}, dimension={dimension}"
            ) from None
        walls = {"epsilon": epsilon, "coordinates": coordinates or None} if suite == "walls" else {}
        self.suite: str = str(suite_name(suite, **walls))
        self.function: int = self.native.function
        self.instance: int = self.native.instance
        self.dimension: int = self.native.dimension
        self.name: str = self.native.name
        self.label: str = self.native.label
        self.group: int = self.native.group
        self.is_noise: bool = self.native.is_noise
        self.f_opt: float = self.native.f_opt
        self.lower: Floats = read_only(np.array(self.native.lower))
        self.upper: Floats = read_only(np.array(self.native.upper))
        self.x_opt: Floats | None = read_only(np.array(self.native.x_opt)) if self.native.x_opt else None
        self._seed = seed
        self._values: Callable[[Floats], Floats] = self.native.evaluate
        if self.is_noise:
            if seed < 0:
                raise InvalidArgumentError(f"seed must be 0 or more; got {seed}")
            generator = np.random.default_rng(seed)
            self._values = lambda rows: generator.random(len(rows))

    def __call__(self, x: ArrayLike, /) -> Any:
        """Return f of one point or of each row."""
        rows, single = as_rows(x, self.dimension)
        values = self._values(rows) + self.f_opt
        return float(values[0]) if single else values

    def precision(self, X: ArrayLike, /) -> Floats:
        """Return f − f_opt of each row, not as a difference: small values are exact to rounding."""
        rows, _ = as_rows(X, self.dimension)
        return self._values(rows)

    def __repr__(self) -> str:
        what = f"{self.suite} f{self.function} {self.label}"
        return f"<Problem {what}, instance {self.instance}, dimension {self.dimension}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, self._key()

    def _key(self) -> tuple[str, int, int, int, int]:
        return self.suite, self.function, self.instance, self.dimension, self._seed


def _rebuild(suite: str, function: int, instance: int, dimension: int, seed: int) -> Problem:
    return problem(
        suite, function=function, instance=instance, dimension=dimension, seed=seed if suite == "noise" else None
    )
