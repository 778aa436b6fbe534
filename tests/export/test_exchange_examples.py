"""The examples of this chapter run as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "package", "said"),
    [
        ("ioh_experiment", "ioh", "90 runs of"),
        ("coco_experiment", "cocoex", "f8 2-D: expected running time"),
        ("tune_with_configspace", "ConfigSpace", "tuned"),
    ],
)
def test_the_example_runs(name, package, said, tmp_path):
    pytest.importorskip(package)
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stderr
    assert said in found.stdout
