"""The core in WebAssembly is the core: same seed, same operators, same path as the portable native one, bit for bit.

Two things are not the core's own and differ between the C++ libraries: `std::nth_element` leaves the best few in
another order, so that `target-to-pbest/1` and `target-to-pbest-w/1` draw others of them; and cos and log, which make
the rotations of BBOB, may differ in the last bit, so that rotated functions agree to about 1e-10 of their value.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inbounds.operators import catalogue
from inbounds.problems import functions
from tests.playground.conftest import ROOT, Node

pytestmark = pytest.mark.xdist_group("playground")

UNROTATED = (1, 2, 3, 4, 5, 8, 20)
# Boundary methods with exp, log or pow of the C library in them, which may differ in the last bit.
LIBRARY_MATHEMATICS = ("exponential-", "beta")
ORDER_OF_THE_BEST_FEW = ("target-to-pbest/1", "target-to-pbest-w/1")
STANDARD = {"mutation": "rand/1", "crossover": "binomial", "boundary": "reflection", "adaptation": "shade"}

on_x86 = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"),
    reason="elsewhere the portable core fuses multiplications and additions",
)

RUNS = """
const core = await openCore(readFileSync(given.module));
return given.jobs.map((job) => {
  const landscape = core.landscape(job);
  if (job.points) return Array.from(landscape.evaluate(Float64Array.from(job.points)));
  const run = landscape.run(job);
  if (job.watched) while (run.watch()); else while (run.advance(7));
  return { best: run.progress.best, share: run.progress.share, evaluations: run.progress.evaluations, hits: run.hits };
});
"""


def job(problem: int, dimension: int, *, watched: bool = False, budget: int = 4000, **operators: str) -> dict[str, Any]:
    chosen = {
        family: {"name": name, "options": [option.standard for option in catalogue.find(family, name).options]}
        for family, name in {**STANDARD, **operators}.items()
    }
    return {
        "problem": problem, "instance": 1, "dimension": dimension, "population": 40, "seed": 7, "number": 3,
        "budget": budget, "target": 1e-8, "operators": chosen, "watched": watched,
    }  # fmt: skip


def native(jobs: list[dict[str, Any]]) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.playground.native_side"],
        input=json.dumps(jobs), capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "INBOUNDS_CORE": "baseline"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_webassembly(node: Node, core: Path, jobs: list[dict[str, Any]]) -> list[Any]:
    return node(["core.js"], RUNS, {"module": str(core), "jobs": jobs})


def test_the_operators_are_those_of_the_native_core_in_the_same_order(node: Node, core: Path) -> None:
    names = node(["core.js"], "return (await openCore(readFileSync(given))).names;", str(core))
    assert names == {family: catalogue.names(family) for family in catalogue.FAMILIES}


@on_x86
@pytest.mark.parametrize("watched", [False, True], ids=["as fast as can be", "stage by stage"])
@pytest.mark.parametrize("family", catalogue.FAMILIES)
def test_every_operator_walks_the_same_path_bit_for_bit(node: Node, core: Path, family: str, watched: bool) -> None:
    names = [name for name in catalogue.names(family) if name not in ORDER_OF_THE_BEST_FEW]
    places = [(5, 2), (8, 5), (3, 10)]
    jobs = [job(*place, watched=watched, **{family: name}) for name in names for place in places]
    for asked, ours, theirs in zip(jobs, in_webassembly(node, core, jobs), native(jobs), strict=True):
        if asked["operators"]["boundary"]["name"].startswith(LIBRARY_MATHEMATICS):
            ours["best"] = pytest.approx(ours["best"], rel=1e-6)
        assert theirs == ours, asked["operators"]


@on_x86
@pytest.mark.parametrize("mutation", ORDER_OF_THE_BEST_FEW)
def test_where_the_best_few_are_drawn_in_another_order_the_runs_begin_alike(
    node: Node, core: Path, mutation: str
) -> None:
    jobs = [job(8, 5, mutation=mutation, budget=budget) for budget in (40, 4000)]
    ours, theirs = in_webassembly(node, core, jobs), native(jobs)
    assert ours[0] == theirs[0]
    assert ours[1] != theirs[1]  # should this ever fail, the exception above can go


def points(dimension: int) -> list[float]:
    return np.random.default_rng(dimension).uniform(-6, 6, 64 * dimension).tolist()


@pytest.mark.parametrize("dimension", [2, 10, 40])
def test_every_function_has_the_same_values(node: Node, core: Path, dimension: int) -> None:
    jobs = [
        {"problem": info.number, "instance": 1, "dimension": dimension, "points": points(dimension)}
        for info in functions("bbob")
    ]
    for asked, ours, theirs in zip(jobs, in_webassembly(node, core, jobs), native(jobs), strict=True):
        if asked["problem"] in UNROTATED and platform.machine() in ("x86_64", "AMD64"):
            assert ours == theirs
        else:
            np.testing.assert_allclose(ours, theirs, rtol=1e-9)


def test_a_moved_function_has_its_optimum_there_and_its_old_values_elsewhere(node: Node, core: Path) -> None:
    place, offsets = [1.5, -5.0], np.random.default_rng(1).uniform(-0.4, 0.4, (50, 2))
    for number in (3, 8, 15, 21):
        asked = {"problem": number, "instance": 1, "dimension": 2}
        own = node(["core.js"], "return (await openCore(readFileSync(given.module))).landscape(given.asked).optimum;",
                   {"module": str(core), "asked": asked})  # fmt: skip
        inside = np.array(place) + offsets * [1, 0] + np.abs(offsets) * [0, 1]
        jobs = [
            {**asked, "optimum": place, "points": [*place, *inside.ravel().tolist()]},
            {**asked, "points": [*own, *(inside - place + own).ravel().tolist()]},
        ]
        moved, still = in_webassembly(node, core, jobs)
        assert moved[0] == 0.0
        np.testing.assert_allclose(moved, still, rtol=1e-6, atol=1e-10)
