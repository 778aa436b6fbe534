"""The portable core, which any machine of the family can run, does what the fast one does."""

import json

import numpy as np
import pytest

import inbounds as ib
from inbounds import _core
from tests.package.shell import python

PORTABLE = {"INBOUNDS_CORE": "baseline"}

VALUES = """
import json, numpy as np, inbounds as ib
from inbounds import _core
points = np.random.default_rng(5).uniform(-5, 5, (7, 6))
values = {f: ib.problem("bbob", function=f, instance=3, dimension=6).precision(points).tolist() for f in range(1, 25)}
print(json.dumps({"variant": _core.VARIANT, "values": values}))
"""

RUNS = """
import json, numpy as np, inbounds as ib
problem = ib.problem("bbob", function=1, dimension=5)
names = [(mutation, "reflection") for mutation in ib.mutations()] + [("rand/1", name) for name in ib.boundaries()]
worst = {}
for mutation, boundary in names:
    result = ib.DE(mutation=mutation, boundary=boundary, population=30).run(problem, budget=15_000, runs=3, seed=1)
    assert (result.x >= problem.lower).all() and (result.x <= problem.upper).all()
    worst[f"{mutation} {boundary}"] = float(result.precision.max())
print(json.dumps(worst))
"""


def test_the_environment_chooses_the_portable_core():
    assert json.loads(python(VALUES, environment=PORTABLE))["variant"] == "baseline"


@pytest.mark.skipif(_core.VARIANT == "baseline", reason="this machine has only the portable core")
def test_both_cores_agree_on_all_functions_to_rounding():
    portable = json.loads(python(VALUES, environment=PORTABLE))["values"]
    points = np.random.default_rng(5).uniform(-5, 5, (7, 6))
    for function in range(1, 25):
        fast = ib.problem("bbob", function=function, instance=3, dimension=6).precision(points)
        np.testing.assert_allclose(fast, portable[str(function)], rtol=1e-9)


def test_every_mutation_and_boundary_method_solves_the_sphere_with_the_portable_core():
    for name, precision in json.loads(python(RUNS, environment=PORTABLE)).items():
        assert precision < 1e-2, name


def test_the_portable_core_gives_the_same_bits_for_any_number_of_workers():
    code = """
import inbounds as ib
problem = ib.problem("bbob", function=8, dimension=4)
one, two = (ib.DE(population=20).run(problem, budget=2_000, runs=5, seed=9, workers=workers) for workers in (1, 2))
print((one.x == two.x).all() and (one.precision == two.precision).all())
"""
    assert python(code, environment=PORTABLE).strip() == "True"
