"""A packed store holds the same runs as its source but for the curves, and every reader takes it."""

import json
import shutil
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds import analysis, errors
from inbounds.exchange.export_store import export_store
from inbounds.experiment import find_faults, merge_stores, run_experiment, store_status
from inbounds.plan.config import parse_config
from inbounds.runs.run_table import CURVES, SCHEMA
from inbounds.store.opening import open_store
from inbounds.store.packed import BLOCK_FOLDER, KEPT_TARGETS, PackedStore, pack_store
from inbounds.store.reader import Store
from inbounds.store.shards import checksum
from inbounds.store.status import Status
from tests.command_line import inbounds
from tests.package.shell import ROOT

GRID = """
functions = [1, 5]
dimensions = [2]
mutations = ["rand/1", "nsde"]
crossovers = ["binomial", "exponential"]
boundaries = ["projection", "resampling"]
population = 10
budget = "100*n"
runs = 30
seed = 5
"""


def _config(runs: int = 30):
    return parse_config(GRID, name="packed").with_(runs=runs)


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Store:
    path = tmp_path_factory.mktemp("runs") / "store"
    run_experiment(_config(), path)
    return Store(path)


@pytest.fixture(scope="module")
def packed(store, tmp_path_factory) -> PackedStore:
    path = tmp_path_factory.mktemp("packed") / "store"
    pack_store(store, path)
    return PackedStore(path)


def _block_names(store: PackedStore) -> list[str]:
    return sorted(path.name.rpartition("_")[0] for path in (store.path / BLOCK_FOLDER).iterdir())


def _copy(store: PackedStore, to) -> PackedStore:
    return PackedStore(shutil.copytree(store.path, to))


def test_every_number_but_curves_and_seconds_comes_back_bit_for_bit(store, packed):
    kept = [name for name in SCHEMA if name not in (*CURVES, "seconds", "hits")]
    assert packed.runs(kept).collect().equals(store.runs(kept).sort("cell", "run").collect())
    assert packed.runs().collect_schema() == SCHEMA
    assert packed.runs(list(CURVES)).collect().null_count().row(0) == (480,) * 4


def test_the_papers_ten_targets_keep_their_hits(store, packed):
    full = store.runs(["cell", "run", "hits"]).sort("cell", "run").collect()["hits"].to_numpy()
    found = analysis.load(packed).hits
    targets = 10.0 ** np.linspace(2, -8, 51)
    for place, target in enumerate(targets):
        if np.isclose(KEPT_TARGETS, target, rtol=1e-9, atol=0).any():
            order = analysis.load(packed).frame.with_row_index().sort("cell", "run")["index"].to_numpy()
            assert (found[order, place] == full[:, place]).all()
        else:
            assert (found[:, place] == -2).all()


def test_one_file_per_crossover_and_25_runs(packed):
    names = ["binomial_0000-0024", "binomial_0025-0029", "exponential_0000-0024", "exponential_0025-0029"]
    assert _block_names(packed) == names


def test_more_runs_are_added_in_new_files_and_no_file_is_rewritten(tmp_path):
    run_experiment(_config(10), tmp_path / "store")
    assert pack_store(Store(tmp_path / "store"), tmp_path / "packed").runs_added == 160
    before = {path: path.read_bytes() for path in (tmp_path / "packed" / BLOCK_FOLDER).iterdir()}
    run_experiment(_config(30), tmp_path / "store")
    assert pack_store(Store(tmp_path / "store"), tmp_path / "packed").runs_added == 320
    grown = PackedStore(tmp_path / "packed")
    assert all(path.read_bytes() == content for path, content in before.items())
    assert _block_names(grown)[:3] == ["binomial_0000-0009", "binomial_0010-0024", "binomial_0025-0029"]
    assert store_status(grown).complete
    assert pack_store(Store(tmp_path / "store"), tmp_path / "packed").blocks_added == 0


def test_runs_that_some_cell_lacks_are_left_for_later(tmp_path, store):
    whole = shutil.copytree(store.path, tmp_path / "store")
    next((whole / "shards").iterdir()).unlink()
    left = pack_store(Store(whole), tmp_path / "packed")
    assert left.runs_added + left.runs_left_out == sum(
        part.count for parts in Store(whole).finished().values() for part in parts
    )
    assert left.runs_left_out > 0
    assert list(find_faults(PackedStore(tmp_path / "packed"))) == []


