"""The paper's claims under variants: stand-ins take their places, and a planted cause is found."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from benchmarks.atlas_docs import reproduction

import inbounds as ib
from inbounds.analysis import load
from inbounds.errors import InvalidArgumentError
from inbounds.paper.claims import CLAIMS, FAILS, HOLDS, UNDECIDABLE
from inbounds.paper.counts_by_runs import counts_by_runs
from inbounds.paper.linear_slope_2020 import drawn_optimum, linear_slope_2020
from inbounds.paper.variants import (
    SLOPE,
    VARIANTS,
    VariantVerdicts,
    as_logged,
    compare_variants,
    significant,
    with_stand_ins,
)
from tests.analysis.run_tables import cell, random_study

BY_NAME = {variant.name: variant for variant in VARIANTS}


@pytest.fixture(scope="module")
def planted() -> tuple[pl.DataFrame, VariantVerdicts]:
    """Return runs in which only the old crossover fails on group 2, and their verdicts."""
    paper = random_study(runs=1).with_columns(precision=pl.lit(1e-3))
    old = paper.filter(pl.col("crossover") == "exponential").with_columns(crossover=pl.lit("exponential-2020"))
    old = old.with_columns(precision=pl.when(pl.col("function").is_between(6, 9)).then(1e3).otherwise("precision"))
    chosen = [BY_NAME[name] for name in ("as is", "exponential-2020", "proximity by distance")]
    paper, old = (pl.concat([table.with_columns(run=k) for k in range(7)]) for table in (paper, old))
    fast = {"resamples": 2, "agreement": 0.5, "level": 0.9}
    return paper, compare_variants({"paper": paper, "paper-2020": old}, variants=chosen, **fast)


def test_a_planted_cause_is_named_and_what_has_no_runs_is_left_out(planted):
    _, found = planted
    assert found.left_out == {"proximity by distance": ("paper-proximity",)}
    assert found.runs == {"as is": 7, "exponential-2020": 7}
    assert found.wide().height == len(CLAIMS)
    verdicts = found.wide().filter(claim="g2-exponential-below-10")
    assert verdicts.select("as is", "exponential-2020").row(0) == (FAILS, HOLDS)
    causes = dict(found.causes().select("claim", "cause").iter_rows())
    assert causes["g2-exponential-below-10"] == "holds with: exponential-2020"
    assert causes["most-wins"] == "no variant brings it back"
    assert not {name for (name,) in found.wide().filter(pl.col("as is") == HOLDS).select("claim").rows()} & set(causes)
    assert found.tally().select(pl.sum_horizontal(pl.exclude("variant")))["holds"].to_list() == [len(CLAIMS)] * 2


@pytest.mark.parametrize("verdict", [HOLDS, FAILS])
def test_a_variant_that_leaves_the_number_as_it_is_is_no_cause(planted, verdict):
    _, found = planted
    here, there = ((pl.col("claim") == "most-wins") & (pl.col("variant") == name) for name in found.runs)
    lucky = found.table.with_columns(
        verdict=pl.when(here).then(pl.lit(UNDECIDABLE)).when(there).then(pl.lit(verdict)).otherwise("verdict"),
        number=pl.when(here | there).then(0.25).otherwise("number"),
    )
    causes = dict(replace(found, table=lucky).causes().select("claim", "cause").iter_rows())
    assert causes["most-wins"] == f"no variant decides it ({verdict} with: exponential-2020, but not because of that)"


def test_a_variant_with_fewer_runs_is_compared_with_as_many_as_they_are(planted):
    """The planted runs again, of the old crossover only seven, and of the paper's the first seven made as they are."""
    paper, found = planted
    worse = pl.concat([paper, paper.filter(run=0).with_columns(precision=pl.lit(1.0), run=pl.lit(7))])
    old = paper.filter(pl.col("crossover") == "exponential").with_columns(crossover=pl.lit("exponential-2020"))
    chosen = [BY_NAME[name] for name in ("as is", "no floor", "exponential-2020")]
    fast = {"resamples": 2, "agreement": 0.5, "level": 0.9}
    steps: list[None] = []
    fast["step"] = lambda: steps.append(None)
    unequal = compare_variants({"paper": worse, "paper-2020": old}, variants=chosen, **fast)
    assert len(steps) == len(chosen)
    assert unequal.runs == {"as is": 8, "as is, 7 runs": 7, "no floor": 8, "exponential-2020": 7}
    assert unequal.like["no floor"] == "as is"
    assert unequal.like["exponential-2020"] == "as is, 7 runs"
    first = unequal.table.filter(variant="as is, 7 runs").drop("variant")
    assert first.equals(found.table.filter(variant="as is").drop("variant"))
    claim, both = "most-wins", pl.col("variant").is_in(["as is, 7 runs", "exponential-2020"])
    planted_verdict = pl.when((pl.col("claim") == claim) & both).then(pl.lit(HOLDS)).otherwise("verdict")
    planted_number = pl.when((pl.col("claim") == claim) & (pl.col("variant") == "exponential-2020")).then(0.3)
    table = unequal.table.with_columns(verdict=planted_verdict, number=planted_number.otherwise("number"))
    causes = dict(replace(unequal, table=table).causes().select("claim", "cause").iter_rows())
    assert causes[claim] == "no variant brings it back (holds with: exponential-2020, but not because of that)"


