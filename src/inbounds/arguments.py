"""Numbers, flags and names as users give them, checked once at the door."""

import math
import operator
import os
import secrets
from collections.abc import Iterable

import numpy as np

from inbounds.errors import InvalidArgumentError, quoted, shown, suggestion

BYTES_PER_COORDINATE = 4 * 8  # population, trials, bases and what is drawn for them, in doubles


def whole_number(name: str, value: object, *, least: int | None = 1) -> int:
    """Return `value` as an integer of at least `least` and below 2**62; None: as any integer. 1e4 is whole."""
    try:
        number = int(value) if isinstance(value, float) and value.is_integer() else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidArgumentError(f"{name} must be a whole number; got {shown(value)}") from None
    if least is None:
        if isinstance(value, bool):
            raise InvalidArgumentError(f"{name} must be a whole number; got {value!r}")
        return number
    if isinstance(value, bool) or number < least:
        raise InvalidArgumentError(f"{name} must be a whole number of at least {least}; got {shown(value)}")
    if number >= 2**62:
        raise InvalidArgumentError(f"{name} must be below 2**62; got {shown(value)}")
    return number


def flag(name: str, value: object) -> bool:
    """Return `value` as a truth value: True or False, also NumPy's own, or 0 or 1."""
    if isinstance(value, bool | np.bool_) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise InvalidArgumentError(f"{name} must be True or False; got {shown(value)}")


def one_of(name: str, value: object, allowed: Iterable[str], *, otherwise: str = "") -> str:
    """Return `value`, a name among `allowed`; the error names them, and what else may be given."""
    choices = list(allowed)
    if isinstance(value, str) and value in choices:
        return value
    hint = suggestion(value, choices) if isinstance(value, str) else ""
    raise InvalidArgumentError(f"{name} must be one of {quoted(choices)}{otherwise}; got {shown(value)}.{hint}")


def real_number(name: str, value: object, *, least: float = -math.inf, most: float = math.inf) -> float:
    """Return `value` as a number within limits, which count as inside."""
    number = _number(name, value, "a number")
    if number is None or not least <= number <= most:
        raise InvalidArgumentError(f"{name} must be a number in [{least:g}, {most:g}]; got {shown(value)}")
    return number


def worker_count(workers: object, allowed: str = "") -> int:
    """Return how many workers are asked for: a whole number of at least 1, or -1 for one per processor."""
    try:
        number = whole_number("workers", workers, least=None)
    except InvalidArgumentError:
        number = 0
    if number < 1 and number != -1:
        raise InvalidArgumentError(
            f"workers must be a whole number of at least 1, or -1 for one per processor{allowed}; got {shown(workers)}"
        )
    return number if number > 0 else available_cores()


def available_cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_seed(seed: object) -> int:
    """Return `seed` as an integer in 0 … 2**64 − 1."""
    number = whole_number("seed", seed, least=None)
    if not 0 <= number < 2**64:
        raise InvalidArgumentError(f"seed must be a whole number from 0 to 2**64 - 1; got {shown(seed)}")
    return number


def seed_of(rng: object) -> int:
    """Return the seed that `rng` stands for: a whole number itself, or one drawn from a generator of NumPy's."""
    if isinstance(rng, np.random.SeedSequence | np.random.BitGenerator):
        rng = np.random.default_rng(rng)
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if isinstance(rng, np.random.RandomState):
        return int(rng.randint(2**63, dtype=np.int64))
    try:
        return check_seed(rng)
    except InvalidArgumentError:
        raise InvalidArgumentError(
            f"rng must be a numpy.random.Generator or a seed, a whole number from 0 to 2**64 - 1; got {shown(rng)}"
        ) from None


def seed_from(seed: int | None, rng: object) -> int:
    """Return the seed that was given in one form or the other, or a fresh one."""
    if rng is not None:
        return seed_of(rng)
    return secrets.randbits(63) if seed is None else check_seed(seed)


def check_memory(population: int, dimension: int) -> None:
    """Refuse a population that this machine cannot hold, before the core asks for the memory."""
    needed = population * dimension * BYTES_PER_COORDINATE
    if needed > machine_memory():
        raise InvalidArgumentError(
            f"population={population} in {dimension} variables needs about {needed / 2**30:,.0f} GiB, "
            f"and this machine has {machine_memory() / 2**30:,.0f} GiB"
        )


def machine_memory() -> int:
    """Return the bytes of memory of this machine."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows does not say; no array is larger than this anywhere
        return 2**40


def check_budget(budget: object, population: int) -> int:
    """Return `budget`, at least the initial population."""
    number = whole_number("budget", budget)
    if number < population:
        raise InvalidArgumentError(f"budget must be at least the population, {population}; got {number}")
    return number


def check_target(target: object) -> float | None:
    """Return `target`, a precision of at least 0, or None."""
    value = _number("target", target)
    if value is not None and not value >= 0:
        raise InvalidArgumentError(f"target must be at least 0, or None to never stop early; got {shown(target)}")
    return value


def check_target_value(target: object) -> float | None:
    """Return `target`, a value of the function, or None."""
    value = _number("target", target)
    if value is not None and math.isnan(value):
        raise InvalidArgumentError("target must be a number or None; got nan")
    return value


def check_seconds(seconds: object) -> float | None:
    """Return `max_seconds`, a time above 0, or None."""
    allowed = "a number above 0, or None"
    value = _number("max_seconds", seconds, allowed)
    if value is not None and not value > 0:
        raise InvalidArgumentError(f"max_seconds must be {allowed}; got {shown(seconds)}")
    return value


def check_tolerance(tolerance: object) -> float:
    """Return `tolerance`, a share of at least 0 and below 1."""
    value = _number("tolerance", tolerance, "in [0, 1)")
    if value is None or not 0 <= value < 1:
        raise InvalidArgumentError(f"tolerance must be in [0, 1); got {shown(tolerance)}")
    return value


def _number(name: str, given: object, what: str = "a number or None") -> float | None:
    if given is None:
        return None
    try:
        if isinstance(given, str | bytes | bool | np.bool_) or np.ndim(given) > 0:  # type: ignore[arg-type]
            raise TypeError
        return float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise InvalidArgumentError(f"{name} must be {what}; got {shown(given)}") from None
