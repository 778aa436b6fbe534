"""Own operators: how they are registered, what they see, and what happens when they break their promise."""

import pickle

import numpy as np
import pytest

import inbounds as ib
from inbounds.algorithm.stages import Run
from inbounds.operators.names_elsewhere import NAMES_ELSEWHERE

BOX = [(-5.0, 5.0)] * 3


@pytest.fixture(autouse=True)
def nothing_stays():
    before = {family: set(ib.catalogue.names(family)) for family in ib.catalogue.FAMILIES}
    yield
    for family, names in before.items():
        for name in set(ib.catalogue.names(family)) - names:
            ib.catalogue.remove(family, name)


def short(**operators):
    return ib.minimize(lambda x: float(x @ x), BOX, seed=1, population=12, max_evaluations=200, **operators)


def test_a_registered_name_is_listed_and_usable_like_a_built_in_one():
    @ib.boundary("to-the-middle")
    def to_the_middle(g):
        """Puts bad coordinates in the middle of the box."""
        outside = (g.donors < g.lower) | (g.donors > g.upper)
        return np.where(outside, (g.lower + g.upper) / 2, g.donors)

    assert ib.boundaries()[-1] == "to-the-middle"
    info = ib.catalogue.find("boundary", "to-the-middle")
    assert info.label == ib.catalogue.label("boundary", "my_package.walls:to-the-middle") == "To The Middle"
    assert info.summary == "Puts bad coordinates in the middle of the box."
    assert short(boundary="to-the-middle").repaired > 0
    result = ib.DE(boundary="to-the-middle").run(ib.problem("bbob", function=5, dimension=5), budget=1000, runs=2)
    assert result.precision.shape == (2,)


def test_arguments_with_a_number_become_options_of_the_name():
    seen = set()

    @ib.boundary("part-way")
    def part_way(g, share=0.5, power=1):
        seen.add((share, power))
        inside = np.clip(g.donors, g.lower, g.upper)
        return inside + share**power * (g.targets - inside)

    short(boundary="part-way")
    short(boundary="part-way[share=0.1234567890123]")
    assert seen == {(0.5, 1.0), (0.1234567890123, 1.0)}
    assert ib.DE(boundary="part-way[share=0.5]").boundary == "part-way"
    with pytest.raises(ib.UnknownOperatorError, match="'part-way': one of 'share', 'power', 'stage'; got 'sahre'"):
        ib.DE(boundary="part-way[sahre=1]")


def test_a_boundary_method_sees_the_infeasible_rows_and_all_that_belongs_to_them():
    seen = []

    @ib.boundary("watching")
    def watching(g):
        seen.append(g)
        k, n = g.donors.shape
        assert g.population.shape == (12, n)
        assert g.fitness.shape == (12,)
        assert g.targets.shape == g.bases.shape == (k, n)
        assert g.F.shape == g.Cr.shape == (k, 1)
        assert np.array_equal(g.targets, g.population[g.index])
        assert ((g.donors < g.lower) | (g.donors > g.upper)).any(axis=1).all()
        assert (g.population == g.bases[:, None, :]).all(axis=2).any(axis=1).all()  # rand/1: bases are individuals
        assert np.array_equal(g.best, g.population[np.argmin(g.fitness)])
        for name in ("population", "fitness", "targets", "bases", "lower", "upper", "F", "Cr"):
            assert not getattr(g, name).flags.writeable, name
        return np.clip(g.donors, g.lower, g.upper, out=g.donors)  # the donors are its own

    short(boundary="watching", mutation="rand/1")
    assert seen


