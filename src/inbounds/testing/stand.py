"""What all promises are checked with: boxes, populations, and a run stopped in the middle of a generation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.stages import Run
from inbounds.arrays import Floats
from inbounds.errors import InboundsError
from inbounds.operators import catalogue
from inbounds.operators.generation import Generation

POPULATION = 12
NEAR = 0.5  # widths of the box


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


class Stand:
    """A run stopped in the middle of a generation, with donors and bases put there by the check."""

    def __init__(self, case: Case, *, seed: int = 1, size: int = POPULATION, **operators: Any) -> None:
        rng = np.random.default_rng(seed)
        operators.setdefault("population", size)
        self.case = case
        self.run = Run(DE(**operators), case.lower, case.upper, budget=10 * operators["population"] - 1, seed=seed)
        self.engine = self.run.engine
        self.run.propose()
        self.engine.trials[...] = self.engine.trial_images[...] = case.population(rng, operators["population"])
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
        return np.array(self.engine.trial_images)

    def unchanged(self) -> None:
        """Require that population and box are as they were."""
        require(np.array_equal(self.engine.population, self.targets), "the population was changed")
        same = np.array_equal(self.run.lower, self.case.lower) and np.array_equal(self.run.upper, self.case.upper)
        require(same, "the box was changed")


def require(holds: bool, otherwise: str) -> None:
    """Raise ConformanceError with `otherwise` where a promise does not hold."""
    if not holds:
        raise ConformanceError(otherwise)


def rows_inside(case: Case, rows: Floats) -> Any:
    """Mark the rows that lie in the box."""
    return ((rows >= case.lower) & (rows <= case.upper)).all(axis=1)


def require_inside(case: Case, given: Floats, got: Floats) -> None:
    """Require that every row lies in the box; tell the first coordinate that does not."""
    wrong = np.argwhere(~((got >= case.lower) & (got <= case.upper)))
    if len(wrong):
        row, j = wrong[0]
        raise ConformanceError(
            f"{float(given[row, j])!r} became {float(got[row, j])!r}, outside "
            f"[{float(case.lower[j])!r}, {float(case.upper[j])!r}]"
        )


def donors_around(case: Case, far: float) -> Floats:
    """Return donors up to `far` widths outside the box, some coordinates inside it; fixed variables leave it too."""
    rng = np.random.default_rng(7)
    width = np.where(case.upper > case.lower, case.upper - case.lower, 1.0)
    donors = case.lower + width * rng.uniform(-far, 1.0 + far, (POPULATION, len(case.lower)))
    inside = case.population(rng, POPULATION)
    return np.where(rng.random(donors.shape) < 0.3, inside, donors)


def boundary_kind(name: str) -> str:
    """Return the kind of a boundary method."""
    return catalogue.choose("boundary", name).info.kind


def whole_runs_stay_inside(family: str) -> Check:
    """Return the check that no point of some whole runs lies outside the box."""

    def keeps(name: str, case: Case) -> None:
        size = max(POPULATION, least_population(family, name))
        operators: dict[str, Any] = {"adaptation": "constant[F=1]", "population": size, family: name}
        run = Run(DE(**operators), case.lower, case.upper, budget=7 * size + 1, seed=5)
        rng = np.random.default_rng(5)
        while not run.finished:
            points = run.propose()
            require(bool(np.isfinite(points).all()), "a point to evaluate is not finite")
            require(bool(rows_inside(case, points).all()), "a point to evaluate is outside the box")
            run.accept(rng.normal(size=len(points)))

    return keeps


def least_population(family: str, name: str) -> int:
    """Return the smallest population that an operator works with."""
    return catalogue.choose(family, name).info.minimum_population


def leaves_inputs_alone(family: str) -> Check:
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
        stand.put(donors_around(case, NEAR)[:1].repeat(size, axis=0) if family == "boundary" else inside)
        {"mutation": stand.run.mutate, "boundary": stand.run.repair, "crossover": stand.run.cross}[family]()
        for generation, before in seen:
            for array, copy in zip(_inputs(generation), before, strict=True):
                require(
                    np.array_equal(array, copy, equal_nan=True), "an input other than generation.donors was changed"
                )

    return keeps


def _inputs(generation: Generation) -> tuple[Floats, ...]:
    g = generation
    return g.population, g.fitness, g.targets, g.bases, g.lower, g.upper, g.F, g.Cr
