"""Importing is harmless: the floating-point mode, the generators and the environment stay as they were."""

import json

from tests.package.shell import python

SUBNORMAL = """
import sys
tiny = sys.float_info.min
assert tiny / 4 > 0, "this machine had no subnormals before"
import inbounds as ib
ib.DE(population=10).run(ib.problem("bbob", function=16, dimension=3), budget=200, runs=2, workers=2)
import numpy as np
print(tiny / 4, float(np.divide(tiny, 4)), np.exp(-740.0))
"""


def test_subnormal_numbers_survive_the_import_and_a_run():
    scalar, array, exponential = map(float, python(SUBNORMAL).split())
    assert scalar == array == 2.0**-1024  # exact: the smallest normal double is 2^-1022
    assert 0 < exponential < 2.0**-1022


def test_importing_draws_no_random_numbers_and_sets_no_environment():
    code = """
import os, random, numpy as np
random.seed(1); np.random.seed(1)
before = dict(os.environ), random.getstate(), np.random.get_state()[1].tolist()
import inbounds
after = dict(os.environ), random.getstate(), np.random.get_state()[1].tolist()
print(before == after)
"""
    assert python(code).strip() == "True"


def test_importing_does_not_load_what_only_commands_need():
    code = "import sys, inbounds, json; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(python(code)))
    heavy = {"matplotlib", "plotly", "polars", "pydantic", "typer", "ioh", "cocoex", "cocopp", "mpi4py", "distributed"}
    assert not heavy & loaded
