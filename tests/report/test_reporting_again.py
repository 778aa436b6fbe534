"""A report into the folder of a former one: its files go, everybody else's stay."""

import json
from pathlib import Path

import polars as pl
import pytest

from inbounds.report import Report, write_report
from inbounds.report.former_report import LIST, replace_former_report
from tests.report.small_stores import foreign_runs


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def files_of(report: Report) -> set[str]:
    place = report.index.parent
    return {path.relative_to(place).as_posix() for path in (report.index, *report.tables, *report.figures)} | {LIST}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the two files of a former report in it."""
    folder = tmp_path / "report"
    written(folder, "tables/first.csv", "figures/bbob-2-d/old.png")
    return folder


def written(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"written by the report: {name}")
    replace_former_report(folder, [folder / name for name in names])


@pytest.mark.usefixtures("empty_figures")
def test_figures_and_tables_of_other_options_go_and_a_user_s_own_files_stay(tmp_path: Path) -> None:
    runs = pl.concat([foreign_runs(("A", "B")), foreign_runs(("A", "B")).with_columns(dimension=pl.lit(3))])
    first = write_report(runs, tmp_path, resamples=2)
    assert files_in(tmp_path) == files_of(first)
    own = {"notes.md", "figures/mine.png", "tables/bbob-3-d/mine.csv"}
    for name in own:
        (tmp_path / name).write_text("mine")
    second = write_report(runs, tmp_path, resamples=2, dimension=5, figures="none")
    assert files_in(tmp_path) == files_of(second) | own
    assert not (tmp_path / "tables" / "bbob-5-d").exists()


def test_what_is_written_again_stays(place: Path) -> None:
    written(place, "index.html", "tables/first.csv")
    assert files_in(place) == {"tables/first.csv", "index.html", LIST}


def test_a_folder_that_no_report_has_listed_keeps_everything(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "ecdf.png").write_text("from somewhere")
    written(tmp_path, "index.html")
    assert files_in(tmp_path) == {"figures/ecdf.png", "index.html", LIST}


def test_a_file_that_somebody_changed_is_no_longer_the_report_s(place: Path) -> None:
    (place / "tables" / "first.csv").write_text("with my remarks")
    written(place, "index.html")
    assert files_in(place) == {"tables/first.csv", "index.html", LIST}
    written(place)
    assert (place / "tables" / "first.csv").read_text() == "with my remarks"


def test_an_emptied_study_s_folder_goes_and_the_two_main_folders_stay(place: Path) -> None:
    written(place, "index.html")
    assert sorted(path.name for path in place.iterdir()) == [LIST, "figures", "index.html", "tables"]
    assert list((place / "figures").iterdir()) == []


@pytest.mark.parametrize("linked", ["tables", "tables/first.csv", "figures/bbob-2-d"])
def test_links_are_not_followed(place: Path, tmp_path: Path, linked: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (place / linked).rename(elsewhere)
    (place / linked).symlink_to(elsewhere)
    before = files_in(tmp_path / "elsewhere") if elsewhere.is_dir() else elsewhere.read_text()
    written(place, "index.html")
    assert (files_in(elsewhere) if elsewhere.is_dir() else elsewhere.read_text()) == before
    assert (place / linked).is_symlink()


def test_a_list_cannot_reach_out_of_the_folder(place: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("written by the report: tables/first.csv")
    digest = json.loads((place / LIST).read_text())["tables/first.csv"]
    names = ("../outside.txt", "tables/../../outside.txt", str(outside), "tables", "")
    (place / LIST).write_text(json.dumps(dict.fromkeys(names, digest)))
    written(place, "index.html")
    assert outside.exists()
    assert (place / "tables" / "first.csv").exists()


@pytest.mark.parametrize("text", ["", "[1, 2]", '{"tables/first.csv": 5}', "\x00"])
def test_a_spoilt_list_removes_nothing(place: Path, text: str) -> None:
    (place / LIST).write_text(text)
    written(place, "index.html")
    assert files_in(place) == {"tables/first.csv", "figures/bbob-2-d/old.png", "index.html", LIST}
