"""Operators of a user's own are shown by their short names, as long as these can be told apart."""

import json
from collections.abc import Iterator
from io import StringIO

import polars as pl
import pytest
from matplotlib.text import Text
from rich.console import Console

import inbounds as ib
from inbounds.analysis import Study, study
from inbounds.analysis.curves import all_curves
from inbounds.operators.shown_names import short_names
from inbounds.report import Report, summarise, write_report
from inbounds.report.figure_files import figures_of
from inbounds.report.text import print_report
from tests.browser import Seen
from tests.report.small_stores import paper_size_runs
from tests.report.test_write_report import embedded

MUTATIONS = ("rand/1", "mine.moves:jump", "first:hop", "second:hop")
CROSSOVERS = ("binomial", "mine.moves:half")
BOUNDARIES = ("reflection", "mine.walls:soft", "first:stop", "second:stop[k=2]")
ALWAYS_FULL = ("first:hop", "second:hop", "first:stop", "second:stop[k=2]")


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    """Small runs in which the user's own soft wall wins."""
    grid = {"functions": (1, 6), "mutations": MUTATIONS, "crossovers": CROSSOVERS, "boundaries": BOUNDARIES}
    own = pl.col("boundary") == "mine.walls:soft"
    return paper_size_runs(runs=8, **grid).with_columns(precision=pl.when(own).then(1e-7).otherwise("precision"))


@pytest.fixture(scope="module")
def analysed(runs: pl.DataFrame) -> Study:
    return study(runs, resamples=2)


@pytest.fixture(scope="module")
def report(runs: pl.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return write_report(runs, tmp_path_factory.mktemp("own"), resamples=2, figures="none")


@pytest.fixture
def registered() -> Iterator[None]:
    @ib.boundary("soft", label="A Soft Wall")
    def soft(generation: object) -> None: ...

    yield
    ib.catalogue.remove("boundary", "soft")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a.b:clip", "reflection"], ["clip", "reflection"]),
        (["a:clip[k=2]", "a:clip"], ["clip[k=2]", "clip"]),
        (["a:clip", "b:clip", "b:other"], ["a:clip", "b:clip", "other"]),
        (["a:clip", "b:clip[k=2]"], ["a:clip", "b:clip[k=2]"]),
        (["a:clip", "clip"], ["a:clip", "clip"]),
        (["a:Death Penalty", "death-penalty"], ["a:Death Penalty", "death-penalty"]),
        (["CMA-ES: restarts", "http://somewhere", "<b>:x", ""], ["CMA-ES: restarts", "http://somewhere", "<b>:x", ""]),
    ],
)
def test_names_are_short_where_they_can_be(names: list[str], shown: list[str]) -> None:
    assert short_names(names) == dict(zip(names, shown, strict=True))


def test_names_do_not_depend_on_what_this_process_has_imported(registered: None) -> None:
    assert list(short_names(["mine:soft", "reflection"]).values()) == ["soft", "reflection"]


def test_the_page_calls_them_by_short_names_and_knows_the_full_ones(report: Report) -> None:
    data = embedded(report.index)
    assert {c["mutation"] for c in data["configurations"]} == {"rand/1", "jump", "first:hop", "second:hop"}
    assert {c["crossover"] for c in data["configurations"]} == {"binomial", "half"}
    labels = {boundary["name"]: boundary["label"] for boundary in data["boundaries"]}
    assert labels == {**{name: name for name in BOUNDARIES}, "reflection": "reflection", "mine.walls:soft": "soft"}
    full = {"jump": "mine.moves:jump", "half": "mine.moves:half", "soft": "mine.walls:soft"}
    assert dict(data["fullNames"]) == full
    assert set(dict(data["facts"])["Own operators"].split(", ")) == set(full.values())
    words = json.dumps([data["findings"], data["tables"], data["claims"], data["methods"]])
    assert "mine." not in words
    for shown in ("jump", "half", "soft", "first:hop", "second:hop"):
        assert f'"{shown}"' in words


