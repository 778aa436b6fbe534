"""A package that is not installed is named, with the extra that brings it."""

import subprocess
import sys

import pytest

import inbounds as ib
from inbounds.errors import MissingExtraError


@pytest.mark.parametrize(
    ("package", "extra", "use"),
    [
        ("ConfigSpace", "config", lambda result: ib.configuration_space()),
        ("pandas", "pandas", lambda result: result.to_pandas()),
        ("pyarrow", "pandas", lambda result: result.to_arrow()),
    ],
)
def test_the_error_says_what_to_install(monkeypatch, package, extra, use):
    result = ib.DE(population=10).run(ib.problem("bbob", function=1, dimension=2), budget=20)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"{package} is needed .*pip install 'inbounds\[{extra}\]'"):
        use(result)


def test_no_bridge_imports_the_other_side_by_itself():
    others = {"ioh", "cocoex", "cocopp", "iohinspector", "ConfigSpace", "pandas", "pyarrow"}
    code = f"import sys, inbounds, inbounds.exchange; print(*{others} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == []
