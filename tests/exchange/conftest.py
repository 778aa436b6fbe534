"""A store with a little of everything, and its run table: what the exports are held against."""

from pathlib import Path

import polars as pl
import pytest

from inbounds.experiment import Store, parse_config, run_experiment

RUNS = 4

EXPERIMENT = """
functions = [1, 5, 15]
dimensions = [2, 5, 7]
instances = [1, 2]
mutations = ["rand/1", "best/1"]
crossovers = ["binomial"]
boundaries = ["reflection", "death-penalty"]
population = 20
budget = "300*n"
runs = 4
seed = 3
"""


@pytest.fixture(scope="session")
def store_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exchange") / "store"
    run_experiment(parse_config(EXPERIMENT), path, workers=1)
    return path


@pytest.fixture(scope="session")
def stored(store_path: Path) -> pl.DataFrame:
    return Store(store_path).runs().collect()
