"""Which files among the shards are what was written, of this plan, whole and alone: only those are ever read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from inbounds.errors import DamagedShardError
from inbounds.plan.cells import Batch, Plan
from inbounds.plan.config import MAX_RUNS
from inbounds.runs import run_table
from inbounds.runs.run_range import RunRange
from inbounds.store.shards import Shard

AT_A_TIME = 256  # shards whose bytes are held in memory together


@dataclass(frozen=True)
class Fault:
    """A file among the shards that is not as it should be."""

    path: Path
    reason: str
    foreign: bool = False  # whole, but of another plan than the store's

    def __str__(self) -> str:
        return f"{self.path.name}: {self.reason}"


@dataclass(frozen=True)
class Verdict:
    """What is wrong with one shard, and the evaluations of its runs where nothing is."""

    fault: Fault | None
    evaluations: int = 0


@dataclass(frozen=True)
class Examined:
    """The sound shards of a store in order of cell and run, and what is wrong with the others."""

    sound: tuple[Shard, ...]
    evaluations: int = 0  # of the sound ones
    faults: tuple[Fault, ...] = ()
    strays: tuple[Fault, ...] = ()  # files that by their names are none of the store's

    def finished(self) -> dict[str, list[RunRange]]:
        """Return the sound runs of each cell, by cell id."""
        held: dict[str, list[RunRange]] = {}
        for shard in self.sound:
            held.setdefault(shard.cell, []).append(shard.runs)
        return held


def verdicts(shards: Sequence[Shard], plan: Plan | None) -> Iterator[Verdict]:
    """Yield what is wrong with each shard as far as it alone can tell.

    Its bytes are those that were written, and its rows are the runs of the cell that its name says, with the labels
    and the seed of the plan; imported results have no plan, only names.
    """
    for start in range(0, len(shards), AT_A_TIME):
        chunk = shards[start : start + AT_A_TIME]
        found = [Verdict(_fault_of_name(shard, plan)) for shard in chunk]
        whole: list[int] = []
        contents: list[bytes] = []
        for place, shard in enumerate(chunk):
            if found[place].fault is None:
                try:
                    contents.append(shard.content())
                    whole.append(place)
                except DamagedShardError as error:
                    found[place] = Verdict(Fault(shard.path, str(error).removeprefix(f"{shard.path}: ")))
        evaluations = _evaluations([chunk[place] for place in whole], contents, plan) if whole else []
        for number, place in enumerate(whole):
            # where they are not all as named: which of them, and why?
            found[place] = Verdict(None, evaluations[number]) if evaluations else _verdict_on_rows(chunk[place], plan)
        yield from found


def without_repetitions(shards: Iterable[Shard]) -> tuple[list[Shard], list[Fault]]:
    """Keep every run once: of shards that share runs the first, or none where they contradict each other."""
    held: dict[str, list[Shard]] = {}
    faults: dict[Path, Fault] = {}
    ordered = list(shards)
    for shard in ordered:
        mine = held.setdefault(shard.cell, [])
        common = [other for other in mine if overlap(other.runs, shard.runs)]
        against = [other for other in common if first_difference(other, shard) is not None]
        for one, other in ((one, shard) for one in against):
            faults[one.path] = Fault(one.path, f"has other results than {other.path.name} for the same runs")
            faults[other.path] = Fault(other.path, f"has other results than {one.path.name} for the same runs")
        if common and not against:
            faults[shard.path] = Fault(shard.path, "repeats runs that another shard holds")
        else:
            mine.append(shard)
    return [shard for shard in ordered if shard.path not in faults], list(faults.values())


def first_difference(one: Shard, other: Shard) -> int | None:
    """Return the first of the runs that two shards share on which they differ, timing aside."""
    first, end = max(one.runs.first, other.runs.first), min(one.runs.end, other.runs.end)
    mine, theirs = (
        shard.read().filter(pl.col("run").is_between(first, end - 1)).select(run_table.CONTENT)
        for shard in (one, other)
    )
    if mine.equals(theirs):
        return None
    rows = zip(mine.iter_rows(), theirs.iter_rows(), strict=True)
    return next(first + number for number, (a, b) in enumerate(rows) if repr(a) != repr(b))


def overlap(one: RunRange, other: RunRange) -> bool:
    """Tell whether two ranges share a run."""
    return one.first < other.end and other.first < one.end


def _fault_of_name(shard: Shard, plan: Plan | None) -> Fault | None:
    if shard.runs.count < 1:
        return Fault(shard.path, "its name promises no runs")
    if plan is None:
        return None
    if shard.cell not in plan.by_id:
        return Fault(shard.path, "its cell is not in the plan", foreign=True)
    if shard.runs.end > plan.config.runs:
        return Fault(
            shard.path, f"holds run {shard.runs.end - 1}; {plan.config.runs} per cell are planned", foreign=True
        )
    return None


def _evaluations(shards: Sequence[Shard], contents: Sequence[bytes], plan: Plan | None) -> list[int]:
    """Return each file's evaluations where all hold the rows that their names promise, else nothing.

    To ask each file costs far more than to ask them together.
    """
    if any(
        shard.runs.count > len(content) or shard.runs.end > MAX_RUNS or run_table.VERSION_KEY not in content
        for shard, content in zip(shards, contents, strict=True)
    ):
        return []  # a row takes more than a byte, and a file that we wrote says its version
    expected = _expected(shards, plan)
    evaluations = pl.col("evaluations").fill_null(0)
    try:
        found = (
            pl.scan_parquet(list(contents), schema=run_table.SCHEMAS[shards[0].schema], glob=False)
            .select(*expected.columns, evaluations)
            .collect()
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        return []
    if not found.select(expected.columns).equals(expected):
        return []
    first_rows = np.cumsum([0, *(shard.runs.count for shard in shards[:-1])])
    return [int(total) for total in np.add.reduceat(found["evaluations"].to_numpy(), first_rows)]


def _expected(shards: Sequence[Shard], plan: Plan | None) -> pl.DataFrame:
    """Return the columns that a plan and the shards' names determine, one row per run."""
    labels = [_labels(shard, plan) for shard in shards]
    row_of = np.repeat(np.arange(len(shards)), [shard.runs.count for shard in shards])
    runs = [np.arange(shard.runs.first, shard.runs.end, dtype=np.int32) for shard in shards]
    return pl.DataFrame(
        [
            pl.Series("run", np.concatenate(runs)),
            *(
                pl.Series(name, [of_shard[name] for of_shard in labels], dtype=run_table.SCHEMA[name]).gather(row_of)
                for name in labels[0]
            ),
        ]
    )


def _labels(shard: Shard, plan: Plan | None) -> dict[str, object]:
    if plan is None:
        return {"cell": shard.cell}
    cell = plan.by_id[shard.cell]
    kept = run_table.SCHEMAS[shard.schema]
    return {name: value for name, value in Batch(cell, plan.seed(cell), shard.runs).labels.items() if name in kept}


def _verdict_on_rows(shard: Shard, plan: Plan | None) -> Verdict:
    try:
        table = shard.read()
    except DamagedShardError as error:
        return Verdict(Fault(shard.path, str(error).removeprefix(f"{shard.path}: ")))
    first, end = shard.runs.first, shard.runs.end
    if table.height != shard.runs.count or table["run"].to_list() != list(range(first, end)):
        return Verdict(Fault(shard.path, f"does not hold the runs {first} to {end - 1}"))
    for name, value in _labels(shard, plan).items():
        if not table.select(pl.col(name).eq_missing(pl.lit(value, dtype=table.schema[name])).all()).item():
            reason = f"{name} must be {value!r} in every row; got {table[name].unique().head(3).to_list()!r}"
            return Verdict(Fault(shard.path, reason, foreign=True))
    return Verdict(None, int(table["evaluations"].sum()))
