"""The course of a run, rebuilt from hits, curve and end, against the full course it was recorded from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbounds.exchange.trajectory import reconstruct
from inbounds.runs.recording import curve_evaluations, targets

TARGETS = targets()


def recorded_run(seed: int, budget: int, end: int, decades: float) -> tuple[np.ndarray, dict]:
    """Invent a run's best precision after every evaluation, and keep of it what a store keeps."""
    rng = np.random.default_rng(seed)
    steps = rng.exponential(decades / end, end) * (rng.random(end) < 0.3) * 3
    best = 10 ** (rng.uniform(-1, 3) - np.cumsum(steps))
    counts = curve_evaluations(budget)
    repaired = np.cumsum(rng.random(end) < 0.2) / np.arange(1, end + 1)
    at = np.minimum(counts, end) - 1
    return best, {
        "evaluations": end,
        "budget": budget,
        "precision": best[-1],
        "repaired": repaired[-1],
        "hits": [int(np.argmax(best <= t)) + 1 if best[-1] <= t else -1 for t in TARGETS],
        "curve_precision": best[at].astype(np.float32).tolist(),
        "curve_repaired": repaired[at].astype(np.float32).tolist(),
    }


runs = st.builds(
    lambda seed, budget, part, decades: recorded_run(seed, budget, max(1, round(part * budget)), decades),
    st.integers(0, 2**32),
    st.integers(1, 3000),
    st.floats(0, 1),
    st.floats(0, 15),
)


@given(runs)
def test_the_first_hit_of_every_target_is_that_of_the_run(run):
    _, record = run
    course = reconstruct(record)
    for target, hit in zip(TARGETS, record["hits"], strict=True):
        for theirs in (target, np.nextafter(target, 0.0), np.nextafter(target, 1e9)):  # a reader's 10**k, one bit off
            reached = np.flatnonzero(course.precision <= theirs)
            assert (course.evaluations[reached[0]] if len(reached) else -1) == hit


@given(runs)
def test_it_starts_at_evaluation_one_falls_and_ends_exactly(run):
    _, record = run
    course = reconstruct(record)
    assert course.evaluations[0] == 1
    assert (np.diff(course.evaluations) > 0).all()
    assert (np.diff(course.precision) <= 0).all()
    assert (course.evaluations[-1], course.precision[-1], course.repaired[-1]) == (
        record["evaluations"],
        record["precision"],
        record["repaired"],
    )
    assert course.precision[course.evaluations == course.best_at] == record["precision"]


@given(runs)
def test_it_is_never_better_than_the_run_was_but_for_single_precision(run):
    best, record = run
    course = reconstruct(record)
    assert (course.precision >= best[course.evaluations - 1] * (1 - 1e-7)).all()


@given(runs)
def test_at_the_curves_counts_it_is_the_curve(run):
    _, record = run
    course = reconstruct(record)
    counts = curve_evaluations(record["budget"])
    counts = counts[counts <= record["evaluations"]]
    at = np.searchsorted(course.evaluations, counts)
    assert course.precision[at] == pytest.approx(record["curve_precision"][: len(counts)], rel=2e-7)
    assert course.repaired[at] == pytest.approx(record["curve_repaired"][: len(counts)], abs=1e-6)
    assert course.on_curve[at].all()


def test_a_run_of_one_evaluation_has_one_row():
    _, record = recorded_run(1, 100, 1, 1.0)
    assert reconstruct(record).evaluations.tolist() == [1]


def test_an_imported_run_without_repairs_has_none_here_either():
    _, record = recorded_run(1, 100, 50, 1.0)
    unknown = {**record, "repaired": np.nan, "curve_repaired": [np.nan] * len(record["curve_repaired"])}
    assert np.isnan(reconstruct(unknown).repaired).all()


def test_between_the_counts_of_the_curve_repairs_are_spread_evenly():
    """The number of repairs is interpolated, not their share: 10 of 100, then 90 of 200, are 50 of 150."""
    budget = 1000
    counts = curve_evaluations(budget)
    first, second = (int(n) for n in counts[counts > 20][:2])
    shares = np.where(counts <= first, 0.1, 0.45)
    between = (first + second) // 2
    hits = np.full(len(TARGETS), -1)
    hits[0] = between
    course = reconstruct(
        {
            "evaluations": budget, "budget": budget, "precision": 50.0, "repaired": 0.45, "hits": hits.tolist(),
            "curve_precision": np.where(counts < between, 500.0, 50.0).tolist(), "curve_repaired": shares.tolist(),
        }
    )  # fmt: skip
    repairs = 0.1 * first + (0.45 * second - 0.1 * first) * (between - first) / (second - first)
    assert course.repaired[course.evaluations == between] == pytest.approx(repairs / between)
