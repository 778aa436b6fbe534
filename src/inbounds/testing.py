"""The promises of an operator, as checks in plain words that built-in ones and users' own must pass alike.

>>> from inbounds.testing import check_boundary
>>> check_boundary("reflection")
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.stages import Run
from inbounds.arrays import Floats
from inbounds.errors import InboundsError, quoted
from inbounds.operators import catalogue
from inbounds.operators.generation import Generation
from inbounds.operators.module_paths import registered_name

POPULATION = 12
NEAR = 0.5  # widths of the box
FAMILIES = ("mutation", "crossover", "boundary")


class ConformanceError(InboundsError, AssertionError):
    """An operator does not keep its family's promises; the message lists which, and on what input."""


@dataclass(frozen=True)
class Case:
    """A box, and a population in it."""

    title: str
    lower: Floats
    upper: Floats

    def population(self, rng: np.random.Generator, size: int) -> Floats:
        """Return points of the box, some of them on its walls."""
        share = rng.random((size, len(self.lower)))
        share[rng.random(share.shape) < 0.1] = 0.0
        share[rng.random(share.shape) < 0.1] = 1.0
        return np.clip(self.lower + share * (self.upper - self.lower), self.lower, self.upper)


def _cases() -> tuple[Case, ...]:
    def case(title: str, lower: Any, upper: Any) -> Case:
        return Case(title, np.array(lower, dtype=float), np.array(upper, dtype=float))

    return (
        case("the box [-5, 5]^6", [-5.0] * 6, [5.0] * 6),
        case("a box without symmetry", [-1.0, 0.0, 3.0, -200.0, 1e-3], [2.0, 1e-6, 3.5, -100.0, 10.0]),
        case("one variable", [-2.0], [7.0]),
        case("a fixed variable (low = high)", [-5.0, 1.5, -5.0], [5.0, 1.5, 5.0]),
        case("a narrow box far from zero", [1e8, -1e8], [1e8 + 1e-3, -1e8 + 1e-3]),
        case("a huge box", [-1e150] * 3, [1e150] * 3),
    )


CASES = _cases()
Check: TypeAlias = Callable[[str, Case], None]


class Promise:
    """A check with the sentence it stands for."""

    def __init__(self, sentence: str, check: Check) -> None:
        self.sentence = sentence
        self.check = check

    def __repr__(self) -> str:
        return self.sentence


def check_boundary(name: str) -> None:
    """Check the boundary method `name` (options in [ ] allowed); raise ConformanceError with all that is wrong."""
    check("boundary", name)


def check_mutation(name: str) -> None:
    """Check the mutation `name`; raise ConformanceError with all that is wrong."""
    check("mutation", name)


def check_crossover(name: str) -> None:
    """Check the crossover `name`; raise ConformanceError with all that is wrong."""
    check("crossover", name)


def check(family: str, name: str) -> None:
    """Check the operator `name` of `family`; raise ConformanceError with all that is wrong."""
    name = catalogue.canonical(family, registered_name(family, name))
    wrong = list(broken_promises(family, name))
    if wrong:
        count = f"{len(wrong)} promises" if len(wrong) > 1 else "a promise"
        raise ConformanceError(f"{family} {name!r} breaks {count}:\n- " + "\n- ".join(wrong))


def broken_promises(family: str, name: str) -> Iterator[str]:
    """Yield one sentence for each promise that `name` does not keep, with the input that showed it.

    A fault that shows in several promises in the same way is told once.
    """
    told = set()
    for promise in promises(family):
        for case in CASES:
            try:
                promise.check(name, case)
            except Exception as error:
                if (fault := _told(error)) not in told:
                    told.add(fault)
                    yield f"{promise.sentence}: on {case.title}, {fault}"
                break


def promises(family: str) -> tuple[Promise, ...]:
    """Return what every operator of `family` promises."""
    if family not in FAMILIES:
        raise InboundsError(f"family must be one of {quoted(FAMILIES)}; got {family!r}")
    return {"boundary": BOUNDARY, "mutation": MUTATION, "crossover": CROSSOVER}[family]


def _told(error: Exception) -> str:
    text = str(error) if isinstance(error, InboundsError) else f"{type(error).__name__}: {error}"
    if "read-only" in text:
        text = "it writes to an input; only generation.donors is the operator's own"
    return text.partition("\n")[0]


