"""Parts of later algorithms: each against its formula in NumPy, all together in the box, resumed bit for bit."""

import itertools

import numpy as np
import pytest
from scipy import stats

import inbounds as ib
from inbounds.algorithm.python_runs import run_in_python
from inbounds.operators import catalogue

from .core import engine

ALL = {
    "archive": "external[size=1.5]",
    "reduction": "linear",
    "pbest": "linear",
    "rotation": "eigen",
    "restart": "stagnation",
    "selection": "better-or-equal",
}
ABLE = [info.name for info in catalogue.operators("mutation") if "archive" in info.needs]


def unit_vectors(made, extra=0):
    """Make the individuals unit vectors, so that a donor's coordinates are its coefficients."""
    size = len(made.population)
    made.population[:] = np.eye(size, size + extra)
    made.fitness[:] = np.arange(size)


def with_archive(mutation, size, archived):
    """An engine of unit vectors whose archive holds further ones."""
    limits = np.full(size + archived, 1e6)
    made = engine(
        mutation=mutation,
        boundary="projection",
        population=size,
        archive="external[size=3]",
        lower=-limits,
        upper=limits,
    )
    unit_vectors(made, archived)
    state = made.save()
    rows = state["archive"].reshape(3 * size, -1)
    rows[:archived, size : size + archived] = np.eye(archived)
    state["archived"][:] = archived
    made.restore(state)
    return made


@pytest.mark.parametrize("mutation", ABLE)
def test_the_subtracted_vector_comes_from_population_and_archive_all_alike(mutation):
    size, archived, target = 8, 5, 7  # the worst: never the better of two ranks
    made = with_archive(mutation, size, archived)
    minus = np.zeros(size + archived)
    for _ in range(3000):
        made.parameters()
        made.mutate()
        donor = made.trials[target].copy()
        donor[target] = 0
        taken = np.flatnonzero(donor < -1e-12)
        if len(taken):  # else it was a pbest of the same place
            minus[taken] += 1
    assert minus[target] == 0
    assert stats.chisquare(minus[size:]).pvalue > 1e-4
    if not mutation.startswith("ranking"):  # r1 is uniform, and r2 another: one draw in seven is not open to each
        expected = minus[size:].mean() * 6 / 7 * 4  # ranks 3 … 6 are never pbest, which would hide them
        assert abs(minus[3:7].sum() - expected) < 6 * np.sqrt(expected)


def test_beaten_parents_fill_the_archive_and_then_replace_random_members():
    made = engine(mutation="target-to-pbest/1", population=6, archive="external[size=2]", lower=[-1] * 3, upper=[1] * 3)
    parents, fitness = [], 0.0
    for generation in range(1, 6):
        before = made.population.copy()
        made.propose()
        values = np.full(6, 1.0)
        values[:4] = fitness - generation  # four successes
        made.accept(values)
        parents += [tuple(row) for row in before[:4]]
        state = made.save()
        count = int(state["archived"][0])
        rows = {tuple(row[:3]) for row in state["archive"].reshape(12, -1)[:count]}
        assert count == min(12, 4 * generation)
        assert rows <= set(parents)
        if generation <= 3:
            assert rows == set(parents)
    assert len(rows - set(parents[:12])) > 0


def test_a_mutation_that_subtracts_nothing_of_the_kind_refuses_an_archive():
    with pytest.raises(ib.InvalidArgumentError, match=r"archive='external' serves the mutations .* got 'rand/1'"):
        ib.DE("rand/1", archive="external")


PLANS = {
    "linear": lambda start, least, t: round(start + (least - start) * t),
    "nonlinear": lambda start, least, t: round(start + (least - start) * t ** (1 - t)),
}


@pytest.mark.parametrize("reduction", ["linear", "nonlinear"])
def test_the_population_shrinks_by_its_formula_and_the_worst_go(reduction):
    budget, start, least = 1000, 40, 5
    opt = ib.DE(population=start, reduction=f"{reduction}[least={least}]").start([(-1, 1)] * 3, seed=1, budget=budget)
    sizes = []
    while not opt.finished:
        points = opt.ask()
        before, fitness = opt.population.copy(), opt.fitness.copy()
        values = np.abs(points).sum(axis=1)
        opt.tell(values)
        sizes.append(len(opt.population))
        if opt.finished:
            break
        assert len(opt.population) == max(
            4, min(*sizes[-2:-1], start, PLANS[reduction](start, least, opt.evaluations / budget))
        )
        if opt.generation:
            kept = np.where(values < fitness, values, fitness)
            assert sorted(opt.fitness) == sorted(kept)[: len(opt.population)]
            everyone = {tuple(row) for row in np.vstack([before, points])}
            assert {tuple(row) for row in opt.population} <= everyone
    assert opt.evaluations == budget
    assert sizes[-1] <= least + 1


