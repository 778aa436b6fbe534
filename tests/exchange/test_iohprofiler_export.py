"""What `iohinspector` reads from an export is what the store holds."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds.exchange import export_store
from inbounds.runs.recording import targets

iohinspector = pytest.importorskip("iohinspector")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

RUN = ["mutation", "boundary", "function", "dimension", "instance", "run"]


@pytest.fixture(scope="module")
def folder(store_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("ioh")
    export_store(store_path, out, format="ioh")
    return out


@pytest.fixture(scope="module")
def read(folder: Path) -> pl.DataFrame:
    """All rows that iohinspector loads, with the run's number within its cell."""
    manager = iohinspector.DataManager()
    manager.add_folder(str(folder))
    rows = manager.load(monotonic=False, include_meta_data=True)
    keys = ["algorithm_name", "function_id", "dimension", "instance"]
    return rows.with_columns(run=pl.col("run_id").rank("dense").over(keys).cast(pl.Int32) - 1).rename(
        {"function_id": "function"}
    )


def ends(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.sort("evaluations").group_by(RUN, maintain_order=True).last().sort(RUN)


def test_every_run_is_there_with_its_length_its_precision_and_its_repaired_share(read, stored):
    found, expected = ends(read), stored.sort(RUN)
    assert found.height == expected.height
    for theirs, ours in [("evaluations",) * 2, ("evals", "evaluations"), ("raw_y", "precision"), ("repaired",) * 2]:
        assert found[theirs].to_list() == expected[ours].to_list()
    assert found["best_y"].to_list() == expected["precision"].to_list()


def test_every_run_has_a_row_at_evaluation_one(read, stored):
    assert read.filter(pl.col("evaluations") == 1).height == stored.height


def test_every_target_is_hit_when_the_store_says(read, stored):
    hits = {tuple(row[name] for name in RUN): row["hits"] for row in stored.iter_rows(named=True)}
    checked = 0
    for key, rows in read.group_by(RUN):
        rows = rows.sort("evaluations")
        values, counts = rows["raw_y"].to_numpy(), rows["evaluations"].to_numpy()
        for target, hit in zip(targets(), hits[key], strict=True):
            reached = np.flatnonzero(values <= target)
            assert (counts[reached[0]] if len(reached) else -1) == hit
            checked += 1
    assert checked == 51 * stored.height


def test_operators_can_be_told_apart_in_the_overview(read, stored):
    assert set(read["mutation"].unique()) == {"rand/1", "best/1"}
    assert set(read["boundary"].unique()) == {"reflection", "death-penalty"}
    assert set(read["suite"].unique()) == {"BBOB"}
    assert set(read["function_name"].unique()) == {"Sphere", "LinearSlope", "RastriginRotated"}


def test_repaired_share_seed_and_budget_are_run_attributes(folder, stored):
    index = json.loads((folder / "rand-1_binomial_reflection_shade" / "IOHprofiler_f1_Sphere.json").read_text())
    assert {"repaired", "seed", "run", "population", "budget"} <= set(index["run_attributes"])
    scenario = next(entry for entry in index["scenarios"] if entry["dimension"] == 5)
    expected = stored.filter(function=1, dimension=5, mutation="rand/1", boundary="reflection").sort("instance", "run")
    for name in ("repaired", "seed", "run", "population", "budget"):
        assert [run[name] for run in scenario["runs"]] == expected[name].to_list()


def test_our_ecdf_is_that_of_iohinspector_on_the_exported_data(read, stored):
    """Its curve knows no targets but the log of the precision from 10^2 to 10^-8: equal up to one of our 50 steps."""
    from iohinspector.metrics import get_data_ecdf

    from inbounds.analysis import ecdf

    chosen = (pl.col("mutation") == "rand/1") & (pl.col("boundary") == "reflection") & (pl.col("dimension") == 5)
    ours = ecdf(stored.filter(chosen), groups=["all"], targets="all", points_per_decade=10).curves
    runs = read.filter(chosen)
    number = runs.select(pl.struct(RUN).rank("dense").alias("data_id")).to_series()
    columns = runs.select("evaluations", "raw_y").with_columns(data_id=number, everything=1)
    counts = np.floor(ours["evaluations_per_dimension"].to_numpy() * 5 + 1e-9).astype(int)
    theirs = get_data_ecdf(
        columns,
        free_vars=["everything"],
        f_min=1e-8,
        f_max=1e2,
        eval_values=np.unique(counts).tolist(),
        return_as_pandas=False,
    )
    levels = dict(theirs.select("evaluations", "eaf").iter_rows())
    np.testing.assert_allclose(ours["share"] * 51 / 50, [levels[count] for count in counts], atol=1.1 / 50)
    assert theirs["eaf"].max() > 0.2
