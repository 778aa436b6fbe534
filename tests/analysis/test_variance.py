"""Shares of variance against statsmodels' analysis of variance, and against planted effects."""

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from statsmodels.formula.api import ols

from inbounds import errors, figures
from inbounds.analysis import study, variance_shares
from inbounds.report.shown_tables import shown_tables

from .run_tables import cell, random_study

MUTATIONS, CROSSOVERS, BOUNDARIES = (
    ("rand/1", "best/1", "nsde"),
    ("binomial", "exponential"),
    ("projection", "wrapping"),
)


def _small(**changes: object) -> pl.DataFrame:
    return random_study(
        **{
            "functions": (1, 2, 6),
            "mutations": MUTATIONS,
            "crossovers": CROSSOVERS,
            "boundaries": BOUNDARIES,
            "runs": 4,
            "spread": 1.0,
            **changes,
        }
    )


def _planted(generator: np.random.Generator, *, runs: int = 10) -> pl.DataFrame:
    """Return log10 precisions made of a boundary effect of variance 1 and chance of variance 1."""
    return pl.concat(
        cell(
            10.0 ** (np.where(boundary == "projection", 1.0, -1.0) + generator.normal(size=runs)),
            function=function,
            mutation=mutation,
            boundary=boundary,
        )
        for function in (1, 2, 3)
        for mutation in MUTATIONS
        for boundary in BOUNDARIES
    )


def test_shares_are_those_of_statsmodels_analysis_of_variance():
    table = _small()
    log = table.select(
        "function", "mutation", "crossover", "boundary", y=np.log10(np.maximum(table["precision"], 1e-8))
    )
    ranks = table.select(
        "function", "mutation", "crossover", "boundary", y=pl.col("precision").clip(1e-8).rank().over("function")
    )
    found = variance_shares(table, resamples=1).table.filter(group="all")
    for scale, data in (("log10 precision", log), ("ranks", ranks)):
        fitted = ols("y ~ C(function) * C(mutation) * C(crossover) * C(boundary)", data=data.to_pandas()).fit()
        anova = sm.stats.anova_lm(fitted, typ=2)
        ours = {row["effect"]: row for row in found.filter(scale=scale).iter_rows(named=True)}
        assert len(ours) == len(anova) == 16
        for label, row in anova.iterrows():
            name = label.replace("C(", "").replace(")", "").replace(":", " × ").replace("Residual", "chance")
            assert ours[name]["share"] == pytest.approx(row["sum_sq"] / anova["sum_sq"].sum(), abs=1e-10)
            assert ours[name]["degrees"] == row["df"]


def test_shares_of_a_group_and_scale_sum_to_one():
    sums = variance_shares(_small(), resamples=2).table.group_by("group", "scale").agg(pl.sum("share", "adjusted"))
    assert sums.height == 2 * 3  # groups 1, 2 and all
    assert np.allclose(sums["share"], 1)
    assert np.allclose(sums["adjusted"], 1)


def test_ranks_within_a_problem_leave_nothing_to_the_function():
    table = variance_shares(_small(), resamples=1).table.filter(group="all", scale="ranks", effect="function")
    assert table["share"].item() == pytest.approx(0, abs=1e-12)


def test_a_planted_boundary_effect_is_found_and_nothing_else():
    totals = variance_shares(_planted(np.random.default_rng(3), runs=200), resamples=50).totals.filter(
        group="all", scale="log10 precision"
    )
    rows = {row["factor"]: row for row in totals.iter_rows(named=True)}
    assert rows["boundary"]["alone"] == pytest.approx(0.5, abs=0.03)
    assert rows["boundary"]["alone_low"] < 0.5 < rows["boundary"]["alone_high"]
    assert abs(rows["mutation"]["total"]) < 0.01
    assert "crossover" not in rows  # it has one level


def test_adjusted_shares_and_their_intervals_are_right_with_few_runs():
    found = [
        variance_shares(_planted(np.random.default_rng(seed)), resamples=60, seed=seed).totals.row(
            by_predicate=(pl.col("group") == "all")
            & (pl.col("scale") == "log10 precision")
            & (pl.col("factor") == "boundary"),
            named=True,
        )
        for seed in range(60)
    ]
    assert np.mean([row["alone"] for row in found]) == pytest.approx(0.5, abs=0.02)
    covered = np.mean([row["alone_low"] <= 0.5 <= row["alone_high"] for row in found])
    assert covered >= 0.85  # 95 % intervals from 60 draws: fewer than 51 of 60 is less likely than 1 in 1000


def test_the_smallest_cell_says_how_many_runs_count():
    table = _small()
    more = pl.concat([table, table.filter(pl.col("boundary") == "wrapping").with_columns(run=pl.col("run") + 4)])
    assert variance_shares(more, resamples=1).runs_per_cell == 4


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (_small().filter((pl.col("boundary") != "wrapping") | (pl.col("mutation") != "nsde")), "6 cells have none"),
        (_small().filter((pl.col("crossover") != "binomial") | (pl.col("mutation") != "nsde")), "6 cells have none"),
        (_small(runs=1), "at least 2 runs"),
    ],
)
def test_an_incomplete_grid_is_refused(table: pl.DataFrame, message: str):
    with pytest.raises(errors.InvalidArgumentError, match=message):
        variance_shares(table)


def test_equal_runs_everywhere_give_no_shares():
    table = _small().with_columns(precision=pl.lit(1.0))
    assert (variance_shares(table, resamples=1).table["share"] == 0).all()


def test_a_study_splits_the_variance_only_where_every_combination_was_run():
    table = _small()
    whole = study(table, resamples=2)
    assert whole.variance is not None
    assert whole.variance.totals.equals(variance_shares(table, resamples=2).totals)
    assert {"variance_shares", "variance_totals"} <= set(whole.tables())
    holed = study(table.filter(~((pl.col("mutation") == "nsde") & (pl.col("boundary") == "wrapping"))), resamples=2)
    assert holed.variance is None
    assert "variance_shares" not in holed.tables()


def test_the_shown_table_and_the_figure_hold_every_factor_of_every_group():
    split = study(_small(), resamples=2)
    shown = next(table for table in shown_tables(split) if table.name == "variance")
    assert f"{split.variance.runs_per_cell} runs per cell" in shown.note
    drawn = figures.variance_shares(split.variance.totals)
    assert set(drawn.table["factor"]) == {"function", "mutation", "crossover", "boundary"}
    first = drawn.figure.axes[0]
    dots = sum(line.get_marker() == "o" for line in first.lines)
    assert dots == 2 * drawn.table.filter(pl.col("scale") == "ranks").height