def test_jde_keeps_the_parameters_of_those_who_stay():
    made = engine(adaptation="jde", population=20, reduction="linear", lower=[-1] * 2, upper=[1] * 2, budget=200)
    for _ in range(3):
        made.propose()
        values = np.random.default_rng(1).random(made.active)
        before = dict(zip(np.array(made.fitness), made.memory_f.copy(), strict=False))
        scale, fitness = np.array(made.scale), np.array(made.fitness)
        made.accept(values)
        for k, f in enumerate(np.array(made.fitness)):
            i = int(np.flatnonzero(np.isclose(values, f))[0]) if f in values else None
            assert made.memory_f[k] == (scale[i] if i is not None and f < fitness[i] else before[f])


def elite(made, rank):
    """How often a donor is drawn towards the individual of this rank, the others being in one place."""
    made.fitness[:] = np.arange(len(made.population))
    made.population[:] = 0.0
    made.population[rank, 0] = 1.0
    plus = 0
    for _ in range(150):
        made.parameters()
        made.mutate()
        plus += int((np.delete(np.array(made.trials[:, 0]), rank) > 0).sum())
    return plus


@pytest.mark.parametrize(("evaluations", "count"), [(40, 20), (2000, 11), (3960, 2)])
def test_the_pbest_share_goes_from_start_to_end(evaluations, count):
    made = engine(
        mutation="target-to-pbest/1", pbest="linear[start=0.5,end=0.05]", boundary="projection", population=40,
        lower=[-9], upper=[9], budget=4000,
    )  # fmt: skip
    while made.evaluations < evaluations:
        made.propose()
        made.accept(np.zeros(made.active))
    inside, outside = elite(made, count - 1), elite(made, count)
    donors = 150 * 39
    by_r1 = donors / 39 * 38 / 39  # without being pbest it is r1 as often as anyone
    assert abs(outside - by_r1) < 6 * np.sqrt(by_r1)
    assert inside > outside + donors / count / 2


def test_rotation_with_rate_one_leaves_the_donor_and_with_none_turned_it_is_the_plain_crossover():
    rng = np.random.default_rng(3)
    made = engine(
        population=30, rotation="eigen[probability=1,share=0.5]", boundary="projection", lower=[-9] * 5, upper=[9] * 5
    )
    made.population[:] = rng.normal(size=(30, 5))
    made.fitness[:] = rng.random(30)
    made.parameters()
    made.mutate()
    donors = np.clip(made.trials, -9, 9)
    made.rate[:] = 1.0
    made.repair()
    made.cross()
    np.testing.assert_allclose(made.trials, donors, atol=1e-12)


@pytest.mark.parametrize("widths", [[2.0] * 4, [1e-3, 1.0, 1e3, 7.0]])
def test_rotation_takes_over_principal_directions_of_the_best(widths):
    rng, n, size = np.random.default_rng(3), 4, 400
    widths = np.array(widths)
    made = engine(
        population=size, rotation="eigen[probability=1,share=0.3]", boundary="projection",
        lower=-50 * widths, upper=50 * widths,
    )  # fmt: skip
    mixing = rng.normal(size=(n, n))
    made.population[:] = rng.normal(size=(size, n)) @ mixing * widths
    made.fitness[:] = rng.random(size)
    made.parameters()
    x = np.array(made.population)
    donors = x + rng.normal(size=(size, n)) * widths
    made.trials[:] = donors
    made.rate[:] = 0.4
    made.cross()
    best = x[np.argsort(made.fitness)[: round(0.3 * size)]] / (100 * widths)
    _, Q = np.linalg.eigh(np.cov(best.T))
    moved, whole = ((made.trials - x) / (100 * widths)) @ Q, ((donors - x) / (100 * widths)) @ Q
    taken = np.abs(moved) > 1e-12
    np.testing.assert_allclose(moved[taken], whole[taken], rtol=1e-8, atol=1e-12)
    assert (taken.sum(axis=1) >= 1).all()
    expected = (1 + 0.4 * (n - 1)) / n  # one coordinate always, the others with probability Cr
    assert taken.mean() == pytest.approx(expected, abs=4 * np.sqrt(0.25 / taken.size))


def test_a_rotated_trial_outside_is_treated_by_the_boundary_method():
    made = engine(population=50, rotation="eigen[probability=1]", boundary="projection", lower=[-1, -1], upper=[1, 1])
    angle = np.random.default_rng(1).normal(size=(50, 1))
    made.population[:] = np.clip(0.9 + 0.05 * angle * [1, -1], -1, 1)
    made.fitness[:] = np.arange(50)
    made.parameters()
    made.trials[:] = [1.0, 1.0]  # a donor in the corner, feasible; its projection on the long axis is not
    made.rate[:] = 0.0
    made.repair()
    assert not made.repaired.any()
    made.cross()
    assert ((made.trials >= -1) & (made.trials <= 1)).all()
    assert made.repaired.any()


def test_rotation_happens_in_the_given_share_of_the_generations():
    made = engine(
        population=12, rotation="eigen[probability=0.3]", boundary="projection", lower=[-9] * 3, upper=[9] * 3
    )
    rng, turned = np.random.default_rng(2), 0
    made.population[:] = rng.normal(size=(12, 3))
    made.fitness[:] = np.arange(12)
    for _ in range(600):
        made.parameters()
        made.trials[:] = made.population + 1.0
        made.rate[:] = 0.0
        made.cross()
        step = made.trials - made.population
        turned += bool((np.abs(step) > 1e-9).all(axis=1).all())  # a plain crossover changes one coordinate
    assert stats.binomtest(turned, 600, 0.3).pvalue > 1e-4


def test_a_population_that_cannot_be_told_apart_starts_anew_larger_and_replans():
    opt = ib.DE(population=10, restart="stagnation", reduction="linear[least=4]").start(
        [(-1, 1)] * 2, budget=2000, seed=1
    )
    sizes = []
    while not opt.finished:
        points = opt.ask()
        sizes.append(len(points))
        opt.tell(np.ones(len(points)))  # a plateau: stagnation at once
    assert opt.evaluations == 2000
    assert sizes[:5] == [10, 20, 40, 40, 40]  # doubled, four times the first at most
    assert max(sizes) == 40
    late = sizes[-20:]
    assert min(late) < 40  # in the last fifth no restart: the reduction goes on
    assert len(opt.result.population_energies) == len(opt.population)


def test_restarts_find_what_one_population_misses():
    problem = ib.problem("bbob", function=21, dimension=5)
    one, many = (
        ib.DE("target-to-pbest/1", boundary="resampling", population=25, restart=restart).run(
            problem, budget=50_000, runs=15, seed=1
        )
        for restart in ("none", "stagnation")
    )
    assert (many.precision <= 1e-8).sum() > (one.precision <= 1e-8).sum()
    assert (many.evaluations <= 50_000).all()


@pytest.mark.parametrize(("selection", "moves"), [("better", False), ("better-or-equal", True)])
def test_equal_trials_replace_their_targets_only_where_told(selection, moves):
    made = engine(selection=selection, population=8, lower=[-1] * 2, upper=[1] * 2)
    before = made.population.copy()
    made.propose()
    trials = made.trials.copy()
    made.accept(np.zeros(8))
    assert np.array_equal(made.population, trials if moves else before)


def test_the_weight_of_the_pull_grows_with_the_budget():
    limits = np.full(6, 1e6)
    for progress, weight in ((0.1, 0.7), (0.3, 0.8), (0.7, 1.2)):
        made = engine(
            mutation="target-to-pbest-w/1",
            boundary="projection",
            population=6,
            lower=-limits,
            upper=limits,
            budget=6000,
        )
        while made.evaluations < 6000 * progress:
            made.propose()
            made.accept(np.zeros(made.active))
        for _ in range(20):
            unit_vectors(made)
            made.parameters()
            made.mutate()
            for i in range(6):
                F, donor = made.scale[i], made.trials[i]
                assert donor.sum() == pytest.approx(1.0)
                pulled = donor[i] - 1
                assert pulled == pytest.approx(-weight * F) or (
                    progress > 0.5 and pulled == pytest.approx(0, abs=1e-12)
                )


def lehmer(values, gains):
    w, v = np.asarray(gains) / np.sum(gains), np.asarray(values)
    return np.sum(w * v**2) / np.sum(w * v) if v.any() else -1.0


@pytest.mark.parametrize(
    ("adaptation", "start_f", "start_cr", "keep"), [("l-shade", 0.5, 0.5, 0.0), ("jso", 0.3, 0.8, 0.5)]
)
def test_the_memories_of_l_shade_and_jso_take_lehmer_means(adaptation, start_f, start_cr, keep):
    made = engine(adaptation=adaptation, population=4, lower=[0, 0], upper=[1, 1])
    assert np.all(made.memory_f == start_f)
    assert np.all(made.memory_cr == start_cr)
    made.fitness[:] = [10.0, 8.0, 6.0, 4.0]
    made.propose()
    made.scale[:] = F = np.array([0.2, 0.9, 0.5, 0.7])
    made.rate[:] = Cr = np.array([0.1, 0.6, 0.4, 0.8])
    made.accept(np.array([9.0, 5.0, 6.0, 2.0]))
    won, gains = [0, 1, 3], [1.0, 3.0, 2.0]
    assert made.memory_f[0] == pytest.approx(keep * start_f + (1 - keep) * lehmer(F[won], gains))
    assert made.memory_cr[0] == pytest.approx(keep * start_cr + (1 - keep) * lehmer(Cr[won], gains))
    made.fitness[:] = 10.0
    made.propose()
    made.rate[:] = 0.0
    made.accept(np.array([9.0, 5.0, 6.0, 2.0]))
    assert made.memory_cr[1] == -1.0  # only rates of 0 worked: for good
    made.memory_cr[:] = -1.0
    if adaptation == "l-shade":
        made.parameters()
        assert np.all(made.rate == 0.0)


@pytest.mark.parametrize(
    ("adaptation", "after_zero", "later"),
    [
        ("l-shade", -1.0, -1.0),
        ("jso", -1.0, -1.0),
        ("l-shade[zero=program,memory=1]", -1.0, 0.6),
        ("jso[zero=program,memory=1]", 0.5 * (0.8 - 1.0), 0.5 * (-0.1 + 0.6)),
    ],
)
def test_a_rate_of_zero_stays_by_the_text_and_not_in_the_program(adaptation, after_zero, later):
    """Both as the authors' C++ has it: L-SHADE's writes 0 before it asks for -1, jSO's takes the mean with -1."""
    made = engine(adaptation=adaptation, population=4, lower=[0, 0], upper=[1, 1])
    slots = len(made.memory_cr)
    for worked, expected in ((0.0, after_zero), (0.6, later)):
        for _ in range(slots):
            made.fitness[:] = 10.0
            made.propose()
            made.rate[:] = worked
            made.accept(np.array([9.0, 10.0, 10.0, 10.0]))
        assert made.memory_cr == pytest.approx(np.full(slots, expected))


def test_jso_limits_f_and_cr_early_and_has_one_slot_of_nine_tenths():
    made = engine(adaptation="jso", population=4000, lower=[0, 0], upper=[1, 1], budget=40_000)
    limits = {0: (0.7, 0.7), 12_000: (0.7, 0.6), 20_000: (0.7, 0.0), 28_000: (1.0, 0.0)}
    for evaluations, (most_f, least_cr) in limits.items():
        while made.evaluations < evaluations:
            made.propose()
            made.accept(np.zeros(made.active))
        made.memory_f[:] = 0.5
        made.memory_cr[:] = 0.3
        made.parameters()
        assert made.scale.max() == most_f
        assert made.rate.min() >= least_cr
        if evaluations == 28_000:
            assert np.mean(made.rate > 0.7) == pytest.approx(0.2 * stats.norm.sf(-2), abs=0.02)  # the fixed slot


