"""The builds of the core: which one is chosen, and that the portable one does what the fast ones do."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from inbounds import _cpu
from tests.package.shell import inbounds, python

PORTABLE = {"INBOUNDS_CORE": "baseline"}
RUNNABLE = ["baseline"] + ["v3"] * _cpu.supports_v3() + ["v4"] * _cpu.supports_v4()

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


@pytest.mark.parametrize("variant", RUNNABLE)
def test_the_environment_chooses_the_core(variant):
    code = "from inbounds import _core; print(_core.VARIANT)"
    assert python(code, environment={"INBOUNDS_CORE": variant}).strip() == variant


@pytest.mark.parametrize("asked", ["v33", "avx2", "V3", *(name for name in ("v3", "v4") if name not in RUNNABLE)])
def test_a_core_that_this_machine_cannot_run_is_refused_with_those_it_can(asked):
    failed = inbounds("list", environment={"INBOUNDS_CORE": asked})
    assert failed.returncode != 0
    allowed = ", ".join(repr(name) for name in RUNNABLE)
    assert f"INBOUNDS_CORE must be one of {allowed} on this machine; got '{asked}'" in failed.stderr


# The kernel's list of what the processor has and the system lets programs use.
FLAGS = {
    "v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
    "v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
    "preferred": "avx512_vbmi2",
}


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="the kernel does not list the processor's features")
def test_a_build_needs_all_that_its_level_of_x86_64_means():
    found = re.search(r"^flags\s*:(.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    flags = set(found[1].split()) if found else set()
    has = {level: set(names.split()) <= flags for level, names in FLAGS.items()}
    assert _cpu.supports_v3() == has["v3"]
    assert _cpu.supports_v4() == (has["v3"] and has["v4"])
    assert _cpu.prefers_v4() == (has["v3"] and has["v4"] and has["preferred"])


def test_the_chosen_core_is_the_one_for_512_bits_only_where_it_is_preferred():
    expected = "v4" if _cpu.prefers_v4() else "v3" if _cpu.supports_v3() else "baseline"
    assert (
        python("from inbounds import _core; print(_core.VARIANT)", environment={"INBOUNDS_CORE": ""}).strip()
        == expected
    )


@pytest.mark.skipif(RUNNABLE == ["baseline"], reason="this machine has only the portable core")
@pytest.mark.parametrize("variant", RUNNABLE[1:])
def test_all_cores_agree_on_all_functions_to_rounding(variant):
    portable = json.loads(python(VALUES, environment=PORTABLE))["values"]
    fast = json.loads(python(VALUES, environment={"INBOUNDS_CORE": variant}))["values"]
    for function in portable:
        np.testing.assert_allclose(fast[function], portable[function], rtol=1e-9)


@pytest.mark.parametrize("variant", RUNNABLE)
def test_every_mutation_and_boundary_method_solves_the_sphere_with_every_core(variant):
    for name, precision in json.loads(python(RUNS, environment={"INBOUNDS_CORE": variant})).items():
        assert precision < 1e-2, name


def test_the_portable_core_gives_the_same_bits_for_any_number_of_workers():
    code = """
import inbounds as ib
problem = ib.problem("bbob", function=8, dimension=4)
one, two = (ib.DE(population=20).run(problem, budget=2_000, runs=5, seed=9, workers=workers) for workers in (1, 2))
print((one.x == two.x).all() and (one.precision == two.precision).all())
"""
    assert python(code, environment=PORTABLE).strip() == "True"