def test_a_packed_store_of_one_crossover_takes_the_runs_of_this_one_only(store, tmp_path):
    few = tmp_path / "few"
    run_experiment(_config(10).with_(crossovers=["exponential"]), few)
    out = tmp_path / "packed"
    pack_store(Store(few), out)
    done = pack_store(store, out)  # of both crossovers, 30 runs
    assert (done.runs_added, done.runs_left_out) == (2 * 2 * 2 * 20, 0)
    assert _block_names(PackedStore(out)) == [f"exponential_{runs}" for runs in ("0000-0009", "0010-0024", "0025-0029")]
    assert (PackedStore(out).config.crossovers, PackedStore(out).config.runs) == (("exponential",), 30)
    assert not list(find_faults(PackedStore(out)))


def test_a_block_says_where_its_runs_came_from(packed):
    made = packed.blocks[0].provenance
    assert made["inbounds"] == ib.__version__
    assert {"commit", "instructions", "cpu"} <= set(made)
    assert made["seconds"] > 0
    assert "host" not in made


def test_a_block_does_not_name_the_machines_on_which_a_run_went_on(store, tmp_path):
    shutil.copytree(store.path, tmp_path / "store")
    environment = tmp_path / "store" / "environment.json"
    began = json.loads(environment.read_text())
    environment.write_text(json.dumps({**began, "resumed": [{**began, "commit": "later", "host": "another"}]}))
    pack_store(Store(tmp_path / "store"), tmp_path / "packed")
    (resumed,) = PackedStore(tmp_path / "packed").blocks[0].provenance["resumed"]
    assert resumed["commit"] == "later"
    assert not {"host", "system"} & set(resumed)


def test_ranks_counts_and_repairs_are_those_of_the_store(store, packed):
    def tables(source):
        ranks = analysis.group_ranks(analysis.function_ranks(source))
        return ranks.mean_ranks, ranks.friedman, analysis.repaired_share(source), analysis.success_rates(source)

    for ours, theirs in zip(tables(packed), tables(store), strict=True):
        assert ours.equals(theirs)
    assert analysis.ecdf(packed).curves.equals(analysis.ecdf(store).curves)


def test_a_measure_that_needs_every_target_says_so(packed):
    with pytest.raises(errors.InvalidArgumentError, match="packed without the hits of target 100"):
        analysis.area_over_convergence(packed)


@pytest.mark.parametrize("command", ["status", "verify", "rank", "report", "recommend"])
def test_commands_take_a_packed_store(packed, tmp_path, command):
    arguments = {
        "status": ["status", str(packed.path)],
        "verify": ["verify", str(packed.path)],
        "rank": ["rank", str(packed.path)],
        "report": ["report", str(packed.path), "--out", str(tmp_path / "report"), "--figures", "none"],
        "recommend": ["recommend", "--store", str(packed.path)],
    }[command]
    done = inbounds(*arguments)
    assert done.returncode == 0, done.stderr
    expected = {"status": "complete", "verify": "all 4 blocks are sound"}.get(command, "projection")
    if command != "report":
        assert expected in done.stdout
    assert sorted(path.name for path in packed.path.iterdir()) == [
        "blocks",
        "config.toml",
        "environment.json",
        "store.json",
    ]


def test_a_report_says_that_what_needs_curves_is_left_out(packed, store):
    words = "packed without their curves"
    assert words in inbounds("report", str(packed.path), "--text").stdout.replace("\n", " ")
    assert words not in inbounds("report", str(store.path), "--text").stdout.replace("\n", " ")


def test_a_packed_store_is_exported_with_its_final_values(packed, store, tmp_path):
    for source, name in ((packed, "packed"), (store, "whole")):
        export_store(source, tmp_path / name, algorithms=["rand-1_binomial_projection_shade"])
    read = [
        json.loads(next((tmp_path / name).rglob("IOHprofiler_f1_*.json")).read_text())["scenarios"][0]["runs"]
        for name in ("packed", "whole")
    ]
    assert [run["best"]["y"] for run in read[0]] == [run["best"]["y"] for run in read[1]]
    assert [run["evals"] for run in read[0]] == [run["evals"] for run in read[1]]


def test_packed_stores_merge_and_overlapping_runs_must_agree(tmp_path, packed, store):
    run_experiment(_config(10), tmp_path / "first")
    pack_store(Store(tmp_path / "first"), tmp_path / "ten")
    merged = merge_stores([tmp_path / "ten", packed.path], tmp_path / "joint")
    assert (merged.runs_added, merged.runs_shared) == (480, 160)
    joint = PackedStore(tmp_path / "joint")
    assert joint.runs().collect().equals(packed.runs().collect())
    assert list(find_faults(joint)) == []
    with pytest.raises(errors.InvalidArgumentError, match="not packed"):
        merge_stores([packed.path, store.path], tmp_path / "mixed")


