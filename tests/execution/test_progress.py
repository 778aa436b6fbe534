"""What a run says of itself: counted cells, pace, time left and the slowest cells."""

import io
import json

import pytest

from inbounds.execution.progress import Lines, Tally
from inbounds.experiment import Plan, run_experiment
from inbounds.plan.cells import Batch
from inbounds.runs.run_range import RunRange
from tests.small_experiment import quick_work, small_config


@pytest.fixture
def plan() -> Plan:
    return Plan(small_config(runs=4))


def pieces(plan: Plan, cell: int, *counts: int) -> list[Batch]:
    """Return the runs of a cell in pieces."""
    starts = [sum(counts[:k]) for k in range(len(counts))]
    chosen = plan.cells[cell]
    return [Batch(chosen, plan.seed(chosen), RunRange(s, n)) for s, n in zip(starts, counts, strict=True)]


def test_a_cell_is_done_when_all_its_runs_are(plan):
    missing = [*pieces(plan, 0, 1, 3), *pieces(plan, 1, 4)]
    tally = Tally.of(plan, missing, len(plan.cells))
    assert (tally.cells_done, tally.cells_planned) == (len(plan.cells) - 2, len(plan.cells))
    assert tally.cost_left == sum(batch.cost for batch in missing)
    tally.add(missing[0], evaluations=100, seconds=1.0)
    assert tally.cells_done == len(plan.cells) - 2
    tally.add(missing[1], evaluations=300, seconds=2.5)
    assert tally.cells_done == len(plan.cells) - 1
    assert (tally.runs, tally.evaluations, tally.cost_left) == (4, 400, missing[2].cost)
    assert tally.slowest_cells() == [(str(plan.cells[0]), 3.5)]  # its pieces together


def test_the_three_slowest_cells_are_kept_slowest_first(plan):
    missing = [batch for cell in range(5) for batch in pieces(plan, cell, 4)]
    tally = Tally.of(plan, missing, len(plan.cells))
    for batch, seconds in zip(missing, (2.0, 9.0, 1.0, 5.0, 3.0), strict=True):
        tally.add(batch, evaluations=10, seconds=seconds)
    assert tally.slowest_cells() == [(str(plan.cells[k]), seconds) for k, seconds in ((1, 9.0), (3, 5.0), (4, 3.0))]
    assert tally.snapshot()["slowest_cells"][0] == {"cell": str(plan.cells[1]), "seconds": 9.0}


def test_the_time_left_is_what_the_rest_costs_at_the_pace_so_far(plan, monkeypatch):
    missing = [batch for cell in range(4) for batch in pieces(plan, cell, 4)]
    tally = Tally.of(plan, missing, len(plan.cells))
    monkeypatch.setattr("inbounds.execution.progress.time.monotonic", lambda: tally.began + 20.0)
    assert tally.seconds_left is None
    tally.add(missing[0], evaluations=500, seconds=1.0)
    assert tally.pace == pytest.approx(25.0)
    rest = sum(batch.cost for batch in missing[1:])
    assert tally.seconds_left == pytest.approx(20.0 * rest / missing[0].cost)
    assert " evaluations/s, " in tally.line()
    for batch in missing[1:]:
        tally.add(batch, evaluations=500, seconds=1.0)
    assert tally.seconds_left == 0.0


def test_lines_are_written_every_few_seconds(plan, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("inbounds.execution.progress.time.monotonic", lambda: now[0])
    stream = io.StringIO()
    lines, tally = Lines(stream, every=5.0), Tally.of(plan, [], len(plan.cells))
    for now[0] in (1.0, 4.9, 5.0, 6.0, 9.9, 10.0):
        lines.show(tally)
    assert stream.getvalue().count("\n") == 2


def test_the_part_is_told_for_status(tmp_path):
    run_experiment(small_config(), tmp_path / "store", part=(2, 3), work=quick_work)
    said = json.loads((tmp_path / "store" / "progress.json").read_text())
    assert said["part"] == [2, 3]
    assert said["cells_done"] == said["cells_planned"] == len(Plan(small_config()).part(2, 3))
