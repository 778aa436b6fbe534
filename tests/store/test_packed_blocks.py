"""A block of a packed store holds its runs exactly, in little room, and says when it was damaged."""

import json
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbounds import errors
from inbounds.experiment import find_faults, merge_stores, run_experiment
from inbounds.plan.cells import Plan
from inbounds.plan.config import parse_config
from inbounds.runs.run_range import RunRange
from inbounds.store.packed import BLOCK_FOLDER, PACKED_VERSIONS, PackedStore, pack_store
from inbounds.store.packed_blocks import BLOCK_SCHEMA, FILE_SCHEMA, Block, block_file, from_one_row, in_one_row
from inbounds.store.reader import Store
from inbounds.store.shards import checksum
from tests.package.shell import ROOT

CONFIG = parse_config(
    """
functions = [5, 1]
dimensions = [2]
mutations = ["rand/1", "nsde"]
crossovers = ["binomial"]
boundaries = ["resampling", "projection"]
population = 10
budget = 200
runs = 30
seed = 18446744073709551615
""",
    name="blocks",
)


def table_of(cells, values: pl.DataFrame, runs: list[int]) -> pl.DataFrame:
    """Return the table of a block: `values` has a row per run, cell by cell."""
    labels = pl.DataFrame(
        [
            {**cell.content(), "cell": cell.id, "seed": cell.seed(CONFIG.seed), "run": run}
            for cell in cells
            for run in runs
        ],
        schema_overrides=BLOCK_SCHEMA,
    )
    return pl.concat([labels, values], how="horizontal").select(
        pl.col(name).cast(kind) for name, kind in BLOCK_SCHEMA.items()
    )


@st.composite
def tables(draw) -> tuple[pl.DataFrame, RunRange]:
    cells = draw(st.lists(st.sampled_from(Plan(CONFIG).cells), min_size=1, max_size=4, unique=True))
    runs = RunRange(draw(st.integers(0, 9999)), draw(st.integers(1, 3)))
    count = len(cells) * runs.count
    hits = draw(st.lists(st.lists(st.integers(1, 2**31 - 1), max_size=10).map(sorted), min_size=count, max_size=count))
    counts = st.integers(0, 2**31 - 1)
    values = pl.DataFrame(
        {
            "precision": draw(st.lists(st.floats(), min_size=count, max_size=count)),
            "evaluations": [draw(st.integers(max(row, default=1), 2**63 - 1)) for row in hits],
            "repaired_trials": draw(st.lists(counts, min_size=count, max_size=count)),
            "nonfinite": draw(st.lists(counts, min_size=count, max_size=count)),
            "hits": pl.Series([row + [-1] * (10 - len(row)) for row in hits], dtype=BLOCK_SCHEMA["hits"]),
        },
        schema_overrides={"precision": pl.Float64(), "evaluations": pl.Int64()},
    )
    return table_of(cells, values, list(range(runs.first, runs.end))), runs


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_every_table_comes_back_from_its_file_bit_for_bit(given):
    table, runs = given
    name, content = block_file(table, runs, CONFIG.seed, {})
    assert name == f"binomial_{runs.first:04d}-{runs.end - 1:04d}_{checksum(content)}.parquet"
    back = from_one_row(pl.read_parquet(content)).sort("cell", "run")
    expected = table.sort("cell", "run")
    assert back.schema == BLOCK_SCHEMA
    assert back.drop("precision").equals(expected.drop("precision"))
    assert back["precision"].to_numpy().tobytes() == expected["precision"].to_numpy().tobytes()


def two_runs() -> pl.DataFrame:
    """Return runs 3 and 4 of one cell: one reached three targets and one reached none."""
    values = pl.DataFrame(
        {
            "precision": [1.0, -0.0],
            "evaluations": [100_000, 7],
            "repaired_trials": [258, 1],
            "nonfinite": [0, 2],
            "hits": [[1, 1, 66_053] + [-1] * 7, [-1] * 10],
        }
    )
    return table_of(Plan(CONFIG).cells[:1], values, [3, 4])


def test_the_bytes_are_those_that_the_documentation_says():
    row = in_one_row(two_runs(), CONFIG.seed).row(0, named=True)
    assert row["experiment_seed"] == CONFIG.seed
    assert row["runs"] == [3, 4]
    assert row["cells"] == [Plan(CONFIG).cells[0].content()]
    assert row["precision"] == bytes([0, 0] * 6 + [0xF0, 0, 0x3F, 0x80])  # IEEE 754, the last byte last
    assert row["evaluations"] == bytes([0xA0, 7, 0x86, 0, 1, 0] + [0, 0] * 5)
    assert row["repaired_trials"] == bytes([2, 1, 1, 0, 0, 0, 0, 0])
    assert row["nonfinite"] == bytes([0, 2, 0, 0, 0, 0, 0, 0])
    assert row["reached"] == bytes([3, 0])
    assert row["gaps"] == bytes([1, 0, 4, 0, 0, 2, 0, 0, 1, 0, 0, 0])  # 1, 0 and 66 052 evaluations


