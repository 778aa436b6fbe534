"""Files that others made, damaged or made to harm: one error that names file, line and what was expected."""

import io
import json
import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from inbounds.errors import InvalidArgumentError
from inbounds.exchange import import_results, info_file
from inbounds.exchange import unpack as unpacking
from tests.command_line import inbounds

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import attack_imports as attack


def written(folder: Path, form: str, **changed: str) -> Path:
    """Write a sound source; `changed` replaces the text of its index or its data."""
    kinds = {".json": "index", ".info": "index", ".dat": "data", ".tdat": "more"}
    files = {name: changed.get(kinds[Path(name).suffix], text) for name, text in attack.SOUND[form].items()}
    attack.write(folder, {name: text.encode("utf-8", "surrogateescape") for name, text in files.items()})
    return folder


def refused(folder: Path, tmp_path: Path) -> str:
    with pytest.raises(InvalidArgumentError) as caught:
        import_results(folder, tmp_path / "store")
    assert not (tmp_path / "store").exists()
    assert str(caught.value).isprintable()
    return str(caught.value)


def index_with(**changed: object) -> str:
    return json.dumps({**attack.INDEX, **changed})


def run_with(**changed: object) -> str:
    runs = [{**run, **changed} for run in attack.SCENARIO["runs"]]
    return index_with(scenarios=[{**attack.SCENARIO, "runs": runs}])


@pytest.mark.parametrize("form", attack.SOUND)
def test_what_the_attacks_begin_with_is_sound(form, tmp_path):
    assert import_results(written(tmp_path / "in", form), tmp_path / "store").runs == 2


@pytest.mark.parametrize(
    ("form", "changed", "told"),
    [
        ("ioh", {"index": "[" * 100_000}, "is not whole IOHprofiler JSON: .*recursion"),
        ("ioh", {"index": index_with(function_id=10**400)}, "function_id must be a whole number of 0 to 32767"),
        ("ioh", {"index": index_with().replace('"function_id": 1', '"function_id": ' + "9" * 5000)}, "not whole"),
        ("ioh", {"index": index_with(function_id=float("inf"))}, "function_id must be a whole number"),
        ("ioh", {"index": index_with(algorithm="x")}, "no 'name' in algorithm"),
        ("ioh", {"index": index_with(algorithm={"name": "\x1b[2Jx"})}, "algorithm.name must be a text .* printable"),
        ("ioh", {"index": index_with(suite=7)}, "suite must be a text"),
        ("ioh", {"index": index_with(scenarios={})}, "scenarios must be a list"),
        ("ioh", {"index": index_with(scenarios=[attack.SCENARIO] * 10_000)}, "named once in all that is imported"),
        ("ioh", {"index": index_with(scenarios=[{**attack.SCENARIO, "runs": []}])}, "at least one run"),
        ("ioh", {"index": run_with(evals=-1)}, r"scenarios\[0\].runs\[0\].evals must be a whole number of 0 to"),
        ("ioh", {"index": run_with(best={"y": "x", "evals": 1})}, r"runs\[0\].best.y must be a number"),
        ("ioh", {"index": run_with(best=[])}, r"no 'y' in scenarios\[0\].runs\[0\].best"),
        ("ioh", {"data": attack.IOH_DATA.replace("2 3.25", "2 x")}, "DIM2.dat', line 3: .*number in column 2"),
        ("ioh", {"data": attack.IOH_DATA.replace("2 3.25", "nan 3")}, "line 1: the run needs a column|line"),
        ("ioh", {"data": attack.IOH_DATA.replace("2 3.25", "1e300 3")}, "line 3: evaluation counts must be rising"),
        ("ioh", {"data": attack.IOH_DATA.replace("2 3.25", "2 -inf")}, "line 3: a value must be above -inf"),
        ("ioh", {"data": attack.IOH_DATA.replace("2 3.25", "2 " + "3" * 2**20)}, "line 3: a line may have"),
        ("ioh", {"data": attack.IOH_DATA.replace("17.5", "\udcff")}, "line 2: must be text in UTF-8"),
        ("ioh", {"data": attack.IOH_DATA.replace("evaluations", '"evaluations')}, "the run needs a column"),
        ("old ioh", {"index": attack.OLD_INFO.replace("1:40|", "1:x|")}, "line 3: a run must look like"),
        ("old ioh", {"index": attack.OLD_INFO.replace("1:40", "9" * 5000 + ":1")}, "line 3: the instance of a run"),
        ("old ioh", {"index": attack.OLD_INFO.replace("DIM = 2", "DIM = x")}, "line 3: DIM must be a whole number"),
        ("coco", {"index": attack.COCO_INFO.replace(", 1:40|2.5e-09, 2:40|2.5e-09", "")}, "line 3: an entry must name"),
        ("coco", {"index": attack.COCO_INFO.replace("'bbob'", "'\x1b[1m'")}, "line 3: suite must be a text"),
        ("coco", {"index": attack.COCO_INFO.replace("'bbob'", "'bbob-biobj'")}, "line 3: data of one objective"),
        ("coco", {"data": "", "more": ""}, "holds no runs; .info says 2"),
    ],
)  # fmt: skip
def test_a_malformed_file_is_named_with_its_line_and_what_was_expected(form, changed, told, tmp_path):
    folder = written(tmp_path / "in", form, **changed)
    message = refused(folder, tmp_path)
    assert re.search(told, message), message
    assert str(folder) in message
    assert len(message) < 1000


