"""The guide to exchanging results is run here, as it stands; what it says of its formats is tested beside."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inbounds.exchange import export_store

GUIDE = Path(__file__).parents[2] / "docs" / "howto" / "exchange.md"
ELSEWHERE = ("cocopp.main", "smac")  # minutes of drawing, tested in test_coco_export; a package that is not needed here


def python_blocks() -> list[str]:
    found = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in found if not any(word in block for word in ELSEWHERE)]


@pytest.mark.slow
def test_the_python_of_the_guide_runs(store_path, tmp_path):
    for package in ("ioh", "iohinspector", "ConfigSpace", "pandas", "pyarrow"):
        pytest.importorskip(package)
    (tmp_path / "results").symlink_to(store_path)
    code = "\n".join(python_blocks())
    assert code.count("export_store") == 2
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_targets_and_counts_are_as_the_guide_says(store_path, stored, tmp_path):
    (folder,) = export_store(
        store_path, tmp_path, functions=[15], dimensions=[5], algorithms=["rand-1_*_reflection_*"]
    ).folders
    run = stored.filter(function=15, dimension=5, mutation="rand/1", boundary="reflection", instance=1, run=0)
    lines = next(folder.rglob("*.dat")).read_text().splitlines()
    counts = [int(line.split()[0]) for line in lines[1 : lines.index(lines[0], 1)]]
    log_spaced = {1, 2, 3, 4, 6, 10, 16, 25, 40, 63, 100, 158, 251, 398, 631, 1000, 1500}
    assert set(counts) == log_spaced | {hit for hit in run["hits"][0] if hit > 0}
