"""The words say no more than the tests: ties, lone wins and significance apart, the paper only where it fits."""

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import Study, load, study
from inbounds.analysis.recommendation import ranks_of, recommend
from inbounds.paper import is_papers_design, reproduction
from inbounds.report import summarise
from inbounds.report.methods_and_facts import Experiment, budget_words, methods
from tests.analysis.run_tables import cell, random_study

IMPORTED = Experiment("imported", {}, {}, imported=True)
METHODS = ("reflection", "projection", "wrapping")


def planted(functions: tuple[int, ...], steps: tuple[float, ...], *, runs: int = 12) -> pl.DataFrame:
    """Return runs of three methods that lie so many decades apart on every function."""
    spread = np.linspace(-0.1, 0.1, runs)
    return pl.concat(
        cell(10.0 ** (spread + step), function=function, boundary=name)
        for function in functions
        for name, step in zip(METHODS, steps, strict=True)
    )


def words(result: Study, topic: str) -> str:
    return " ".join(finding.text for finding in summarise(result) if finding.topic == topic)


def test_ties_of_all_are_no_difference() -> None:
    result = study(planted((1, 2, 3, 6, 7), (0.0, 0.0, 0.0)), resamples=3)
    text = words(result, "winners")
    assert "Group 1 (separable): no difference, all methods tie in all 1 configuration." in text
    assert "Over the two groups: no difference" in text
    assert "best" not in text


def test_a_lead_without_significance_is_called_one_of_mean_ranks_only() -> None:
    text = words(study(planted((1,), (0.0, 1.0, 2.0)), resamples=3), "winners")
    assert "no significant difference in any of 1 configuration; by mean rank only, reflection is alone best" in text


def test_lone_wins_ties_and_significance_are_counted_apart() -> None:
    table = planted(tuple(range(1, 25)), (0.0, 1.0, 2.0))
    tie = planted(tuple(range(1, 25)), (0.0, 0.0, 2.0)).with_columns(mutation=pl.lit("best/1"))
    result = study(pl.concat([table, tie]), resamples=3)
    row = result.counts.table.filter((pl.col("group") == "all") & (pl.col("boundary") == "reflection")).row(
        0, named=True
    )
    counted = {name: row[name] for name in ("count", "alone", "tied", "ahead", "ahead_of_some", "separated")}
    assert counted == {"count": 2, "alone": 1, "tied": 1, "ahead": 1, "ahead_of_some": 2, "separated": 2}
    projection = result.counts.table.filter((pl.col("group") == "all") & (pl.col("boundary") == "projection"))
    assert projection.select("alone", "tied", "ahead").row(0) == (0, 1, 0)
    assert (
        "reflection is alone best in 5 of 10 configurations, tied in 5, significantly ahead of all others in"
        in words(result, "winners")
    )


@pytest.mark.parametrize(("functions", "said"), [((1, 6), "two"), ((1, 6, 10, 15, 20), "five")])
def test_so_many_groups_are_named_as_there_are(functions: tuple[int, ...], said: str) -> None:
    text = words(study(planted(functions, (0.0, 1.0, 2.0)), resamples=3), "winners")
    assert f"Over the {said} groups" in text


def test_a_single_group_is_not_summed_up() -> None:
    assert "groups" not in words(study(planted((1, 2), (0.0, 1.0, 2.0)), resamples=3), "winners")


def test_the_paper_is_spoken_of_only_where_its_design_was_run() -> None:
    whole = random_study(runs=2)
    result = study(whole, resamples=2)
    assert "paper" in " ".join(finding.text for finding in summarise(result, reproduction(result)))
    for less in (
        whole.filter(pl.col("boundary") != "wrapping"),
        whole.filter(pl.col("function") < 24),
        whole.filter(pl.col("mutation") != "nsde"),
        whole.filter(pl.col("crossover") == "binomial"),
        whole.with_columns(suite=pl.lit("sbox")),
    ):
        assert not is_papers_design(load(less).axes)
    other = study(whole.filter(pl.col("boundary") != "wrapping"), resamples=2)
    assert reproduction(other) is None
    said = " ".join([finding.text for finding in summarise(other)] + [" ".join(part) for part in methods(other, None)])
    assert "paper" not in said
    assert "Boks" not in said