def test_settings_are_read_in_time_that_grows_with_their_length_alone(tmp_path):
    hostile = ["a " * 100_000, "'" * 200_001, " " * 200_000 + "=", "x = '" * 50_000, "\t= " * 50_000]
    for line in hostile:  # the pattern used before took hours for any of them
        info_file._PART.findall(line)
        info_file._RUN.fullmatch(line)
        folder = written(tmp_path / "in", "coco", index=f"a=1,{line}\n{attack.COCO_INFO}")
        import_results(folder, tmp_path / f"store{hostile.index(line)}")


@pytest.mark.parametrize("name", list(attack.SOUND["coco"]))
@pytest.mark.parametrize("kind", ["fifo", "zero", "out", "folder", "large"])
def test_only_regular_files_inside_the_folder_are_read(name, kind, tmp_path):
    folder = written(tmp_path / "in", "coco")
    place = folder / name
    place.unlink()
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "zero":
        place.symlink_to("/dev/zero")
    elif kind == "out":
        (tmp_path / "outside").write_text(attack.SOUND["coco"][name])
        place.symlink_to(tmp_path / "outside")
    elif kind == "folder":
        place.mkdir()
    else:
        with place.open("wb") as file:
            file.truncate(2**41)
    message = refused(folder, tmp_path)
    assert any(told in message for told in ("must be a regular file", "leads out of", "must have at most")), message
    assert repr(str(place)) in message


@pytest.mark.parametrize("path", ["../outside.dat", "/etc/passwd", "../../../../etc/passwd", "a\0b", "x" * 5000])
def test_an_index_cannot_name_data_outside_the_folder(path, tmp_path):
    (tmp_path / "outside.dat").write_text(attack.IOH_DATA)
    index = index_with(scenarios=[{**attack.SCENARIO, "path": path}])
    message = refused(written(tmp_path / "in", "ioh", index=index), tmp_path)
    assert any(told in message for told in ("leads out of", "must be the path of", "cannot be read")), message


def archive_of(tmp_path: Path, name: str, extra: str | zipfile.ZipInfo | tarfile.TarInfo | None = None) -> Path:
    files = {name: text.encode() for name, text in attack.SOUND["coco"].items()}
    place = tmp_path / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(place, "w") as archive:
            for member, content in files.items():
                archive.writestr(member, content)
            if extra is not None:
                archive.writestr(extra, b"/etc/passwd")
        return place
    with tarfile.open(place, "w:gz") as archive:
        for member, content in files.items():
            info = tarfile.TarInfo(member)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        if extra is not None:
            archive.addfile(extra if isinstance(extra, tarfile.TarInfo) else tarfile.TarInfo(extra))
    return place


