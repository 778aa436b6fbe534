"""What publishing needs is there and agrees with itself: addresses, versions, workflows, recipes."""

import json
import re
import tomllib

import inbounds as ib
from tests.package.shell import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_project_has_addresses():
    assert all(address.startswith("https://") for address in PROJECT["project"]["urls"].values())
    assert "Homepage" in PROJECT["project"]["urls"]


def test_every_python_of_the_classifiers_gets_a_wheel():
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(PROJECT["project"]["classifiers"]))
    built = re.findall(r"cp3(\d+)-", " ".join(PROJECT["tool"]["cibuildwheel"]["build"]))
    assert named == built == ["11", "12", "13", "14"]


def test_tags_publish_what_the_other_jobs_built():
    workflow = text(".github/workflows/wheels.yml")
    publish = workflow[workflow.index("  publish:") :]
    assert "needs: [wheels, sdist]" in publish
    assert "refs/tags/v" in publish
    assert "gh-action-pypi-publish" in publish


def test_the_documentation_is_kept_as_an_artifact():
    assert re.search(r"upload-artifact@v4\s+with:\s+name: documentation", text(".github/workflows/checks.yml"))


def test_zenodo_citation_and_recipe_agree_with_the_project():
    zenodo = json.loads(text(".zenodo.json"))
    assert zenodo["license"] == PROJECT["project"]["license"] == "MIT"
    assert zenodo["title"] in text("CITATION.cff")
    assert zenodo["related_identifiers"][0]["identifier"] in text("CITATION.cff")
    recipe = text("packaging/conda/recipe.yaml")
    assert f'version: "{ib.__version__}"' in recipe
    assert f"- inbounds = {PROJECT['project']['scripts']['inbounds']}\n" in recipe
    # conda has no extras: its package is that for studies
    requirements = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["studies"]]
    wanted = {re.split(r"[><=]", line)[0] for line in requirements}
    listed = set(
        re.findall(r"^    - ([a-z0-9-]+)", recipe[recipe.index("  run:") : recipe.index("tests:")], re.MULTILINE)
    )
    assert {name.replace("-base", "") for name in listed} - {"python"} == wanted
    for requirement in requirements:
        name, version = requirement.split(">=")
        assert re.search(rf"- {name}(-base)? >={re.escape(version)}$", recipe, re.MULTILINE)


def test_where_windows_stands_is_said():
    assert "Windows is not" in text("README.md")
    assert "flock" in text(".github/workflows/wheels.yml")
    assert "SECURITY.md" in text("README.md")
    assert "## Support" in text("README.md")
