"""How far a store is, seen from outside, also while it is being written."""

import time
from dataclasses import dataclass
from typing import Any

from inbounds.plan.cells import gaps
from inbounds.store.lock import holder
from inbounds.store.packed import PackedStore
from inbounds.store.reader import DAMAGED_FOLDER, LOCK_FILE, Store

FRESH = 60.0  # seconds after which what a writer said about its pace is old news


@dataclass(frozen=True)
class Status:
    """Done and planned, and who is at work."""

    store: str
    experiment: str
    cells_done: int
    cells_planned: int
    part: str  # "1/1" where the store is to hold all cells of the experiment
    runs_done: int
    runs_planned: int  # of this store: without those that `inbounds run --known` found elsewhere
    runs_known: int  # in these other stores, when they were last looked at
    evaluations_done: int
    evaluations_planned: int  # if no run stopped early
    damaged: int
    packed: bool
    running: bool
    pid: int | None
    host: str | None
    evaluations_per_second: float | None
    seconds_left: float | None
    slowest_cells: list[dict[str, Any]]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return self.cells_done == self.cells_planned


def store_status(store: Store) -> Status:
    """Count what `store` holds, and ask its writer's last word about the pace."""
    if store.imported:
        return _imported_status(store)
    store = store.snapshot()
    plan, finished = store.plan(), store.finished()
    said = store.progress
    k, m = said.get("part", (1, 1))
    cells = plan.part(k, m)
    elsewhere = {cell.id for cell in plan.cells} - {cell.id for cell in cells}
    if elsewhere & finished.keys():  # other parts came in: now it is the whole
        k, m, cells = 1, 1, plan.cells
    # runs, cell by cell
    lacking = [sum(gap.count for gap in gaps(finished.get(cell.id, ()), plan.config.runs)) for cell in cells]
    done, missing = lacking.count(0), sum(lacking)
    runs_planned = len(cells) * plan.config.runs
    runs_done = runs_planned - missing
    evaluations_planned = sum(cell.budget for cell in cells) * plan.config.runs
    known = min(max(0, int(said.get("known_runs", 0))), missing)
    if known:  # which cells they are in the writer knew, but whether all are there shows in the runs
        done = max(done, min(int(said.get("cells_done", 0)), len(cells) - 1)) if missing > known else len(cells)
        runs_planned -= known
        evaluations_planned -= min(max(0, int(said.get("known_evaluations", 0))), evaluations_planned)
    at_work = holder(store.path / LOCK_FILE)
    fresh = at_work is not None and time.time() - float(said.get("written", 0)) < FRESH
    damaged = store.path / DAMAGED_FOLDER
    complete = done == len(cells)
    return Status(
        store=str(store.path),
        experiment=store.config.name,
        cells_done=done,
        cells_planned=len(cells),
        part=f"{k}/{m}",
        runs_done=runs_done,
        runs_planned=runs_planned,
        runs_known=known,
        evaluations_done=store.examined().evaluations,
        evaluations_planned=evaluations_planned,
        damaged=sum(1 for _ in damaged.iterdir()) if damaged.is_dir() else 0,
        packed=isinstance(store, PackedStore),
        running=at_work is not None,
        pid=(at_work or {}).get("pid"),
        host=(at_work or {}).get("host"),
        evaluations_per_second=said.get("evaluations_per_second") if fresh else None,
        seconds_left=0.0 if complete else said.get("seconds_left") if fresh else None,
        slowest_cells=said.get("slowest_cells", []),
    )


def _imported_status(store: Store) -> Status:
    """Count results of other programs: what is there is all there will be."""
    store = store.snapshot()
    finished = store.finished()
    runs = sum(held.count for ranges in finished.values() for held in ranges)
    evaluations = store.examined().evaluations
    return Status(
        store=str(store.path),
        experiment=str(store.description["name"]),
        cells_done=len(finished),
        cells_planned=len(finished),
        part="1/1",
        runs_done=runs,
        runs_planned=runs,
        runs_known=0,
        evaluations_done=evaluations,
        evaluations_planned=evaluations,
        damaged=0,
        packed=False,
        running=False,
        pid=None,
        host=None,
        evaluations_per_second=None,
        seconds_left=0.0,
        slowest_cells=[],
    )
