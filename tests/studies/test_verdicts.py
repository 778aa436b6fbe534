"""Each study finds what was planted in a table, and finds nothing where nothing was planted."""

import sys
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds import catalogue

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from studies.scores import cube, scored

from studies import bias, dose, mixtures, modern, schedule, walls

FUNCTIONS = range(1, 25)
TARGETS = 51


@pytest.fixture
def stream():
    return np.random.default_rng(5)


def table(rows, **constants):
    """Return a scored run table; `reached` is the share of the targets that the run reached."""
    frame = pl.DataFrame(rows)
    # just below the target numbered `reached` of 51, from 10² down to 10⁻⁸
    precision = 10 ** (2 - 0.2 * (frame["reached"].clip(0, 1) * TARGETS - 1)) * 0.999
    labels = {
        "suite": "bbob", "dimension": 10, "instance": 1, "mutation": "rand/1", "crossover": "binomial",
        "boundary": "reflection", "adaptation": "shade", "population": 40, "budget": 100, "evaluations": 100,
        "repaired": 0.5, "run": 0, **constants,
    }  # fmt: skip
    missing = {name: pl.lit(value) for name, value in labels.items() if name not in frame.columns}
    return scored(frame.with_columns(precision=precision, **missing))


def test_a_score_is_the_share_of_the_51_targets():
    reached = scored(pl.DataFrame({"precision": [1e3, 1e2, 1e-8, 0.0], "mutation": "a", "crossover": "b"}))["score"]
    assert reached.to_list() == pytest.approx([0, 1 / 51, 1, 1])


def test_missing_runs_are_refused():
    rows = table(
        [
            {"function": 1, "boundary": "reflection", "reached": 0.5},
            {"function": 2, "boundary": "wrapping", "reached": 0.5},
        ]
    )
    with pytest.raises(ValueError, match="missing"):
        cube(rows, "function", "boundary")


def dose_table(stream, *, harm=0.0, hardness=0.0, gain_on_the_wall=0.0):
    """Functions differ in hardness, which may go with their repairs; a box adds repairs, which may do harm or good."""
    rows = []
    methods = catalogue.names("boundary")[:8]
    boxes = {"bbob": 0, "walls[epsilon=0.2]": 0.2, "walls[epsilon=0.1]": 0.4, "walls[epsilon=0]": 0.6}
    for function, boundary, (suite, extra) in product(FUNCTIONS, methods, boxes.items()):
        own = 0.4 * function / 24
        repaired = own + extra * stream.random()
        slope = gain_on_the_wall if suite.endswith("=0]") else -harm
        reached = 0.8 - hardness * own + slope * repaired + 0.005 * stream.standard_normal()
        labels = {"function": function, "boundary": boundary, "suite": suite}
        rows.append({**labels, "repaired": repaired, "reached": reached})
    return table(rows)


@pytest.mark.parametrize(
    ("planted", "verdict"),
    [
        ({"harm": 0.5, "gain_on_the_wall": -0.5}, dose.CAUSE),
        ({"hardness": 1.0}, dose.COMPANY),
        ({}, dose.NO_CAUSE),
        ({"harm": 0.3, "gain_on_the_wall": 0.5}, dose.MIXED),
    ],
)
def test_dose_tells_cause_from_company(stream, planted, verdict):
    found = dose.analyse(dose_table(stream, **planted))
    assert found.verdict == verdict
    assert found.slopes["inside"].value == pytest.approx(-planted.get("harm", 0), abs=0.05)


def test_walls_names_the_best_method_at_the_wall_and_the_trap(stream):
    effect = {"projection": 0.1, "reflection": 0.0, "wrapping": -0.2}
    rows = [
        {"function": function, "boundary": boundary, "suite": f"walls[epsilon={epsilon}]",
         "reached": 0.5 + effect[boundary] * (epsilon == 0) + 0.03 * stream.standard_normal()}
        for function, boundary, epsilon in product(FUNCTIONS, effect, (0, 0.1, 0.5))
    ]  # fmt: skip
    runs = table(rows)
    found = walls.analyse(runs)
    assert (found.best, found.as_good, found.traps) == ("projection", [], ["wrapping"])
    assert found.fall["projection"].clear > 0 > found.fall["wrapping"].clear
    assert "gains (plus) or loses (minus)" in walls.page(runs, found)


def test_walls_finds_no_trap_among_equal_methods(stream):
    rows = [
        {"function": function, "boundary": boundary, "suite": f"walls[epsilon={epsilon}]",
         "reached": 0.5 + 0.03 * stream.standard_normal()}
        for function, boundary, epsilon in product(FUNCTIONS, ("projection", "reflection"), (0, 0.5))
    ]  # fmt: skip
    found = walls.analyse(table(rows))
    assert found.traps == []
    assert len(found.as_good) == 1


def modern_table(stream, order):
    methods = ("resampling", "midpoint-target", "reflection", "projection", "wrapping", "conservatism")
    rows = [
        {"function": function, "boundary": boundary, "adaptation": adaptation,
         "reached": 0.5 + sign * 0.05 * k + 0.01 * stream.standard_normal()}
        for adaptation, sign in (("shade", 1), ("l-shade + reduction=linear", order))
        for (k, boundary), function in product(enumerate(methods), FUNCTIONS)
    ]  # fmt: skip
    return table(rows)


