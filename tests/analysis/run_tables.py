"""Small tables of runs for the tests of the analysis."""

from collections.abc import Iterable, Mapping
from itertools import product

import numpy as np
import polars as pl

from inbounds.paper.published import BOUNDARIES, MUTATIONS

TARGETS = 10.0 ** np.linspace(2, -8, 51)


def cell(
    precision: Iterable[float],
    *,
    function: int = 1,
    boundary: str = "projection",
    mutation: str = "rand/1",
    crossover: str = "binomial",
    repaired: Iterable[float] | float = 0.5,
    dimension: int = 5,
    instance: int = 1,
    budget: int = 1000,
    hits: np.ndarray | None = None,
    **labels: object,
) -> pl.DataFrame:
    """Return the runs of one cell; without `hits`, each target that the run reaches is hit at the last evaluation."""
    values = np.asarray(list(precision), dtype=float)
    runs = values.size
    if hits is None:
        hits = np.where(TARGETS[None] >= values[:, None], budget, -1)
    share = np.full(runs, repaired) if np.isscalar(repaired) else np.asarray(list(repaired), dtype=float)
    table = pl.DataFrame(
        {
            "precision": values,
            "evaluations": np.full(runs, budget),
            "repaired": share,
            "run": np.arange(runs),
            "hits": pl.Series(hits.astype(np.int32), dtype=pl.Array(pl.Int32, TARGETS.size)),
        }
    )
    constants = {
        "suite": "bbob",
        "function": function,
        "instance": instance,
        "dimension": dimension,
        "mutation": mutation,
        "crossover": crossover,
        "boundary": boundary,
        "adaptation": "shade",
        "population": 100,
        "budget": budget,
        "seconds": 0.1,
        "nonfinite": 0,
        **labels,
    }
    return table.with_columns(**{name: pl.lit(value) for name, value in constants.items()})


def methods_on(function: int, samples: Mapping[str, Iterable[float]], **labels: object) -> pl.DataFrame:
    """Return the runs of several methods on one function."""
    return pl.concat(cell(values, function=function, boundary=name, **labels) for name, values in samples.items())


def random_study(
    *,
    seed: int = 1,
    runs: int = 10,
    functions: Iterable[int] = range(1, 25),
    mutations: Iterable[str] = MUTATIONS,
    crossovers: Iterable[str] = ("binomial", "exponential"),
    boundaries: Iterable[str] = BOUNDARIES,
    spread: float = 0.0,
) -> pl.DataFrame:
    """Return a whole grid of runs; functions differ in difficulty, cells by chance with this `spread` in decades."""
    generator = np.random.default_rng(seed)
    cells = list(product(functions, mutations, crossovers, boundaries))
    rows = len(cells) * runs
    at = np.repeat(np.arange(len(cells)), runs)
    level = np.array([function % 7 - 5 for function, *_ in cells])[at] + spread * generator.normal(size=len(cells))[at]
    precision = 10.0 ** np.clip(level + generator.normal(size=rows), -9, 4)
    reached = TARGETS[None] >= precision[:, None]
    hits = np.where(reached, np.sort(generator.integers(1, 1001, (rows, TARGETS.size)), axis=1), -1)
    labels = [pl.Series([labels[k] for labels in cells]).gather(at) for k in range(4)]
    return pl.DataFrame(
        {
            "suite": ["bbob"] * rows,
            "function": labels[0],
            "instance": np.ones(rows, dtype=np.int32),
            "dimension": np.full(rows, 5, dtype=np.int32),
            "mutation": labels[1],
            "crossover": labels[2],
            "boundary": labels[3],
            "adaptation": ["shade"] * rows,
            "population": np.full(rows, 100),
            "budget": np.full(rows, 1000),
            "run": np.tile(np.arange(runs), len(cells)),
            "precision": precision,
            "evaluations": np.full(rows, 1000),
            "repaired": generator.random(rows),
            "seconds": np.full(rows, 0.1),
            "nonfinite": np.zeros(rows, dtype=np.int32),
            "hits": pl.Series(hits.astype(np.int32), dtype=pl.Array(pl.Int32, TARGETS.size)),
        }
    )
