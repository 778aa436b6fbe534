"""The user's function as the algorithm sees it: values for a generation, computed here, in processes or by a map."""

import multiprocessing
import os
import pickle
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from inbounds.arrays import Floats
from inbounds.errors import InvalidArgumentError, ObjectiveError

MapLike: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
Evaluation: TypeAlias = Callable[[Floats], Floats]


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


@contextmanager
def evaluation(
    fun: Callable[..., Any], args: Sequence[Any], *, vectorized: bool, workers: int | MapLike
) -> Iterator[Evaluation]:
    """Yield the function from rows (k, n) to values (k,); ends the processes it started."""
    if not callable(fun):
        raise InvalidArgumentError(f"fun must be callable; got {fun!r}")
    guarded = Guarded(fun, tuple(args) if isinstance(args, list | tuple) else (args,))
    if vectorized:
        if workers != 1:
            raise InvalidArgumentError(
                f"vectorized=True hands the whole generation to one call: workers must be 1; got {workers!r}"
            )
        yield lambda rows: _values_of_batch(guarded, rows)
    elif callable(workers):
        yield lambda rows: _values(workers(guarded, list(rows)), rows)
    elif (count := _process_count(workers)) == 1:
        yield lambda rows: _values(map(guarded, rows), rows)
    else:
        with _pool(guarded, count) as pool:
            yield lambda rows: _values(pool.map(_call_held, rows, chunksize=_chunk(len(rows), count)), rows)


def _values_of_batch(guarded: Guarded, rows: Floats) -> Floats:
    if not len(rows):
        return np.empty(0)
    given = guarded(rows.copy())
    if isinstance(given, Failure):
        raise _failed(given, rows) from given.error
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.empty((0, 0))
    if array.shape != (len(rows),) or array.dtype.kind not in "fiub":
        k, n = rows.shape
        hint = " It seems to expect columns: pass lambda X: fun(X.T)." if array.shape == (n,) else ""
        got = f"shape {array.shape} of {array.dtype}" if isinstance(given, np.ndarray) else repr(given)
        raise ObjectiveError(
            f"fun must return {k} real values, shape ({k},), for points of shape ({k}, {n}); got {got}.{hint}", x=rows
        )
    return np.ascontiguousarray(array, dtype=np.float64)


def _values(given: Iterable[Any], rows: Floats) -> Floats:
    values = np.empty(len(rows))
    count = 0
    for value in given:
        if count < len(rows):
            values[count] = _number(value, rows[count])
        count += 1
    if count != len(rows):
        raise ObjectiveError(f"workers must return one value for each of {len(rows)} points; got {count}", x=rows)
    return values


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


def _process_count(workers: int | MapLike) -> int:
    if isinstance(workers, bool) or not isinstance(workers, int | np.integer) or (workers < 1 and workers != -1):
        raise InvalidArgumentError(
            f"workers must be a number of processes, -1 for all processors, or a map-like callable; got {workers!r}"
        )
    return int(workers) if workers > 0 else os.cpu_count() or 1


def _chunk(points: int, processes: int) -> int:
    return max(1, -(-points // (4 * processes)))  # four portions a process even out points of different cost


_held: Guarded | None = None


def _hold(content: bytes) -> None:
    global _held
    _held = pickle.loads(content)


def _call_held(x: Floats) -> Any:
    assert _held is not None
    return _held(x)


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
    except BrokenProcessPool as error:
        raise ObjectiveError(
            "a worker process died: fun ended it, or could not be imported there (a script must start its work under "
            'if __name__ == "__main__")'
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)