def test_tables_to_compute_with_keep_the_full_names(report: Report) -> None:
    table = pl.read_csv(report.index.parent / "tables" / "mean_ranks.csv")
    for column, names in (("mutation", MUTATIONS), ("crossover", CROSSOVERS), ("boundary", BOUNDARIES)):
        assert set(table[column]) == set(names)


def test_the_findings_name_them_shortly(analysed: Study) -> None:
    text = " ".join(finding.text for finding in summarise(analysed))
    assert "by mean rank only, soft is alone best in 8 of 8 configurations, tied in 0" in text
    assert "with half crossover" in text
    assert "With half crossover" in text
    assert "mine." not in text


def test_every_figure_calls_them_by_short_names(analysed: Study) -> None:
    seen: dict[str, str] = {}
    for name, draw, _ in figures_of(analysed, None, "all", all_curves(analysed.runs)):
        figure, _ = draw()
        seen[name] = "\n".join(text.get_text() for text in figure.findobj(Text))
        assert "mine." not in seen[name], name
    kinds = ("heatmaps", "heatmap_ranks", "heatmap_repaired", "ecdf", "best_counts", "critical_differences")
    kinds += ("box_plots", "convergence", "repaired_curves", "f_curves", "cr_curves")
    assert {kind for kind in kinds if any(name.startswith(kind) for name in seen)} == set(kinds)
    for name in ("heatmap_ranks_1", "best_counts", "box_plots_1_rand-1_binomial", "f_curves_1_rand-1_binomial"):
        assert {"soft", "first:stop", "second:stop[k=2]"} <= set(seen[name].split("\n")), name
    assert {"jump", "half", "first:hop"} <= set(seen["ecdf"].split("\n"))
    assert "first:hop, half" in seen["convergence_1_first-hop_mine-moves-half"]
    assert "jump, half" in seen["critical_differences_mine-moves-half"]


def test_a_figure_drawn_alone_calls_them_by_short_names_too(analysed: Study) -> None:
    figure, _ = ib.figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    texts = {text.get_text() for text in figure.findobj(Text)}
    assert {"soft", "jump", "half", *ALWAYS_FULL} <= texts


def test_the_terminal_shows_short_names_and_lists_the_full_ones_once(runs: pl.DataFrame) -> None:
    out = StringIO()
    print_report(runs, Console(file=out, width=300), options={"resamples": 2}, wanted={})
    lines = [line for line in out.getvalue().splitlines() if "mine." in line]
    assert len(lines) == 1
    assert lines[0].startswith("Own operators")
    assert "second:stop[k=2]" in out.getvalue()


@pytest.mark.slow
def test_hovering_tells_the_full_names(seen: Seen, report: Report) -> None:
    page = seen.open(report.index).page
    row = page.locator("[data-heatmap=rank] tbody th", has_text="soft")
    assert row.get_attribute("title") == "mine.walls:soft"
    column = page.locator("[data-heatmap=rank] thead .mutation span", has_text="jump").first
    assert column.get_attribute("title") == "mine.moves:jump"
    data = embedded(report.index)
    c = next(
        k for k, one in enumerate(data["configurations"]) if (one["mutation"], one["crossover"]) == ("jump", "half")
    )
    m = next(k for k, one in enumerate(data["boundaries"]) if one["label"] == "soft")
    page.hover(f"[data-heatmap=rank] td.cell[data-c='{c}'][data-m='{m}']")
    assert page.text_content("#tooltip strong") == "soft – jump, half"
    shown, full = (page.locator(f"#tooltip {part}").all_text_contents()[:3] for part in ("dt", "dd"))
    assert dict(zip(shown, full, strict=True)) == dict(data["fullNames"])
    cell = page.locator("#table-panel td", has_text="soft").first
    assert (cell.inner_text(), cell.get_attribute("title")) == ("soft", "mine.walls:soft")
    page.click("#tab-sensitivity")
    cell = page.locator("#table-panel td", has_text="jump").first
    assert (cell.inner_text(), cell.get_attribute("title")) == ("jump", "mine.moves:jump")
