"""The user's function as the algorithm sees it: values for a generation, computed here, in processes or by a map."""

import math
import multiprocessing
import pickle
import signal
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from inbounds.arguments import flag, one_of, worker_count
from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, ObjectiveError, shown

MapLike: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
ERRORS = ("raise", "inf")


@dataclass(frozen=True)
class Failure:
    """An exception of the function, carried home from wherever it was called."""

    error: Exception
    trace: str

    def __reduce__(self) -> tuple[Any, ...]:
        return Failure, (_portable(self.error), self.trace)


@dataclass(frozen=True)
class Guarded:
    """The function with its further arguments; what it raises becomes a value, so that the point is known."""

    fun: Callable[..., Any]
    args: tuple[Any, ...]

    def __call__(self, x: Floats) -> Any:
        try:
            return self.fun(x, *self.args)
        except Exception as error:
            return Failure(error, traceback.format_exc())


class Evaluation:
    """From points (k, n) to values (k,); remembers the values of the generation at hand, should it be cut short.

    With `errors="inf"` a point at which the function raised has the value inf, and `failed` counts it.
    """

    def __init__(self, calls: Callable[[Floats], Iterable[Any]], errors: str) -> None:
        self._calls = calls
        self._forgives = errors == "inf"
        self._values = np.empty(0)
        self._count = 0
        self.failed = 0
        self.first_failure = ""

    def __call__(self, rows: Floats) -> Floats:
        self._values, self._count = np.empty(len(rows)), 0
        given = self._calls(rows)
        if isinstance(given, np.ndarray):  # one call for all rows, and its values are checked
            self._values, self._count = given, len(given)
            return given
        for value in given:
            if self._count < len(rows):
                self._values[self._count] = self._number(value, rows[self._count])
            self._count += 1
        if self._count != len(rows):
            raise ObjectiveError(
                f"workers must return one value for each of {len(rows)} points; got {self._count}", x=rows.copy()
            )
        return self._values

    @property
    def known(self) -> Floats:
        """The values of the first points of the generation at hand."""
        return self._values[: self._count]

    def _number(self, value: Any, x: Floats) -> float:
        if isinstance(value, Failure) and self.forgives("fun", value.error):
            return math.inf
        return _number(value, x)

    def forgives(self, function: str, error: BaseException) -> bool:
        """Say whether an exception leaves its point worse than any other instead of ending the run, and count it."""
        if self._forgives:
            self.first_failure = self.first_failure or f"{function} raised {type(error).__name__}: {error}"
            self.failed += 1
        return self._forgives


@contextmanager
def evaluation(
    fun: Callable[..., Any], args: Sequence[Any], *, vectorized: bool, workers: int | MapLike, errors: str = "raise"
) -> Iterator[Evaluation]:
    """Yield the function from rows (k, n) to values (k,); ends the processes it started."""
    if not callable(fun):
        raise InvalidArgumentError(f"fun must be callable; got {shown(fun)}")
    errors, vectorized = one_of("errors", errors, ERRORS), flag("vectorized", vectorized)
    guarded = Guarded(fun, tuple(args) if isinstance(args, list | tuple) else (args,))
    if vectorized:
        if callable(workers) or process_count(workers) != 1:
            raise InvalidArgumentError(
                f"vectorized=True hands the whole generation to one call: workers must be 1; got {workers!r}"
            )
        yield Evaluation(lambda rows: _batch(guarded, rows, one_by_one=errors == "inf"), errors)
    elif callable(workers):
        yield Evaluation(lambda rows: _mapped(workers, guarded, rows), errors)
    elif (count := process_count(workers)) == 1:
        # Copies: what fun does to its argument must not change the point that an error tells.
        yield Evaluation(lambda rows: map(guarded, (row.copy() for row in rows)), errors)
    else:
        with _pool(guarded, count) as pool:
            yield Evaluation(lambda rows: pool.map(_call_held, rows, chunksize=_chunk(len(rows), count)), errors)


def _mapped(workers: MapLike, guarded: Guarded, rows: Floats) -> Iterable[Any]:
    """Return what a map of the user's own makes of the points."""
    try:
        return iter(workers(guarded, [row.copy() for row in rows]))
    except Exception as error:
        raise ObjectiveError(
            f"workers must be a number, or map-like: workers(fun, points); it raised {type(error).__name__}: {error}",
            x=rows.copy(),
        ) from error


