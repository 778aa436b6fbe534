"""The command of the studies makes a page and a figure from a small store."""

import sys
from pathlib import Path

import polars as pl
import pytest

from inbounds.experiment import load_config, run_experiment

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from study import main

SMALL = {"functions": [1, 5], "dimensions": [3], "budget": 60, "runs": 1}
CHANGES = {
    "mixtures": {"suites": ["bbob"], "instances": [1, 6], "mutations": ["rand/1"], "population": 12},
    "walls": {"mutations": ["rand/1"], "crossovers": ["binomial"], "population": 12},
    "bias-dimensions": {"functions": [0], "dimensions": [2, 3], "population": [20, 30]},
    "modern-shade": {"population": 12},
    "modern-l-shade": {"population": 12},
    "modern-jso": {"population": 12},
    "dose": {"suites": ["bbob", "walls[epsilon=0.1]", "walls[epsilon=0]"], "mutations": ["rand/1"], "population": 12},
    "schedule": {"mutations": ["rand/1"], "population": 12},
}
STORES = {"bias": ["bias-dimensions"], "modern": ["modern-shade", "modern-l-shade", "modern-jso"]}


@pytest.mark.parametrize("study", ["mixtures", "walls", "bias", "modern", "dose", "schedule"])
def test_a_page_is_made_from_stored_runs(study, tmp_path):
    stores = STORES.get(study, [study])
    for name in stores:
        run_experiment(load_config(name).with_(**SMALL | CHANGES[name]), tmp_path / name, workers=1)
    experiment = tmp_path / "bias.toml"
    small = load_config("bias").with_(dimensions=[2], mutations=["rand/1"], population=8, budget=40, runs=5)
    experiment.write_text(small.to_toml(), encoding="utf-8")
    options = [study, "--out", tmp_path, "--experiment", experiment, "--positions", tmp_path / "positions.parquet"]
    main([str(option) for option in (*options, "--store", *(tmp_path / name for name in stores))])
    page = (tmp_path / f"{study}.md").read_text(encoding="utf-8")
    assert page.startswith("# ")
    assert f"({study}.svg)" in page
    assert "nan" not in page
    assert (tmp_path / f"{study}.svg").stat().st_size > 1000
    if study == "bias":
        assert pl.read_parquet(tmp_path / "positions.parquet").height == 2 * 26
