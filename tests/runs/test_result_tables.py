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


def test_polars_has_one_row_per_run_in_the_stores_columns(result):
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


def test_a_result_shows_itself_in_a_line_and_a_small_table(result):
    assert repr(result) == (
        f"<RunResult: 4 runs in dimension 3, precision {min(result.precision):.3g} to {max(result.precision):.3g}, "
        f"2000 evaluations, {sum(result.repaired) / 4:.1%} repaired>"
    )
    assert repr(result.curves) == f"<Curves: 4 runs at {len(ib.curve_evaluations(500))} evaluation counts>"
    page = result._repr_html_()
    assert page.count("<tr>") == 1 + 4
    assert f"<td>{result.precision[2]:.3g}</td><td>500</td>" in page
    many = ib.DE(population=20).run(ib.problem("bbob", function=1, dimension=3), budget=40, runs=13)
    assert many._repr_html_().count("<tr>") == 1 + 10 + 1
    assert "3 more" in many._repr_html_()


def test_the_documented_shapes_are_those_of_the_arrays(result):
    k = len(ib.curve_evaluations(500))
    shapes = {"precision": (4,), "evaluations": (4,), "repaired": (4,), "x": (4, 3), "hits": (4, 51),
              "targets": (51,), "seconds": (4,), "nonfinite": (4,)}  # fmt: skip
    words = {4: "runs", 3: "n", 51: "51"}
    for name, shape in shapes.items():
        assert getattr(result, name).shape == shape
        assert f"`{name}`: ({', '.join(words[size] for size in shape)}" in ib.RunResult.__doc__
    assert result.curves.evaluations.shape == (k,)
    assert result.curves.precision.shape == result.curves.mean_cr.shape == (4, k)
