"""What the printed figures show is what their tables say."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

from inbounds import figures
from inbounds.analysis import Study, curves, study
from inbounds.errors import InvalidArgumentError
from inbounds.figures.critical_difference import alike
from inbounds.figures.heatmaps import luminance
from inbounds.figures.style import FLOOR, power_label
from inbounds.operators.appearance import MUTATION_COLOURS
from inbounds.paper import count_table, published
from inbounds.report.figure_files import FigureFile, draw_and_save
from tests.analysis.run_tables import cell

MUTATIONS = ("rand/1", "best/1")
CROSSOVERS = ("binomial", "exponential")
BOUNDARIES = ("wrapping", "death-penalty", "conservatism", "$odd$ <name>")


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    """Four methods of very different quality on functions of two groups; one cell and one configuration are missing."""
    generator = np.random.default_rng(4)
    cells = []
    for function in (1, 2, 3, 4, 5, 6):
        for mutation in MUTATIONS:
            for crossover in CROSSOVERS:
                for place, boundary in enumerate(BOUNDARIES):
                    if (mutation, crossover, boundary) == ("best/1", "exponential", "wrapping"):
                        continue
                    precision = 10 ** (generator.normal(0, 0.2, 20) + place)
                    if place == 0 and function == 5:
                        precision[:] = 0.0
                    shares = generator.uniform(0, 1, 20)
                    labels = {"function": function, "mutation": mutation, "crossover": crossover, "boundary": boundary}
                    cells.append(cell(precision, repaired=shares, **labels))
    table = pl.concat(cells)
    falling = [[10.0, 1.0, precision] for precision in table["precision"]]
    counts = 16  # of points on the curve of 1000 evaluations
    curve = [[high] * (counts - 1) + [last] for (high, _, last) in falling]
    return table.with_columns(
        curve_precision=pl.Series(curve, dtype=pl.List(pl.Float32)),
        curve_repaired=pl.Series([[0.25] * counts] * table.height, dtype=pl.List(pl.Float32)),
        curve_f=pl.Series([[float("nan")] + [1.5] * (counts - 1)] * table.height, dtype=pl.List(pl.Float32)),
        curve_cr=pl.Series([[0.75] * counts] * table.height, dtype=pl.List(pl.Float32)),
    )


@pytest.fixture(scope="module")
def analysed(runs: pl.DataFrame) -> Study:
    return study(runs, resamples=5)


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes if axes.get_label() != "legend" for text in axes.texts]


def numbers(figure: Figure) -> list[float]:
    found = []
    for text in texts(figure):
        try:
            found.append(float(text))
        except ValueError:
            continue
    return sorted(found)


def test_the_rank_heatmap_prints_every_mean_rank(analysed: Study) -> None:
    figure, table = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    ranks = table["mean_rank"].drop_nulls().to_list()
    assert numbers(figure) == pytest.approx(sorted(ranks), abs=0.0501)
    assert set(table["group"]) == {"1"}


def test_a_notebook_displays_what_was_drawn(analysed: Study) -> None:
    for drawn in (
        figures.rank_heatmap(analysed.group_ranks.mean_ranks, "all"),
        figures.ecdf_panel(analysed.ecdf.curves),
    ):
        assert drawn.figure is drawn[0]
        assert drawn.table is drawn[1]
        picture = drawn._repr_png_()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
        assert (width, height) == pytest.approx(drawn.figure.get_size_inches() * 150, abs=1)


def test_methods_stand_in_the_catalogue_s_order_and_names_are_no_mathematics(analysed: Study) -> None:
    figure, _ = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["wrapping", "conservatism", "death-penalty", r"\$odd\$ <name>"]


def test_green_is_best_red_is_worse_and_blue_is_darker_for_better(analysed: Study) -> None:
    figure, table = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    axes = figure.axes[0]
    shown = [text for text in axes.texts if text.get_text().replace(".", "").isdigit()]
    best = [text for text in shown if text.get_fontweight() == "bold"]
    worse = [text for text in shown if text.get_fontstyle() == "italic"]
    assert len(best) == table["best"].sum() > 0
    assert len(worse) == table["worse"].sum() > 0
    for text in best:
        red, green, blue = to_rgb(text.get_color())
        assert green > max(red, blue)
    for text in worse:
        red, green, blue = to_rgb(text.get_color())
        assert red > max(green, blue)
    fills = axes.collections[0].get_facecolors()
    dark = [luminance(tuple(fill)) for fill in fills]
    ranks = [float(text.get_text()) for text in shown]
    assert np.corrcoef(dark, ranks)[0, 1] > 0.9


def test_letters_can_be_read_on_their_cells(analysed: Study) -> None:
    figure, _ = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    axes = figure.axes[0]
    shown = [text for text in axes.texts if text.get_text().replace(".", "").isdigit()]
    for text, fill in zip(shown, axes.collections[0].get_facecolors(), strict=True):
        light, dark = sorted((luminance((*to_rgb(text.get_color()), 1.0)), luminance(tuple(fill))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5  # the web's rule


def test_missing_cells_are_hatched(analysed: Study) -> None:
    figure, _ = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    hatched = [collection for collection in figure.axes[0].collections if collection.get_hatch()]
    assert sum(len(collection.get_paths()) for collection in hatched) == 1


def test_repaired_shares_are_percent_with_asterisks(analysed: Study) -> None:
    figure, table = figures.repaired_heatmap(analysed.repaired, "2")
    assert numbers(figure) == pytest.approx(sorted(100 * table["repaired"].drop_nulls()), abs=0.501)
    starred = [label.get_text() for label in figure.axes[0].get_yticklabels() if label.get_text().endswith("*")]
    assert starred == ["death-penalty*"]


def test_the_panel_has_both_heatmaps_of_every_group(analysed: Study) -> None:
    figure, table = figures.heatmap_panel(analysed.group_ranks.mean_ranks, analysed.repaired)
    assert len([axes for axes in figure.axes if axes.get_label() != "legend"]) == 2 * 2
    assert {"mean_rank", "repaired"} <= set(table.columns)
    assert table.height == 2 * 4 * 4


def test_ecdf_lines_are_the_table_s(analysed: Study) -> None:
    assert analysed.ecdf is not None
    figure, table = figures.ecdf_panel(analysed.ecdf.curves, groups=["1"])
    lines = figure.axes[0].get_lines()
    assert len(lines) == 4
    by_style = {(line.get_color(), line.get_linestyle()): line for line in lines}
    line = by_style[MUTATION_COLOURS["best/1"], "--"]
    wanted = table.filter((pl.col("mutation") == "best/1") & (pl.col("crossover") == "exponential"))
    shown = len(line.get_xdata())
    assert np.array_equal(line.get_xdata(), wanted["evaluations_per_dimension"].tail(shown).to_numpy())
    assert np.array_equal(line.get_ydata(), wanted["share"].tail(shown).to_numpy())
    assert figure.axes[0].get_xscale() == "log"


def test_the_fourteen_mutations_have_fourteen_colours_of_many_lightnesses() -> None:
    assert set(MUTATION_COLOURS) == set(published.MUTATIONS)
    assert len(set(MUTATION_COLOURS.values())) == 14
    light = sorted(luminance((*to_rgb(colour), 1.0)) for colour in MUTATION_COLOURS.values())
    assert light[-1] > 10 * light[0]


def test_the_count_table_prints_ours_beside_the_paper_s(analysed: Study) -> None:
    beside = count_table(analysed.group_ranks)
    figure, table = figures.count_table(beside.table, beside.correlation)
    shown = texts(figure)
    ours, theirs = table["count"].cast(pl.String).to_list(), table["paper_count"].drop_nulls().cast(pl.String).to_list()
    assert sorted(text for text in shown if text.isdigit()) == sorted(ours + theirs)
    alone = texts(figures.count_table(analysed.counts.table)[0])
    assert sorted(text for text in alone if text.isdigit()) == sorted(ours)
    assert not any("paper" in text or "Spearman" in text for text in alone)


def test_ranges_of_methods_that_cannot_be_told_apart() -> None:
    # Demšar (2006), figure 1(a): four classifiers, CD = 1.25; ranks 3.143, 2.000, 2.893, 1.964
    assert alike([1.964, 2.0, 2.893, 3.143], 1.25) == [(1.964, 3.143)]
    assert alike([1.0, 2.0, 3.0, 4.5], 1.25) == [(1.0, 2.0), (2.0, 3.0)]
    assert alike([1.0, 4.0], 1.0) == []


def test_critical_differences_are_drawn_to_scale(analysed: Study) -> None:
    figure, table = figures.critical_difference(
        analysed.group_ranks.mean_ranks,
        analysed.group_ranks.friedman,
        "all",
        configurations=[("rand/1", "binomial")],
    )
    assert table["critical_difference"].unique().to_list() == pytest.approx([2.569 * np.sqrt(4 * 5 / 36)], rel=1e-3)
    words = " ".join(texts(figure))
    for row in table.iter_rows(named=True):
        assert f"{row['mean_rank']:.2f}" in words


def test_boxes_are_the_quartiles_and_nothing_falls_off_the_axis(analysed: Study) -> None:
    figure, table = figures.box_plots(analysed.distributions, "rand/1", "binomial")
    assert len(figure.axes) == 6
    place = figure.axes[4]  # f5, where one method is exact
    row = table.filter((pl.col("function") == 5) & (pl.col("boundary") == "conservatism")).row(0, named=True)
    drawn = [patch.get_path().vertices for patch in place.patches]
    box = next(corners[:, 0] for corners in drawn if abs(corners[:, 1] - 1).max() < 0.5)  # the second row
    assert (box.min(), box.max()) == pytest.approx((row["first_quartile"], row["third_quartile"]))
    low, high = place.get_xlim()
    assert low < FLOOR
    assert high >= table.filter(pl.col("function") == 5)["high"].max()


def test_curves_are_medians_and_shares_of_the_table(runs: pl.DataFrame) -> None:
    table = curves(runs, functions=[1, 2])
    figure, drawn = figures.convergence(table, "rand/1", "binomial")
    assert len(figure.axes) == 2
    lines = figure.axes[0].get_lines()
    first = drawn.filter((pl.col("function") == 1) & (pl.col("boundary") == "conservatism"))
    shown = len(lines[1].get_ydata())
    assert np.array_equal(lines[1].get_ydata(), first["precision"].tail(shown).to_numpy())
    figure, drawn = figures.repaired_curves(table, "rand/1", "binomial")
    assert set(np.concatenate([line.get_ydata() for line in figure.axes[1].get_lines()])) == {0.25}


def test_curves_of_f_and_cr_are_means_of_the_table_and_stay_on_their_axes(runs: pl.DataFrame) -> None:
    table = curves(runs, functions=[1, 2])
    for draw, value, top in ((figures.f_curves, 1.5, 1.5), (figures.cr_curves, 0.75, 1.0)):
        figure, drawn = draw(table, "rand/1", "binomial")
        assert len(figure.axes) == 2
        assert drawn["boundary"].n_unique() == len(figure.axes[0].get_lines()) == len(BOUNDARIES)
        for line in figure.axes[1].get_lines():
            assert set(line.get_ydata()[1:]) == {value}
        assert figure.axes[0].get_ylim() == (0, top)


def test_unknown_names_are_refused(analysed: Study) -> None:
    with pytest.raises(InvalidArgumentError, match="group must be one of '1', '2', 'all'; got '7'"):
        figures.rank_heatmap(analysed.group_ranks.mean_ranks, "7")
    with pytest.raises(InvalidArgumentError, match="mutation must be one of"):
        figures.box_plots(analysed.distributions, "rand/9", "binomial")


def test_files_are_vector_and_pixels_and_leave_no_global_state(analysed: Study, tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    wanted = FigureFile("ranks.v1", lambda: figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1"))
    pdf, png = draw_and_save(wanted, tmp_path)
    assert dict(matplotlib.rcParams) == before
    assert pdf.read_bytes().startswith(b"%PDF")
    assert b"/CreationDate" not in pdf.read_bytes()
    assert png.read_bytes().startswith(b"\x89PNG")
    assert pdf.name == "ranks.v1.pdf"


def legend_texts(figure: Figure) -> str:
    return " | ".join(text.get_text() for axes in figure.axes if axes.get_label() == "legend" for text in axes.texts)


def test_heatmaps_say_what_green_red_shade_and_hatch_mean(analysed: Study) -> None:
    figure, _ = figures.rank_heatmap(analysed.group_ranks.mean_ranks, "1")
    told = legend_texts(figure)
    for part in (
        "from 1 (dark, best) to 4 (light, worst)",
        "green: best of its column",
        "red: significantly",
        "no runs",
    ):
        assert part in told
    told = legend_texts(figures.repaired_heatmap(analysed.repaired, "2")[0])
    assert "0 (light) to 100 % (dark)" in told
    assert "* counts something else" in told
    panel, _ = figures.heatmap_panel(analysed.group_ranks.mean_ranks, analysed.repaired)
    assert "green" in legend_texts(panel)
    assert "100 %" in legend_texts(panel)


def test_legends_stay_within_the_figure(analysed: Study) -> None:
    for draw in (figures.rank_heatmap, figures.repaired_heatmap):
        table = analysed.group_ranks.mean_ranks if draw is figures.rank_heatmap else analysed.repaired
        figure, _ = draw(table, "2")
        figure.draw_without_rendering()
        legend = next(axes for axes in figure.axes if axes.get_label() == "legend")
        for text in filter(Text.get_text, legend.texts):
            box = text.get_window_extent()
            assert box.x1 <= figure.bbox.x1
            assert box.y0 >= 0


def test_curves_begin_where_they_differ() -> None:
    counts = [1, 10, 50, 100, 200]
    rows = [(1, 1, 3, "rand/1", "binomial", name, n) for name in ("reflection", "wrapping") for n in counts]
    table = pl.DataFrame(
        rows,
        schema=["function", "instance", "dimension", "mutation", "crossover", "boundary", "evaluations"],
        orient="row",
    ).with_columns(precision=pl.Series([9.0, 8.0, 7.0, 5.0, 1.0, 9.0, 8.0, 7.0, 4.0, 0.1]))
    figure, drawn = figures.convergence(table, "rand/1", "binomial")
    assert [line.get_xdata().tolist() for line in figure.axes[0].get_lines()] == [[50, 100, 200]] * 2
    assert drawn.height == table.height
    chance = table.with_columns(precision=pl.col("precision") + pl.int_range(pl.len()) / 100)
    figure, _ = figures.convergence(chance, "rand/1", "binomial", start=50)  # before, only the first population differs
    assert figure.axes[0].get_lines()[0].get_xdata().tolist() == [50, 100, 200]
    equal = table.with_columns(precision=pl.lit(1.0))
    figure, _ = figures.convergence(equal, "rand/1", "binomial")
    assert figure.axes[0].get_lines()[0].get_xdata().tolist() == counts


def test_ecdf_lines_begin_before_the_first_hit_and_have_marks_of_their_own(analysed: Study) -> None:
    assert analysed.ecdf is not None
    figure, table = figures.ecdf_panel(analysed.ecdf.curves, groups=["1"])
    lines = figure.axes[0].get_lines()
    hit = table.filter(pl.col("share") > 0)["evaluations_per_dimension"].min()
    assert all((line.get_xdata() < hit).sum() == 1 for line in lines)
    looks = {(line.get_color(), line.get_linestyle(), line.get_marker(), line.get_fillstyle()) for line in lines}
    assert len(looks) == len(lines)


def test_powers_of_ten_are_labelled_as_text() -> None:
    assert [power_label(value) for value in (1e-12, 0.1, 1, 10, 1000, 50)] == ["10⁻¹²", "10⁻¹", "1", "10", "10³", "50"]
