"""Damaged stores: every command answers with one line, computes from sound shards only and says what it left out."""

import json
import os
import shutil
import sys
from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import function_ranks, group_ranks, load
from inbounds.errors import ConfigError, DamagedShardError, DamagedStoreWarning, StoreError, StoreMismatchError
from inbounds.execution import runner
from inbounds.execution.progress import Silence
from inbounds.experiment import Store, merge_stores, run_experiment, store_status
from inbounds.plan.config import MAX_CELLS
from inbounds.store import reader
from inbounds.store.shards import shard_name
from inbounds.store.soundness import Verdict
from tests.small_experiment import CELLS, quick_work, results, small_config

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import attack_stores as attack

CASES = 4 * len(attack.DAMAGES)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("attack")
    yield attack.Attack(folder)
    sys.path.remove(str(folder))


def test_no_traceback_hang_or_silent_change(attacked):
    """A hundred of the cases that `benchmarks/attack_stores.py` runs by the ten thousand: each damage four times."""
    cases = [attack.Case(number, seed=18) for number in range(CASES)]
    assert {case.number: found for case in cases if (found := attacked.run(case)[0])} == {}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole")
    run_experiment(small_config(), path, work=quick_work)
    return path


@pytest.fixture
def store(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "store"))


def shards(store: Path) -> list[Path]:
    return sorted((store / "shards").iterdir())


def renamed(path: Path, **changes: object) -> Path:
    parts = dict(zip(("cell", "first", "count", "check"), path.name.split("-"), strict=True))
    return path.with_name("-".join(map(str, {**parts, **changes}.values())))


def test_runs_come_from_sound_shards_and_the_others_are_counted(store, whole):
    victims = shards(store)[:3]
    victims[0].write_bytes(b"")
    victims[1].unlink()
    victims[1].symlink_to("nowhere")
    victims[2].unlink()
    victims[2].mkdir()
    opened = Store(store)
    with pytest.warns(DamagedStoreWarning, match=rf"3 files among the shards are left out.*{victims[0].name}.*verify"):
        table = opened.runs().collect()
    lost = {path.name.partition("-")[0] for path in victims}
    assert table.drop("seconds").equals(results(whole).filter(~pl.col("cell").is_in(lost)))
    assert opened.runs().collect().equals(table)  # and is told only once


@pytest.mark.parametrize(
    "other", [{"cell": "0" * 16}, {"first": "0000000001"}, {"count": 3}, {"first": "0000000004"}], ids=str
)
def test_a_copy_under_another_name_changes_no_rank_and_no_resume(store, whole, other):
    path = shards(store)[3]
    shutil.copy(path, renamed(path, **other))
    with pytest.warns(DamagedStoreWarning, match="1 file among the shards is left out"):
        ranks = group_ranks(function_ranks(load(store, dimension=2))).mean_ranks
    assert ranks.equals(group_ranks(function_ranks(load(whole, dimension=2))).mean_ranks)
    outcome = run_experiment(small_config(), store, work=quick_work)
    assert (outcome.runs, outcome.damaged) == (0, 1)
    assert Store(store).digest() == Store(whole).digest()


def test_a_shard_of_another_cells_name_is_left_out_and_run_again(store, whole):
    one, other = shards(store)[:2]
    one.rename(renamed(one, cell=other.name.partition("-")[0]))
    outcome = run_experiment(small_config(), store, work=quick_work)
    assert (outcome.runs, outcome.damaged) == (4, 1)
    assert Store(store).digest() == Store(whole).digest()


def test_a_shard_of_another_seed_is_left_out_and_run_again(store, whole, tmp_path):
    """Cells of equal content have equal ids whatever the seed: only the rows tell."""
    run_experiment(small_config(seed=6), tmp_path / "other", work=quick_work)
    mine, theirs = shards(store)[0], shards(tmp_path / "other")[0]
    mine.unlink()
    shutil.copy(theirs, store / "shards" / theirs.name)
    outcome = run_experiment(small_config(), store, work=quick_work)
    assert (outcome.runs, outcome.damaged) == (4, 1)
    assert Store(store).digest() == Store(whole).digest()


def test_shards_that_contradict_each_other_are_both_left_out_and_run_again(store, whole):
    shard = Store(store).shards()[0]
    content = attack.io.BytesIO()
    table = shard.read().with_columns(pl.col("precision") + 1)
    table.write_parquet(content, metadata={"inbounds_schema": "2"})
    shard.path.with_name(shard_name(shard.cell, shard.runs, content.getvalue())).write_bytes(content.getvalue())
    with pytest.warns(DamagedStoreWarning, match=r"2 files.*has other results than"):
        assert Store(store).runs().collect().height == 4 * (CELLS - 1)
    run_experiment(small_config(), store, work=quick_work)
    assert Store(store).digest() == Store(whole).digest()


def test_an_edited_config_is_found_before_shards_are_moved(store):
    config = store / "config.toml"
    config.write_text(config.read_text().replace("seed = 5", "seed = 6"))
    before = shards(store)
    with pytest.raises(StoreMismatchError, match=r"holds 16 shards and none of them is of its config.toml"):
        run_experiment(small_config(seed=6), store, work=quick_work)
    assert shards(store) == before


