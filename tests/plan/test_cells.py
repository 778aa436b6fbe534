"""Ids depend on content alone, seeds on (experiment seed, cell), and planned minus stored is all there is to do."""

from hashlib import blake2b

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbounds import DE, ConfigError
from inbounds import problem as ib_problem
from inbounds.execution.worker import run_batch
from inbounds.experiment import Batch, Plan, RunRange, load_config
from inbounds.plan.cells import COST_LIMIT, gaps, split, units
from inbounds.plan.config import parse_config
from tests.small_experiment import CELLS, small_config


def test_ids_and_seeds_stay_what_they_are():
    """A store of today must be found by the code of tomorrow: both are hashes of texts written out here."""
    cell, content = Plan(small_config()).cells[0], (
        '{"adaptation":"shade","boundary":"reflection","budget":200,"crossover":"binomial","dimension":2,"function":1,'
        '"instance":1,"mutation":"rand/1","population":10,"suite":"bbob","target":1e-08}'
    )  # fmt: skip
    assert cell.id == blake2b(content.encode(), digest_size=8).hexdigest() == "a232bbce670a359c"
    seed = int(blake2b(b"5:a232bbce670a359c", digest_size=8).hexdigest(), 16)
    assert Plan(small_config()).seed(cell) == seed


def test_ids_depend_on_content_and_not_on_the_experiment_around_it():
    small, larger = Plan(small_config()), Plan(small_config(functions=[8, 3, 1], runs=99, seed=6))
    assert set(small.by_id) < set(larger.by_id)


@pytest.mark.parametrize(
    "change",
    [
        {"budget": 900},
        {"target": 0},
        {"population": 11},
        {"instances": 2},
        {"adaptation": "jde"},
        {"reduction": "linear"},
    ],
)
def test_any_other_content_is_another_cell(change):
    assert not set(Plan(small_config()).by_id) & set(Plan(small_config(**change)).by_id)


def test_modules_follow_the_adaptation_and_those_that_change_nothing_are_left_out():
    plain, named = Plan(small_config()), Plan(small_config(reduction="none", pbest="constant[share=0.05]"))
    assert plain.by_id == named.by_id
    assert "reduction" not in named.config.to_toml()
    config = small_config(reduction="nonlinear[least=4]", restart="stagnation")
    assert {cell.adaptation for cell in Plan(config).cells} == {"shade + reduction=nonlinear + restart=stagnation"}
    assert parse_config(config.to_toml()) == config
    with pytest.raises(ConfigError, match="archive='external' serves the mutations"):
        small_config(archive="external")
    with pytest.raises(ConfigError, match="reduction = 'lin': reduction must be one of"):
        small_config(reduction="lin")


def test_a_cell_with_modules_runs_them():
    cell = Plan(small_config(reduction="linear", selection="better-or-equal")).cells[0]
    columns = run_batch(Batch(cell, 7, RunRange(0, 3)).task())
    de = DE(
        cell.mutation, cell.crossover, cell.boundary, "shade", cell.population,
        reduction="linear", selection="better-or-equal",
    )  # fmt: skip
    problem = ib_problem(cell.suite, function=cell.function, instance=cell.instance, dimension=cell.dimension)
    expected = de.run(problem, budget=cell.budget, runs=3, seed=7, target=cell.target)
    assert np.array_equal(columns["precision"], expected.precision)


def test_all_cells_of_a_plan_have_ids_and_seeds_of_their_own():
    plan = Plan(load_config("paper"))
    assert len(plan.by_id) == len({plan.seed(cell) for cell in plan.cells}) == 8736


def test_another_experiment_seed_gives_other_cell_seeds():
    one, other = Plan(small_config(seed=1)), Plan(small_config(seed=2))
    assert not {one.seed(c) for c in one.cells} & {other.seed(c) for c in other.cells}


held_ranges = st.lists(st.builds(RunRange, st.integers(0, 30), st.integers(1, 9)), max_size=6)


@given(held_ranges, st.integers(1, 40))
def test_gaps_are_exactly_the_runs_nobody_holds(held, runs):
    held_runs = {run for r in held for run in range(r.first, r.end)}
    found = [run for gap in gaps(held, runs) for run in range(gap.first, gap.end)]
    assert found == sorted(set(range(runs)) - held_runs)


@given(st.integers(1, 500), st.integers(1, 64))
def test_splitting_and_grouping_lose_no_run_and_repeat_none(runs, workers):
    missing = Plan(small_config(runs=runs)).missing({})
    pieces = [
        batch
        for unit in units(split(missing, workers), workers, sum(batch.cost for batch in missing))
        for batch in unit
    ]
    assert _runs(pieces) == _runs(missing)


def _runs(batches: list[Batch]) -> list[tuple[str, int]]:
    return [(b.cell.id, run) for b in batches for run in range(b.runs.first, b.runs.end)]


def test_a_cell_of_the_paper_is_one_batch():
    missing = Plan(load_config("paper")).missing({})
    assert list(split(missing, workers=8)) == missing


def test_batches_never_take_hours():
    big = Plan(small_config(dimensions=[640], budget="10000*n", runs=100)).missing({})
    assert all(batch.cost <= COST_LIMIT * 2 for batch in split(big, workers=2))


def test_few_cells_are_spread_over_many_workers():
    one = Plan(small_config(functions=1, dimensions=30, mutations="rand/1", boundaries="wrapping", runs=100))
    one = Plan(one.config.with_(budget="10000*n"))
    assert len(list(split(one.missing({}), workers=8))) >= 8


def test_parts_are_disjoint_and_together_the_whole():
    plan = Plan(small_config())
    parts = [{b.cell.id for b in plan.missing({}, (k, 3))} for k in (1, 2, 3)]
    assert sum(map(len, parts)) == CELLS
    assert set.union(*parts) == set(plan.by_id)
    assert [{int(cell, 16) % 3 for cell in part} for part in parts] == [{0}, {1}, {2}]  # the same on every machine


def test_raising_the_runs_only_adds_runs():
    finished = {cell.id: [RunRange(0, 4)] for cell in Plan(small_config()).cells}
    assert {b.runs for b in Plan(small_config(runs=10)).missing(finished)} == {RunRange(4, 6)}


def test_seeds_look_uniform():
    plan = Plan(load_config("paper"))
    bits = np.array([[plan.seed(cell) >> k & 1 for k in range(64)] for cell in plan.cells[:2000]])
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.06  # 5 standard deviations of a fair coin
