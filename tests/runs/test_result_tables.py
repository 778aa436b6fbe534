"""Results as tables: the same numbers in polars, Arrow and pandas."""

import dataclasses
import pickle

import numpy as np
import pytest

import inbounds as ib
from inbounds.runs.run_table import SCHEMA


@pytest.fixture(scope="module")
def result() -> ib.RunResult:
    return ib.DE(population=20).run(ib.problem("bbob", function=1, dimension=3), budget=500, runs=4, seed=1)


def test_polars_has_one_row_a_run_in_the_stores_columns(result):
    table = result.to_polars()
    assert table.height == 4
    assert set(table.columns) - set(SCHEMA) == {"x"}
    for name in ("precision", "evaluations", "repaired", "seconds", "nonfinite", "x", "hits"):
        assert np.array_equal(table[name].to_numpy(), getattr(result, name))
    assert np.array_equal(table["curve_precision"].to_numpy(), result.curves.precision)
    assert np.array_equal(table["curve_f"].to_numpy(), result.curves.mean_f, equal_nan=True)


def test_arrow_has_the_same(result):
    pytest.importorskip("pyarrow")
    table = result.to_arrow()
    assert table.column_names == result.to_polars().columns
    assert table["precision"].to_pylist() == result.precision.tolist()
    assert table["x"].to_pylist() == result.x.tolist()


def test_pandas_has_the_same_indexed_by_run(result):
    pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert frame.index.tolist() == [0, 1, 2, 3]
    assert frame.index.name == "run"
    assert frame["evaluations"].tolist() == result.evaluations.tolist()
    assert frame["precision"].mean() == pytest.approx(result.precision.mean(), rel=1e-14)
    assert np.array_equal(np.stack(frame["hits"]), result.hits)


def test_a_pickled_result_is_equal_and_another_one_is_not(result):
    again = pickle.loads(pickle.dumps(result))
    assert np.isnan(result.curves.mean_cr).any()  # NaN must not make a result unequal to itself
    assert again == result
    assert dataclasses.replace(again, seconds=again.seconds + 1) == result
    assert dataclasses.replace(again, precision=again.precision + 1) != result
    assert dataclasses.replace(again, x=again.x[:2]) != result
    curves = dataclasses.replace(again.curves, mean_f=again.curves.mean_f + 1)
    assert dataclasses.replace(again, curves=curves) != result
    assert result != "a result"
