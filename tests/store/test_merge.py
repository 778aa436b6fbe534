"""Stores of one experiment join to what a single run would have made; contradictions are refused."""

from pathlib import Path

import polars as pl
import pytest

from inbounds.errors import DamagedShardError, InvalidArgumentError, StoreMismatchError
from inbounds.experiment import Store, find_faults, merge_stores, run_experiment
from inbounds.store.status import store_status
from tests.small_experiment import quick_work, results, small_config


@pytest.fixture
def whole(tmp_path):
    run_experiment(small_config(), tmp_path / "whole", work=quick_work)
    return Store(tmp_path / "whole")


def test_status_counts_the_whole_once_another_part_came_in(tmp_path):
    for k, told in ((1, "1/3"), (2, "1/1")):
        run_experiment(small_config(), tmp_path / "store", part=(k, 3), work=quick_work)
        found = store_status(Store(tmp_path / "store"))
        assert found.part == told
        assert found.complete == (k == 1)
    assert 0 < found.cells_done < found.cells_planned == len(Store(tmp_path / "store").plan().cells)


def test_parts_of_several_machines_join_to_the_whole(tmp_path, whole):
    parts = [tmp_path / f"part{k}" for k in (1, 2, 3)]
    for k, path in enumerate(parts, start=1):
        run_experiment(small_config(), path, part=(k, 3), work=quick_work)
    merged = merge_stores(parts, tmp_path / "joint")
    assert (merged.runs_added, merged.runs_shared) == (64, 0)
    joint = Store(tmp_path / "joint")
    assert joint.digest() == whole.digest()
    assert joint.missing() == []
    assert list(find_faults(joint)) == []


def test_runs_that_two_stores_share_are_kept_once(tmp_path, whole):
    run_experiment(small_config(runs=3), tmp_path / "a", work=quick_work)
    merged = merge_stores([tmp_path / "a", whole.path], tmp_path / "joint")
    assert (merged.runs_added, merged.runs_shared) == (64, 48)
    assert results(tmp_path / "joint").equals(results(whole.path))
    assert list(find_faults(Store(tmp_path / "joint"))) == []


def test_a_store_that_grew_shares_all_its_runs_with_the_whole(tmp_path, whole):
    for runs in (1, 2, 4):
        run_experiment(small_config(runs=runs), tmp_path / "grown", work=quick_work)
    merged = merge_stores([tmp_path / "grown", whole.path], tmp_path / "joint")
    assert (merged.runs_added, merged.runs_shared) == (64, 64)
    assert list(find_faults(Store(tmp_path / "grown"))) == []
    assert results(tmp_path / "joint").equals(results(whole.path))


def test_merging_again_changes_nothing(tmp_path, whole):
    for expected in (64, 0):
        assert merge_stores([whole.path], tmp_path / "joint").runs_added == expected
    assert Store(tmp_path / "joint").digest() == whole.digest()


def test_a_merged_store_can_be_run_on(tmp_path, whole):
    run_experiment(small_config(), tmp_path / "part", part=(1, 2), work=quick_work)
    merge_stores([tmp_path / "part"], tmp_path / "joint")
    run_experiment(small_config(), tmp_path / "joint", work=quick_work)
    assert Store(tmp_path / "joint").digest() == whole.digest()


@pytest.mark.parametrize("run", [0, 2, 3])
def test_contradicting_results_are_refused_with_cell_and_run(tmp_path, whole, run):
    def other_work(task, stop=None):
        columns = quick_work(task)
        columns["precision"][run] += 1e-12
        return columns

    run_experiment(small_config(), tmp_path / "b", work=other_work)
    with pytest.raises(StoreMismatchError, match=rf"run {run} of cell [0-9a-f]{{16}} differs between"):
        merge_stores([whole.path, tmp_path / "b"], tmp_path / "joint")


def test_equal_nan_is_no_contradiction(tmp_path):
    def odd_work(task, stop=None):
        columns = quick_work(task)
        columns["precision"][0] = float("nan")
        columns["curve_f"][1, 3] = float("nan")
        return columns

    for name in "ab":
        run_experiment(small_config(), tmp_path / name, work=odd_work)
    assert merge_stores([tmp_path / "a", tmp_path / "b"], tmp_path / "joint").runs_shared == 64


def test_stores_of_different_experiments_are_refused_with_the_keys(tmp_path, whole):
    run_experiment(small_config(seed=6), tmp_path / "b", work=quick_work)
    with pytest.raises(StoreMismatchError, match="differing in seed"):
        merge_stores([whole.path, tmp_path / "b"], tmp_path / "joint")


def test_a_damaged_source_is_refused(tmp_path, whole):
    path = whole.shards()[0].path
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DamagedShardError, match="checksum"):
        merge_stores([whole.path], tmp_path / "joint")


def test_a_store_is_not_merged_into_itself(whole):
    with pytest.raises(InvalidArgumentError, match="another folder"):
        merge_stores([whole.path], whole.path)


def test_the_most_runs_asked_for_count(tmp_path, whole):
    run_experiment(small_config(runs=6), tmp_path / "more", part=(1, 2), work=quick_work)
    merge_stores([whole.path, tmp_path / "more"], tmp_path / "joint")
    assert Store(tmp_path / "joint").config.runs == 6
    counts = Store(tmp_path / "joint").runs().group_by("cell").agg(pl.len()).collect()["len"]
    assert set(counts) == {4, 6}


def test_an_old_store_merges_into_the_new_schema(tmp_path):
    old = Path(__file__).parent / "stores" / "schema-1"
    merge_stores([old], tmp_path / "joint")
    joint = Store(tmp_path / "joint")
    assert joint.schema == 2
    assert joint.digest() == Store(old).digest()
    assert joint.runs().collect().equals(Store(old).runs().collect())
    assert list(find_faults(joint)) == []
