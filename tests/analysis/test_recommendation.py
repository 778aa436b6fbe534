"""Recommendations: plain averages of measured mean ranks, and clear words about what was not measured."""

from html import escape

import polars as pl
import pytest
from typer.testing import CliRunner

from inbounds import boundaries, mutations
from inbounds.analysis.recommendation import built_in_ranks, recommend
from inbounds.cli import build_app
from inbounds.errors import InvalidArgumentError

RANKS = pl.DataFrame(
    {
        "dimension": [5] * 4 + [20] * 2,
        "group": ["all"] * 6,
        "mutation": ["rand/1", "rand/1", "best/1", "best/1", "rand/1", "rand/1"],
        "crossover": ["binomial"] * 6,
        "boundary": ["wrapping", "reflection"] * 3,
        "mean_rank": [1.0, 2.0, 2.0, 1.5, 3.0, 1.0],
        "best": [True, False, False, True, False, True],
        "worse": [False, True, False, False, False, False],
    }
)


def test_methods_are_ordered_by_their_mean_rank_over_the_configurations_asked_for():
    both = recommend(RANKS, dimension=5).table
    assert both["boundary"].to_list() == ["wrapping", "reflection"]
    assert both["mean_rank"].to_list() == [1.5, 1.75]
    assert both["worse_share"].to_list() == [0.0, 0.5]
    one = recommend(RANKS, mutations=["best/1"], dimension=5).table
    assert one["boundary"].to_list() == ["reflection", "wrapping"]


@pytest.mark.parametrize(("asked", "answered"), [(None, 20), (2, 5), (12, 5), (13, 20), (1000, 20)])
def test_the_nearest_measured_dimension_answers(asked, answered):
    assert recommend(RANKS, dimension=asked).dimension == answered


def test_the_source_says_how_the_ranks_were_measured():
    described = RANKS.with_columns(setup="budget " + pl.col("dimension").cast(pl.String))
    assert recommend(described, dimension=5, source="a store").source == "a store (budget 5)"
    assert recommend(RANKS, dimension=5, source="a store").source == "a store"


def test_what_was_not_measured_is_refused_with_what_was():
    with pytest.raises(InvalidArgumentError, match="mutation must be one of 'rand/1', 'best/1'; got 'nsde'"):
        recommend(RANKS, mutations=["nsde"], dimension=5)
    with pytest.raises(InvalidArgumentError, match="group must be one of 'all'; got '7'"):
        recommend(RANKS, group="7")


def test_the_built_in_ranks_cover_every_method_and_mutation_of_the_paper():
    ranks = built_in_ranks()
    assert set(ranks["boundary"]) == set(boundaries()[:13])
    assert set(ranks["mutation"]) == set(mutations()[:14])
    assert set(ranks["group"]) == {"1", "2", "3", "4", "5", "all"}
    # 13 fractional ranks have mean 7, whatever the ties
    assert ranks.group_by("dimension", "group", "mutation", "crossover").agg(pl.col("mean_rank").mean())[
        "mean_rank"
    ].to_list() == pytest.approx([7.0] * (ranks.height // 13))


def test_the_command_says_what_to_try_and_where_it_knows_it_from():
    result = CliRunner().invoke(
        build_app(), ["recommend", "--crossover", "binomial", "--group", "3", "--dimension", "7"]
    )
    assert result.exit_code == 0
    first = recommend(built_in_ranks(), crossovers=["binomial"], group="3", dimension=7).table["boundary"][0]
    assert f"Try {first} first" in result.output
    assert "7-D was not measured" in result.output


def test_a_recommendation_shows_itself_in_a_line_and_its_table():
    advised = recommend(built_in_ranks(), mutations=["rand/1"], dimension=10)
    assert repr(advised) == f"<Recommendation for dimension 10, group all: {' or '.join(advised.first)} first>"
    page = advised._repr_html_()
    assert escape(advised.advice()) in page
    assert page.count("<tr>") == 1 + advised.table.height


@pytest.mark.parametrize(
    ("crossovers", "first"), [(["binomial"], "wrapping"), (["exponential"], "reflection"), (None, "projection")]
)
def test_the_crossover_asked_for_decides(crossovers, first):
    planted = pl.DataFrame(
        [
            (5, "all", "rand/1", "binomial", "wrapping", 1.0, True, False),
            (5, "all", "rand/1", "binomial", "reflection", 3.0, False, True),
            (5, "all", "rand/1", "binomial", "projection", 1.5, False, False),
            (5, "all", "rand/1", "exponential", "wrapping", 3.0, False, True),
            (5, "all", "rand/1", "exponential", "reflection", 1.0, True, False),
            (5, "all", "rand/1", "exponential", "projection", 1.2, False, False),
        ],
        schema=list(RANKS.columns),
        orient="row",
    )
    advised = recommend(planted, crossovers=crossovers)
    assert advised.first == [first]
    assert advised.table["configurations"].to_list() == [1 if crossovers else 2] * 3
    shares = {row["boundary"]: (row["best_share"], row["worse_share"]) for row in advised.table.iter_rows(named=True)}
    told = {"wrapping": 0.5, "reflection": 0.5, "projection": 0.0}
    if crossovers is None:
        assert shares == {name: (share, share) for name, share in told.items()}
    else:
        other = "reflection" if first == "wrapping" else "wrapping"
        assert shares == {first: (1.0, 0.0), other: (0.0, 1.0), "projection": (0.0, 0.0)}
        assert advised.any_difference


def test_wins_are_counted_alone_tied_and_ahead():
    planted = pl.DataFrame(
        [
            (5, "all", "rand/1", "binomial", "wrapping", 1.5, True, False),
            (5, "all", "rand/1", "binomial", "reflection", 1.5, True, False),
            (5, "all", "rand/1", "binomial", "projection", 3.0, False, True),
            (5, "all", "best/1", "binomial", "wrapping", 1.0, True, False),
            (5, "all", "best/1", "binomial", "reflection", 2.0, False, False),
            (5, "all", "best/1", "binomial", "projection", 3.0, False, False),
            (5, "1", "best/1", "binomial", "projection", 1.0, True, False),
        ],
        schema=list(RANKS.columns),
        orient="row",
    )
    table = recommend(planted).table
    counted = {row[0]: row[1:] for row in table.select("boundary", "alone", "tied", "ahead_of_some").iter_rows()}
    assert counted == {"wrapping": (1, 1, 1), "reflection": (0, 1, 1), "projection": (0, 0, 0)}
    assert recommend(planted, group="1").first == ["projection"]
