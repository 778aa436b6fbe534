"""Runs are sorted and judged by the paper only where their design is the paper's."""

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import load, study
from inbounds.paper import in_papers_order, is_papers_design, published, reproduction
from inbounds.report import summarise
from tests.analysis.run_tables import methods_on, random_study


@pytest.fixture(scope="module")
def design() -> pl.DataFrame:
    """The paper's design: all of its operators on all of its functions, here with 2 runs."""
    return random_study(runs=2)


def without(column: str, value: object) -> pl.Expr:
    return pl.col(column) != value


def test_the_papers_operators_on_its_functions_are_its_design_in_its_order(design):
    runs = load(design)
    assert is_papers_design(runs.axes)
    assert in_papers_order(runs).boundaries == published.BOUNDARIES
    old = design.with_columns(crossover=pl.col("crossover").str.replace("exponential", "exponential-2020"))
    assert is_papers_design(load(old).axes)


@pytest.mark.parametrize(
    "left_out",
    [
        without("function", 24),
        without("mutation", "nsde"),
        without("boundary", "wrapping"),
        without("crossover", "exponential"),
        without("crossover", "binomial"),
    ],
)
def test_a_part_of_it_is_another_design_and_keeps_the_order_of_the_catalogue(design, left_out):
    runs = load(design.filter(left_out))
    assert not is_papers_design(runs.axes)
    assert in_papers_order(runs) is runs
    assert runs.boundaries.index("resampling") < runs.boundaries.index("conservatism")


def test_another_suite_is_another_design(design):
    assert not is_papers_design(load(design.with_columns(suite=pl.lit("sbox"))).axes)


def test_more_methods_than_the_papers_stand_behind_its_own(design):
    more = design.filter(pl.col("boundary") == "wrapping").with_columns(boundary=pl.lit("mine"))
    runs = in_papers_order(load(pl.concat([design, more])))
    assert runs.boundaries == (*published.BOUNDARIES, "mine")
    assert runs.sizes.min() == 2


@pytest.mark.parametrize("foreign", [{"mutation": "", "crossover": ""}, {"dimension": 3}])
def test_foreign_runs_are_not_held_against_the_paper(foreign):
    generator = np.random.default_rng(1)
    names = ("(1+1)-ES", "CMA-ES") if "mutation" in foreign else ("reflection", "resampling")
    table = pl.concat(
        methods_on(f, {name: generator.lognormal(k, 1, 12) for k, name in enumerate(names)}, **foreign)
        for f in (1, 2, 3)
    )
    found = study(table, resamples=3)
    assert reproduction(found) is None
    assert not any("paper" in finding.text for finding in summarise(found, reproduction(found)))


def test_the_papers_design_gets_counts_claims_and_words(design):
    found = study(in_papers_order(load(design)), resamples=3)
    against = reproduction(found)
    assert set(against.tables()) == {"best_counts", "best_counts_correlation", "claims"}
    assert against.claims.resamples == 3
    assert any("paper's statements" in finding.text for finding in summarise(found, against))