def test_pack_command_and_the_other_way_it_is_refused(store, packed, tmp_path):
    done = inbounds("pack", str(store.path), "--out", str(tmp_path / "out"))
    assert done.returncode == 0
    assert "480 runs added" in done.stdout
    refused = inbounds("run", str(tmp_path / "none.toml"), "--store", str(packed.path))
    assert refused.returncode == 2
    full = tmp_path / "full"
    full.mkdir()
    (full / "other").touch()
    with pytest.raises(errors.InvalidArgumentError, match="empty folder"):
        pack_store(store, full)
    with pytest.raises(errors.StoreError, match="is a packed store"):
        run_experiment(_config(), packed.path)
    run_experiment(_config().with_(seed=6, runs=1), tmp_path / "other")
    with pytest.raises(errors.StoreMismatchError, match="seed"):
        pack_store(Store(tmp_path / "other"), tmp_path / "out")


def _flip(content: bytes) -> bytes:
    return content[:200] + bytes([content[200] ^ 1]) + content[201:]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(_flip(path.read_bytes())), "checksum"),
        (lambda path: path.write_bytes(path.read_bytes()[:100]), "checksum"),
        (lambda path: path.write_bytes(b""), "checksum"),
        (
            lambda path: path.rename(path.with_name(path.name.replace("0000-0024", "0001-0025"))),
            "does not hold the runs",
        ),
        (lambda path: shutil.copy(path, path.with_name("x" + path.name)), "repeats runs"),
        (lambda path: path.rename(path.with_name("block.parquet")), "not the name of a block"),
    ],
)
def test_damage_is_found(packed, tmp_path, damage, message):
    copy = _copy(packed, tmp_path / "copy")
    damage(copy.blocks[0].path)
    faults = list(find_faults(PackedStore(copy.path)))
    assert len(faults) == 1
    assert message in faults[0].reason
    assert inbounds("verify", str(copy.path)).returncode == 1


def _rewrite(block, **changes) -> None:
    """Change columns of a block and give it the name that goes with its new bytes."""
    block.read().with_columns(**changes).write_parquet(block.path, metadata={"provenance": "{}"})
    name = f"{block.path.name.rpartition('_')[0]}_{checksum(block.path.read_bytes())}.parquet"
    block.path.rename(block.path.with_name(name))


def test_all_stores_of_a_folder_are_verified_at_once(packed, store, tmp_path):
    shutil.copytree(packed.path, tmp_path / "atlas" / "packed")
    shutil.copytree(store.path, tmp_path / "atlas" / "studies" / "whole")
    done = inbounds("verify", str(tmp_path / "atlas"))
    told = {line.partition(": ")[0].rpartition("/")[2]: line for line in done.stdout.splitlines()}
    assert done.returncode == 0
    assert told.keys() == {"packed", "whole"}
    assert told["packed"].endswith("all 4 blocks are sound")
    block = next((tmp_path / "atlas" / "packed" / BLOCK_FOLDER).iterdir())
    block.write_bytes(block.read_bytes()[:-1])
    done = inbounds("verify", str(tmp_path / "atlas"))
    assert done.returncode == 1
    assert "3 blocks are sound, 1 are not" in done.stdout
    assert "whole: all" in done.stdout


def test_values_that_no_run_can_have_are_found(packed, tmp_path):
    for change, message in (
        ({"evaluations": pl.lit(10**6, pl.Int64)}, "evaluations must be"),
        ({"repaired_trials": pl.lit(-1, pl.Int32)}, "repaired trials"),
        ({"seed": pl.lit(3, pl.UInt64)}, "do not describe"),
        ({"boundary": pl.lit("wrapping")}, "do not describe"),
        ({"cell": pl.lit("0" * 16)}, "not in the plan"),
    ):
        copy = _copy(packed, tmp_path / message.replace(" ", "-") / str(len(change)) / next(iter(change)))
        _rewrite(copy.blocks[0], **change)
        faults = list(find_faults(PackedStore(copy.path)))
        assert [fault for fault in faults if message in fault.reason], (change, faults)


def test_the_atlas_is_found_by_path_and_says_what_it_holds(packed, tmp_path):
    _copy(packed, tmp_path / "atlas" / "paper")
    _copy(packed, tmp_path / "atlas" / "studies" / "dose")
    assert ib.atlas(path=tmp_path / "atlas").runs(["run"]).collect().height == 480
    assert ib.atlas("studies/dose", path=tmp_path / "atlas").path.name == "dose"
    with pytest.raises(errors.StoreError, match="holds 'paper', 'studies/dose'; got 'dimensions'"):
        ib.atlas("dimensions", path=tmp_path / "atlas")
    with pytest.raises(errors.StoreError, match="no atlas"):
        ib.atlas(path=tmp_path / "nowhere")