def test_the_digest_of_a_store_with_damage_is_refused(store):
    shutil.copy(shards(store)[0], renamed(shards(store)[0], first="0000000001", count=3))
    with pytest.raises(DamagedShardError, match="1 file among the shards is not sound"):
        Store(store).digest()


def test_a_merge_finds_damage_before_it_writes(store, tmp_path):
    shards(store)[-1].write_bytes(b"PAR1")
    with pytest.raises(DamagedShardError, match="checksum"):
        merge_stores([store], tmp_path / "joint")
    assert not (tmp_path / "joint").exists()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("config.toml", b"name = '\xff'", r"config.toml' is not UTF-8 text: byte 0xff at 8"),
        ("config.toml", b"runs = " + b"[" * 100_000, "config.toml is not valid TOML"),
        ("store.json", b'{"format": "inbounds-store", "schema": []}', r"schema version \[\]"),
        ("store.json", b'{"format": "inbounds-store", "schema": true}', "schema version True"),
        ("store.json", b"[" * 100_000, r"store.json' is not valid JSON"),
        ("environment.json", b'{"resumed": 3}', r"environment.json': 'resumed' must be a list of JSON objects; got 3"),
        ("environment.json", b'{"labels": []}', r"environment.json': 'labels' must be a JSON object"),
    ],
)
def test_descriptions_of_the_wrong_kind_are_named(store, name, content, message):
    (store / name).write_bytes(content)
    with pytest.raises((StoreError, ConfigError), match=message):
        Store(store).environment if name == "environment.json" else Store(store).config


@pytest.mark.parametrize(
    "said", [[], 3, {"part": 3}, {"part": [2, 1]}, {"written": "x"}, {"slowest_cells": [3]}, {"seconds_left": "soon"}]
)
def test_a_last_word_that_makes_no_sense_is_not_heard(store, said):
    (store / "progress.json").write_text(json.dumps(said))
    assert Store(store).progress == {}
    assert store_status(Store(store)).complete


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('instances = "1-1000000"', rf"make \d+ cells; at most {MAX_CELLS}"),
        ('instances = "1-900000,1000000-2900000"', f"more than {MAX_CELLS} numbers"),
        ("dimensions = [2000000000]", "each must be <= 10000"),
        ("population = 100000000", "population: must be <= 1000000"),
        ("budget = 0x" + "f" * 5000, "budget = too much to show"),
        (f'budget = "{"*".join(["sqrt(n)"] * 500)}"', "at most 8 factors"),
        ("target = 0x" + "f" * 5000, "target = too much to show"),
        ('archive = "antigravity:x"', "archive = 'antigravity:x': must be the name of one of"),
    ],
)
def test_huge_numbers_in_a_config_are_refused_at_once(store, line, message):
    config = store / "config.toml"
    key = line.partition(" ")[0]
    kept = [given for given in config.read_text().splitlines() if not given.startswith(f"{key} ")]
    config.write_text("\n".join([*kept, line]))
    with pytest.raises(ConfigError, match=message):
        Store(store).plan()
    assert "antigravity" not in sys.modules


def test_many_runs_are_planned_without_listing_them(store):
    """Two thousand million runs are asked for: some are made, nothing is listed beforehand."""
    made = []

    def stops(task, stop=None):
        made.append(task["runs"])
        raise StoreError("enough")

    with pytest.raises(StoreError, match="enough"):
        run_experiment(small_config(runs=2**31 - 1), store, work=stops, workers=1)
    assert made


def test_a_store_without_its_folder_of_shards_says_so(store):
    shutil.rmtree(store / "shards")
    with pytest.raises(StoreError, match=r"shards' cannot be read: No such file or directory. Put the folder back"):
        store_status(Store(store))


class Harm(Silence):
    """Does something to a store when all its runs are made, and nobody has said so yet."""

    def __init__(self, harm):
        self.harm = harm

    def close(self, tally):
        self.harm()


def lose_three(store: Path) -> None:
    for path in shards(store)[:3]:
        path.unlink()


def test_success_is_claimed_only_for_what_is_on_disk_at_the_end(tmp_path):
    harm = Harm(lambda: lose_three(tmp_path))
    outcome = run_experiment(small_config(), tmp_path, work=quick_work, display=harm)
    assert outcome.cells_done == len(shards(tmp_path)) == CELLS - 3
    assert not outcome.complete


def test_a_shard_that_was_damaged_meanwhile_is_not_counted(tmp_path):
    harm = Harm(lambda: shards(tmp_path)[0].write_bytes(b"PAR1"))
    assert run_experiment(small_config(), tmp_path, work=quick_work, display=harm).cells_done == CELLS - 1


