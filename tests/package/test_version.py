"""The version is told once and is the same everywhere."""

import re
import tomllib
from importlib.metadata import version

import inbounds
from tests.package.shell import ROOT


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_package_metadata_and_module_agree_with_the_project_file():
    assert inbounds.__version__ == version("inbounds") == project()["version"]


def test_the_citation_names_the_version():
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == project()["version"]


def test_every_cited_work_is_in_the_bibliography():
    works = tomllib.loads((ROOT / "docs" / "bibliography.toml").read_text())
    for family in inbounds.operators.catalogue.FAMILIES:
        for info in inbounds.operators.catalogue.operators(family):
            if info.function is None:
                assert info.cite in works, info.name
                assert info.formula
                assert info.summary.endswith(".")
