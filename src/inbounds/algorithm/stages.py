"""One run, stage by stage: each stage is the core's own, or a user's function over the same buffers."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from inbounds import _core
from inbounds.algorithm.composition import Composition
from inbounds.arguments import check_memory
from inbounds.arrays import Booleans, Floats, Integers, read_only
from inbounds.errors import OperatorError
from inbounds.operators.catalogue import Choice
from inbounds.operators.generation import Generation

UNLIMITED = 2**62 - 1

Stage = Callable[[Generation], Any]


class Run:
    """One run of `de` in a box; `propose` gives the points to evaluate, `accept` takes their values.

    The values are precisions f − f_opt; with `f_opt=0` they are those of the function itself.
    """

    def __init__(
        self,
        de: Composition,
        lower: Floats,
        upper: Floats,
        *,
        budget: int = UNLIMITED,
        target: float | None = None,
        f_opt: float = 0.0,
        optimum_known: bool = False,
        seed: int = 0,
        run: int = 0,
        measured_every: int = 0,
    ) -> None:
        self.de = de
        self.lower, self.upper = read_only(lower), read_only(upper)
        check_memory(de.size(len(lower)), len(self.lower))
        engine: Any = _core.Engine(
            self.lower,
            self.upper,
            de.core_operators,
            de.size(len(lower)),
            budget,
            target,
            f_opt,
            optimum_known,
            seed,
            run,
            measured_every,
        )
        self.engine = engine
        self._stages = {family: _stage(choice, choice.info.function) for family, choice in de.choices.items()}
        boundary = de.choices["boundary"]
        self._transforms = boundary.info.kind == "transform"
        self._resamples = boundary.info.kind == "resample"
        self._penalises = "penalise" in boundary.kinds
        self._on_trial = boundary.stage != "donor"
        # A run without Python operators draws nothing for them, and so has the bits of a native one.
        self.rng = None if de.native else np.random.Generator(np.random.PCG64(self.engine.word()))

    @property
    def finished(self) -> bool:
        """True where the budget is used up or the target reached."""
        return bool(self.engine.finished)

    def propose(self) -> Floats:
        """Return the points of the next generation, (k, n); the same ones until `accept` takes their values."""
        engine = self.engine
        if self.rng is None or engine.initial:
            engine.propose()
        elif not engine.proposed:
            engine.parameters()
            self.mutate()
            for stage in (self.cross, self.repair) if self._on_trial else (self.repair, self.cross):
                stage()
            engine.penalise()
        points: Floats = engine.points()
        return points

    def accept(self, values: Floats) -> None:
        """Take the values of the proposed points, select and learn."""
        self.engine.accept(values)

    def mutate(self) -> None:
        """Make the donors, one for each of the trials, and note their base vectors."""
        stage = self._stages["mutation"]
        if stage is None:
            self.engine.mutate()
            return
        self._put(*self._donors(stage, np.arange(self.engine.active)))

    def repair(self) -> None:
        """Treat the donors that left the box."""
        stage, maker = self._stages["boundary"], self._stages["mutation"]
        if self._resamples and maker is not None:
            self._resample(maker)
            return
        if stage is None:
            self.engine.repair()
            return
        engine = self.engine
        index = engine.infeasible()
        if self._transforms:
            index = np.arange(engine.active)
        if not len(index):
            return
        generation = self._generation(index, to_boundary=True)
        repaired = self._checked("boundary", self._call("boundary", stage, generation), generation.targets.shape)
        place = engine.put_repaired(index, repaired)
        if place >= 0:
            raise self._outside("boundary", repaired, engine.trial_images[index], place)

    def cross(self) -> None:
        """Mix the donors with their targets."""
        stage = self._stages["crossover"]
        if stage is None:
            self.engine.cross()
            return
        trials = self.engine.trials
        generation = self._generation(np.arange(len(trials)))
        crossed = self._checked("crossover", self._call("crossover", stage, generation), trials.shape)
        if not self._penalises and not self._on_trial:
            inside = (crossed >= self.lower) & (crossed <= self.upper)
            if not inside.all():
                raise self._outside("crossover", crossed, trials, int(np.argmin(inside)))
        trials[...] = crossed

    def watch(self, family: str, function: Callable[..., Any]) -> None:
        """Put `function` in the place of the Python operator of `family`, with its options."""
        self._stages[family] = _stage(self.de.choices[family], function)

    def save(self) -> dict[str, Any]:
        """Return the state of the run as arrays, and that of its Python generator as plain data."""
        return {"arrays": self.engine.save(), "rng": None if self.rng is None else self.rng.bit_generator.state}

    def restore(self, arrays: Mapping[str, Any], rng: Mapping[str, Any] | None) -> None:
        """Go on from a saved state of a run with the same settings."""
        if (self.rng is None) != (rng is None):
            raise ValueError("a generator belongs to a run with Python operators, and to no other")
        self.engine.restore(dict(arrays))
        if self.rng is not None and rng is not None:
            self.rng.bit_generator.state = dict(rng)
            if self.rng.bit_generator.state["state"]["inc"] % 2 == 0:
                raise ValueError("generator is no state of PCG64")

    def _put(self, donors: Floats, bases: Floats) -> None:
        self.engine.trials[...] = donors
        self.engine.set_bases(bases)

    def _resample(self, maker: Stage) -> None:
        """Ask a Python mutation again for donors that left the box; what is still outside then goes to the core."""
        self.engine.before_outside_repair()
        donors, bases = np.array(self.engine.trials), self.engine.bases()
        outside = ~self._feasible(donors)
        resampled = outside.copy()
        for _ in range(_core.MOST_REDRAWS):
            again = np.flatnonzero(outside)
            if not len(again):
                break
            donors[again], bases[again] = self._donors(maker, again)
            outside[again] = ~self._feasible(donors[again])
        self._put(donors, bases)
        self.engine.repair()
        self.engine.repaired[: len(donors)] = resampled
        self.engine.after_outside_repair()

    def _donors(self, stage: Stage, index: Integers) -> tuple[Floats, Floats]:
        generation = self._generation(index, donors_made=False)
        targets = generation.targets
        result = self._call("mutation", stage, generation)
        donors, bases = result if isinstance(result, tuple) and len(result) == 2 else (result, targets)
        donors = self._checked("mutation", donors, targets.shape)
        if np.isnan(donors).any():
            row, column = np.argwhere(np.isnan(donors))[0]
            raise OperatorError(f"{self._named('mutation')} made a donor that is NaN (row {row}, coordinate {column})")
        bases = self._checked("mutation", bases, targets.shape, what="base vectors")
        return np.array(donors), np.array(bases)

    def _generation(self, index: Integers, *, donors_made: bool = True, to_boundary: bool = False) -> Generation:
        assert self.rng is not None
        targets, donors, bases, scale, rate = self.engine.gather(index, to_boundary)
        population = self.engine.images if to_boundary else self.engine.population
        if not donors_made:
            donors, bases = targets.copy(), targets
        return Generation(
            read_only(population), read_only(self.engine.fitness),
            index, targets, donors, bases, self.lower, self.upper, scale, rate,
            self.rng,
        )  # fmt: skip

    def _call(self, family: str, stage: Stage, generation: Generation) -> Any:
        try:
            return stage(generation)
        except Exception as error:
            error.add_note(f"raised by the {self._named(family)}")
            raise

    def _checked(self, family: str, result: Any, shape: tuple[int, ...], what: str = "") -> Floats:
        made = what or {"mutation": "donors", "boundary": "donors", "crossover": "trials"}[family]
        try:
            array = np.asarray(result)
        except ValueError:
            array = np.empty(0)
        if array.dtype.kind not in "fiu" or array.shape != shape:
            got = f"shape {array.shape} of {array.dtype}" if isinstance(result, np.ndarray) else repr(result)
            raise OperatorError(f"{self._named(family)} must return {made} of shape {shape}, real numbers; got {got}")
        return np.ascontiguousarray(array, dtype=np.float64)

    def _outside(self, family: str, rows: Floats, given: Floats, place: int) -> OperatorError:
        row, j = divmod(place, len(self.lower))
        return OperatorError(
            f"{self._named(family)} left coordinate {j} of row {row} at {float(rows[row, j])!r} (it was "
            f"{float(given[row, j])!r}), outside [{float(self.lower[j])!r}, {float(self.upper[j])!r}]"
        )

    def _feasible(self, rows: Floats) -> Booleans:
        return np.asarray(((rows >= self.lower) & (rows <= self.upper)).all(axis=1))

    def _named(self, family: str) -> str:
        return f"{family} {self.de.choices[family].name!r}"


def _stage(choice: Choice, function: Callable[..., Any] | None) -> Stage | None:
    if function is None:
        return None
    given = {option.name: value for option, value in zip(choice.info.options, choice.values, strict=True)}
    return partial(function, **given)