@pytest.mark.parametrize("kind", ["zip", "tgz"])
@pytest.mark.parametrize("name", ["../up", "/tmp/up", "a/../../up", "..\\up", "\x1b[2J"])
def test_a_name_that_leads_out_of_an_archive_is_refused(kind, name, tmp_path):
    message = refused(archive_of(tmp_path, f"in.{kind}", name), tmp_path)
    assert "must hold files with plain names inside its folder" in message


def test_links_and_devices_in_an_archive_are_left_out(tmp_path):
    link = zipfile.ZipInfo("linked.info")
    link.external_attr = 0o120777 << 16
    assert import_results(archive_of(tmp_path, "one.zip", link), tmp_path / "store1").runs == 2
    for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE)):
        odd = tarfile.TarInfo("odd.info")
        odd.type, odd.linkname = kind, "/etc/passwd"
        place = archive_of(tmp_path, f"two{number}.tgz", odd)
        assert import_results(place, tmp_path / f"store-{number}").runs == 2


def test_a_damaged_archive_is_named(tmp_path):
    sound = archive_of(tmp_path, "sound.zip").read_bytes()
    gz = archive_of(tmp_path, "sound.tgz").read_bytes()
    encrypted = bytearray(sound)
    encrypted[6] |= 1
    encrypted[sound.index(b"PK\x01\x02") + 8] |= 1
    method = bytearray(sound)
    method[8] = method[sound.index(b"PK\x01\x02") + 10] = 99
    crc = bytearray(sound)
    crc[60] ^= 1
    for name, content in [
        ("cut.tgz", gz[: len(gz) // 2]),
        ("cut.zip", sound[:-30]),
        ("encrypted.zip", bytes(encrypted)),
        ("method.zip", bytes(method)),
        ("crc.zip", bytes(crc)),
        ("text.tgz", b"no archive at all"),
        ("empty.zip", b""),
    ]:
        (tmp_path / name).write_bytes(content)
        assert f"{name}' cannot be unpacked" in refused(tmp_path / name, tmp_path)


def test_an_archive_is_unpacked_up_to_a_bound_whatever_its_headers_say(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "UNPACKED_BYTES", 100)
    for name in ("large.zip", "large.tgz"):
        assert "must unpack to at most" in refused(archive_of(tmp_path, name), tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(unpacking, "MEMBERS", 2)
    assert "must hold at most 2 files" in refused(archive_of(tmp_path, "many.zip"), tmp_path)
    monkeypatch.undo()
    huge = tarfile.TarInfo("x")
    huge.type, huge.size = tarfile.XHDTYPE, 2**32  # a header of 4 GiB, to be read in one piece
    (tmp_path / "header.tar").write_bytes(huge.tobuf(tarfile.GNU_FORMAT) + bytes(2048))
    assert "must unpack to at most" in refused(tmp_path / "header.tar", tmp_path)


def test_a_source_that_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.zip")
    assert "regular file" in refused(tmp_path / "pipe.zip", tmp_path)
    assert "regular file" in refused(Path("/dev/zero"), tmp_path)


def test_errors_of_the_command_hold_no_control_characters(tmp_path):
    folder = written(tmp_path / "a\x1b[2J\u202eb", "coco")
    ended = inbounds("import", folder, "--out", tmp_path / "store")
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert ended.stderr.removesuffix("\n").isprintable(), ended.stderr


def test_random_damage_ends_with_a_store_or_one_error():
    outcomes, findings = attack.run(60, seed=2)
    assert not findings
    assert outcomes["imported"] > 5
    assert outcomes["refused"] > 20
