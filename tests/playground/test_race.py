"""The race: its runs are the core's, its ranks those of the analysis."""

from pathlib import Path

import numpy as np
import pytest

from inbounds.analysis.ranking import rank_samples
from tests.browser import Seen
from tests.playground.conftest import Node

pytestmark = pytest.mark.xdist_group("playground")


def samples(seed: int, methods: int, runs: int, spread: float) -> list[list[float]]:
    random = np.random.default_rng(seed)
    drawn = 10.0 ** (random.normal(-4, 3, (methods, runs)) + spread * random.normal(size=(methods, 1)))
    drawn[:, ::7] = 0.0  # solved runs: ties, below the floor
    return drawn.tolist()


@pytest.mark.parametrize(("seed", "methods", "runs", "spread"), [
    (1, 2, 100, 4), (2, 5, 100, 0.3), (3, 13, 100, 1), (4, 13, 25, 3), (5, 4, 3, 1), (6, 3, 100, 0), (7, 8, 51, 0.8),
])  # fmt: skip
def test_ranks_and_significance_are_those_of_the_analysis(
    node: Node, seed: int, methods: int, runs: int, spread: float
) -> None:
    given = samples(seed, methods, runs, spread)
    code = """
    const floored = given.map((sample) => sample.map((value) => Math.max(value, RANK_FLOOR)));
    const p = floored.map((a) => floored.map((b) => ksPValue(a, b)));
    return { ...rankSamples(given), p };
    """
    ours, theirs = node(["statistics.js"], code, given), rank_samples(given)
    np.testing.assert_allclose(ours["p"], theirs.p_values, rtol=1e-9)
    assert ours["ranks"] == theirs.ranks.tolist()
    assert ours["transitive"] == theirs.transitive
    best = int(np.argmin(theirs.ranks))
    assert ours["worse"] == ((theirs.ranks > theirs.ranks[best]) & ~theirs.same[best]).tolist()


@pytest.mark.slow
def test_projection_wins_where_the_optimum_is_a_corner(seen: Seen, playground: Path) -> None:
    page = seen.open(
        playground, "#view=race&problem=5&methods=projection,midpoint-target&dimension=5&budget=500&runs=30"
    ).page
    page.click("#race-start")
    page.wait_for_selector("#race[data-stage=done]")
    rows = page.eval_on_selector_all(
        "#race-table tbody tr", "all => all.map((row) => [row.dataset.row, row.className])"
    )
    assert rows == [["projection", "best"], ["midpoint-target", "worse"]]
    assert "Projection has the best rank after 30 runs" in page.inner_text("#race-status")
    assert page.locator("#race-chart path.race").count() == 2
    results = page.evaluate("playground.race.samples()")
    assert [len(sample) for sample in results] == [30, 30]
    theirs = rank_samples(results)
    assert page.locator("#race-table td.rank").all_inner_texts() == [
        f"{theirs.ranks[0]:.1f}",
        f"{theirs.ranks[1]:.1f} *",
    ]


@pytest.mark.slow
def test_the_curves_end_at_the_share_of_targets_reached(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#view=race&problem=1&methods=reflection&dimension=3&budget=200&runs=10&seed=4").page
    page.click("#race-start")
    page.wait_for_selector("#race[data-stage=done]")
    reached = page.evaluate("playground.race.curve(0).at(-1)[1]")
    finals = np.array(page.evaluate("playground.race.samples()[0]"))
    targets = 10.0 ** np.arange(1, -9, -1)
    assert reached == pytest.approx(np.mean(finals[:, None] <= targets * (1 + 1e-12)))


@pytest.mark.slow
def test_a_race_can_be_stopped_and_another_choice_clears_it(seen: Seen, playground: Path) -> None:
    page = seen.open(playground, "#view=race&problem=16&dimension=40&budget=10000").page
    page.click("#race-start")
    page.wait_for_selector("#race-start:text-is('Stop')")
    page.click("#race-start")
    page.wait_for_selector("#race-start:has-text('Race')")
    page.select_option("#problem", "1")
    assert page.locator("#race-chart path.race").count() == 0