def test_imports_with_different_budgets_are_warned_of() -> None:
    short = cell([1.0, 2.0, 3.0], boundary="short", budget=1000)
    long = cell([0.1, 0.2, 0.3], boundary="long", budget=50_000).with_columns(budget=pl.lit(1000))
    unequal = study(pl.concat([short, long]), resamples=2)
    said = budget_words(unequal, IMPORTED)
    assert said is not None
    for part in ("different budgets", "short ends after at most 1,000 evaluations", "long after up to 50,000"):
        assert (
            part in said
            or part.replace("short", "rand/1, binomial, short") in said
            or "long after up to 50,000" in said
        )
    assert budget_words(unequal, Experiment("own", {}, {}, imported=False)) is None
    solved = pl.concat([cell([1e-9, 1e-9], boundary="quick", budget=100).with_columns(budget=pl.lit(1000)), short])
    assert budget_words(study(solved, resamples=2), IMPORTED) is None  # success needs no more evaluations


def test_a_recommendation_on_ties_proposes_none_before_the_others() -> None:
    tied = recommend(ranks_of(planted((1, 2, 3), (0.0, 0.0, 0.0))))
    assert tied.advice() == "No difference: all 3 methods tie over the configuration. Take any of them."
    two = recommend(ranks_of(planted(tuple(range(1, 25)), (0.0, 0.0, 2.0))))
    assert two.first == ["projection", "reflection"]
    assert two.advice().startswith("Try projection or reflection first: projection and reflection tie")
    unsure = recommend(ranks_of(planted((1,), (0.0, 1.0, 2.0))))
    assert "by mean rank only" in unsure.advice()
    assert "no significant difference in the configuration" in unsure.advice()
    sure = recommend(ranks_of(planted(tuple(range(1, 25)), (0.0, 1.0, 2.0))))
    assert sure.advice() == (
        "Try reflection first: reflection has the best mean rank 1.00 [1.00, 1.00] (alone best in 1 of 1, tied in 0). "
        f"Then projection (mean rank 2.00 [2.00, 2.00]). {METHODS[2]} is significantly worse than the best in 100 % of "
        "cases."
    )


def test_the_words_on_certainty_count_the_winners_that_stay() -> None:
    clear = words(study(planted((1, 2, 6), (0.0, 1.0, 2.0)), resamples=5), "certainty")
    assert "In 3 of 3 columns (groups × configurations) one method alone is best; 3 of these keep it" in clear
    assert "in at least 80% of 5 resamplings" in clear
    chance = np.random.default_rng(1).normal(size=(3, 3, 12))
    drawn = pl.concat(
        cell(10.0**values, function=function, boundary=name)
        for rows, function in zip(chance, (1, 2, 6), strict=True)
        for name, values in zip(METHODS, rows, strict=True)
    )
    unsure = study(drawn, resamples=40)
    alone = unsure.group_ranks.mean_ranks.filter("best").join(unsure.intervals.table, on=["group", "boundary"])
    lone = alone.filter(pl.len().over("group") == 1)
    text = words(unsure, "certainty")
    assert f"In {lone.height} of 3 columns" in text
    assert f"{(lone['best_share'] >= 0.8).sum()} of these keep it" in text


@pytest.mark.parametrize(("sign", "said"), [(1, "worse"), (-1, "better")])
def test_the_words_on_repairs_follow_the_sign_of_the_correlation(sign: int, said: str) -> None:
    table = pl.concat(
        cell(
            10.0 ** (sign * step + np.linspace(-0.1, 0.1, 6)), function=function, boundary=name, mutation=mutation,
            repaired=0.2 + 0.1 * step,
        )
        for function in range(1, 25)
        for mutation in ("rand/1", "best/1")
        for step, name in enumerate(METHODS)
    )  # fmt: skip
    text = words(study(table, resamples=2), "repairs")
    assert f"With binomial crossover, methods that repair more tend to end {said}" in text
    assert f"(mean rank correlation {sign:+.2f})" in text
    assert "30% with binomial crossover had to be repaired or penalised" in text
