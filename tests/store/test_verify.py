"""Whatever happens to a shard is found, set aside and run again; the store is then what it was."""

import io

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbounds.errors import DamagedShardError
from inbounds.experiment import Store, find_faults, run_experiment
from inbounds.runs.run_table import SCHEMA_VERSION, encode
from inbounds.store.origin import ExperimentOrigin
from inbounds.store.shards import shard_name
from inbounds.store.verify import set_faults_aside
from inbounds.store.writer import StoreWriter
from tests.small_experiment import CELLS, quick_work, small_config


@pytest.fixture
def store(tmp_path):
    run_experiment(small_config(), tmp_path, work=quick_work)
    return Store(tmp_path)


def truncate(path):
    path.write_bytes(path.read_bytes()[:-100])


def flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def empty(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [truncate, flip_a_bit, empty])
def test_damage_is_found_set_aside_and_run_again(store, harm):
    digest, victim = store.digest(), store.shards()[3]
    harm(victim.path)
    with StoreWriter(store.path, ExperimentOrigin(store.config)) as writer:
        faults = set_faults_aside(writer)
    assert [fault.path for fault in faults] == [victim.path]
    assert "checksum" in faults[0].reason
    assert (store.path / "damaged" / victim.path.name).exists()
    assert [batch.cell.id for batch in store.missing()] == [victim.cell]
    run_experiment(small_config(), store.path, work=quick_work)
    assert Store(store.path).digest() == digest
    assert list(find_faults(Store(store.path))) == []


@pytest.mark.parametrize("harm", [truncate, flip_a_bit, empty])
def test_a_resume_finds_damage_by_itself(store, harm):
    digest = store.digest()
    harm(store.shards()[3].path)
    outcome = run_experiment(small_config(), store.path, work=quick_work)
    assert (outcome.damaged, outcome.runs) == (1, 4)
    assert Store(store.path).digest() == digest


def test_a_damaged_shard_is_never_read_as_results(store):
    flip_a_bit(store.shards()[0].path)
    with pytest.raises(DamagedShardError, match="checksum"):
        store.digest()


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_single_flipped_bit_is_found(store, data):
    path = store.shards()[0].path
    whole = path.read_bytes()
    content = bytearray(whole)
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(content)
    with pytest.raises(DamagedShardError):
        store.shards()[0].read()
    path.write_bytes(whole)


def parquet(table: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    table.write_parquet(buffer, metadata={"inbounds_schema": str(SCHEMA_VERSION)})
    return buffer.getvalue()


def forge(store, change):
    """Replace the first shard by one whose table is changed and whose checksum is right."""
    shard = store.shards()[0]
    content = parquet(change(shard.read()))
    shard.path.unlink()
    path = shard.path.with_name(shard_name(shard.cell, shard.runs, content))
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda t: t.with_columns(pl.lit(7, dtype=pl.UInt64).alias("seed")), "seed must be"),
        (lambda t: t.head(3), "does not hold the runs 0 to 3"),
        (lambda t: t.with_columns(pl.lit("wrapping").alias("boundary")), "boundary must be"),
        (lambda t: t.with_columns(pl.lit(10**6, dtype=pl.Int64).alias("evaluations")), "evaluations must be 1 to"),
        (lambda t: t.with_columns(evaluations=pl.lit(0, dtype=pl.Int64)), "evaluations must be 1 to"),
        (lambda t: t.with_columns(repaired=pl.lit(1.5)), "repaired must be 0 to 1"),
        (lambda t: t.with_columns(curve_f=pl.col("curve_f").list.head(3)), "curves of different lengths"),
        (lambda t: t.with_columns(pl.lit(None, dtype=pl.Float64).alias("precision")), "missing values"),
        (lambda t: t.drop("precision"), "other columns"),
        (lambda t: t.with_columns(target=pl.lit(0.5)), "target must be 1e-08 in every row; got [0.5]"),
        (lambda t: t.with_columns(target=pl.lit(None, dtype=pl.Float64)), "target must be 1e-08 in every row"),
    ],
)
def test_a_shard_that_is_whole_but_wrong_is_found(store, change, reason):
    path = forge(store, change)
    (fault,) = find_faults(Store(store.path))
    assert fault.path == path
    assert reason in fault.reason


def test_a_shard_of_another_plan_is_found(store, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    run_experiment(small_config(budget=900), other, work=quick_work)
    stranger = Store(other).shards()[0].path
    (store.path / "shards" / stranger.name).write_bytes(stranger.read_bytes())
    (fault,) = find_faults(store)
    assert "not in the plan" in fault.reason


def test_runs_held_twice_are_found_and_kept_once(store):
    shard = store.shards()[0]
    with StoreWriter(store.path, ExperimentOrigin(store.config)) as writer:
        table = shard.read().tail(2)
        content = encode(table)
        twin = shard.path.with_name(f"{shard.cell}-{2:010d}-2-{shard_name('', shard.runs, content)[-24:-8]}.parquet")
        twin.write_bytes(content)
        (fault,) = set_faults_aside(writer)
    assert fault.path == twin
    assert "repeats runs" in fault.reason
    assert Store(store.path).runs().collect().height == CELLS * 4


def test_a_stray_file_among_the_shards_is_set_aside(store):
    (store.path / "shards" / "notes.txt").write_text("mine")
    with StoreWriter(store.path, ExperimentOrigin(store.config)) as writer:
        (fault,) = set_faults_aside(writer)
    assert "not the name of a shard" in fault.reason
    assert (store.path / "damaged" / "notes.txt").read_text() == "mine"