@pytest.mark.parametrize("instead", ["nothing", "another store"])
def test_a_store_that_was_replaced_is_no_success(whole, tmp_path, instead):
    def harm():
        shutil.rmtree(tmp_path / "store")
        if instead == "another store":
            shutil.copytree(whole, tmp_path / "store")

    with pytest.raises(StoreError, match="was removed, replaced or changed by others while it was being written"):
        run_experiment(small_config(), tmp_path / "store", work=quick_work, display=Harm(harm))


def test_a_store_that_is_gone_ends_the_run_and_not_only_its_end(tmp_path, monkeypatch):
    """What is written every two seconds is written every time here: the first look finds the folder gone."""
    monkeypatch.setattr(runner, "SAY_EVERY", 0.0)
    done = []

    def counted(task, stop=None):
        done.append(task)
        return quick_work(task)

    class Remover(Silence):
        def show(self, tally):
            shutil.rmtree(tmp_path / "store", ignore_errors=True)
            (tmp_path / "store" / "shards").mkdir(parents=True, exist_ok=True)

    with pytest.raises(StoreError, match="was removed, replaced or changed"):
        run_experiment(small_config(runs=400), tmp_path / "store", work=counted, workers=1, display=Remover())
    assert len(done) < CELLS


def test_the_command_that_lost_cells_does_not_end_well(store, tmp_path, monkeypatch):
    monkeypatch.setattr(Silence, "close", lambda self, tally: lose_three(store))
    (tmp_path / "again.toml").write_text((store / "config.toml").read_text())
    said = attack.say(["run", str(tmp_path / "again.toml"), "--store", str(store), "--workers", "1", "-q"])
    assert said.status == 1
    assert said.err.startswith(f"inbounds: only 13 of 16 cells are in {store}: the others were removed or changed")


def test_a_snapshot_sees_nothing_of_what_comes_later(whole, tmp_path):
    run_experiment(small_config(), tmp_path / "store", part=(1, 2), work=quick_work)
    then = Store(tmp_path / "store").snapshot()
    before = then.runs().collect()
    run_experiment(small_config(), tmp_path / "store", work=quick_work)
    assert then.runs().collect().equals(before)
    assert then.finished().keys() == set(before["cell"])
    assert Store(tmp_path / "store").runs().collect().height == CELLS * 4 > before.height


def test_a_report_beside_a_writer_sees_one_snapshot(tmp_path):
    from inbounds.report import write_report

    store = tmp_path / "store"
    run_experiment(small_config(dimensions=[2]), store, part=(1, 2), work=quick_work)
    held = len(shards(store))

    def write_on(doing: str, share: float) -> None:
        if len(shards(store)) == held:
            run_experiment(small_config(dimensions=[2]), store, work=quick_work)

    write_report(store, tmp_path / "report", figures="none", resamples=2, say=write_on)
    missing = pl.read_csv(tmp_path / "report" / "tables" / "missing_cells.csv")
    assert len(shards(store)) == CELLS // 2
    assert missing.height == CELLS // 2 - held


BOOBY = "import os\nos.environ['BOOBY'] = 'sprung'\n"


@pytest.fixture
def trapped(store, tmp_path, monkeypatch):
    """A store whose config names a module that lies in its own folder, and beside it: whoever imports it is told."""
    monkeypatch.delenv("BOOBY", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    for folder in (store, tmp_path):
        (folder / "booby_walls.py").write_text(BOOBY)
    (store / "polars_not.py").write_text(BOOBY)
    config = store / "config.toml"
    config.write_text(config.read_text().replace('"death-penalty"', '"booby_walls:soft"'))
    yield store
    sys.modules.pop("booby_walls", None)


@pytest.mark.parametrize("command", [name for name in attack.READERS if name not in ("run", "report")])
def test_nothing_is_imported_to_read_a_store(trapped, command, tmp_path):
    attack.say(attack.arguments_of(command, trapped, tmp_path, attack.Masters(tmp_path)))
    assert "BOOBY" not in os.environ
    assert str(trapped) not in sys.path


def test_code_that_a_stores_config_names_runs_only_when_allowed(trapped, tmp_path):
    words = ["run", str(trapped / "config.toml"), "--store", str(tmp_path / "new"), "-q"]
    said = attack.say(words)
    assert said.status == 2
    assert "is that of a store and names code to run: 'booby_walls'" in said.err
    assert "--allow-code booby_walls" in said.err
    assert "BOOBY" not in os.environ
    assert str(trapped) not in sys.path
    allowed = attack.say([*words, "--allow-code", "booby_walls"])
    assert os.environ.pop("BOOBY") == "sprung"
    assert "no module named" not in allowed.err.lower()
    assert str(trapped) not in sys.path


def test_the_attack_finds_what_readers_do_not_look_for(attacked, monkeypatch):
    """Its cases really damage: readers that trusted every shard would be found out."""
    wanted = (attack.flip_bit, "plain", "run")
    case = next(case for n in range(10_000) if (case := attack.Case(n, seed=18)).choices()[1:] == wanted)
    assert attacked.run(case)[0] == []
    monkeypatch.setattr(reader, "verdicts", lambda shards, plan: (Verdict(None) for _ in shards))
    assert attacked.run(case)[0] == ["a resume ended with status 0 and another digest"]