def hits_of_first(*hits: int) -> pl.DataFrame:
    rows = [[*hits, *[-1] * (10 - len(hits))], [-1] * 10]
    return two_runs().with_columns(hits=pl.Series(rows, dtype=BLOCK_SCHEMA["hits"]))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (hits_of_first(9, 8), "before an easier one"),
        (hits_of_first(-1, 8), "before an easier one"),
        (hits_of_first(0), "none of its evaluations"),
        (hits_of_first(100_001), "none of its evaluations"),
        (two_runs().with_columns(seed=pl.lit(1, pl.UInt64)), "the same runs of every cell, with their ids and seeds"),
        (two_runs().with_columns(cell=pl.lit("0" * 16)), "the same runs of every cell, with their ids and seeds"),
    ],
)
def test_runs_that_a_block_cannot_tell_of_are_refused(table, message):
    with pytest.raises(errors.StoreMismatchError, match=message):
        in_one_row(table, CONFIG.seed)


def test_cells_with_different_runs_are_refused():
    values = two_runs().select("precision", "evaluations", "repaired_trials", "nonfinite", "hits")
    both = table_of(Plan(CONFIG).cells[:2], pl.concat([values, values]), [3, 4])
    assert from_one_row(in_one_row(both, CONFIG.seed)).height == 4
    with pytest.raises(errors.StoreMismatchError, match="only the same runs of every cell"):
        in_one_row(both[:3], CONFIG.seed)


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Store:
    path = tmp_path_factory.mktemp("runs") / "store"
    run_experiment(CONFIG, path)
    return Store(path)


@pytest.fixture(scope="module")
def packed(store, tmp_path_factory) -> PackedStore:
    path = tmp_path_factory.mktemp("packed") / "store"
    pack_store(store, path)
    return PackedStore(path)


def forge(block: Block, row: pl.DataFrame) -> Block:
    """Replace the file of a block by another whose name goes with its bytes."""
    block.path.unlink()
    row.write_parquet(block.path, metadata={"provenance": "{}"})
    name = f"{block.path.name.rpartition('_')[0]}_{checksum(block.path.read_bytes())}.parquet"
    return Block(block.path.rename(block.path.with_name(name)), block.runs, name[-24:-8])


def with_byte(column: str, place: int, value: int) -> pl.Expr:
    def changed(content: bytes) -> bytes:
        altered = bytearray(content)
        altered[place] = value
        return bytes(altered)

    return pl.col(column).map_elements(changed, return_dtype=pl.Binary)


RUNS_OF_FIRST = 8 * 25  # the first block has eight cells with 25 runs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gaps": pl.col("gaps").bin.slice(0, pl.col("gaps").bin.size() - 1)}, "gaps has"),
        ({"gaps": pl.lit(b"")}, "gaps has 0 bytes instead of"),
        ({"reached": pl.col("reached").bin.slice(1)}, f"reached has {RUNS_OF_FIRST - 1} bytes"),
        ({"precision": pl.lit(b"12345678")}, f"precision has 8 bytes instead of {8 * RUNS_OF_FIRST}"),
        ({"reached": with_byte("reached", 0, 9)}, "gaps has"),
        ({"gaps": with_byte("gaps", -1, 1)}, "hits are not among the evaluations"),
        ({"evaluations": with_byte("evaluations", RUNS_OF_FIRST, 255)}, "evaluations must be 1 to the budget"),
        ({"repaired_trials": with_byte("repaired_trials", -1, 255)}, "repaired trials must be"),
        ({"experiment_seed": pl.lit(1, pl.UInt64)}, "do not describe the cells"),
        ({"cells": pl.col("cells").list.head(7)}, "precision has 1600 bytes instead of 1400"),
        ({"cells": pl.lit(None, FILE_SCHEMA["cells"])}, "missing values"),
        ({"runs": pl.concat_list(pl.col("runs").list.head(24), pl.lit(None, pl.Int32))}, "missing values"),
        ({"runs": pl.col("runs") + 1}, "does not hold the runs 0 to 24"),
        ({"runs": pl.col("runs") * 0}, "does not hold the runs 0 to 24"),
        ({"gaps": pl.lit(1)}, "other columns than a block has"),
    ],
)
def test_damage_in_a_file_of_version_2_is_found(packed, tmp_path, change, message):
    copy = PackedStore(shutil.copytree(packed.path, tmp_path / "copy"))
    forge(copy.blocks[0], pl.read_parquet(copy.blocks[0].path).with_columns(**change))
    faults = list(find_faults(PackedStore(copy.path)))
    assert [message in fault.reason for fault in faults] == [True], faults


