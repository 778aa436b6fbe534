"""Batches of runs where the objective or an operator is Python."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from inbounds import _core
from inbounds.algorithm.composition import Composition
from inbounds.algorithm.stages import Run
from inbounds.problems import ProblemLike
from inbounds.runs.recording import MEASURED_EVERY

StopFlag = _core.StopFlag


def run_in_python(
    de: Composition,
    problem: ProblemLike,
    *,
    budget: int,
    runs: int,
    seed: int,
    target: float | None,
    workers: int,
    first_run: int,
    stop: StopFlag,
    measures: bool = False,
) -> dict[str, Any] | None:
    """Run a batch where the objective or an operator is Python; arrays as the core gives them, None if stopped.

    Where objective and operators are the core's, the bits are the core's.
    """
    failed = StopFlag()

    def one(k: int) -> Mapping[str, Any] | None:
        try:
            return _run_once(de, problem, budget, seed, target, first_run + k, (stop, failed), measures)
        except BaseException:
            failed.set()
            raise

    if workers == 1 or runs == 1:
        records = [one(k) for k in range(runs)]
    else:
        with ThreadPoolExecutor(min(workers, runs)) as pool:
            try:
                records = list(pool.map(one, range(runs)))
            except BaseException:
                failed.set()
                raise
    done = [record for record in records if record is not None]
    if len(done) < runs:
        return None
    return {name: np.array([record[name] for record in done]) for name in done[0]}


def _run_once(
    de: Composition,
    problem: ProblemLike,
    budget: int,
    seed: int,
    target: float | None,
    number: int,
    stops: tuple[StopFlag, ...],
    measures: bool,
) -> dict[str, Any] | None:
    begin = time.perf_counter()
    noise = getattr(problem, "is_noise", False)
    known = problem.f_opt is not None and not noise
    run = Run(
        de,
        problem.lower,
        problem.upper,
        budget=budget,
        target=target,
        f_opt=0.0 if problem.f_opt is None else problem.f_opt,
        optimum_known=known,
        seed=seed,
        run=number,
        measured_every=MEASURED_EVERY if measures else 0,
    )
    engine = run.engine
    while not engine.finished:
        if any(flag.is_set() for flag in stops):
            return None
        points = run.propose()
        try:
            # Where all trials were refused there is nothing to ask for.
            values = engine.noise(len(points)) if noise or not len(points) else problem.precision(points)
        except Exception as error:
            error.add_note(f"raised by {problem!r} in run {number} after {engine.evaluations} evaluations")
            raise
        run.accept(values)
    return {
        "precision": engine.best,
        "evaluations": engine.evaluations,
        "repaired": engine.repaired_share,
        "nonfinite": engine.nonfinite,
        "x": engine.best_x,
        "hits": engine.hits,
        **{f"curve_{name}": engine.curve(name) for name in ("precision", "repaired", "f", "cr", "shares")},
        **({"curve_measures": engine.curve("measures"), "walls": engine.curve("walls")} if measures else {}),
        "seconds": time.perf_counter() - begin,
    }
