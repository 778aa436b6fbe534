"""All tables together, the words made from them, and curves and distributions."""

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import coverage, curves, distributions, load, rank_samples, study
from inbounds.analysis.ranking import RankingOptions, fewest_runs
from inbounds.errors import InvalidArgumentError
from inbounds.report import summarise

from .run_tables import cell, methods_on, random_study


def words(table: pl.DataFrame) -> str:
    return "\n".join(finding.text for finding in summarise(study(table, resamples=5)))


@pytest.fixture(scope="module")
def small() -> pl.DataFrame:
    mutations = ("rand/1", "target-to-best/1")
    return random_study(runs=8, functions=(1, 2, 7, 8, 20), mutations=mutations, spread=0.5)


def test_a_study_has_every_table_and_every_choice(small):
    result = study(small, resamples=5)
    tables = result.tables()
    assert all(table.height for name, table in tables.items() if name != "missing_cells")
    assert result.options["ranking"] == {"test": "ks", "floor": 1e-8, "order": "mean", "alpha": 0.05}
    assert result.options["significance"] == {"alpha": 0.05, "tie_correction": False, "sided": "one"}
    assert (result.coverage.cells, result.coverage.filled) == (260, 260)


def test_a_study_shows_itself_in_a_line_and_its_mean_ranks(small):
    result = study(small, resamples=2)
    assert repr(result) == (
        "<Study of Runs: 2080 on bbob, dimension 5: 4 configurations × 5 problems × 13 boundary methods; "
        "260 of 260 cells with runs>"
    )
    page = result._repr_html_()
    assert page.count("<tr>") == 1 + 13
    ranks = result.group_ranks.mean_ranks.filter(pl.col("group") == "all")
    lowest = min(ranks.filter(pl.col("boundary") == name)["mean_rank"].mean() for name in result.runs.boundaries)
    assert f"<td>{lowest:.3g}</td>" in page.split("<tr>")[2]


def test_a_study_is_the_same_every_time(small):
    first, second = (study(small, resamples=4).tables() for _ in range(2))
    assert all(table.equals(second[name]) for name, table in first.items())


def test_every_table_can_be_written_as_csv(small, tmp_path):
    for name, table in study(small, resamples=3).tables().items():
        table.write_csv(tmp_path / f"{name}.csv")
        assert (tmp_path / f"{name}.csv").read_text().startswith(table.columns[0])


def test_a_partial_table_is_a_study_with_holes(small):
    holes = small.filter(~((pl.col("function") == 7) & (pl.col("boundary") == "wrapping")))
    result = study(holes, resamples=3)
    assert result.coverage.missing.height == 4
    assert set(result.coverage.missing["boundary"]) == {"wrapping"}
    assert "4 of 260 cells have no runs yet" in words(holes)


def test_imported_algorithms_without_hits_or_repairs_are_a_study_too():
    generator = np.random.default_rng(1)
    table = pl.concat(
        methods_on(f, {name: generator.lognormal(k, 1, 12) for k, name in enumerate(("CMA-ES", "PSO"))}, suite="mine")
        for f in (1, 2, 3)
    ).select("suite", "function", "boundary", "precision")
    result = study(table, resamples=3)
    assert result.ecdf is None
    assert result.repaired["repaired"].null_count() == result.repaired.height
    assert result.group_ranks.groups == ("all",)
    assert "CMA-ES" in words(table)


def test_one_method_alone_is_not_an_error():
    assert "1 boundary method" in words(cell([1.0, 2.0, 3.0]))


def test_the_words_name_the_planted_winner_and_the_noise(small):
    better = pl.when(pl.col("boundary") == "reflection").then(1e-4).otherwise(1.0)
    text = words(small.with_columns(precision=pl.col("precision") * better * 1e4))
    assert "Group 1 (separable): no significant difference in any of 4 configurations; by mean rank only, " in text
    assert "by mean rank only, reflection is alone best in 4 of 4 configurations" in text
    assert "same operator for target-based mutations" in text


def test_the_words_warn_of_too_few_runs():
    table = random_study(runs=3, functions=(1, 2), mutations=("rand/1",))
    assert "With 3 runs in a cell the ranking's test can never separate 13 methods; it needs at least 7." in words(
        table
    )


@pytest.mark.parametrize("methods", [2, 5, 13])
def test_the_fewest_runs_are_just_enough_to_separate_methods_that_do_not_overlap(methods):
    needed = fewest_runs(methods)
    options = RankingOptions(floor="double")
    apart = [np.arange(needed) + 100 * k for k in range(methods)]
    assert rank_samples(apart, options).ranks.tolist() == list(range(1, methods + 1))
    assert len(set(rank_samples([sample[1:] for sample in apart], options).ranks)) == 1


def test_coverage_counts_what_is_there():
    table = pl.concat([cell([1.0, 2.0], boundary="a"), cell([3.0], boundary="b", function=2)])
    found = coverage(table)
    assert (found.cells, found.filled, found.runs, found.fewest_runs, found.most_runs) == (4, 2, 3, 1, 2)
    assert (found.evaluations, found.nonfinite) == (3000, 0)
    assert found.missing.select("function", "boundary").rows() == [(1, "b"), (2, "a")]


def test_distributions_are_the_quantiles_of_numpy():
    values = np.random.default_rng(1).lognormal(size=17)
    row = distributions(cell(values)).row(0, named=True)
    expected = np.quantile(values, [0, 0.25, 0.5, 0.75, 1])
    found = [row[name] for name in ("low", "first_quartile", "median", "third_quartile", "high")]
    assert found == pytest.approx(expected)
    assert distributions(cell(values), floor=100.0)["high"][0] == 100.0


def test_curves_are_aggregated_over_the_runs_of_a_cell():
    from inbounds import curve_evaluations

    counts = curve_evaluations(1000)
    precision = [[float(k + 1)] * len(counts) for k in range(3)]
    table = cell([1.0, 2.0, 3.0]).with_columns(
        curve_precision=pl.Series(precision, dtype=pl.List(pl.Float32)),
        curve_repaired=pl.Series([[0.2 * (k + 1)] * len(counts) for k in range(3)], dtype=pl.List(pl.Float32)),
    )
    found = curves(table)
    assert found["evaluations"].to_list() == list(counts)
    assert found["precision"].unique().to_list() == [2.0]
    assert found["precision_low"][0] == pytest.approx(1.5)
    assert found["repaired"][0] == pytest.approx(0.4)
    assert found["cr"].null_count() == found.height
    assert curves(load(table), functions=[9]).is_empty()


def test_a_table_without_curves_says_so():
    with pytest.raises(InvalidArgumentError, match="no column 'curve_precision'"):
        curves(cell([1.0]))
