"""A measured store with an adaptive mixture: its measures and shares in the report's page and figures."""

import json
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

import inbounds as ib
from inbounds import analysis, figures
from inbounds.errors import InvalidArgumentError
from inbounds.experiment import Store, run_experiment
from inbounds.report import write_report
from inbounds.report.figure_files import figures_of
from inbounds.runs.recording import MEASURES
from tests.report.test_write_report import unpacked
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
    methods, functions = (
        [entry[key] for entry in page[of]] for of, key in (("boundaries", "name"), ("blocks", "function"))
    )
    assert set(page["wallHits"]) == {"lower", "upper"}
    for side, packed in page["wallHits"].items():
        shares = unpacked(packed) / 10000
        assert shares.shape == (1, 2, 2, 2)
        for hit in analysis.wall_hits(store).iter_rows(named=True):
            at = 0, functions.index(hit["function"]), methods.index(hit["boundary"]), hit["coordinate"] - 1
            assert shares[at] == pytest.approx(hit[side], abs=5.1e-5)


def test_every_measure_and_the_shares_have_their_figure(store):
    study = analysis.study(store, resamples=2)
    curves = analysis.curves(store)
    extras = (analysis.share_curves(store), analysis.wall_hits(store))
    names = [figure.name for figure in figures_of(study, None, "all", curves, *extras)]
    for measure in MEASURES:
        assert any(name.startswith(f"{measure}_") for name in names), measure
    assert any(name.startswith("shares_") for name in names)
    assert any(name.startswith("wall_hits_") for name in names)


def test_wall_hits_are_the_means_of_the_stored_runs_and_the_figure_draws_them(store):
    """Below f5, a slope, the optimum lies in a corner: donors leave through its walls."""
    hits = analysis.wall_hits(store)
    runs = store.runs(["function", "boundary", "walls"]).collect()
    for function, boundary in ((5, "reflection"), (8, ADAPTIVE)):
        here = {"function": function, "boundary": boundary}
        expected = np.mean(runs.filter(**here)["walls"].to_list(), axis=0).reshape(2, 2)
        found = hits.filter(**here)
        assert found["coordinate"].to_list() == [1, 2]
        np.testing.assert_allclose(found.select("lower", "upper").to_numpy().T, expected)
    corner = ib.problem("bbob", function=5, dimension=2).x_opt > 0
    slope = hits.filter(function=5)
    for coordinate, is_upper in enumerate(corner, 1):
        near, far = ("upper", "lower") if is_upper else ("lower", "upper")
        at = slope.filter(coordinate=coordinate)
        assert (at[near] > at[far]).all()
    figure, table = figures.wall_hits(hits, "rand/1", "binomial")
    upper, lower = (line.get_ydata() for line in figure.axes[0].lines[:2])
    first = table.filter(function=5, boundary="reflection")
    np.testing.assert_array_equal(upper, np.repeat(first["upper"], 2))
    np.testing.assert_array_equal(lower, -np.repeat(first["lower"], 2))


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
    unmeasured = analysis.wall_hits(store.runs().drop("walls"))
    assert unmeasured.is_empty()
    with pytest.raises(InvalidArgumentError, match="run with measures = true"):
        figures.wall_hits(unmeasured, "rand/1", "binomial")
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
    walls = problem.locator("[data-walls]")
    assert walls.locator("path[data-method]").count() == 2
    assert "NaN" not in walls.inner_html()
    walls.scroll_into_view_if_needed()
    place = walls.bounding_box()
    page.mouse.move(place["x"] + place["width"] - 11, place["y"] + 60)
    assert "coordinate 2: beyond the lower, the upper wall" in page.inner_text("#tooltip")
    chart = problem.locator("[data-curve=diversity]")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 11, box["y"] + 60)
    assert "evaluations" in page.inner_text("#tooltip")
    wide = page.eval_on_selector("#tooltip", "tip => tip.scrollWidth <= tip.clientWidth")
    assert wide, "a long name pushes the value out of the tooltip"
    assert not seen.complaints