class Stand:
    """A run stopped in the middle of a generation, with donors and bases put there by the check."""

    def __init__(self, case: Case, *, seed: int = 1, size: int = POPULATION, **operators: Any) -> None:
        rng = np.random.default_rng(seed)
        operators.setdefault("population", size)
        self.case = case
        self.run = Run(DE(**operators), case.lower, case.upper, budget=10 * operators["population"] - 1, seed=seed)
        self.engine = self.run.engine
        self.run.propose()
        self.engine.trials[...] = case.population(rng, operators["population"])
        self.run.accept(rng.normal(size=operators["population"]))
        self.engine.parameters()
        self.targets = np.array(self.engine.population)
        self.bases = self.targets[::-1].copy()

    def put(self, donors: Floats) -> None:
        """Set the donors."""
        self.engine.trials[...] = donors
        self.engine.set_bases(self.bases)

    def repaired(self, donors: Floats) -> Floats:
        """Return what the boundary method makes of `donors`."""
        self.put(donors)
        self.run.repair()  # donors from outside cannot be drawn again: what is left of resampling is its last resort
        return np.array(self.engine.trials)

    def unchanged(self) -> None:
        """Require that population and box are as they were."""
        _require(np.array_equal(self.engine.population, self.targets), "the population was changed")
        same = np.array_equal(self.run.lower, self.case.lower) and np.array_equal(self.run.upper, self.case.upper)
        _require(same, "the box was changed")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ConformanceError(otherwise)


def _inside(case: Case, rows: Floats) -> Any:
    return ((rows >= case.lower) & (rows <= case.upper)).all(axis=1)


def _require_inside(case: Case, given: Floats, got: Floats) -> None:
    wrong = np.argwhere(~((got >= case.lower) & (got <= case.upper)))
    if len(wrong):
        row, j = wrong[0]
        raise ConformanceError(
            f"{float(given[row, j])!r} became {float(got[row, j])!r}, outside "
            f"[{float(case.lower[j])!r}, {float(case.upper[j])!r}]"
        )


def _donors(case: Case, far: float) -> Floats:
    """Return donors up to `far` widths outside the box, some coordinates inside it; fixed variables leave it too."""
    rng = np.random.default_rng(7)
    width = np.where(case.upper > case.lower, case.upper - case.lower, 1.0)
    donors = case.lower + width * rng.uniform(-far, 1.0 + far, (POPULATION, len(case.lower)))
    inside = case.population(rng, POPULATION)
    return np.where(rng.random(donors.shape) < 0.3, inside, donors)


def _kind(name: str) -> str:
    return catalogue.choose("boundary", name).info.kind


def _repairs_from(far: float) -> Check:
    def keeps(name: str, case: Case) -> None:
        if _kind(name) == "penalise":
            return
        donors = _donors(case, far)
        stand = Stand(case, boundary=name)
        _require_inside(case, donors, stand.repaired(donors))

    return keeps


def _repairs_nonfinite(name: str, case: Case) -> None:
    if _kind(name) == "penalise":
        return
    donors = _donors(case, NEAR)
    donors[0, 0], donors[1, 0], donors[2, 0] = np.nan, np.inf, -np.inf
    donors[3, :], donors[4, :] = np.inf, np.nan
    _require_inside(case, donors, Stand(case, boundary=name).repaired(donors))


def _leaves_feasible_donors(name: str, case: Case) -> None:
    if _kind(name) == "transform":
        return
    donors = case.population(np.random.default_rng(3), POPULATION)
    donors[0], donors[1] = case.lower, case.upper
    stand = Stand(case, boundary=name)
    got = stand.repaired(donors)
    _require(np.array_equal(got, donors), "a donor inside the box, or on its wall, was moved")
    _require(not stand.engine.repaired.any(), "a donor inside the box was counted as repaired")


def _counts_repairs(name: str, case: Case) -> None:
    if _kind(name) in ("transform", "penalise"):
        return
    donors = _donors(case, NEAR)
    stand = Stand(case, boundary=name)
    stand.repaired(donors)
    right = np.array_equal(stand.engine.repaired.astype(bool), ~_inside(case, donors))
    _require(right, "the donors counted as repaired are not those that were infeasible")


