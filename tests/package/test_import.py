"""Importing is harmless: the floating-point mode, the generators and the environment stay as they were."""

import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import inbounds
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


def test_the_parts_of_studies_are_reached_through_the_package_and_loaded_then():
    code = """
import sys, inbounds as ib
before = "polars" in sys.modules
print(before, ib.analysis.__name__, ib.experiment.__name__, "polars" in sys.modules)
"""
    assert python(code).split() == ["False", "inbounds.analysis", "inbounds.experiment", "True"]
    with pytest.raises(AttributeError, match="module 'inbounds' has no attribute 'analisys'"):
        inbounds.analisys  # noqa: B018 - looking is the test


def test_the_package_has_no_stray_names():
    stray = {
        name for name, thing in vars(inbounds).items() if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert stray <= set(inbounds.__all__)
    modules = {
        thing.__name__ for name, thing in vars(inbounds).items() if isinstance(thing, ModuleType) and name[0] != "_"
    }
    assert all(name.startswith("inbounds.") for name in modules)
    assert set(inbounds.__all__) < set(dir(inbounds))
    assert all(hasattr(inbounds, name) for name in dir(inbounds))


def test_the_api_page_follows_all(monkeypatch):
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs" / "_ext")
    page = import_module("generated_pages").api_page()
    listed = re.findall(r"^\.\. auto\w+:: inbounds\.(\w+)$", page, re.MULTILINE)
    offered = [name for name in inbounds.__all__ if not isinstance(getattr(inbounds, name), ModuleType)]
    assert sorted(listed) == sorted(offered)