@pytest.mark.parametrize(("order", "verdict"), [(1, modern.SURVIVES), (-1, modern.CHANGES)])
def test_modern_sees_whether_the_order_of_the_methods_survives(stream, order, verdict):
    found = modern.analyse(modern_table(stream, order))
    assert found.verdict("l-shade", 10) == verdict
    assert found.best("shade", 10) == "conservatism"


@pytest.mark.parametrize(
    ("gain", "verdict"), [(0.1, "better than both"), (-0.1, "worse than both"), (0, "no clear difference")]
)
def test_schedule_is_compared_with_both_crossovers(stream, gain, verdict):
    rows = [
        {"function": function, "crossover": crossover,
         "reached": 0.5 + gain * ("then" in crossover) + 0.03 * stream.standard_normal()}
        for function, crossover in product(FUNCTIONS, ("exponential", "binomial", "exponential-then-binomial"))
    ]  # fmt: skip
    assert schedule.analyse(table(rows)).verdict(10, "exponential-then-binomial") == verdict


def mixture_table(stream, gain, *, luck=0.0):
    """One single method is lucky on the choosing instances only; mixtures gain on all."""
    methods = ("reflection", "wrapping", "reflection+wrapping", "(reflection+wrapping)[rule=abchs]")
    rows = [
        {"function": function, "boundary": boundary, "instance": instance,
         "reached": 0.5 + gain * (boundary == methods[2]) + luck * (boundary == "wrapping" and instance <= 5)
         + 0.03 * stream.standard_normal()}
        for function, boundary, instance in product(FUNCTIONS, methods, range(1, 16))
    ]  # fmt: skip
    return table(rows)


@pytest.mark.parametrize(
    ("gain", "verdict"), [(0.1, mixtures.BETTER), (-0.1, "no clear difference"), (0, "no clear difference")]
)
def test_mixtures_are_judged_on_instances_that_chose_nothing(stream, gain, verdict):
    part = mixtures.analyse(mixture_table(stream, gain, luck=0.2)).parts["bbob", 10]
    assert part.chosen["single"] == "wrapping"  # by its luck, which the report does not share
    assert part.verdict == verdict
    if gain > 0:
        assert part.chosen["mixture"] == "mixture of 2"


def test_the_chosen_mixture_is_held_against_the_best_of_all_of_the_group_and_of_the_function(stream):
    """Reflection leads in group 1, by much on f5 alone, and on f24; wrapping elsewhere; the mixture stands between."""
    lead = {**dict.fromkeys(range(1, 5), 0.02), 5: 0.4, 24: 0.1}
    methods = ("reflection", "wrapping", "reflection+wrapping")
    rows = [
        {"function": function, "boundary": boundary, "instance": instance,
         "reached": {"reflection": 0.4 + lead.get(function, -0.1), "wrapping": 0.4}.get(boundary, 0.45)
         + 0.003 * stream.standard_normal()}
        for function, boundary, instance in product(FUNCTIONS, methods, range(1, 11))
    ]  # fmt: skip
    runs = table(rows)
    found = mixtures.analyse(runs)
    part = found.parts["bbob", 10]
    gained = {name: at.value for name, at in part.against.items()}
    assert part.chosen["single"] == "wrapping"
    # what the choice by group wins over wrapping, and the choice by function over that: f24, better outside its group
    by_group, by_function = (4 * 0.02 + 0.4) / 24, 0.1 / 24
    assert gained[mixtures.OVERALL] == pytest.approx(0.05, abs=0.01)
    assert gained[mixtures.GROUP] == pytest.approx(0.05 - by_group, abs=0.01)
    assert gained[mixtures.GROUP] - gained[mixtures.FUNCTION] == pytest.approx(by_function, abs=0.001)
    assert part.against[mixtures.OVERALL] == part.beside["mixture of 2"]
    assert "| best of the function | " + str(part.against[mixtures.FUNCTION]) + " |" in mixtures.page(runs, found)


def test_uniform_points_pass_and_piled_ones_do_not(stream):
    even, piled = stream.random((100, 5)), stream.random((100, 5))
    piled[:25, 2] = 1.0
    assert bias.uniformity(even)["p"] > 0.05
    found = bias.uniformity(piled)
    assert found["p"] < 1e-4
    assert found["on_bounds"] == pytest.approx(0.05)


def test_false_discoveries_are_held_down_over_many_algorithms(stream):
    p = np.concatenate([np.full(5, 1e-6), stream.random(400)])
    fallen = bias.false_discoveries_kept(p)
    assert fallen[:5].all()
    assert fallen[5:].sum() <= 2


def test_a_lean_towards_the_centre_is_seen_over_all_coordinates():
    leaning = pl.DataFrame({"runs": [100, 100], "dimension": [5, 5], "from_centre": [0.25, 0.22]})
    even, lean = bias.centre_test(leaning)
    assert even == 1
    assert lean == pytest.approx(3.36e-6, rel=0.01)  # 4.65 standard errors of sqrt(1/48/500)