def _boundary_is_deterministic(name: str, case: Case) -> None:
    donors = _donors(case, NEAR)
    first, second = (Stand(case, boundary=name).repaired(donors) for _ in range(2))
    _require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


def _boundary_keeps_inputs(name: str, case: Case) -> None:
    stand = Stand(case, boundary=name)
    stand.repaired(_donors(case, NEAR))
    stand.unchanged()


def _whole_runs_stay_inside(family: str) -> Check:
    def keeps(name: str, case: Case) -> None:
        size = max(POPULATION, _least_population(family, name))
        operators: dict[str, Any] = {"adaptation": "constant[F=1]", "population": size, family: name}
        run = Run(DE(**operators), case.lower, case.upper, budget=7 * size + 1, seed=5)
        rng = np.random.default_rng(5)
        while not run.finished:
            points = run.propose()
            _require(bool(np.isfinite(points).all()), "a point to evaluate is not finite")
            _require(bool(_inside(case, points).all()), "a point to evaluate is outside the box")
            run.accept(rng.normal(size=len(points)))

    return keeps


def _least_population(family: str, name: str) -> int:
    return catalogue.choose(family, name).info.minimum_population


def _fitness(values: Floats) -> Callable[[Stand], None]:
    def put(stand: Stand) -> None:
        stand.engine.fitness[...] = values

    return put


def _mutated(name: str, case: Case, size: int, prepare: Callable[[Stand], None] = lambda stand: None) -> Stand:
    stand = Stand(case, mutation=name, boundary="projection", size=size)
    prepare(stand)
    stand.run.mutate()
    stand.unchanged()
    _require(not np.isnan(stand.engine.trials).any(), "a donor is NaN")
    _require(bool(_inside(case, stand.engine.bases()).all()), "a base vector is outside the box")
    return stand


def _makes_donors(name: str, case: Case) -> None:
    stand = _mutated(name, case, max(POPULATION, _least_population("mutation", name)))
    free = case.upper > case.lower
    moved = (stand.engine.trials != stand.targets)[:, free].any()
    _require(bool(moved), "every donor is its own target, though the population is diverse")


def _works_with_the_least_population(name: str, case: Case) -> None:
    _mutated(name, case, _least_population("mutation", name))


def _works_without_diversity(name: str, case: Case) -> None:
    def collapse(stand: Stand) -> None:
        stand.engine.population[...] = stand.targets[0]
        stand.targets = np.array(stand.engine.population)

    stand = _mutated(name, case, max(POPULATION, _least_population("mutation", name)), collapse)
    _require(bool(np.isfinite(stand.engine.trials).all()), "a donor is not finite")


def _works_with_any_fitness(name: str, case: Case) -> None:
    size = max(POPULATION, _least_population("mutation", name))
    for values in (np.full(size, np.inf), np.zeros(size), np.linspace(-1e300, 1e300, size)):
        _mutated(name, case, size, _fitness(values))


def _works_on_few_rows(name: str, case: Case) -> None:
    """The last generation of a budget, and resampling, ask for fewer donors than there are individuals."""
    operators: dict[str, Any] = {"mutation": name, "boundary": "resampling"}
    size = max(POPULATION, _least_population("mutation", name))
    run = Run(DE(**operators, population=size), case.lower, case.upper, budget=size + 3, seed=2)
    run.propose()
    run.accept(np.arange(float(size)))
    points = run.propose()
    _require(points.shape == (3, len(case.lower)), f"3 points were to be made; got {len(points)}")


def _mutation_is_deterministic(name: str, case: Case) -> None:
    size = max(POPULATION, _least_population("mutation", name))
    first, second = (np.array(_mutated(name, case, size).engine.trials) for _ in range(2))
    _require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


def _crossed(name: str, case: Case, rate: float | None = None, seed: int = 1) -> tuple[Stand, Floats, Floats]:
    stand = Stand(case, crossover=name, boundary="projection", seed=seed)
    donors = case.population(np.random.default_rng(11), POPULATION)
    if rate is not None:
        stand.engine.rate[...] = rate
    stand.put(donors)
    stand.run.cross()
    stand.unchanged()
    return stand, donors, np.array(stand.engine.trials)


