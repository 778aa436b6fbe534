"""A run of the user's own function and operators, recorded stage by stage in two coordinates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from inbounds.algorithm.de import DE
from inbounds.algorithm.objective import Evaluation, evaluation
from inbounds.algorithm.stages import Run
from inbounds.arguments import whole_number
from inbounds.arrays import Booleans, Floats
from inbounds.box import BoundsLike, as_box
from inbounds.errors import InvalidArgumentError
from inbounds.operators import catalogue
from inbounds.playground.choices import BOUND
from inbounds.report.packed_arrays import flags, floats

POINTS: Final = ("before", "donors", "repaired", "trials", "population")


@dataclass(frozen=True)
class Recording:
    """What every generation made: points (generations, individuals, 2), and flags and numbers beside them.

    The points are in the units of the picture: the box is [-5, 5] in both coordinates. The first generation is the
    initial population.
    """

    title: str
    algorithm: DE
    coordinates: tuple[int, int]
    lower: Floats
    upper: Floats
    points: dict[str, Floats]
    outside: Booleans
    accepted: Booleans
    best: Floats
    share: Floats
    diversity: Floats
    evaluations: Floats
    landscape: Floats | None

    def as_data(self) -> dict[str, Any]:
        """Return the recording as the page takes it."""
        family = {name: catalogue.label(name, getattr(self.algorithm, name)) for name in catalogue.FAMILIES}
        return {
            "title": self.title,
            "algorithm": family,
            "summary": self.algorithm.choices["boundary"].info.summary,
            "penalises": self.algorithm.choices["boundary"].info.kind == "penalise",
            "dimension": len(self.lower),
            "axes": [
                {"name": f"x{j}", "low": float(self.lower[j]), "high": float(self.upper[j])} for j in self.coordinates
            ],
            "points": {name: floats(rows) for name, rows in self.points.items()},
            "outside": flags(self.outside),
            "accepted": flags(self.accepted),
            "numbers": {name: floats(getattr(self, name)) for name in ("best", "share", "diversity", "evaluations")},
            "landscape": None if self.landscape is None else floats(self.landscape),
        }


def record(
    fun: Callable[..., Any],
    bounds: BoundsLike,
    *,
    de: DE | None = None,
    coordinates: tuple[int, int] = (0, 1),
    generations: int = 60,
    seed: int = 0,
    vectorized: bool = False,
    landscape: int = 61,
    title: str | None = None,
) -> Recording:
    """Run `de` on `fun` and keep what each stage of each generation made, seen in two coordinates.

    Parameters
    ----------
    fun, bounds, vectorized
        As in `inbounds.minimize`.
    de
        The algorithm, with the core's operators or registered ones.
    coordinates
        The two that are shown.
    generations
        How many, after the initial population.
    landscape
        The function is evaluated on a square grid of so many points per side, in the plane of the two coordinates
        through the best point found; 0 leaves it out.
    """
    de = DE(population=30) if de is None else de
    lower, upper = as_box(bounds)
    shown = _checked(coordinates, lower, upper)
    generations = whole_number("generations", generations)
    landscape = whole_number("landscape", landscape, least=0)
    with evaluation(fun, (), vectorized=vectorized, workers=1) as evaluate:
        run = Run(de, lower, upper, seed=seed)
        frames = [_initial(run, evaluate)]
        frames += [_generation(run, evaluate) for _ in range(generations)]
        plane = _plane(evaluate, run.engine.best_x, lower, upper, shown, landscape) if landscape else None
    side = upper - lower
    picture = {
        name: BOUND * (2 * ((np.array([frame[name] for frame in frames]) - lower) / np.where(side > 0, side, 1)) - 1)
        for name in POINTS
    }
    everywhere = np.array([frame["population"] for frame in frames]) / np.where(side > 0, side, 1)
    return Recording(
        title=str(title or getattr(fun, "__name__", "objective")),
        algorithm=de,
        coordinates=shown,
        lower=lower,
        upper=upper,
        points={name: rows[:, :, list(shown)] for name, rows in picture.items()},
        outside=np.array([frame["outside"] for frame in frames], dtype=bool),
        accepted=np.array([frame["accepted"] for frame in frames], dtype=bool),
        best=np.array([frame["best"] for frame in frames]),
        share=np.array([frame["share"] for frame in frames]),
        diversity=np.linalg.norm(everywhere - everywhere.mean(axis=1, keepdims=True), axis=2).mean(axis=1),
        evaluations=np.array([frame["evaluations"] for frame in frames], dtype=float),
        landscape=plane,
    )


def _checked(coordinates: tuple[int, int], lower: Floats, upper: Floats) -> tuple[int, int]:
    wanted = tuple(coordinates)
    if len(wanted) != 2 or wanted[0] == wanted[1] or not all(0 <= j < len(lower) for j in wanted):
        raise InvalidArgumentError(
            f"coordinates must be two different ones in 0 … {len(lower) - 1} (the function needs at least two); "
            f"got {coordinates!r}"
        )
    for j in wanted:
        if lower[j] == upper[j]:
            raise InvalidArgumentError(f"coordinate {j} is fixed at {lower[j]:g} by its bounds: nothing moves there")
    return wanted


def _initial(run: Run, evaluate: Evaluation) -> dict[str, Any]:
    run.accept(evaluate(run.propose()))
    population = np.array(run.engine.population)
    size = len(population)
    return {
        **dict.fromkeys(POINTS, population),
        "outside": np.zeros(size, dtype=bool),
        "accepted": np.ones(size, dtype=bool),
        **_numbers(run),
    }


def _generation(run: Run, evaluate: Evaluation) -> dict[str, Any]:
    engine = run.engine
    made: dict[str, Any] = {"before": np.array(engine.images)}
    values_before = np.array(engine.fitness)
    engine.parameters()
    run.mutate()
    after_crossover = run.de.choices["boundary"].stage != "donor"
    if after_crossover:  # what is treated, and shown as leaving the box, is the trial then
        run.cross()
    made["donors"] = np.array(engine.trials)
    run.repair()
    made["repaired"] = np.array(engine.trial_images)
    if not after_crossover:
        run.cross()
    engine.penalise()
    made["trials"] = np.array(engine.trial_images)
    made["outside"] = np.array(engine.repaired, dtype=bool)
    run.accept(evaluate(engine.points()))
    made["population"] = np.array(engine.images)
    made["accepted"] = np.asarray(engine.fitness) != values_before
    return {**made, **_numbers(run)}


def _numbers(run: Run) -> dict[str, float]:
    engine = run.engine
    return {"best": engine.best, "share": engine.repaired_share, "evaluations": engine.evaluations}


def _plane(
    evaluate: Evaluation, best: Floats, lower: Floats, upper: Floats, shown: tuple[int, int], side: int
) -> Floats:
    """Return the function in the plane of two coordinates through `best`, row by row from the top."""
    steps = (np.arange(side) + 0.5) / side
    rows = np.tile(best, (side * side, 1))
    across, up = shown
    rows[:, across] = np.tile(lower[across] + steps * (upper[across] - lower[across]), side)
    rows[:, up] = np.repeat(upper[up] - steps * (upper[up] - lower[up]), side)
    return evaluate(rows).reshape(side, side)
