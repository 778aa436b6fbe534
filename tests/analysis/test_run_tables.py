"""What the analysis accepts at its door, and how it refuses the rest."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds.analysis import load
from inbounds.errors import InvalidArgumentError
from inbounds.experiment import Plan, parse_config
from inbounds.paper.published import BOUNDARIES

from .run_tables import cell, random_study


def test_frames_lazy_frames_and_files_are_the_same_runs(tmp_path):
    table = cell([1.0, 2.0])
    table.write_parquet(tmp_path / "runs.parquet")
    table.drop("hits").write_csv(tmp_path / "runs.csv")
    sources = (table, table.lazy(), tmp_path / "runs.parquet", str(tmp_path / "runs.csv"))
    assert [load(source).frame["precision"].to_list() for source in sources] == [[1.0, 2.0]] * 4


def test_pandas_and_arrow_tables_are_the_same_runs():
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    table = pl.concat([cell([1.0, 2.0]), cell([0.5], boundary="reflection")])
    for foreign in (table.to_arrow(), table.to_pandas(), table.to_pandas().set_index("run")):
        runs = load(foreign)
        assert runs.frame["precision"].to_list() == [1.0, 2.0, 0.5]
        assert runs.boundaries == load(table).boundaries
        assert np.array_equal(runs.hits, load(table).hits)


def test_anything_with_runs_is_a_source():
    class Holder:
        def runs(self, columns=None):
            return cell([1.0]).lazy()

    assert load(Holder()).shape == (1, 1, 1)


def test_operators_come_in_the_order_of_the_catalogue_and_strangers_after_them():
    table = random_study(
        runs=1, functions=(1,), mutations=("zz", "nsde", "rand/1"), boundaries=("x", *BOUNDARIES[::-1])
    )
    runs = load(table)
    assert runs.boundaries == (*ib.boundaries()[: len(BOUNDARIES)], "x")
    assert [c.mutation for c in runs.configurations][:3] == ["rand/1", "nsde", "zz"]
    assert ib.mutations().index("rand/1") < ib.mutations().index("nsde")


def test_planned_cells_stand_on_the_axes_with_or_without_runs():
    plan = parse_config(
        """