def _batch(guarded: Guarded, rows: Floats, *, one_by_one: bool) -> Iterable[Any]:
    """Return the values of all rows from one call; where it raised and may, from one call for each row."""
    if not len(rows):
        return ()
    given = guarded(rows.copy())
    if isinstance(given, Failure):
        if not one_by_one:
            raise _failed(given, rows) from given.error
        if len(rows) == 1:
            return (given,)
        return (value for row in rows for value in _batch(guarded, row[None], one_by_one=True))
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.empty((0, 0))
    if array.shape != (len(rows),) or array.dtype.kind not in "fiub":
        k, n = rows.shape
        hint = " It seems to expect columns: pass lambda X: fun(X.T)." if array.shape == (n,) else ""
        got = f"shape {array.shape} of {array.dtype}" if isinstance(given, np.ndarray) else repr(given)
        raise ObjectiveError(
            f"fun must return {k} real values, shape ({k},), for points of shape ({k}, {n}); got {got}.{hint}",
            x=rows.copy(),
        )
    return array.astype(np.float64)


def _number(value: Any, x: Floats) -> float:
    if isinstance(value, Failure):
        raise _failed(value, x) from value.error
    if isinstance(value, float):
        return value
    array = np.asarray(value)
    if array.size != 1 or array.dtype.kind not in "fiub":
        raise ObjectiveError(f"fun must return one real number; got {value!r} at x = {x.tolist()}", x=x.copy())
    return float(array.reshape(())[()])


def _failed(failure: Failure, x: Floats) -> ObjectiveError:
    where = f"x = {x.tolist()}" if x.ndim == 1 else f"a batch of {len(x)} points"
    error = ObjectiveError(f"fun raised {type(failure.error).__name__}: {failure.error} at {where}", x=x.copy())
    if failure.error.__traceback__ is None:  # it came from another process, which cannot send its frames
        error.add_note(failure.trace)
    return error


def _portable(error: Exception) -> Exception:
    """Return `error`, or its text where it could not go through a pipe."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:  # whatever goes wrong in there, the text is what is left
        pass
    return RuntimeError(f"{type(error).__name__}: {error}")


def process_count(workers: int | MapLike) -> int:
    """Return the number of processes that `workers` asks for."""
    return worker_count(workers, ", or a map-like callable")


def _chunk(points: int, processes: int) -> int:
    return max(1, -(-points // (4 * processes)))  # four portions per process even out points of different cost


_held: Guarded | None = None
_calling = False


def _hold(content: bytes) -> None:
    global _held
    _held = pickle.loads(content)
    signal.signal(signal.SIGINT, _let_go)


def _let_go(*_: Any) -> None:
    """Answer Ctrl-C, which reaches every process: end the call, begin no other, and leave the words to the parent."""
    global _held
    _held = None
    if _calling:
        raise KeyboardInterrupt


def _call_held(x: Floats) -> Any:
    global _calling
    _calling = True
    try:
        if _held is None:
            raise KeyboardInterrupt
        return _held(x)
    finally:
        _calling = False


@contextmanager
def _pool(guarded: Guarded, count: int) -> Iterator[ProcessPoolExecutor]:
    try:
        content = pickle.dumps(guarded)
    except Exception as error:
        raise InvalidArgumentError(
            f"workers={count} sends fun and args to other processes, but they cannot be pickled ({error}); define fun "
            "at the top level of a module, or use workers=1 or vectorized=True"
        ) from None
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_hold, initargs=(content,))
    try:
        yield pool
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    except BrokenProcessPool as error:
        raise ObjectiveError(
            "a worker process died: fun ended it, or could not be imported there (a script must start its work under "
            'if __name__ == "__main__")'
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def busy_workers(workers: int, population: int, *, stacklevel: int) -> int:
    """Return how many of the processes a generation can keep busy, and say so where some cannot."""
    processes = process_count(workers)
    if processes > population:
        warnings.warn(
            f"workers={processes}, but a generation has {population} points: {processes - population} would be idle "
            f"and are not started. The population does not follow the workers, so that the result does not depend "
            f"on them; population={processes} keeps all of them busy.",
            stacklevel=stacklevel,
        )
    return min(processes, population)
