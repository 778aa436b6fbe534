"""Reports written once for all tests."""

from pathlib import Path

import pytest

from inbounds.analysis import Study, study
from inbounds.experiment import Store
from inbounds.report import Report, write_report
from inbounds.report.figure_files import FigureFile
from tests.report.small_stores import make_store

RESAMPLES = 20


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return make_store(tmp_path_factory.mktemp("store") / "small")


@pytest.fixture(scope="session")
def analysed(store: Store) -> Study:
    return study(store, resamples=RESAMPLES)


@pytest.fixture(scope="session")
def report(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A whole report but for its figures, which are empty files."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("inbounds.report.figure_files.draw_and_save", touch)
        return write_report(store, tmp_path_factory.mktemp("report"), resamples=RESAMPLES)


@pytest.fixture(scope="session")
def printed(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A report with its figures drawn: most of the time goes there. For tests of the group "printed"."""
    return write_report(store, tmp_path_factory.mktemp("printed"), resamples=2)


@pytest.fixture
def empty_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write figures as empty files, for tests of which ones there are."""
    monkeypatch.setattr("inbounds.report.figure_files.draw_and_save", touch)


def touch(figure: FigureFile, folder: Path) -> list[Path]:
    files = [folder / f"{figure.name}{ending}" for ending in figure.endings]
    for file in files:
        file.touch()
    return files
