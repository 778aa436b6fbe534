"""The store holds what was run, to the bit, whole files only, for one writer and any number of readers."""

import fcntl
import io
import json
import os
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds.errors import InvalidArgumentError, StoreError, StoreLockedError, StoreMismatchError
from inbounds.experiment import Plan, RunRange, Store, find_faults, run_experiment
from inbounds.plan.cells import CELL_FIELDS, Cell
from inbounds.runs.run_table import SCHEMA
from inbounds.store.environment import describe_environment
from inbounds.store.origin import ExperimentOrigin
from inbounds.store.writer import StoreWriter
from tests.small_experiment import CELLS, quick_work, results, small_config


@pytest.fixture
def store(tmp_path):
    run_experiment(small_config(), tmp_path / "store", work=quick_work)
    return Store(tmp_path / "store")


def test_the_table_has_one_row_per_run_in_order_of_cell_and_run(store):
    table = store.runs().collect()
    assert table.schema == SCHEMA
    assert table.height == CELLS * 4
    assert table.select("cell", "run").rows() == sorted(table.select("cell", "run").rows())
    assert table.select("cell", "run").is_duplicated().sum() == 0


def test_what_was_measured_comes_back_to_the_last_bit(store):
    plan = store.plan()
    for cell in plan.cells:
        batch = plan.missing({})[plan.cells.index(cell)]
        expected, found = quick_work(batch.task()), store.runs().filter(pl.col("cell") == cell.id).collect()
        assert found["precision"].to_numpy().tobytes() == expected["precision"].tobytes()
        assert np.array_equal(found["hits"].to_numpy(), expected["hits"])
        assert np.array_equal(np.array(found["curve_f"].to_list(), np.float32), expected["curve_f"])
        assert found["seed"].unique().to_list() == [plan.seed(cell)]


def test_infinities_and_nan_survive(tmp_path):
    def odd_work(task, stop=None):
        columns = quick_work(task)
        columns["precision"][:3] = [np.inf, np.nan, 5e-324]
        columns["curve_f"][0, 0] = np.nan
        return columns

    run_experiment(small_config(), tmp_path, work=odd_work)
    found = Store(tmp_path).runs().collect()
    assert found["precision"].to_list()[0] == np.inf
    assert np.isnan(found["precision"].to_list()[1])
    assert found["precision"].to_list()[2] == 5e-324
    assert Store(tmp_path).digest() == Store(tmp_path).digest()


def test_a_store_shows_its_place_and_how_much_it_holds(store):
    assert repr(store) == f"<Store {str(store.path)!r}>"
    page = store._repr_html_()
    cells, runs = len(store.finished()), store.runs().collect().height
    planned = len(store.plan().cells)
    assert f"<td>{cells}</td><td>{runs}</td><td>{planned}</td><td>{planned * store.config.runs}</td>" in page


def test_only_asked_columns_are_read(store):
    assert store.runs(["cell", "precision"]).collect_schema().names() == ["cell", "precision"]
    with pytest.raises(InvalidArgumentError, match=r"columns must be among 'cell'.*got 'fitness'"):
        store.runs(["fitness"])


def test_an_empty_store_has_an_empty_table(tmp_path):
    with StoreWriter(tmp_path, ExperimentOrigin(small_config())):
        assert Store(tmp_path).runs().collect().schema == SCHEMA


def test_shards_are_plain_parquet_with_the_schema_version(store):
    path = store.shards()[0].path
    assert pl.read_parquet_metadata(path)["inbounds_schema"] == "2"
    assert pl.read_parquet(path).height == 4


def test_config_and_environment_are_kept(store):
    assert store.config == small_config()
    assert {"inbounds", "python", "cpu", "commit", "packages"} <= store.environment.keys()


def test_the_digest_ignores_timing_and_batching_and_nothing_else(tmp_path):
    run_experiment(small_config(), tmp_path / "whole", work=quick_work)
    for runs in (1, 3, 4):
        run_experiment(small_config(runs=runs), tmp_path / "grown", work=quick_work)
    run_experiment(small_config(seed=6), tmp_path / "other", work=quick_work)
    whole, grown, other = (Store(tmp_path / name) for name in ("whole", "grown", "other"))
    assert len(grown.shards()) == 3 * len(whole.shards())
    assert grown.digest() == whole.digest() != other.digest()
    assert results(grown.path).equals(results(whole.path))


def test_raising_the_runs_leaves_the_old_shards_alone(store):
    before = {shard.path.name: shard.path.read_bytes() for shard in store.shards()}
    run_experiment(small_config(runs=6), store.path, work=quick_work)
    after = {shard.path.name: shard.path.read_bytes() for shard in store.shards()}
    assert before.items() <= after.items()
    assert Store(store.path).config.runs == 6
    assert Store(store.path).missing() == []


def test_fewer_runs_than_stored_are_refused(store):
    with pytest.raises(StoreMismatchError, match=r"asked for 4 runs.*raised, not lowered; got 3"):
        run_experiment(small_config(runs=3), store.path, work=quick_work)


def test_another_experiment_is_refused_with_the_differing_keys(store):
    changed = small_config(seed=6, boundaries=["wrapping"])
    with pytest.raises(StoreMismatchError, match=r"boundaries: stored \['reflection', .* seed: stored 5, now 6"):
        run_experiment(changed, store.path, work=quick_work)


def test_the_order_of_names_in_a_config_is_no_difference(store):
    run_experiment(small_config(mutations=["best/1", "rand/1"]), store.path, work=quick_work)


def test_a_second_writer_is_refused_with_the_pid_of_the_first(tmp_path):
    with (
        StoreWriter(tmp_path, ExperimentOrigin(small_config())),
        pytest.raises(StoreLockedError, match=f"process {os.getpid()} on "),
        StoreWriter(tmp_path, ExperimentOrigin(small_config())),
    ):
        pass