def test_cells_run_again_agree_with_the_store_and_altered_ones_do_not(packed, tmp_path):
    command = [sys.executable, ROOT / "benchmarks" / "check_atlas.py"]
    assert subprocess.run([*command, packed.path, "--cells", "4"], capture_output=True).returncode == 0
    altered = _copy(packed, tmp_path / "altered")
    for block in altered.blocks:
        _rewrite(block, precision=pl.col("precision") * 100 + 1)
    found = subprocess.run([*command, altered.path, "--cells", "4"], capture_output=True, text=True)
    assert found.returncode == 1
    assert "4 cells, 4 with p < 0.0001" in found.stdout


def test_opening_tells_packed_from_plain(store, packed):
    assert type(open_store(store.path)) is Store
    assert type(open_store(packed.path)) is PackedStore


def test_runs_that_a_packed_store_holds_are_not_made_again(store, tmp_path):
    run_experiment(_config(10), tmp_path / "first")
    pack_store(Store(tmp_path / "first"), tmp_path / "packed")
    outcome = run_experiment(_config(), tmp_path / "more", known=[tmp_path / "packed"])
    assert (outcome.complete, outcome.runs) == (True, 20 * 16)
    more = Store(tmp_path / "more")
    assert _counts(store_status(more)) == (True, 16, 20 * 16, 20 * 16, 10 * 16)
    assert "known        160 runs more are in other stores" in inbounds("status", more.path).stdout
    assert {(shard.runs.first, shard.runs.end) for shard in more.shards()} == {(10, 30)}
    pack_store(more, tmp_path / "packed")
    kept = [name for name in SCHEMA if name not in (*CURVES, "hits", "seconds")]
    joined = open_store(tmp_path / "packed").runs(kept).collect()
    assert joined.equals(store.runs(kept).collect())


def test_runs_of_known_stores_do_not_hide_what_is_missing(tmp_path):
    """A shard is lost after the end; other words of the writer are taken within reason."""
    run_experiment(_config(10), tmp_path / "first")
    run_experiment(_config(), tmp_path / "more", known=[tmp_path / "first"])
    more = Store(tmp_path / "more")
    more.shards()[0].path.unlink()
    assert _counts(store_status(Store(more.path))) == (False, 15, 20 * 15, 20 * 16, 10 * 16)
    said = {**more.progress, "known_runs": 10**9, "known_evaluations": -1, "cells_done": 10**9}
    (more.path / "progress.json").write_text(json.dumps(said), encoding="utf-8")
    assert _counts(store_status(Store(more.path))) == (True, 16, 20 * 15, 20 * 15, 30 * 16 - 20 * 15)
    (more.path / "progress.json").write_text(json.dumps({**said, "known_runs": "many"}), encoding="utf-8")
    assert _counts(store_status(Store(more.path))) == (False, 0, 20 * 15, 30 * 16, 0)
    run_experiment(_config(), more.path)
    assert _counts(store_status(Store(more.path))) == (True, 16, 30 * 16, 30 * 16, 0)


def _counts(status: Status) -> tuple[bool, int, int, int, int]:
    return status.complete, status.cells_done, status.runs_done, status.runs_planned, status.runs_known


def test_a_known_store_of_another_experiment_serves_for_the_cells_they_share(store, tmp_path):
    config = _config().with_(crossovers=["binomial", "exponential-2020"])
    outcome = run_experiment(config, tmp_path / "other", known=[store.path])
    assert (outcome.complete, outcome.runs) == (True, 30 * 8)
    assert set(Store(tmp_path / "other").runs(["crossover"]).collect()["crossover"]) == {"exponential-2020"}


def test_known_stores_must_have_the_seed_and_are_named_at_the_end(store, tmp_path):
    other = tmp_path / "seed.toml"
    other.write_text(_config().to_toml(), encoding="utf-8")
    place = tmp_path / "new"
    done = inbounds("run", other, "--seed", 6, "--known", store.path, "--store", place)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"must have the seed of the experiment, 6; {str(store.path)!r} has 5" in done.stderr
    assert not place.exists()
    done = inbounds("run", other, "--known", store.path, "--store", place)
    assert f"16 of 16 cells are in {place} and {store.path}" in done.stdout
    done = inbounds("run", other, "--known", tmp_path / "nowhere", "--store", place)
    assert (done.returncode, "nowhere" in done.stderr) == (2, True)
