"""The command of the studies makes a page and a figure from a small store."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from inbounds.experiment import load_config, run

ROOT = Path(__file__).parents[2]
SMALL = {"functions": [1, 5], "dimensions": [3], "budget": 60, "runs": 1}
CHANGES = {
    "mixtures": {"suites": ["bbob"], "instances": [1, 6], "mutations": ["rand/1"], "population": 12},
    "walls": {"mutations": ["rand/1"], "crossovers": ["binomial"], "population": 12},
    "bias-dimensions": {"functions": [0], "dimensions": [2, 3], "population": [20, 30]},
    "modern-shade": {"population": 12},
    "modern-l-shade": {"population": 12},
    "modern-jso": {"population": 12},
    "dose": {"suites": ["bbob", "walls[epsilon=0]"], "mutations": ["rand/1"], "population": 12},
    "schedule": {"mutations": ["rand/1"], "population": 12},
}
STORES = {"bias": ["bias-dimensions"], "modern": ["modern-shade", "modern-l-shade", "modern-jso"]}


@pytest.mark.parametrize("study", ["mixtures", "walls", "bias", "modern", "dose", "schedule"])
def test_a_page_is_made_from_stored_runs(study, tmp_path):
    stores = STORES.get(study, [study])
    for name in stores:
        run(load_config(name).with_(**SMALL | CHANGES[name]), store=tmp_path / name, workers=1, progress=False)
    experiment = tmp_path / "bias.toml"
    small = load_config("bias").with_(dimensions=[2], mutations=["rand/1"], population=8, budget=40, runs=5)
    experiment.write_text(small.to_toml(), encoding="utf-8")
    command = [sys.executable, ROOT / "benchmarks" / "study.py", study, "--out", tmp_path, "--experiment", experiment]
    command += ["--positions", tmp_path / "positions.parquet", "--store", *(tmp_path / name for name in stores)]
    subprocess.run(command, check=True)
    page = (tmp_path / f"{study}.md").read_text(encoding="utf-8")
    assert page.startswith("# ")
    assert f"({study}.svg)" in page
    assert "nan" not in page
    assert (tmp_path / f"{study}.svg").stat().st_size > 1000
    if study == "bias":
        assert pl.read_parquet(tmp_path / "positions.parquet").height == 2 * 26
