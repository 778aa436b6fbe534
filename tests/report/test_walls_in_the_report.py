"""An optimum near the wall: moved walls side by side in tables, figure, report and recommendation."""

import json
import re

import polars as pl
import pytest
from typer.testing import CliRunner

from inbounds import analysis, figures
from inbounds.analysis.loading import stored_suites
from inbounds.analysis.recommendation import nearest_walls, ranks_of, recommend
from inbounds.analysis.significance import group_ranks
from inbounds.cli import build_app
from inbounds.errors import InvalidArgumentError
from inbounds.experiment import Store, run_experiment
from inbounds.report import write_report
from tests.small_experiment import small_config

METHODS = ["projection", "reinitialization", "reflection"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    config = small_config(
        suites=["bbob", "walls[epsilon=0]", "walls[epsilon=0.2]", "walls[epsilon=0,coordinates=1]"],
        functions=[1, 2],
        dimensions=[3],
        mutations=["rand/1"],
        boundaries=METHODS,
        budget=900,
        runs=5,
    )
    return Store(run_experiment(config, tmp_path_factory.mktemp("walls") / "store", workers=1).store)


def test_ranks_by_distance_are_those_of_each_suite(store):
    table = analysis.walls_ranks(store)
    assert table.select("coordinates", "epsilon").unique(maintain_order=True).rows() == [(None, 0), (None, 0.2), (1, 0)]
    runs = analysis.load(store, suite="walls[epsilon=0]")
    means = group_ranks(analysis.function_ranks(runs)).mean_ranks.filter(pl.col("group") == "all")
    expected = dict(means.select("boundary", "mean_rank").rows())
    got = table.filter(pl.col("epsilon") == 0, pl.col("coordinates").is_null())
    assert dict(got.select("boundary", "mean_rank").rows()) == pytest.approx(expected)
    # On the wall in every coordinate: a coordinate drawn anew hardly ever comes near.
    assert got["boundary"][-1] == "reinitialization"
    assert analysis.walls_ranks(store.runs().filter(pl.col("suite") == "bbob")).is_empty()


def test_the_figure_has_a_line_per_method(store):
    figure, table = figures.walls_ranks(analysis.walls_ranks(store))
    assert len(figure.axes) == 2
    assert len(figure.axes[0].lines) == len(METHODS)
    first = table.filter(pl.col("coordinates").is_null(), pl.col("boundary") == table["boundary"][0]).sort("epsilon")
    assert list(figure.axes[0].lines[0].get_ydata()) == first["mean_rank"].to_list()


def test_the_report_puts_the_distances_side_by_side(store, tmp_path):
    written = write_report(store, tmp_path, resamples=2, figures="none")
    kept = pl.read_csv(tmp_path / "tables" / "walls.csv")
    assert kept.height == 9
    pages = [
        json.loads(text)
        for text in re.findall(r'id="study-\d+"[^>]*>(.*?)</script>', written.index.read_text(), re.DOTALL)
    ]
    shown = {page["title"]: [table for table in page["tables"] if table["name"] == "walls"] for page in pages}
    assert {title for title, tables in shown.items() if tables} == {"walls[epsilon=0], 3-D", "walls[epsilon=0.2], 3-D"}
    table = shown["walls[epsilon=0], 3-D"][0]
    assert [column["label"] for column in table["columns"]] == ["boundary method", "0", "0.2"]
    assert table["rows"][-1][0].lower() == "reinitialization"


def test_a_store_with_moved_walls_advises_for_an_optimum_at_a_bound(store):
    assert nearest_walls(stored_suites(store)) == "walls[epsilon=0]"
    advised = recommend(ranks_of(store, optimum_at_bound=True))
    expected = analysis.walls_ranks(store).filter(pl.col("epsilon") == 0, pl.col("coordinates").is_null())
    assert advised.table["boundary"].to_list() == expected["boundary"].to_list()
    said = CliRunner().invoke(build_app(), ["recommend", "--store", str(store.path), "--optimum-at-bound"])
    assert said.exit_code == 0, said.output
    assert f"Try {' or '.join(advised.first)} first" in said.output
    assert "walls[epsilon=0]" in said.output.replace("\n", "")


def test_who_has_no_moved_walls_says_so(store):
    with pytest.raises(InvalidArgumentError, match="runs on suite 'walls' are needed; the table holds 'bbob'"):
        ranks_of(store.runs().filter(pl.col("suite") == "bbob"), optimum_at_bound=True)
    with pytest.raises(InvalidArgumentError, match="got suite 'bbob' beside it"):
        ranks_of(store, suites=["bbob"], optimum_at_bound=True)
