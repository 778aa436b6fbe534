"""A package that is not installed is named, with the extra that brings it."""

import subprocess
import sys
import tomllib

import numpy as np
import pytest

import inbounds as ib
from inbounds.errors import STUDY_PACKAGES, MissingExtraError
from tests.package.shell import ROOT, python

SHORT = {"max_evaluations": 50}


def abs_sum(x: np.ndarray) -> float:
    return float(abs(x).sum())


@pytest.mark.parametrize(
    ("package", "extra", "use"),
    [
        ("ConfigSpace", "config", lambda result: ib.configuration_space()),
        ("pandas", "pandas", lambda result: result.to_pandas()),
        ("pyarrow", "pandas", lambda result: result.to_arrow()),
        ("polars", "studies", lambda result: result.to_polars()),
        ("rich", "studies", lambda result: ib.minimize(abs_sum, [(-1, 1)], max_evaluations=50, progress=True)),
        ("matplotlib", "studies", lambda result: ib.minimize(abs_sum, [(-1, 1)], history=True, **SHORT).history.plot()),
    ],
)
def test_the_error_says_what_to_install(monkeypatch, package, extra, use):
    result = ib.DE(population=10).run(ib.problem("bbob", function=1, dimension=2), budget=20)
    for name in [
        package,
        *(name for name in sys.modules if name.startswith(f"{package}.")),
    ]:  # imported before
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=rf"{package} is needed .*pip install 'inbounds\[{extra}\]'"):
        use(result)


def test_no_bridge_imports_the_other_side_by_itself():
    others = {"ioh", "cocoex", "cocopp", "iohinspector", "ConfigSpace", "pandas", "pyarrow"}
    code = f"import sys, inbounds, inbounds.exchange; print(*{others} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.split() == []


WITHOUT_STUDIES = f"""
import sys
for name in {(*STUDY_PACKAGES, "fonttools", "pandas", "pyarrow")!r}:
    sys.modules[name] = None  # an import of it fails as if it were not installed
import inbounds as ib
"""


def test_the_base_install_minimises_and_runs():
    """NumPy and SciPy are enough for `minimize`, `differential_evolution`, `DE.run`, ask/tell and the catalogue."""
    code = f"""{WITHOUT_STUDIES}
square = lambda x: float(x @ x)
box = [(-1, 1)] * 2
small = ib.minimize(square, box, seed=1, max_evaluations=600, history=True).fun < 1e-3
as_scipy = ib.differential_evolution(square, box, maxiter=30, seed=1).fun < 1e-3
result = ib.DE(population=10).run(ib.problem("bbob", function=1, dimension=2), budget=200, runs=2)
optimizer = ib.Optimizer(ib.DE(population=10), box, budget=100, seed=1)
while not optimizer.finished:
    optimizer.tell([square(x) for x in optimizer.ask()])
print(small, as_scipy, result.precision.shape, "reflection" in ib.boundaries(), result._repr_html_() != "")
"""
    assert python(code).strip() == "True True (2,) True True"


def test_the_parts_of_studies_name_their_extra():
    code = f"""{WITHOUT_STUDIES}
from importlib import import_module
for part in ("analysis", "experiment", "exchange", "figures", "paper", "report", "cli"):
    try:
        import_module(f"inbounds.{{part}}")
    except ib.MissingExtraError as error:
        print(part, str(error).endswith("is needed for this and not installed: pip install 'inbounds[studies]'"))
"""
    parts = ("analysis", "experiment", "exchange", "figures", "paper", "report", "cli")
    assert python(code).splitlines() == [f"{part} True" for part in parts]


def test_the_command_names_the_extra_in_one_line():
    code = f"""{WITHOUT_STUDIES}
from inbounds_command import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "inbounds: typer is needed for this and not installed: pip install 'inbounds[studies]'\n"


def test_the_extra_holds_what_its_error_names():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = {line.split(">=")[0].lower() for line in project["optional-dependencies"]["studies"]}
    assert {name.lower() for name in STUDY_PACKAGES} == listed
    assert [line.split(">=")[0] for line in project["dependencies"]] == ["numpy", "scipy"]
    assert project["scripts"]["inbounds"] == "inbounds_command:main"
    assert "inbounds = inbounds_command:main" in (ROOT / "packaging" / "conda" / "recipe.yaml").read_text()