def test_distinct_draws_uniformly_and_never_the_target():
    draws = []

    @ib.mutation("drawing")
    def drawing(g):
        drawn = g.distinct(3)
        assert drawn.shape == (3, len(g.index))
        draws.append(np.vstack([g.index, drawn]))
        return g.targets + 0.0

    ib.minimize(lambda X: X[:, 0], BOX, seed=1, population=6, max_evaluations=12_006, mutation="drawing",
                vectorized=True, tolerance=0)  # fmt: skip
    columns = np.hstack(draws)
    assert all(len(set(column)) == 4 for column in columns.T)
    counts = np.zeros((6, 6))
    np.add.at(counts, (columns[0].repeat(3), columns[1:].T.ravel()), 1)
    expected = 12_000 / 6 * 3 / 5  # each of five others, three times of five
    off_diagonal = counts[~np.eye(6, dtype=bool)]
    assert np.diag(counts).sum() == 0
    assert off_diagonal == pytest.approx(np.full(30, expected), rel=0.15)


def test_pbest_is_among_the_best_few():
    @ib.mutation("best-few")
    def best_few(g):
        chosen = g.pbest(0.25)
        assert (g.fitness[chosen] <= np.sort(g.fitness)[2]).all()
        return g.population[chosen]

    short(mutation="best-few")


def test_a_mutation_may_name_its_bases():
    @ib.mutation("from-the-best")
    def from_the_best(g):
        one, two = g.distinct(2)
        bases = np.tile(g.best, (len(g.index), 1))
        return bases + 3 * (g.population[one] - g.population[two]), bases

    @ib.boundary("checks-bases")
    def checks_bases(g):
        assert (g.bases == g.best).all()
        return g.bases

    short(mutation="from-the-best", boundary="checks-bases")
    assert short(mutation="from-the-best", boundary="conservatism").repaired > 0  # native, and needs the bases


def test_a_result_outside_the_box_names_operator_and_value():
    @ib.boundary("does-nothing")
    def does_nothing(g):
        return g.donors

    with pytest.raises(
        ib.OperatorError, match=r"boundary 'does-nothing' left coordinate \d of row \d+ at .*, outside \[-5.0, 5.0\]"
    ):
        short(boundary="does-nothing")


def test_a_nan_from_a_boundary_method_is_an_error():
    @ib.boundary("nan")
    def nan(g):
        return g.donors * np.nan

    with pytest.raises(ib.OperatorError, match="boundary 'nan' left coordinate 0 of row 0 at nan"):
        short(boundary="nan")


@pytest.mark.parametrize(
    "returned", [None, "donors", np.zeros(3), np.zeros((1, 2)), [[1], [2, 3]], 1j * np.zeros((12, 3))]
)
def test_anything_but_rows_of_numbers_is_an_error(returned):
    @ib.mutation("wrong")
    def wrong(g):
        return returned

    with pytest.raises(ib.OperatorError, match=r"mutation 'wrong' must return donors of shape \(12, 3\), real numbers"):
        short(mutation="wrong")


def test_a_crossover_that_leaves_the_box_is_an_error_unless_trials_are_penalised():
    @ib.crossover("overshoot", kind="blend")
    def overshoot(g):
        return g.targets + 3 * (g.donors - g.targets)

    with pytest.raises(ib.OperatorError, match="crossover 'overshoot' left coordinate"):
        short(crossover="overshoot")
    assert short(crossover="overshoot", boundary="death-penalty").repaired > 0


def test_an_exception_in_an_operator_arrives_as_it_is_with_its_name():
    @ib.boundary("divides")
    def divides(g):
        return 1 // 0

    with pytest.raises(ZeroDivisionError) as caught:
        short(boundary="divides")
    assert "raised by the boundary 'divides'" in caught.value.__notes__


def test_registering_again_replaces_as_a_notebook_needs():
    for value in (1.0, 2.0):

        @ib.boundary("again")
        def again(g, value=value):
            return np.full_like(g.donors, value)

    assert ib.boundaries().count("again") == 1
    assert ib.catalogue.find("boundary", "again").options[0].standard == 2.0


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (
            lambda: ib.boundary("reflection")(lambda g: g.donors),
            "boundary 'reflection' is built in; choose another name",
        ),
        (lambda: ib.boundary("a[b]")(lambda g: g.donors), "letters, digits"),
        (lambda: ib.boundary(lambda g: g.donors), r'registered by its name, as in @boundary\("my-name"\)'),
        (lambda: ib.boundary("x")(3), "must be a function of one generation; got 3"),
        (lambda: ib.boundary("x")(lambda: 3), "must take one generation as its first argument"),
        (lambda: ib.boundary("x")(lambda g, other: 3), "argument 'other' after the generation .* needs a number"),
        (
            lambda: ib.boundary("x", kind="penalise"),
            "kind of a boundary must be one of 'repair', 'transform'; got 'pen",
        ),
        (lambda: ib.crossover("x", kind="odd"), "kind of a crossover must be one of 'standard', 'blend'; got 'odd'"),
    ],
)
def test_a_registration_that_cannot_work_says_why(register, message):
    with pytest.raises(ib.InvalidArgumentError, match=message):
        register()


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("saturate", "projection"),
        ("clip", "projection"),
        ("mirror", "reflection"),
        ("toroidal", "wrapping"),
        ("halving", "midpoint-target"),
        ("uniform", "reinitialization"),
        ("dismiss", "conservatism"),
        ("bounce-back", "rand-base"),
        ("evolutionary", "rand-best"),
    ],
)
def test_names_of_other_libraries_are_hints_and_no_second_names(elsewhere, here):
    with pytest.raises(ib.errors.UnknownOperatorError, match=f"got '{elsewhere}'. Did you mean '{here}'?"):
        ib.DE(boundary=elsewhere)


def test_every_hint_names_an_operator():
    for family, hints in NAMES_ELSEWHERE.items():
        assert set(hints.values()) <= set(ib.catalogue.names(family))
        assert not set(hints) & set(ib.catalogue.names(family))


def halfway(g):
    return (np.clip(g.donors, g.lower, g.upper) + g.targets) / 2


def test_a_de_with_own_operators_pickles_where_the_function_can():
    ib.boundary("halfway")(halfway)
    ib.boundary("local")(lambda g: halfway(g))
    de = ib.DE(boundary="halfway", population=10)
    pickled = pickle.dumps(de)
    ib.catalogue.remove("boundary", "halfway")  # another process may not have registered it
    problem = ib.problem("bbob", function=5, dimension=2)
    assert pickle.loads(pickled) == de
    assert pickle.loads(pickled).run(problem, budget=100) == de.run(problem, budget=100)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(ib.DE(boundary="local"))


def test_a_mutation_is_shown_the_targets_as_donors_and_bases():
    """What it makes is not there yet, and nothing of the last generation is."""
    seen = []

    @ib.mutation("looks-at-bases")
    def looks(g):
        seen.append(np.array_equal(g.bases, g.targets) and np.array_equal(g.donors, g.targets))
        return g.targets + 0.3 * (g.population[g.rng.permutation(len(g.targets))] - g.targets), g.targets[::-1]

    short(mutation="looks-at-bases", boundary="projection", polish=False)
    assert len(seen) > 5
    assert all(seen)


def test_donors_that_are_made_again_bring_their_own_bases():
    """The core must hear of the base that belongs to the donor at hand, not of the first draw's."""
    calls = []

    @ib.mutation("out-then-in")
    def out_then_in(g):
        calls.append(len(g.index))
        first = len(calls) == 1
        return (g.targets + 11.0 if first else g.targets), np.full_like(g.targets, -4.0 if first else 3.0)

    run = Run(ib.DE("out-then-in", boundary="resampling", population=6), np.full(3, -5.0), np.full(3, 5.0))
    run.propose()
    run.accept(np.arange(6.0))
    run.propose()
    assert calls == [6, 6]
    assert np.array_equal(np.array(run.engine.bases()), np.full((6, 3), 3.0))
    assert np.array(run.engine.repaired, bool).all()
