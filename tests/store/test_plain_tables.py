"""Damage in a table that is no part of a store is found by the checksums beside it."""

import shutil
import subprocess

import polars as pl
import pytest

from inbounds.plan.config import STORE_FILE
from inbounds.store.plain_tables import SUMS_FILE, find_damaged_tables, write_plain_table
from tests.command_line import inbounds
from tests.package.shell import ROOT


@pytest.fixture
def folder(tmp_path):
    for name in ("one", "two", "one"):  # one of them twice
        write_plain_table(tmp_path / "tables" / f"{name}.parquet", pl.DataFrame({"run": [1, 2], "name": name}))
    return tmp_path / "tables"


def test_tables_are_whole_as_they_were_written(folder):
    assert pl.read_parquet(folder / "two.parquet").rows() == [(1, "two"), (2, "two")]
    assert sorted(path.name for path in folder.iterdir()) == [SUMS_FILE, "one.parquet", "two.parquet"]
    done = inbounds("verify", folder.parent)
    assert (done.returncode, done.stdout) == (0, f"{folder}: all 2 tables are whole\n")


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="needs sha256sum")
def test_sha256sum_reads_the_checksums(folder):
    def checked() -> int:
        return subprocess.run(
            ["sha256sum", "--check", "--strict", SUMS_FILE], cwd=folder, capture_output=True
        ).returncode

    assert checked() == 0
    (folder / "one.parquet").write_bytes(b"")
    assert checked() == 1


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "the checksum is"),
        (lambda path: path.unlink(), "No such file"),
        (lambda path: (path.unlink(), path.mkdir()), "not a regular file"),
        (lambda path: (path.parent / SUMS_FILE).write_text("x"), "has no checksum in SHA256SUMS"),
    ],
)
def test_damage_is_found(folder, damage, message):
    (folder / "two.parquet").unlink()
    write_plain_table(folder / "two.parquet", pl.DataFrame({"run": [3]}))
    damage(folder / "one.parquet")
    faults = {fault.path.name: fault.reason for fault in find_damaged_tables(folder / SUMS_FILE)}
    assert message in faults["one.parquet"]
    done = inbounds("verify", folder)
    assert done.returncode == 1
    assert f"one.parquet: {faults['one.parquet']}" in done.stdout
    assert f"{2 - len(faults)} tables are whole, {len(faults)} are not" in done.stdout


def test_every_table_of_the_atlas_has_a_checksum():
    atlas = ROOT / "atlas"
    stores = {found.parent for found in atlas.rglob(STORE_FILE)}
    plain = {path.parent for path in atlas.rglob("*.parquet") if not stores.intersection(path.parents)}
    assert plain == {found.parent for found in atlas.rglob(SUMS_FILE)}
    assert [fault for folder in plain for fault in find_damaged_tables(folder / SUMS_FILE)] == []
