"""The command of the studies makes a page and a figure from a small store."""

import re
import sys
from pathlib import Path

import polars as pl
import pytest

from inbounds.experiment import PRESETS, load_config, run_experiment
from inbounds.plan.config import SERIES

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import bare_runs
from studies.scores import facts, load_runs
from study import STUDIES, main

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
STORES = {"bias": ["bias-dimensions"], "modern": SERIES["modern"]}


@pytest.mark.parametrize("study", STUDIES)
def test_a_page_is_made_from_stored_runs(study, tmp_path):
    stores = STORES.get(study, [study])
    for name in stores:
        run_experiment(load_config(name).with_(**SMALL | CHANGES[name]), tmp_path / name, workers=1)
    experiment = tmp_path / "bias.toml"
    small = load_config("bias").with_(dimensions=[2], mutations=["rand/1"], population=8, budget=40, runs=5)
    experiment.write_text(small.to_toml(), encoding="utf-8")
    options = [study, "--out", tmp_path, "--experiment", experiment, "--positions", tmp_path / "positions.parquet"]
    command = [str(option) for option in (*options, "--store", *(tmp_path / name for name in stores))]
    main(command)
    picture = (tmp_path / f"{study}.svg").read_bytes()
    main(command)
    assert (tmp_path / f"{study}.svg").read_bytes() == picture, "the same runs give the same bytes"
    page = (tmp_path / f"{study}.md").read_text(encoding="utf-8")
    assert page.startswith("# ")
    assert f"({study}.svg)" in page
    assert "nan" not in page
    assert len(picture) > 1000
    if study == "bias":
        assert pl.read_parquet(tmp_path / "positions.parquet").height == 2 * 26


def test_the_guide_shows_commands_that_run_and_show_every_study():
    root = Path(__file__).parents[2]
    shown = (
        (root / "docs/studies/index.md").read_text(encoding="utf-8").partition("```console\n")[2].partition("```")[0]
    )
    for study in STUDIES:
        page = rf"python benchmarks/study\.py {study} --store (results/{study}\S*)"
        made = re.search(rf"(?:inbounds run|bare_runs\.py) ({study}\S*) --(?:store|out) (\S+).*\n{page}", shown)
        assert made, study
        assert made[1] in (*PRESETS, *SERIES)
        assert made[3].removesuffix("/*") == made[2]
    assert "bias --store results/bias-dimensions --positions " in shown


def test_bare_runs_are_those_of_a_store_and_go_on_after_a_break(tmp_path):
    config = load_config("mixtures").with_(**SMALL | CHANGES["mixtures"] | {"runs": 2})
    experiment, parts = tmp_path / "small.toml", tmp_path / "parts"
    experiment.write_text(config.to_toml(), encoding="utf-8")
    run_experiment(config, tmp_path / "store", workers=1)
    options = [str(experiment), "--out", str(parts), "--workers", "2"]
    bare_runs.main(options)
    order = ["suite", "dimension", "configuration", "boundary", "function", "instance", "run"]
    bare, stored = (load_runs([place]).sort(order) for place in (parts, tmp_path / "store"))
    assert bare.height == 2 * 2 * 2 * 18 * 2
    for column in (*order, "score", "evaluations"):
        assert bare[column].to_list() == stored[column].to_list(), column
    first, *others = sorted(parts.glob("*.parquet"))
    whole, kept = first.read_bytes(), {path: path.stat().st_mtime_ns for path in others}
    first.unlink()
    bare_runs.main(options)
    assert first.read_bytes() == whole
    assert {path: path.stat().st_mtime_ns for path in others} == kept


def test_the_evaluations_of_a_long_study_are_all_counted(tmp_path):
    most = 2_000_000_000  # in one run: two of them are more than 32 bits hold
    row = {name: "x" if kind == pl.String else 1 for name, kind in bare_runs.SCHEMA.items()} | {"evaluations": most}
    pl.DataFrame([row, row], schema=bare_runs.SCHEMA).write_parquet(tmp_path / "part.parquet")
    assert "4000 million evaluations" in facts(load_runs([tmp_path]))