def test_a_row_that_is_there_twice_or_never_is_found(packed, tmp_path):
    for times in (0, 2):
        copy = PackedStore(shutil.copytree(packed.path, tmp_path / str(times)))
        row = pl.read_parquet(copy.blocks[0].path)
        forge(copy.blocks[0], pl.concat([row] * times) if times else row.clear())
        (fault,) = find_faults(PackedStore(copy.path))
        assert fault.reason == f"has {times} rows instead of one"


def schema_of(path: Path) -> int:
    return json.loads((path / "store.json").read_text())["schema"]


def as_version_1(path: Path) -> PackedStore:
    """Write the blocks of a packed store as the first version did."""
    for block in PackedStore(path).blocks:
        forge(block, block.read().sort("cell", "run"))
    (path / "store.json").write_text(json.dumps({"format": "inbounds-packed-store", "schema": 1}))
    return PackedStore(path)


@pytest.fixture
def first(store, tmp_path) -> PackedStore:
    """Return a packed store of version 1 with ten runs."""
    run_experiment(CONFIG.with_(runs=10), tmp_path / "ten")
    pack_store(Store(tmp_path / "ten"), tmp_path / "first")
    return as_version_1(tmp_path / "first")


def test_blocks_of_both_versions_are_read_side_by_side(first, store, packed):
    before = {path: path.read_bytes() for path in (first.path / BLOCK_FOLDER).iterdir()}
    assert pack_store(store, first.path).runs_added == 8 * 20
    both = PackedStore(first.path)
    assert all(path.read_bytes() == content for path, content in before.items())
    assert {pl.read_parquet_schema(block.path) == FILE_SCHEMA for block in both.blocks} == {False, True}
    assert both.runs().collect().equals(packed.runs().collect())
    assert pl.concat([shard.read() for shard in both.shards()]).equals(packed.runs().collect())
    assert list(find_faults(both)) == []


def test_the_version_of_a_store_is_raised_when_a_block_is_added_and_not_before(first, store, tmp_path):
    assert (schema_of(first.path), PACKED_VERSIONS) == (1, (1, 2))
    assert pack_store(Store(tmp_path / "ten"), first.path).blocks_added == 0
    assert schema_of(first.path) == 1
    pack_store(store, first.path)
    assert schema_of(first.path) == 2


def test_an_inbounds_that_does_not_know_the_version_refuses_the_store(packed, tmp_path):
    copy = shutil.copytree(packed.path, tmp_path / "copy")
    assert schema_of(copy) == 2
    (copy / "store.json").write_text(json.dumps({"format": "inbounds-packed-store", "schema": 3}))
    with pytest.raises(errors.StoreError, match="schema version 3; this inbounds reads versions 1, 2"):
        PackedStore(copy)


def test_stores_of_both_versions_merge_into_the_new_one(first, packed, tmp_path):
    for order, sources in (("old", [first.path, packed.path]), ("new", [packed.path, first.path])):
        merged = merge_stores(sources, tmp_path / order)
        assert (merged.runs_added, merged.runs_shared) == (240, 80)
        joint = PackedStore(tmp_path / order)
        assert joint.runs().collect().equals(packed.runs().collect())
        assert list(find_faults(joint)) == []
    merge_stores([packed.path], first.path)
    assert schema_of(first.path) == 2
    other = PackedStore(tmp_path / "old").blocks[0]
    forge(other, other.read().with_columns(pl.col("precision") + 1))
    with pytest.raises(errors.StoreMismatchError, match="are the same by name and differ"):
        merge_stores([packed.path], tmp_path / "old")


def test_a_block_of_the_atlas_takes_less_than_three_quarters_of_the_room_of_version_1():
    (file,) = (ROOT / "atlas" / "paper" / BLOCK_FOLDER).glob("exponential_0000-0009_*.parquet")
    table, seed = pl.read_parquet(file), PackedStore(ROOT / "atlas" / "paper").config.seed
    assert table.schema == BLOCK_SCHEMA
    assert len(block_file(table, RunRange(0, 10), seed, {})[1]) < 0.75 * file.stat().st_size


def test_ids_and_seeds_are_those_of_the_atlas():
    (file,) = (ROOT / "atlas" / "paper-transformation" / BLOCK_FOLDER).glob("binomial_0000-0009_*.parquet")
    table, seed = pl.read_parquet(file), PackedStore(ROOT / "atlas" / "paper-transformation").config.seed
    assert from_one_row(in_one_row(table, seed)).sort("cell", "run").equals(table)
    assert np.unique(table["seed"]).size == table["cell"].n_unique()
