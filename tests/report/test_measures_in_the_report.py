"""A measured store with an adaptive mixture: its measures and shares in the report's page and figures."""

import json
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from inbounds import analysis, figures
from inbounds.errors import InvalidArgumentError
from inbounds.experiment import Store, run_experiment
from inbounds.report import write_report
from inbounds.report.figure_files import figures_of
from inbounds.runs.recording import MEASURES
from tests.small_experiment import small_config

ADAPTIVE = "(projection+reflection+wrapping)[rule=success-rate]"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    config = small_config(
        boundaries=["reflection", ADAPTIVE], mutations=["rand/1"], dimensions=[2], functions=[5, 8], measures=True
    )
    return Store(run_experiment(config, tmp_path_factory.mktemp("runs") / "store", workers=1).store)


def test_the_page_holds_the_measures_and_the_shares_of_each_part(store, tmp_path):
    written = write_report(store, tmp_path, resamples=2, figures="none")
    text = re.search(r'<script[^>]*id="study-0"[^>]*>(.*?)</script>', written.index.read_text(), re.DOTALL)[1]
    page = json.loads(text)
    assert set(MEASURES) <= set(page["curves"]["values"])
    mixture = page["mixtures"][ADAPTIVE]
    assert set(mixture["parts"]) == {"Projection", "Reflection", "Wrapping"}
    assert page["boundaries"][mixture["boundary"]]["name"] == ADAPTIVE
    points = len(page["curves"]["evaluations"][0])
    assert mixture["values"]["shape"] == [1, 2, 3, points]


def test_every_measure_and_the_shares_have_their_figure(store):
    study = analysis.study(store, resamples=2)
    curves = analysis.curves(store)
    names = [figure.name for figure in figures_of(study, None, "all", curves, analysis.share_curves(store))]
    for measure in MEASURES:
        assert any(name.startswith(f"{measure}_") for name in names), measure
    assert any(name.startswith("shares_") for name in names)


def test_the_figures_draw_the_tables(store):
    curves, shares = analysis.curves(store), analysis.share_curves(store)
    figure, table = figures.measure_curves(curves, "diversity", "rand/1", "binomial")
    assert isinstance(figure, Figure)
    line = figure.axes[0].lines[0].get_ydata()
    expected = table.filter(table["boundary"] == "reflection", table["function"] == 5)["diversity"].to_numpy()
    np.testing.assert_array_equal(line, expected[-len(line) :])
    figure, table = figures.share_curves(shares, "rand/1", "binomial", ADAPTIVE)
    sums = np.sum([line.get_ydata() for line in figure.axes[0].lines], axis=0)
    np.testing.assert_allclose(sums, 1, rtol=1e-6)
    assert len(figure.axes[0].lines) == 3


def test_what_was_not_measured_cannot_be_drawn(store):
    curves = analysis.curves(store)
    with pytest.raises(InvalidArgumentError, match="measure must be one of 'outside'"):
        figures.measure_curves(curves, "area", "rand/1", "binomial")
    bare = curves.with_columns(diversity=None)
    with pytest.raises(InvalidArgumentError, match="run with measures = true"):
        figures.measure_curves(bare, "diversity", "rand/1", "binomial")


@pytest.mark.slow
def test_the_page_draws_every_measure_and_the_shares(seen, store, tmp_path):
    page = seen.open(write_report(store, tmp_path, resamples=2, figures="none").index).page
    page.click("[data-heatmap=rank] td.cell[data-c='0'][data-m='0']")
    problem = page.locator(".problem").first
    problem.scroll_into_view_if_needed()
    problem.locator("[data-shares] path[data-part]").nth(2).wait_for(state="attached")
    for measure in MEASURES:
        chart = problem.locator(f"[data-curve={measure}]")
        assert chart.locator("path").count() == 2, measure
        assert "NaN" not in chart.inner_html()
    assert problem.locator("[data-shares] path[data-part]").count() == 3
    chart = problem.locator("[data-curve=diversity]")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 11, box["y"] + 60)
    assert "evaluations" in page.inner_text("#tooltip")
    wide = page.eval_on_selector("#tooltip", "tip => tip.scrollWidth <= tip.clientWidth")
    assert wide, "a long name pushes the value out of the tooltip"
    assert not seen.complaints
