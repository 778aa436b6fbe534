"""The whole benchmark as a list of tables, each of which may need a peer that is not installed."""

from collections.abc import Callable, Iterator
from functools import partial

from inbounds.bench import additions, engine, functions, peers
from inbounds.bench.tables import BenchTable
from inbounds.errors import InvalidArgumentError, quoted

Step = Callable[[str], None]

TABLES = (
    "functions",
    "runs",
    "mutations",
    "crossovers",
    "boundaries",
    "populations",
    "threads",
    "memory",
    "pygmo",
    "python",
    "minimize",
    "dimensions",
    "measures",
    "combinations",
)


def check_names(only: list[str]) -> list[str]:
    """Return the names of the tables to make, all of them where none is given."""
    for name in only:
        if name not in TABLES:
            raise InvalidArgumentError(f"a benchmark table must be one of {quoted(TABLES)}; got {name!r}")
    return only or list(TABLES)


def tables(only: list[str], step: Step, *, quick: bool = False) -> Iterator[BenchTable]:
    """Yield the tables asked for, one after the other; a table whose peer is missing says so instead."""
    budget = 30_000 if quick else engine.BUDGET
    makers: dict[str, Callable[[], BenchTable]] = {
        "functions": partial(functions.function_costs, step),
        "runs": partial(engine.whole_runs, step, budget),
        "mutations": partial(engine.operator_costs, step, "mutation", "rand/1", budget),
        "crossovers": partial(engine.operator_costs, step, "crossover", "binomial", budget),
        "boundaries": partial(engine.operator_costs, step, "boundary", "projection", budget),
        "populations": partial(engine.population_costs, step, budget),
        "threads": partial(engine.thread_gain, step, budget),
        "memory": partial(engine.memory, step),
        "pygmo": partial(peers.pygmo_costs, step),
        "python": partial(peers.python_costs, step),
        "minimize": partial(minimize_costs, step),
        "dimensions": partial(functions.dimension_costs, step),
        "measures": partial(additions.measure_costs, step, budget),
        "combinations": partial(additions.combination_costs, step, budget),
    }
    for name in check_names(only):
        try:
            yield makers[name]()
        except ImportError as error:
            yield BenchTable(name, f"not measured: {error} (`make bench` installs the peers)")


def minimize_costs(step: Step) -> BenchTable:
    """The machinery around a Python objective, and a boundary method written in Python."""
    from inbounds.bench.minimize_cost import machinery_cost, python_boundary_cost

    step("minimize")
    rows = [
        {"what": "minimize, vectorized, everything but fun", "µs per evaluation": machinery_cost()},
        {"what": "a boundary method in Python, on top", "µs per evaluation": python_boundary_cost()},
    ]
    return BenchTable("Python objectives and operators", "population 100, 30-D", rows)
