"""Where results came from: versions, machine and commit."""

import os
import platform
import socket
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("inbounds", "numpy", "polars", "mpi4py", "distributed")
SAME_BITS = ("inbounds", "commit", "machine", "instructions")  # a change in one of these may change the last bits


def describe_environment() -> dict[str, Any]:
    """Return versions, CPU and commit of this process as plain data."""
    return {
        "inbounds": _version("inbounds"),
        "commit": _commit(),
        "instructions": _instructions(),
        "machine": platform.machine(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": sys.version.split()[0],
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
        "host": socket.gethostname(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _instructions() -> str:
    from inbounds import _core

    return _core.VARIANT


@cache
def _commit() -> str | None:
    """Return the commit of the source tree this package runs from, or was built from, marked when it has changes."""
    tree = Path(__file__).resolve().parents[3]
    if not (tree / ".git").exists():
        built_from = resources.files("inbounds").joinpath("built_from.txt")
        return built_from.read_text().strip() or None if built_from.is_file() else None
    try:
        head = _git(tree, "rev-parse", "HEAD")
        return head + ("+changes" if _git(tree, "status", "--porcelain", "--untracked-files=no", "src", "cpp") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(tree: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=tree, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()


@cache
def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