@pytest.mark.parametrize("mutation", ib.mutations())
def test_modules_go_with_every_operator_and_keep_the_box_and_the_budget(mutation):
    modules = ALL if mutation in ABLE else {**ALL, "archive": "none"}
    for crossover, boundary in itertools.product(ib.crossovers(), ib.boundaries()):
        problem = ib.problem("bbob", function=5, dimension=4)
        r = ib.DE(mutation, crossover, boundary, population=14, **modules).run(
            problem, budget=700, runs=2, seed=3, target=None
        )
        assert np.all((r.x >= problem.lower) & (r.x <= problem.upper))
        assert np.all(r.evaluations == 700)
        np.testing.assert_allclose(problem.precision(r.x), r.precision, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("adaptation", ib.adaptations())
@pytest.mark.parametrize("family", [*ALL, "all"])
def test_a_run_with_modules_is_resumed_bit_for_bit(tmp_path, family, adaptation):
    modules = ALL if family == "all" else {family: ALL[family]}
    de = ib.DE("target-to-pbest/1", boundary="resampling", adaptation=adaptation, population=12, **modules)

    def values(points):
        return np.floor(((points - 0.3) ** 2).sum(axis=1) * 4) / 4  # plateaus: restarts

    opt = de.start([(-1, 1)] * 3, budget=900, seed=5)
    step = 0
    while not opt.finished:
        points = opt.ask()
        if step % 7 == 3:
            opt.save(tmp_path / "run.npz")
            again = ib.load(tmp_path / "run.npz")
            assert np.array_equal(again.ask(), points)
            opt = again
        opt.tell(values(points))
        step += 1
    whole = de.start([(-1, 1)] * 3, budget=900, seed=5)
    while not whole.finished:
        whole.tell(values(whole.ask()))
    assert np.array_equal(whole.population, opt.population)
    assert np.array_equal(whole.result.x, opt.result.x)
    assert whole.result.nit == opt.result.nit


def test_modules_have_the_same_bits_natively_and_driven_from_python():
    de = ib.DE("target-to-pbest/1", population=12, **ALL)
    problem = ib.problem("bbob", function=7, dimension=3)
    native = de.run(problem, budget=3000, runs=3, seed=2, target=None)
    driven = run_in_python(
        de, problem, budget=3000, runs=3, seed=2, target=None, workers=1, first_run=0, stop=ib.StopFlag()
    )
    assert np.array_equal(native.x, driven["x"])
    assert np.array_equal(native.repaired, driven["repaired"])


def test_own_operators_see_the_population_as_it_is_now():
    sizes = []

    @ib.mutation("towards-everyone", minimum_population=4)
    def towards(g):
        sizes.append(len(g.population))
        a, b = g.distinct(2)
        return g.targets + g.F * (g.population[a] - g.population[b]), g.targets

    try:
        ib.DE("towards-everyone", population=20, reduction="linear").run(
            ib.problem("bbob", function=1, dimension=2), budget=400, target=None
        )
    finally:
        ib.catalogue.remove("mutation", "towards-everyone")
    assert sizes[0] == 20 - 1  # one generation's worth of the budget is used
    assert sizes[-1] < 8


def test_without_a_budget_there_is_nothing_to_plan_with():
    with pytest.raises(ib.InvalidArgumentError, match=r"^reduction='linear' plans with a budget; got budget=None"):
        ib.DE(reduction="linear").start([(-1, 1)] * 2)
    both = r"^reduction='linear' and restart='[\w-]+' plan with a budget"
    with pytest.raises(ib.InvalidArgumentError, match=both):
        ib.DE(reduction="linear", restart=ib.catalogue.names("restart")[1]).start([(-1, 1)] * 2)


def test_an_unknown_module_is_named_with_what_is_allowed():
    with pytest.raises(
        ib.UnknownOperatorError, match="reduction must be one of 'none', 'linear', 'nonlinear'; got 'lin'"
    ):
        ib.DE(reduction="lin")
    with pytest.raises(ib.InvalidArgumentError, match=r"size of external must be in \[0.01, 10\]; got 99"):
        ib.DE("target-to-pbest/1", archive="external[size=99]")


def test_shade_takes_a_memory_of_its_own_size():
    made = engine(adaptation="shade[memory=5]", population=12, lower=[0, 0], upper=[1, 1])
    assert len(made.memory_f) == len(made.memory_cr) == 5
    assert len(engine(adaptation="shade", population=12, lower=[0, 0], upper=[1, 1]).memory_f) == 12
