"""`inbounds report` from outside."""

from functools import partial
from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import Study
from inbounds.experiment import Store
from inbounds.report import figure_files, write_report
from tests import command_line
from tests.report.small_stores import NASTY, foreign_runs

inbounds = partial(command_line.inbounds, width=200)


def test_the_last_line_is_the_path_of_the_page(store: Store, tmp_path: Path) -> None:
    done = inbounds("report", store.path, "--out", tmp_path / "out", "--resamples", 2, "--figures", "none")
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == tmp_path / "out" / "index.html"
    assert Path(done.stdout.strip()).is_file()
    assert "ranking and testing" in done.stderr


def test_options_of_the_statistics_reach_the_methods_section(store: Store, tmp_path: Path) -> None:
    options = ("--floor", "double", "--order", "median", "--alpha", 0.01, "--sided", "two", "--tie-correction")
    done = inbounds(
        "report", store.path, "--out", tmp_path, "--resamples", 2, "--seed", 9, "--figures", "none", "-q", *options
    )
    assert done.stderr == ""
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    for words in ("floor double", "by the median", "with tie correction", "two-sided normal", "at 0.01", "(seed 9)"):
        assert words in text


def test_text_prints_the_tables_of_the_analysis(store: Store, analysed: Study) -> None:
    done = inbounds("report", store.path, "--text", "--resamples", 5)
    assert done.returncode == 0, done.stderr
    for title in (
        "Mean rank: Group 4",
        "Repaired share in %",
        "Sensitivity",
        "Noise check",
        "Methods",
        "Facts",
    ):
        assert title in done.stdout
    rows = analysed.group_ranks.mean_ranks.filter((pl.col("group") == "all") & (pl.col("boundary") == "reflection"))[
        "mean_rank"
    ]
    line = " ".join(f"{value:.2f}" for value in rows)
    assert line in " ".join(done.stdout.split())
    assert not (store.path / "report").exists()


def test_text_shows_foreign_names_as_they_are(tmp_path: Path) -> None:
    foreign_runs().write_parquet(tmp_path / "runs.parquet")
    done = inbounds("report", tmp_path / "runs.parquet", "--text", "--resamples", 2)
    assert done.returncode == 0, done.stderr
    for name in NASTY[:4]:
        assert name in done.stdout
    assert "[red]rich[/red]" in done.stdout


def test_bad_arguments_end_with_one_line_and_status_2(store: Store, tmp_path: Path) -> None:
    for arguments, words in (
        ((tmp_path,), "not a store"),
        ((tmp_path / "nowhere",), "nowhere"),
        ((store.path, "--floor", "low"), "--floor must be a number or 'double'; got 'low'"),
        ((store.path, "--dimension", "30x"), "--dimension"),
        ((store.path, "--dimension", 30), "dimension=30"),
        ((store.path, "--figures", "many"), "figures must be one of"),
    ):
        done = inbounds("report", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.strip().splitlines()) == 1
        assert words in done.stderr


def test_a_percentage_is_told_while_the_report_is_built(store: Store, tmp_path: Path) -> None:
    done = inbounds("report", store.path, "--out", tmp_path / "out", "--resamples", 10, "--figures", "none")
    told = [line.split(" % ") for line in done.stderr.splitlines()]
    shares = [int(share) for share, _ in told]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 100
    assert len({share // 10 for share in shares}) >= 6  # the ranking, where the time goes, tells its steps


@pytest.mark.usefixtures("empty_figures")
def test_few_figures_start_no_processes(monkeypatch: pytest.MonkeyPatch, store: Store, tmp_path: Path) -> None:
    """Starting a process costs more processor time than drawing what a small report has to draw."""
    monkeypatch.setattr(figure_files, "ProcessPoolExecutor", None)
    assert write_report(store, tmp_path, resamples=2, workers=4).figures