def test_a_reader_that_asks_for_the_holder_does_not_keep_a_writer_out(tmp_path):
    with StoreWriter(tmp_path, ExperimentOrigin(small_config())):
        pass
    with (tmp_path / "lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        with pytest.raises(StoreLockedError), StoreWriter(tmp_path, ExperimentOrigin(small_config())):
            pass
    with StoreWriter(tmp_path, ExperimentOrigin(small_config())):
        pass


def test_readers_see_whole_shards_while_a_writer_is_at_work(tmp_path):
    seen = []

    def watched_work(task, stop=None):
        if (tmp_path / "store.json").exists():
            seen.append(Store(tmp_path).runs().collect().height % 4)
        return quick_work(task)

    run_experiment(small_config(), tmp_path, work=watched_work, workers=2)
    assert set(seen) == {0}


def test_half_written_files_of_a_dead_writer_are_cleared_away(store):
    (store.path / "shards" / "0123.parquet.tmp").write_bytes(b"PAR1")
    run_experiment(small_config(), store.path, work=quick_work)
    assert not list(store.path.rglob("*.tmp"))


def test_a_folder_that_is_no_store_is_refused(tmp_path):
    with pytest.raises(StoreError, match=r"is not a store: there is no store.json"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "nowhere")


def test_a_store_of_a_later_format_is_refused(store):
    (store.path / "store.json").write_text(json.dumps({"format": "inbounds-store", "schema": 4}))
    with pytest.raises(StoreError, match="schema version 4; this inbounds reads versions 1, 2, 3"):
        Store(store.path)


def test_columns_of_the_wrong_shape_or_type_never_reach_the_disk(tmp_path):
    def short_work(task, stop=None):
        return {**quick_work(task), "precision": np.zeros(1)}

    with pytest.raises(ValueError, match="'precision' has 1 rows for 4 runs"):
        run_experiment(small_config(), tmp_path, work=short_work)
    assert Store(tmp_path).shards() == []


def test_the_same_batch_gives_the_same_file(store):
    """Equal rows, timing included, are equal bytes: no clock, name or order hides in a shard."""
    table = store.shards()[0].read()
    files = []
    for _ in range(2):
        buffer = io.BytesIO()
        table.write_parquet(buffer, compression="zstd", metadata={"inbounds_schema": "2"})
        files.append(buffer.getvalue())
    assert files[0] == files[1] == store.shards()[0].path.read_bytes()


def test_finished_counts_runs_by_cell(store):
    assert store.finished() == {cell.id: [RunRange(0, 4)] for cell in Plan(small_config()).cells}


def test_stores_of_every_released_schema_are_still_read():
    """Written once by the release that brought the schema, and never touched again."""
    old = Store(Path(__file__).parent / "stores" / "schema-1")
    assert old.missing() == []
    assert old.runs().collect()["precision"].to_list()[:2] == [0.9586099898159524, 0.9268644220743818]
    assert old.digest() == "6a1499bd20a9d239288e4668a127ca64"
    assert list(find_faults(old)) == []
    assert old.runs().collect_schema() == SCHEMA
    assert set(old.runs().collect()["target"]) == {old.config.target}  # version 1 kept it in the config alone


def test_a_store_of_an_old_schema_grows_in_its_own(tmp_path):
    """Resumed by a newer release, a store stays one that the older one reads; its runs are those of a new store."""
    shutil.copytree(Path(__file__).parent / "stores" / "schema-1", tmp_path / "old")
    config = Store(tmp_path / "old").config.with_(runs=5)
    run_experiment(config, tmp_path / "old", work=quick_work)
    run_experiment(config, tmp_path / "new", work=quick_work)
    old, new = Store(tmp_path / "old"), Store(tmp_path / "new")
    assert (old.schema, new.schema) == (1, 2)
    assert {decoded(shard.path) for shard in old.shards()} == {"1"}
    assert list(find_faults(old)) == []
    later = [store.runs().filter(pl.col("run") >= 3).drop("seconds").collect() for store in (old, new)]
    assert later[0].height == 2 * len(old.plan().cells)
    assert later[0].equals(later[1])


def decoded(path: Path) -> str:
    return pl.read_parquet_metadata(path)["inbounds_schema"]


def test_a_row_tells_all_that_its_id_is_made_of(store):
    row = store.runs().first().collect().row(0, named=True)
    assert Cell(**{name: row[name] for name in CELL_FIELDS}).id == row["cell"]


def test_going_on_elsewhere_is_noted_once(store):
    """Another machine or version may differ in the last bits: the environment file tells of each one that took part."""
    path = store.path / "environment.json"
    begun = {**json.loads(path.read_text()), "machine": "far away"}
    path.write_text(json.dumps(begun))
    said = []
    for _ in range(2):
        with StoreWriter(store.path, ExperimentOrigin.of(small_config())) as writer:
            said.append(writer.notes)
    assert len(said[0]) == 1
    assert "begun with another machine: results of the two may differ" in said[0][0]
    assert said[1] == []  # known by then
    environment = Store(store.path).environment
    assert environment["machine"] == "far away"
    assert [later["machine"] for later in environment["resumed"]] == [describe_environment()["machine"]]


def test_shards_without_their_store_file_are_not_gone_on_with(store):
    for name in ("store.json", "progress.json"):
        (store.path / name).unlink()
    kept = sorted(path.name for path in (store.path / "shards").iterdir())
    with pytest.raises(StoreError, match=r"holds shards but no store.json"):
        run_experiment(small_config(), store.path, work=quick_work)
    assert sorted(path.name for path in (store.path / "shards").iterdir()) == kept
