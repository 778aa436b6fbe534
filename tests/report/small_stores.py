"""Small experiments with all five function groups, whole and in parts, and tables of foreign algorithms."""

from pathlib import Path

import numpy as np
import polars as pl

from inbounds import curve_evaluations
from inbounds.execution.progress import Silence
from inbounds.execution.runner import run_experiment
from inbounds.experiment import Store, parse_config
from tests.analysis.run_tables import random_study

MUTATIONS = ("rand/1", "best/1", "target-to-best/1")
FUNCTIONS = (1, 5, 6, 10, 15, 20)
SMALL = """
functions = [1, 5, 6, 10, 15, 20]
dimensions = [3]
mutations = ["rand/1", "best/1", "target-to-best/1"]
crossovers = ["binomial", "exponential"]
boundaries = ["reflection", "death-penalty", "transformation", "midpoint-base", "midpoint-target"]
population = 12
budget = "120*n"
runs = 8
seed = 5
"""
NASTY = (
    "<script>document.title = 'broken'</script>",
    "</script><img src=x onerror=\"document.title = 'broken'\">",
    "'\"&amp;<b>",
    "$x^2$ %DATA% %SCRIPT%",
    "[red]rich[/red]\u2028",
)


def make_store(path: Path, **changes: object) -> Store:
    """Run the small experiment into a store."""
    run_experiment(parse_config(SMALL, name="small").with_(**changes), path, workers=2, display=Silence())
    return Store(path)


def without(store: Store, *, functions: tuple[int, ...], mutation: str, boundary: str) -> int:
    """Remove whole functions, a whole mutation and one method on function 5; return how many cells are left out."""
    gone = {
        cell.id
        for cell in store.plan().cells
        if cell.function in functions or cell.mutation == mutation or (cell.boundary, cell.function) == (boundary, 5)
    }
    for shard in store.shards():
        if shard.cell in gone:
            shard.path.unlink()
    return len(gone)


def paper_size_runs(*, runs: int = 2, **grid: tuple[object, ...]) -> pl.DataFrame:
    """Return the cells of the paper, or of a smaller grid, with curves as long as its own and of random values."""
    table = random_study(runs=runs, **grid)
    generator = np.random.default_rng(7)
    size = (table.height, len(curve_evaluations(300_000)))
    drawn = {
        f"curve_{name}": pl.Series(generator.random(size, dtype=np.float32)).arr.to_list()
        for name in ("precision", "repaired", "f", "cr")
    }
    return table.with_columns(budget=pl.lit(300_000), **drawn)


def foreign_runs(names: tuple[str, ...] = NASTY, *, runs: int = 12) -> pl.DataFrame:
    """Return a table with the least that the analysis needs: no operators, no hits, no curves."""
    generator = np.random.default_rng(3)
    return pl.concat(
        pl.DataFrame(
            {
                "suite": "bbob",
                "function": function,
                "dimension": 5,
                "boundary": name,
                "precision": 10 ** generator.normal(-place, 0.4, runs),
            }
        )
        for function in FUNCTIONS
        for place, name in enumerate(names)
    )
