"""Mixtures of boundary methods: how they are spelt, which method treats whom, and what the adaptive rules learn."""

import numpy as np
import pytest

import inbounds as ib

from .core import engine

RULES = ["success-rate", "abchs", "survival"]


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("resampling+reflection+conservatism", "resampling+reflection+conservatism"),
        ("conservatism+reflection", "reflection+conservatism"),
        ("(reflection+wrapping)", "reflection+wrapping"),
        ("(wrapping+reflection)[rule=abchs]", "(reflection+wrapping)[rule=abchs]"),
        ("(reflection+wrapping)[rule=uniform,stage=trial]", "(reflection+wrapping)[stage=trial]"),
        ("transformation[offset=text]+reflection", "reflection+transformation[offset=text]"),
        ("reflection[stage=trial]", "reflection[stage=trial]"),
        ("reflection[stage=donor]", "reflection"),
    ],
)
def test_a_mixture_has_one_spelling(given, canonical):
    assert ib.DE(boundary=given).boundary == canonical == ib.DE(boundary=canonical).boundary


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("reflection+mirror", "got 'mirror'. Did you mean 'reflection'?"),
        ("reflection+wrapping+reflection", "each part of a mixture must be another one; got 'reflection' twice"),
        ("reflection+", "a mixture is written 'resampling+reflection' or"),
        ("reflection+", "got 'reflection+'"),
        ("(reflection+wrapping", "got '(reflection+wrapping'"),
        ("reflection+wrapping)[rule=abchs]", "a mixture is written 'resampling+reflection' or"),
        ("reflection[stage=trial]+projection", "rule and stage are given for a whole mixture, written"),
        ("reflection[stage=trial]+projection", "got 'reflection[stage=trial]+projection'"),
        ("reflection[stge=trial]", "options of 'reflection': one of 'stage'; got 'stge'. Did you mean 'stage'?"),
        ("transformation[ofset=text]", "options of 'transformation': one of 'offset', 'stage'; got 'ofset'."),
        ("death-penalty[stge=trial]", "options of 'death-penalty': one of 'strict'; got 'stge'"),
        ("(reflection)", "at least two parts"),
        ("(reflection+wrapping)[rule=best]", "rule of a mixture must be one of 'uniform', 'success-rate'"),
        ("(reflection+wrapping)[decay=1]", "options of a mixture: 'rule', 'stage'; got 'decay'"),
        ("reflection[stage=child]", "stage of reflection must be one of 'donor', 'trial', 'darwinian'; got 'child'"),
        ("death-penalty[stage=trial]", "acts on trials by itself"),
    ],
)
def test_bad_mixtures_are_refused_with_what_is_allowed(given, told):
    with pytest.raises(ib.errors.InvalidArgumentError) as caught:
        ib.DE(boundary=given)
    assert told in str(caught.value)


def test_each_infeasible_donor_gets_one_of_the_methods_and_all_alike_often():
    lower, upper = np.zeros(1), np.ones(1)
    made = engine(boundary="projection+reflection+conservatism", population=6000, lower=lower, upper=upper)
    made.parameters()
    made.population[:] = 0.25
    made.set_bases(np.full((6000, 1), 0.5))
    made.trials[:] = -0.1
    made.trials[0] = 0.7
    made.repair()
    got = np.array(made.trials[:, 0])
    assert got[0] == 0.7
    values, counts = np.unique(np.round(got[1:], 9), return_counts=True)
    np.testing.assert_allclose(values, [0.0, 0.1, 0.5])
    assert np.all(np.abs(counts / 5999 - 1 / 3) < 0.02)
    assert made.repaired.sum() == 5999


@pytest.mark.parametrize("rule", ["uniform", *RULES])
def test_without_infeasible_donors_a_mixture_changes_no_bit(rule):
    # A sphere in a huge box, started close to its middle: nothing leaves the box.
    box, start = [(-1e6, 1e6)] * 4, np.random.default_rng(1).uniform(-1, 1, (20, 4))

    def path(boundary):
        run = ib.DE(boundary=boundary, population=20).start(box, seed=3, budget=2000, x0=start)
        while not run.finished:
            run.tell(np.sum(run.ask() ** 2, axis=1))
        assert run.repaired == 0
        return run.population.copy()

    np.testing.assert_array_equal(path("reflection"), path(f"(death-penalty+projection+resampling)[rule={rule}]"))


def test_death_penalty_and_resampling_can_be_parts():
    seen = []
    p = ib.problems.PythonProblem(
        lambda X: seen.append(X.copy()) or np.sum(X, axis=1), lower=[0] * 3, upper=[1] * 3, vectorized=True
    )
    r = ib.DE(boundary="resampling+death-penalty", population=20).run(p, budget=2000, seed=2, target=None)
    points = np.concatenate(seen)
    assert np.all((points >= 0) & (points <= 1))
    refused = 2000 - len(points)
    assert 0 < refused < round(r.repaired[0] * 2000)


