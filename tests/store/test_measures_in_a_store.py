"""Measures and learned shares in a store: kept beside the curves where there are any, and nothing changes elsewhere."""

import json

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds import analysis
from inbounds.errors import InvalidArgumentError, StoreMismatchError
from inbounds.experiment import Plan, Store, merge_stores, run_experiment
from inbounds.runs.recording import EXTRAS, MEASURES
from inbounds.runs.run_table import SCHEMA, SCHEMAS
from inbounds.store.verify import find_faults
from tests.small_experiment import small_config

ADAPTIVE = "(projection+reflection+wrapping)[rule=success-rate]"


def held(tmp_path, name, **changes):
    config = small_config(boundaries=["reflection", ADAPTIVE], dimensions=[2], **changes)
    return Store(run_experiment(config, tmp_path / name, workers=1).store)


def test_a_store_without_them_is_of_the_schema_before(tmp_path):
    store = Store(run_experiment(small_config(), tmp_path / "store", workers=1).store)
    assert json.loads((store.path / "store.json").read_text())["schema"] == 2
    assert "measures" not in (store.path / "config.toml").read_text()
    assert store.runs().collect_schema() == SCHEMA
    with pytest.raises(InvalidArgumentError, match="columns must be among"):
        store.runs(["curve_outside"])


def test_a_measured_store_holds_the_same_runs_and_what_a_run_gives(tmp_path):
    measured, plain = held(tmp_path, "measured", measures=True), held(tmp_path, "plain")
    assert set(Plan(measured.config).by_id) == set(Plan(plain.config).by_id)
    assert measured.digest() == plain.digest()
    assert measured.runs().collect_schema() == SCHEMAS[3] == plain.runs().collect_schema()
    assert not list(find_faults(measured))
    row = measured.runs().filter(pl.col("boundary") == ADAPTIVE).collect().row(0, named=True)
    problem = ib.problem(row["suite"], function=row["function"], instance=row["instance"], dimension=row["dimension"])
    de = ib.DE(row["mutation"], row["crossover"], row["boundary"], population=row["population"])
    again = de.run(
        problem, budget=row["budget"], seed=row["seed"], first_run=row["run"], target=row["target"], measures=True
    )
    for name in MEASURES:
        np.testing.assert_allclose(row[f"curve_{name}"], getattr(again.measures, name)[0], rtol=1e-6)
    np.testing.assert_allclose(row["walls"], again.measures.walls.ravel(), rtol=1e-6)
    np.testing.assert_allclose(row["curve_shares"], again.curves.shares.ravel(), rtol=1e-6)
    of_plain = plain.runs().collect()
    assert of_plain["curve_outside"].is_null().all()
    assert of_plain.filter(pl.col("boundary") == "reflection")["curve_shares"].is_null().all()


def test_measured_stores_merge_and_go_on_in_their_own_schema(tmp_path):
    store = held(tmp_path, "one", measures=True, runs=1)
    merged = Store(merge_stores([store.path], tmp_path / "all").store)
    assert merged.runs(["run", *EXTRAS]).collect().equals(store.runs(["run", *EXTRAS]).collect(), null_equal=True)
    with pytest.raises(StoreMismatchError, match="measures: stored True, now False"):
        run_experiment(store.config.with_(measures=False), store.path, workers=1)


def test_only_true_and_false_switch_measures():
    with pytest.raises(ib.ConfigError, match="measures = 'yes': must be true or false"):
        small_config(measures="yes")


def test_tables_of_curves_have_the_means_of_measures_and_shares(tmp_path):
    store = held(tmp_path, "store", measures=True)
    functions = store.config.functions
    table = analysis.curves(store, functions=functions[:1], boundaries=["reflection"])
    runs = store.runs().filter(pl.col("boundary") == "reflection", pl.col("function") == functions[0]).collect()
    first = table.row(0, named=True)
    same = runs.filter(*(pl.col(name) == first[name] for name in ("instance", "dimension", "mutation", "crossover")))
    expected = np.mean(np.array(same["curve_diversity"].to_list()), axis=0)
    got = table.filter(*(pl.col(name) == first[name] for name in ("instance", "dimension", "mutation", "crossover")))
    np.testing.assert_allclose(got["diversity"], expected, rtol=1e-6)
    shares = analysis.share_curves(store)
    assert set(shares["part"]) == {"projection", "reflection", "wrapping"}
    assert set(shares["boundary"]) == {ADAPTIVE}
    sums = shares.group_by(pl.exclude("part", "share")).agg(pl.col("share").sum())["share"]
    np.testing.assert_allclose(sums, 1, rtol=1e-6)
    plain = Store(run_experiment(small_config(dimensions=[2]), tmp_path / "plain", workers=1).store)
    assert analysis.share_curves(plain).is_empty()
    assert analysis.curves(plain)["outside"].is_null().all()