functions = [1, 15]
dimensions = [3, 5]
mutations = ["rand/1", "best/1"]
crossovers = ["binomial"]
boundaries = ["projection", "reflection"]
population = 100
budget = 1000
runs = 2
"""
    )
    runs = load(cell([1.0, 2.0], boundary="projection"), planned=Plan(plan).cells)
    assert runs.shape == (2, 2, 2)  # those of 3-D belong to another study
    assert runs.sizes.sum() == 2
    assert runs.groups == ("1", "4", "all")
    assert runs.groups_with_runs == ("1", "all")
    assert load(cell([1.0], boundary="projection", dimension=9), planned=Plan(plan).cells).shape == (1, 1, 1)


def test_the_cube_holds_every_run_in_its_cell_and_nothing_else():
    table = pl.concat(
        [cell([1.0, 2.0], boundary="a"), cell([3.0], boundary="b"), cell([4.0], function=2, boundary="a")]
    )
    runs = load(table.sample(fraction=1.0, shuffle=True, seed=1))
    cube = runs.cube("precision")
    assert cube.shape == (1, 2, 2, 2)
    assert sorted(cube[0, 0, 0].tolist()) == [1.0, 2.0]
    np.testing.assert_array_equal(cube[0, 0, 1], [3.0, np.nan])
    np.testing.assert_array_equal(cube[0, 1], [[4.0, np.nan], [np.nan, np.nan]])
    assert runs.sizes.tolist() == [[[2, 1], [1, 0]]]
    assert not runs.complete


def test_imported_data_needs_only_a_function_a_label_and_a_precision():
    table = pl.DataFrame({"function": [1, 1], "boundary": ["CMA-ES", "DE"], "precision": [1.0, 2.0]})
    runs = load(table)
    assert runs.boundaries == ("CMA-ES", "DE")
    assert runs.configurations == (("", ""),)
    assert runs.hits is None


def test_runs_without_a_precision_are_left_out_and_counted():
    runs = load(cell([1.0, float("nan"), 3.0]))
    assert runs.frame.height == 2
    assert runs.dropped == 1


@pytest.mark.parametrize(
    ("column", "values"),
    [("dimension", [5, 10]), ("adaptation", ["jade", "shade"]), ("suite", ["bbob", "sbox"]), ("budget", [10, 20])],
)
def test_several_values_must_be_chosen_from(column, values):
    table = pl.concat(cell([1.0]).with_columns(pl.lit(value).alias(column)) for value in values)
    with pytest.raises(
        InvalidArgumentError, match=f"several {column} values: {values[0]!r}, {values[1]!r}; choose one"
    ):
        load(table)
    assert load(table, **{column: values[1]}).frame.height == 1


def test_all_dimensions_together_make_every_problem_a_block():
    table = pl.concat(cell([1.0], dimension=d, budget=d * 10, instance=i) for d in (5, 10) for i in (1, 2))
    runs = load(table, dimension="all")
    assert runs.blocks == ((1, 1, 5), (1, 1, 10), (1, 2, 5), (1, 2, 10))
    assert runs.dimension is None


def test_instances_are_blocks_of_their_own():
    assert len(load(pl.concat(cell([1.0], instance=i) for i in (1, 2, 3))).blocks) == 3


def test_functions_outside_bbob_belong_to_no_group():
    assert load(cell([1.0], suite="mine")).groups == ("all",)
    assert load(cell([1.0], function=7)).groups == ("2", "all")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (pl.DataFrame({"function": [1]}), "missing 'boundary', 'precision'"),
        (cell([]), "holds no runs"),
        (cell([float("nan")]), "no run of the table has a precision"),
        ("nowhere", "'nowhere'"),
        (42, "got int 42"),
        (cell([1.0]).with_columns(hits=pl.lit("x")), "hits must be an array of 51 integers"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_with_the_reason(source, message):
    with pytest.raises(InvalidArgumentError, match=message):
        load(source)


def test_an_absent_dimension_is_named():
    with pytest.raises(InvalidArgumentError, match="dimension must be one of 5, which the table holds; got 7"):
        load(cell([1.0]), dimension=7)


def test_selected_runs_cannot_change_their_dimension():
    with pytest.raises(InvalidArgumentError, match="selected for dimension 5; got 10"):
        load(load(cell([1.0])), dimension=10)


def test_loaded_runs_are_selected_from_further():
    table = random_study(runs=2, functions=(1, 2), mutations=("rand/1", "best/1"), boundaries=("c", "b", "a"))
    runs = load(table)
    backwards = runs.on(replace(runs.axes, boundaries=("c", "b", "a")))
    chosen = load(backwards, boundaries=("a", "c"), functions=(2,), mutations=iter(["best/1"]))
    assert chosen.boundaries == ("c", "a")
    assert {block.function for block in chosen.blocks} == {2}
    assert {configuration.mutation for configuration in chosen.configurations} == {"best/1"}
    assert chosen.sizes.sum() == len(chosen.frame) == 2 * 2 * len(chosen.configurations)
    assert load(runs, suite=runs.suite).frame.equals(runs.frame)
    assert load(runs) is runs


@pytest.mark.parametrize("wanted", [{"suite": "nope"}, {"boundaries": ["nope"]}, {"population": 7}, {"budget": 7}])
def test_a_selection_that_loaded_runs_do_not_hold_is_refused(wanted):
    got = "'nope'" if "nope" in str(wanted) else "7"
    with pytest.raises(InvalidArgumentError, match=f"must be one of .*, which the table holds; got {got}"):
        load(load(cell([1.0])), **wanted)


def test_an_unknown_group_is_refused():
    with pytest.raises(InvalidArgumentError, match="group must be one of '1', '2', '3', '4', '5', 'all'; got '6'"):
        load(cell([1.0])).in_group("6")


def test_hits_may_be_a_list_and_partly_missing():
    table = cell([1.0, 2.0]).with_columns(hits=pl.col("hits").arr.to_list())
    with_gap = pl.concat([table, cell([3.0]).with_columns(hits=pl.lit(None, dtype=pl.List(pl.Int32)))])
    hits = load(with_gap).hits
    assert hits.shape == (3, 51)
    assert (hits[2] == -1).all()


def test_runs_with_different_targets_are_not_mixed():
    one, other = (cell([1.0, 2.0], boundary=name, target=target) for name, target in (("a", 1e-8), ("b", 0.0)))
    with pytest.raises(InvalidArgumentError, match=r"several targets: 0.0, 1e-08; keep those of one"):
        load(pl.concat([one, other]))
    told_nothing = other.with_columns(target=pl.lit(None, dtype=pl.Float64))
    assert load(pl.concat([one, told_nothing])).shape == (1, 1, 2)
