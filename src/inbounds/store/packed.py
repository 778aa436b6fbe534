"""Packed stores: the runs of a store without their curves, in a few files that are never rewritten."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from inbounds.atomic_files import TEMPORARY, storage_error, sync_folder, write_atomically
from inbounds.errors import DamagedShardError, InvalidArgumentError, StoreError, StoreMismatchError, quoted
from inbounds.plan.cells import Plan
from inbounds.plan.config import STORE_FILE
from inbounds.runs import recording, run_table
from inbounds.runs.run_range import RunRange
from inbounds.store.origin import refuse_other_experiment
from inbounds.store.packed_blocks import BLOCK_SCHEMA, CELL_SCHEMA, KEPT_TARGETS, Block, block_file, parse_block
from inbounds.store.reader import (
    CONFIG_FILE,
    ENVIRONMENT_FILE,
    PACKED_FORMAT,
    Store,
    json_text,
    read_json,
)
from inbounds.store.shards import Shard, checked_content
from inbounds.store.soundness import Examined, Fault

PACKED_VERSIONS = (1, 2)  # all are read, and the last is written; a block tells its own by its columns
BLOCK_FOLDER = "blocks"
BLOCK_RUNS = 25

_PROVENANCE = ("inbounds", "commit", "instructions", "machine", "cpu", "python", "packages", "started")
_KEPT = np.array([int(np.argmin(np.abs(np.log10(recording.targets() / target)))) for target in KEPT_TARGETS])


@dataclass(frozen=True)
class PackedShard(Shard):
    """The runs of one cell within a block."""

    def read(self) -> pl.DataFrame:
        """Return the rows of the cell as a run table, without curves."""
        rows = Block(self.path, self.runs, self.checksum).read().filter(pl.col("cell") == self.cell)
        return rows.with_columns(**_as_run_table()).select(run_table.SCHEMA.names())


class PackedStore(Store):
    """A packed store to read; every reader of stores takes it."""

    def _check_format(self, described: dict[str, Any]) -> None:
        if described.get("format") != PACKED_FORMAT:
            raise StoreError(f"{str(self.path)!r} is not a packed store: its {STORE_FILE} does not say so")
        schema = described.get("schema")
        if isinstance(schema, bool) or schema not in PACKED_VERSIONS:
            raise StoreError(
                f"packed store {str(self.path)!r} has schema version {schema!r}; "
                f"this inbounds reads versions {', '.join(map(str, PACKED_VERSIONS))}"
            )

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The files of runs by their names, in order; some may not be sound."""
        return tuple(block for path in self._files() if (block := parse_block(path)))

    def _files(self) -> list[Path]:
        folder = self.path / BLOCK_FOLDER
        try:
            names = sorted(entry.name for entry in os.scandir(folder))
        except OSError as error:
            raise StoreError(f"{str(folder)!r} cannot be read: {error.strerror}; put it back from a copy") from None
        return [folder / name for name in names if not name.endswith(TEMPORARY) and not name.startswith(".")]

    @cached_property
    def _sorted(self) -> tuple[tuple[Block, ...], tuple[Fault, ...]]:
        """The sound blocks, and what is wrong with the others."""
        plan, held = self.plan(), dict[str, set[int]]()
        reasons = {block: _fault(block, plan, held) for block in self.blocks}
        faults = [Fault(block.path, reason) for block, reason in reasons.items() if reason]
        return tuple(block for block, reason in reasons.items() if not reason), tuple(faults)

    @property
    def _strays(self) -> tuple[Fault, ...]:
        return tuple(Fault(path, "not the name of a block") for path in self._files() if not parse_block(path))

    @property
    def sound_blocks(self) -> tuple[Block, ...]:
        """The blocks to compute from; warns, once, of files that are left out."""
        sound, faults = self._sorted
        self._tell((*faults, *self._strays))
        return sound

    def examined(self) -> Examined:
        """Return the runs of every cell in every sound block, in order of cell and run, and the other files' faults."""
        sound, faults = self._sorted
        found: list[Shard] = []
        evaluations = 0
        for block in sound:
            table = block.read()
            found += [PackedShard(block.path, cell, block.runs, block.checksum) for cell in table["cell"].unique()]
            evaluations += int(table["evaluations"].sum())
        return Examined(
            tuple(sorted(found, key=lambda shard: (shard.cell, shard.runs))), evaluations, faults, self._strays
        )

    def shards(self) -> list[Shard]:
        """Return the runs of every cell in every sound block, in order of cell and run."""
        return list(self.sound_shards())

    def snapshot(self) -> "PackedStore":
        """Return the store itself: it looks at its folder once."""
        return self

    def runs(self, columns: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the run table, lazily, one row per run in order of cell and run; curves and seconds are null.

        Of the 51 targets' hits ten are kept; the others are null.
        """
        wanted = list(run_table.SCHEMA) if columns is None else list(columns)
        for name in wanted:
            if name not in run_table.SCHEMA:
                raise InvalidArgumentError(f"columns must be among {quoted(run_table.SCHEMA)}; got {name!r}")
        blocks = self.sound_blocks
        if not blocks:
            return pl.LazyFrame(schema=run_table.SCHEMA).select(wanted)
        made = _as_run_table(wanted)
        needed = {"cell", "run"}.union(*(expression.meta.root_names() for expression in made.values()))
        table = pl.concat([block.read().select(sorted(needed)) for block in blocks]).lazy()
        return table.sort("cell", "run").with_columns(**made).select(wanted)


@dataclass(frozen=True)
class Packed:
    """What was written, and what was left for later because not every cell has it yet."""

    store: Path
    blocks_added: int
    runs_added: int
    runs_left_out: int


def pack_store(source: Store, out: str | Path) -> Packed:
    """Add the runs of `source` that the packed store `out` lacks, one new file per crossover and 25 runs.

    Files that are there stay as they are, and a packed store of fewer crossovers takes the runs of these only. A block
    holds the same runs of every cell, so runs that some cell does not have yet are left out, until they are packed
    another time.
    """
    path, plan = Path(out), source.plan()
    if source.path.resolve() == path.resolve():
        raise InvalidArgumentError(f"out must be another folder than the store that is read; got {str(out)!r}")
    source = source.snapshot()
    begin_packed(path, source)
    there = PackedStore(path)
    wanted = there.plan().by_id
    held = {cell: parts for cell, parts in source.finished().items() if cell in wanted}
    written = _ranges_by_crossover(there)
    added = runs_added = 0
    for crossover in there.config.crossovers:
        cells = [cell.id for cell in plan.cells if cell.crossover == crossover]
        common = set.intersection(*({run for part in held.get(cell, ()) for run in _numbers(part)} for cell in cells))
        common -= {run for part in written.get(crossover, ()) for run in _numbers(part)}
        for runs in _blocks_of(sorted(common)):
            table = _packed_table(source, crossover, runs)
            made = {**_provenance(source), "seconds": round(float(table["seconds"].sum()), 3)}
            _put_block(path, *block_file(table, runs, source.config.seed, made))
            added, runs_added = added + 1, runs_added + table.height
    if added:
        sync_folder(path / BLOCK_FOLDER)
    packed = sum(part.count for parts in PackedStore(path).finished().values() for part in parts)
    in_source = sum(part.count for parts in held.values() for part in parts)
    return Packed(path, added, runs_added, max(0, in_source - packed))


@dataclass(frozen=True)
class AddedBlock:
    """How many runs of a block were new to a packed store, and how many were there already."""

    added: int
    shared: int


def add_block(into: Path, block: Block) -> AddedBlock:
    """Add the runs of another packed store's block; those that `into` holds already must be equal."""
    table, there = block.read(), PackedStore(into)
    shared = 0
    for other in there.blocks:
        if other.runs.first < block.runs.end and block.runs.first < other.runs.end:
            theirs = other.read().join(table.select("cell", "run"), on=["cell", "run"], how="semi")
            mine = table.join(theirs.select("cell", "run"), on=["cell", "run"], how="semi")
            if not mine.sort("cell", "run").equals(theirs.sort("cell", "run")):
                raise StoreMismatchError(f"runs of {block.path} and {other.path} are the same by name and differ")
            table = table.join(theirs.select("cell", "run"), on=["cell", "run"], how="anti", maintain_order="left")
            shared += theirs.height
    if not shared:
        _put_block(into, block.path.name, checked_content(block.path, block.checksum))
        return AddedBlock(table.height, 0)
    for runs in _blocks_of(table["run"].unique().sort().to_list()):
        rows = table.filter(pl.col("run").is_between(runs.first, runs.end - 1))
        _put_block(into, *block_file(rows, runs, there.config.seed, block.provenance))
    return AddedBlock(table.height, shared)


def _as_run_table(columns: Sequence[str] = tuple(run_table.SCHEMA)) -> dict[str, pl.Expr]:
    """Return the expressions that make a run table's columns out of a block's."""
    made: dict[str, pl.Expr] = {}
    for name in columns:
        if name == "repaired":
            made[name] = pl.col("repaired_trials") / pl.col("evaluations")
        elif name == "hits":
            places = [pl.lit(None, pl.Int32)] * len(recording.targets())
            for kept, place in enumerate(_KEPT):
                places[place] = pl.col("hits").arr.get(kept)
            made[name] = pl.concat_list(places).list.to_array(len(places))
        elif name in BLOCK_SCHEMA:
            made[name] = pl.col(name)
        else:
            made[name] = pl.lit(None, dtype=run_table.SCHEMA[name])
    return made


def begin_packed(path: Path, source: Store) -> None:
    """Make `path` a packed store for the runs of `source`, or find that it is one."""
    config = source.config
    if (path / STORE_FILE).exists():
        stored = PackedStore(path)
        kept = stored.config.crossovers
        if set(kept) < set(config.crossovers):
            config = config.with_(crossovers=kept)
        refuse_other_experiment(stored, config)
        if config.runs > stored.config.runs:
            write_atomically(path / CONFIG_FILE, config.to_toml().encode())
        return
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise InvalidArgumentError(f"out must be a packed store, an empty folder or a new one; got {str(path)!r}")
    try:
        (path / BLOCK_FOLDER).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise storage_error(path, error, 0) from None
    write_atomically(path / CONFIG_FILE, config.to_toml().encode())
    write_atomically(path / ENVIRONMENT_FILE, json_text(_provenance(source)).encode())
    _write_version(path)
    sync_folder(path)


def _write_version(path: Path) -> None:
    write_atomically(path / STORE_FILE, json_text({"format": PACKED_FORMAT, "schema": PACKED_VERSIONS[-1]}).encode())


def _ranges_by_crossover(store: PackedStore) -> dict[str, list[RunRange]]:
    held: dict[str, list[RunRange]] = {}
    for block in store.sound_blocks:
        held.setdefault(str(block.read()["crossover"][0]), []).append(block.runs)
    return held


def _numbers(runs: RunRange) -> range:
    return range(runs.first, runs.end)


def _blocks_of(runs: Sequence[int]) -> Iterator[RunRange]:
    """Yield consecutive runs together, cut at multiples of 25."""
    first = previous = None
    for run in runs:
        if first is not None and previous is not None and (run != previous + 1 or run % BLOCK_RUNS == 0):
            yield RunRange(first, previous + 1 - first)
            first = run
        first, previous = run if first is None else first, run
    if first is not None and previous is not None:
        yield RunRange(first, previous + 1 - first)


def _provenance(source: Store) -> dict[str, Any]:
    """Return what the environment tells of the program and the processor; the machine's name is nobody's business."""
    began = source.environment
    resumed = [_told(session) for session in began.get("resumed", [])]
    return _told(began) | ({"resumed": resumed} if resumed else {})


def _told(session: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in session.items() if name in _PROVENANCE}


def _packed_table(source: Store, crossover: str, runs: RunRange) -> pl.DataFrame:
    wanted = [name for name in BLOCK_SCHEMA if name != "repaired_trials"] + ["repaired", "seconds"]
    chosen = (pl.col("crossover") == crossover) & pl.col("run").is_between(runs.first, runs.end - 1)
    table = source.runs(wanted).filter(chosen).sort("cell", "run").collect()
    trials = (pl.col("repaired") * pl.col("evaluations")).round().cast(pl.Int32)
    table = table.with_columns(repaired_trials=trials, hits=_kept_hits(table["hits"]))
    if not (table["repaired_trials"] / table["evaluations"] == table["repaired"]).all():
        raise StoreError(f"store {str(source.path)!r}: a repaired share is not a count divided by the evaluations")
    return table


def _kept_hits(hits: pl.Series) -> pl.Series:
    kept = hits.arr.to_list().list.gather(_KEPT.tolist()).list.to_array(len(_KEPT))
    if kept.explode().null_count():
        raise StoreMismatchError("the hits of the ten packed targets are not all recorded in the store")
    return kept


def _put_block(path: Path, name: str, content: bytes) -> None:
    """Add a file; the version of the store is raised before, so that no reader meets what it cannot read."""
    if read_json(path / STORE_FILE, path)["schema"] != PACKED_VERSIONS[-1]:
        _write_version(path)
        sync_folder(path)
    write_atomically(path / BLOCK_FOLDER / name, content)


def _fault(block: Block, plan: Plan, held: dict[str, set[int]]) -> str | None:
    try:
        table = block.read()
        block.provenance  # noqa: B018 - raises where it cannot be read
    except DamagedShardError as error:
        return str(error).removeprefix(f"{block.path}: ")
    if table.drop("target").null_count().sum_horizontal().item():
        return "has missing values"
    cells = table["cell"].unique(maintain_order=True).to_list()
    unknown = [cell for cell in cells if cell not in plan.by_id]
    if unknown:
        return f"its cell {unknown[0]} is not in the plan"
    if not cells:
        return "holds no runs"
    if block.runs.end > plan.config.runs:
        return f"holds run {block.runs.end - 1}; {plan.config.runs} per cell are planned"
    promised = f"the runs {block.runs.first} to {block.runs.end - 1} of each of its cells"
    if table.height != block.runs.count * len(cells):
        return f"does not hold {promised}"
    per_cell = table.group_by("cell").agg(pl.col("run").sort())
    runs = list(_numbers(block.runs))
    if not all(found == runs for found in per_cell["run"].to_list()):
        return f"does not hold {promised}"
    if any(not held.get(cell, set()).isdisjoint(runs) for cell in cells):
        return "repeats runs that another block holds"
    expected = pl.DataFrame(
        [{**plan.by_id[cell].content(), "cell": cell, "seed": plan.seed(plan.by_id[cell])} for cell in cells],
        schema={"cell": BLOCK_SCHEMA["cell"], **CELL_SCHEMA, "seed": BLOCK_SCHEMA["seed"]},
    )
    labels = table.select(expected.columns).unique(maintain_order=True)
    if not labels.equals(expected):
        return "its rows do not describe the cells whose ids they carry"
    if not table.select((pl.col("evaluations").is_between(1, pl.col("budget"))).all()).item():
        return "evaluations must be 1 to the budget"
    if not table.select((pl.col("repaired_trials").is_between(0, pl.col("evaluations"))).all()).item():
        return "repaired trials must be 0 to the evaluations"
    for cell in cells:
        held.setdefault(cell, set()).update(runs)
    return None