def test_the_page_says_what_was_run_what_holds_and_what_brings_the_rest_back(planted):
    paper, found = planted
    by_runs = counts_by_runs({"paper": paper}, numbers=(3,))
    halves = pl.DataFrame(
        {"runs": [3, 3], "halves": [0.9, 0.85], "paper_first": [0.7, 0.8], "paper_second": [0.6, None]}
    )
    text = reproduction.page(reproduction.PAGES["paper"], load(paper), found, by_runs, halves)
    assert "7 runs per cell where the paper has a hundred" in text
    assert "ours *as is* (7 runs per cell) and (in brackets) the paper's" in text
    assert "How many first places there are *as is* in the 28 configurations" in text
    tied = 28 * 13  # all runs are the same
    assert f"| 3 | {' | '.join([str(tied)] * 5)} | {5 * tied} | – |" in text
    assert "| the paper, 100 | 30 | 30 | 30 | 31 | 34 | 155 | – |" in text
    assert "correlate by 0.85 to 0.90 with each other, and by 0.60 to 0.80 with the paper's" in text
    assert f"## {len(CLAIMS)} statements as is and under 1 variant\n" in text
    assert "*proximity by distance* needs `paper-proximity`" in text
    failing = found.causes().filter(pl.col("verdict") == FAILS)
    assert f"{failing.height} statements of the paper do not hold as is" in text
    rows = [line for line in text.splitlines() if "reaches less than 10 % of the targets" in line]
    assert rows[0].endswith("| does not hold | holds with: exponential-2020 |")
    assert rows[1].endswith("| **no** | holds |")
    assert text.count("\n| 1–5 |") == sum(claim.group == "1–5" for claim in CLAIMS)


def test_stand_ins_replace_their_originals_and_nothing_else():
    frames = {
        "paper": pl.concat(
            [
                cell([1.0, 2.0], boundary="death-penalty", function=4),
                cell([1.0, 2.0], boundary="death-penalty", function=5),
                cell([3.0, 4.0], boundary="reflection", function=5),
                cell([9.0], boundary="reflection", function=5, crossover="exponential-2020"),
            ]
        ),
        "paper-death-penalty": pl.concat(
            cell([0.5], boundary="death-penalty[strict=no]", function=function) for function in (4, 5)
        ),
        SLOPE: cell([-0.3], boundary="death-penalty[strict=no]", function=5),
    }
    taken = with_stand_ins(frames, BY_NAME["death penalty outside"])
    held = taken.group_by("boundary", "function").agg(pl.col("precision").sort()).sort("boundary", "function").rows()
    assert held == [("death-penalty", 4, [0.5]), ("death-penalty", 5, [-0.3]), ("reflection", 5, [3.0, 4.0])]


def test_the_papers_runs_are_needed():
    with pytest.raises(InvalidArgumentError, match="must hold the runs of 'paper'; got 'paper-2020'"):
        compare_variants({"paper-2020": cell([1.0])})


def test_a_log_shows_three_digits_of_what_doubles_show():
    assert significant(np.array([1.2345e-7, -0.29449, 0.0, 9.999e-5, 1e-4]), 3).tolist() == [
        1.23e-7, -0.294, 0.0, 1e-4, 1e-4,
    ]  # fmt: skip
    f_opt = ib.problem("bbob", function=1, dimension=5).f_opt
    logged = as_logged(load(cell([1e-16, 1.2345], function=1)), 3)
    assert logged.frame["precision"].to_list() == [(1e-16 + f_opt) - f_opt, 1.23]
    assert logged.frame["precision"][0] == 0.0  # lost beside f_opt = 79.48


def test_the_old_slope_is_todays_inside_the_box_and_falls_below_the_optimum_outside():
    """Where the old one turns follows from its source: x_j times the drawn coordinate reaches 25."""
    assert np.array_equal(drawn_optimum(10_001, 30), ib.problem("bbob", function=1, dimension=30).x_opt)
    today, old = ib.problem("bbob", function=5, dimension=4), linear_slope_2020(4)
    inside = np.random.default_rng(3).uniform(-5, 5, (40, 4))
    assert old.precision(inside) == pytest.approx(today.precision(inside), rel=1e-12)
    corner = np.asarray(today.x_opt)
    beyond = corner.copy()
    beyond[3] += np.sign(corner[3]) * 0.5  # the slope there is 10
    assert old.precision(corner[None])[0] == pytest.approx(0, abs=1e-12)
    assert old.precision(beyond[None])[0] == pytest.approx(-5)
    drawn = drawn_optimum(10_005, 4)
    far = corner.copy()
    far[3] = 25.001 / drawn[3]
    assert old.precision(far[None])[0] == pytest.approx(10 * (5 - abs(drawn[3])))
