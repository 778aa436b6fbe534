"""The operators' names as types follow the core's lists, and every place that takes a name takes them."""

import sys
from inspect import signature
from typing import get_args

import pytest

import inbounds as ib
from inbounds.operators import operator_names
from tests.package.shell import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from write_operator_names import TARGET, module_text


def test_the_types_are_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == module_text(), "run tools/write_operator_names.py (make build does)"


@pytest.mark.parametrize("family", [*ib.catalogue.FAMILIES, *ib.catalogue.MODULES])
def test_de_and_minimize_take_the_names_and_any_other_text(family):
    names = set(get_args(getattr(operator_names, f"{family.capitalize()}Name")))
    for function in (ib.DE, ib.minimize):
        annotation = signature(function).parameters[family].annotation  # a text, which help() shows as it is
        taken = get_args(eval(annotation, {"named": operator_names}))
        assert str in taken
        assert {name for part in taken for name in get_args(part)} == names
