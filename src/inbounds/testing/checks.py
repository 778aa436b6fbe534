"""Check an operator: every promise of its family on every case."""

from collections.abc import Iterator

from inbounds.errors import InboundsError, quoted
from inbounds.operators import catalogue
from inbounds.operators.module_paths import registered_name
from inbounds.testing.boundary_promises import BOUNDARY
from inbounds.testing.crossover_promises import CROSSOVER
from inbounds.testing.mutation_promises import MUTATION
from inbounds.testing.stand import CASES, ConformanceError, Promise

FAMILIES = ("mutation", "crossover", "boundary")


def check_boundary(name: str) -> None:
    """Check the boundary method `name` (options in [ ] allowed); raise ConformanceError with all that is wrong."""
    check("boundary", name)


def check_mutation(name: str) -> None:
    """Check the mutation `name`; raise ConformanceError with all that is wrong."""
    check("mutation", name)


def check_crossover(name: str) -> None:
    """Check the crossover `name`; raise ConformanceError with all that is wrong."""
    check("crossover", name)


def check(family: str, name: str) -> None:
    """Check the operator `name` of `family`; raise ConformanceError with all that is wrong."""
    name = catalogue.canonical(family, registered_name(family, name))
    wrong = list(broken_promises(family, name))
    if wrong:
        count = f"{len(wrong)} promises" if len(wrong) > 1 else "a promise"
        raise ConformanceError(f"{family} {name!r} breaks {count}:\n- " + "\n- ".join(wrong))


def broken_promises(family: str, name: str) -> Iterator[str]:
    """Yield one sentence for each promise that `name` does not keep, with the input that showed it.

    A fault that shows in several promises in the same way is told once.
    """
    told = set()
    for promise in promises(family):
        for case in CASES:
            try:
                promise.check(name, case)
            except Exception as error:
                if (fault := _told(error)) not in told:
                    told.add(fault)
                    yield f"{promise.sentence}: on {case.title}, {fault}"
                break


def promises(family: str) -> tuple[Promise, ...]:
    """Return what every operator of `family` promises."""
    if family not in FAMILIES:
        raise InboundsError(f"family must be one of {quoted(FAMILIES)}; got {family!r}")
    return {"boundary": BOUNDARY, "mutation": MUTATION, "crossover": CROSSOVER}[family]


def _told(error: Exception) -> str:
    text = str(error) if isinstance(error, InboundsError) else f"{type(error).__name__}: {error}"
    if "read-only" in text:
        text = "it writes to an input; only generation.donors is the operator's own"
    return text.partition("\n")[0]