@pytest.mark.parametrize("rule", RULES)
def test_on_noise_the_shares_stay_equal(rule):
    p = ib.problem("noise", dimension=10)
    de = ib.DE(boundary=f"(projection+reflection+wrapping+midpoint-target)[rule={rule}]", population=50)
    shares = de.run(p, budget=20_000, runs=40, seed=1, target=None, workers=2).curves.shares
    assert shares.shape[2] == 4
    np.testing.assert_allclose(shares.sum(axis=2), 1.0)
    last = shares[:, -1]
    error = last.std(axis=0, ddof=1) / np.sqrt(len(last))
    assert np.all(np.abs(last.mean(axis=0) - 0.25) < 4 * error + 0.01)


@pytest.mark.parametrize("rule", RULES)
def test_equal_arms_get_equal_shares(rule):
    p = ib.problem("bbob", function=5, dimension=10)  # with a target-based mutation the two midpoints are one
    de = ib.DE(mutation="target-to-best/1", boundary=f"(midpoint-base+midpoint-target)[rule={rule}]", population=50)
    last = de.run(p, budget=5000, runs=40, seed=1, target=None, workers=2).curves.shares[:, -1, 0]
    assert abs(last.mean() - 0.5) < 4 * last.std(ddof=1) / np.sqrt(len(last)) + 0.01


@pytest.mark.parametrize("rule", RULES)
def test_on_the_slope_projection_takes_over_from_methods_that_leave_the_corner(rule):
    p = ib.problem("bbob", function=5, dimension=20)
    de = ib.DE(boundary=f"(projection+reinitialization+reflection)[rule={rule}]")
    shares = de.run(p, budget=30_000, runs=6, seed=1, workers=2).curves.shares[:, -1].mean(axis=0)
    order = [part.name for part in de.choices["boundary"].parts]
    assert shares[order.index("projection")] > 0.55


@pytest.mark.parametrize("rule", ["uniform", *RULES])
def test_a_saved_mixture_goes_on_with_the_same_bits(rule, tmp_path):
    def started():
        boundary = f"(projection+reflection+death-penalty)[rule={rule}]"
        return ib.DE(boundary=boundary, population=12).start([(0, 1)] * 3, seed=5, budget=1200)

    def advance(run, generations):
        for _ in range(generations):
            run.tell(np.sum(run.ask(), axis=1))
        return run

    whole = advance(started(), 40)
    half = advance(started(), 20)
    half.ask()
    half.save(tmp_path / "run.npz")
    again = advance(ib.load(tmp_path / "run.npz"), 20)
    np.testing.assert_array_equal(whole.population, again.population)


def test_at_stage_trial_the_repair_follows_crossover():
    p = ib.problem("bbob", function=5, dimension=10)
    donor, trial = (
        ib.DE(boundary=name, population=30, adaptation="constant[Cr=0.3]").run(p, budget=6000, seed=1, target=None)
        for name in ("reflection", "reflection[stage=trial]")
    )
    assert trial.repaired[0] < donor.repaired[0]  # crossover brings some donors back before anybody looks
    made = engine(boundary="reflection[stage=trial]", population=30, lower=np.zeros(5), upper=np.ones(5))
    for _ in range(10):
        made.propose()
        assert np.all((made.trials >= 0) & (made.trials <= 1))
        made.accept(np.random.default_rng(1).random(30))


@pytest.mark.parametrize(("name", "early", "late"), [("[at=0.2]", 0.19, 0.21), ("", 0.49, 0.51)])
def test_the_crossover_changes_at_the_share_of_the_budget(name, early, late):
    def trials(crossover, share):
        made = engine(
            crossover=crossover,
            adaptation="constant",
            population=10,
            lower=-np.ones(6),
            upper=np.ones(6),
            budget=10_000,
        )
        for _ in range(round(share * 1000) - 1):
            made.propose()
            made.accept(np.ones(10))
        made.propose()
        return np.array(made.trials)

    # Until then it has the bits of exponential crossover; afterwards it has not.
    schedule = f"exponential-then-binomial{name}"
    np.testing.assert_array_equal(trials(schedule, early), trials("exponential", early))
    assert np.any(trials(schedule, late) != trials("exponential", late))


def test_the_crossover_changes_once_few_donors_are_repaired():
    p = ib.problem("bbob", function=1, dimension=5)
    made = [
        ib.DE(crossover=name, population=20).run(p, budget=4000, seed=1, target=None)
        for name in (
            "exponential",
            "exponential-then-binomial[by=repaired,at=0.02]",
            "exponential-then-binomial[by=repaired,at=0.99]",
        )
    ]
    assert len({r.precision[0] for r in made}) == 3


@pytest.mark.parametrize("at", ["0", "1", "-0.5", "2", "soon"])
def test_a_schedule_outside_zero_and_one_is_refused(at):
    with pytest.raises(ib.errors.InvalidArgumentError, match=r"at of exponential-then-binomial must be"):
        ib.DE(crossover=f"exponential-then-binomial[at={at}]")


def test_a_share_of_no_budget_is_refused():
    with pytest.raises(ib.errors.InvalidArgumentError, match="share of the budget"):
        ib.DE(crossover="exponential-then-binomial").start([(0, 1)] * 3)