def _mixes(name: str, case: Case) -> None:
    for rate in (0.0, 0.3, 1.0):
        stand, donors, trials = _crossed(name, case, rate)
        _require_inside(case, donors, trials)
        if catalogue.choose("crossover", name).info.kind != "blend":
            known = (trials == donors) | (trials == stand.targets)
            _require(bool(known.all()), "a coordinate is neither the donor's nor the target's")
            different = (donors != stand.targets).all(axis=1)
            taken = ((trials == donors) & (donors != stand.targets)).any(axis=1)
            _require(bool(taken[different].all()), f"a trial took nothing from its donor (Cr = {rate:g})")


def _crossover_is_deterministic(name: str, case: Case) -> None:
    first, second = (_crossed(name, case)[2] for _ in range(2))
    _require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


def _keeps_types(family: str) -> Check:
    """Only a Python function can get this wrong, so only a Python function is asked."""

    def keeps(name: str, case: Case) -> None:
        choice = catalogue.choose(family, name)
        if choice.info.function is None:
            return
        seen: list[tuple[Generation, tuple[Floats, ...]]] = []
        function = choice.info.function

        def watched(generation: Generation, **options: float) -> Any:
            seen.append((generation, tuple(np.array(array) for array in _inputs(generation))))
            return function(generation, **options)

        size = max(POPULATION, choice.info.minimum_population)
        operators: dict[str, Any] = {"boundary": "projection", family: name}
        stand = Stand(case, size=size, **operators)
        stand.run.watch(family, watched)
        inside = case.population(np.random.default_rng(7), size)
        stand.put(_donors(case, NEAR)[:1].repeat(size, axis=0) if family == "boundary" else inside)
        {"mutation": stand.run.mutate, "boundary": stand.run.repair, "crossover": stand.run.cross}[family]()
        for generation, before in seen:
            for array, copy in zip(_inputs(generation), before, strict=True):
                _require(
                    np.array_equal(array, copy, equal_nan=True), "an input other than generation.donors was changed"
                )

    return keeps


def _inputs(generation: Generation) -> tuple[Floats, ...]:
    g = generation
    return g.population, g.fitness, g.targets, g.bases, g.lower, g.upper, g.F, g.Cr


BOUNDARY = (
    Promise("A donor a little outside comes back into the box", _repairs_from(NEAR)),
    Promise("A donor far outside comes back into the box", _repairs_from(1e3)),
    Promise("A donor extremely far outside comes back into the box", _repairs_from(1e100)),
    Promise("Infinite and NaN coordinates come back into the box", _repairs_nonfinite),
    Promise("A donor inside the box, or on its wall, stays where it is", _leaves_feasible_donors),
    Promise("The repaired share counts exactly the infeasible donors", _counts_repairs),
    Promise("The same seed gives the same result", _boundary_is_deterministic),
    Promise("Population and box are left alone", _boundary_keeps_inputs),
    Promise("Inputs other than the donors are left alone", _keeps_types("boundary")),
    Promise("No run evaluates a point outside the box", _whole_runs_stay_inside("boundary")),
)
MUTATION = (
    Promise("Every individual gets a donor of numbers, not all of them their targets", _makes_donors),
    Promise("The least population it names is enough", _works_with_the_least_population),
    Promise("A population of one repeated point gives finite donors", _works_without_diversity),
    Promise("Infinite, equal and huge fitness values are no trouble", _works_with_any_fitness),
    Promise("Fewer rows than individuals can be asked for", _works_on_few_rows),
    Promise("The same seed gives the same result", _mutation_is_deterministic),
    Promise("Inputs other than the donors are left alone", _keeps_types("mutation")),
    Promise("No run evaluates a point outside the box", _whole_runs_stay_inside("mutation")),
)
CROSSOVER = (
    Promise("Every trial mixes its donor and its target, and takes something from the donor", _mixes),
    Promise("The same seed gives the same result", _crossover_is_deterministic),
    Promise("Inputs other than the donors are left alone", _keeps_types("crossover")),
    Promise("No run evaluates a point outside the box", _whole_runs_stay_inside("crossover")),
)
