"""Runs programs for tests and says what they printed where they fail."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(
    arguments: list[str | Path], *, cwd: Path = ROOT, environment: dict[str, str] | None = None, timeout: float = 600
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with `environment` added to that of the tests."""
    return subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def output(arguments: list[str | Path], **options: object) -> str:
    """Return what a program prints; fail with all it said where it does not end well."""
    done = run(arguments, **options)  # type: ignore[arg-type]
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def python(code: str, **options: object) -> str:
    """Return what a piece of Python prints in a process of its own."""
    return output([sys.executable, "-W", "error", "-c", code], **options)


def inbounds(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return run([sys.executable, "-m", "inbounds", *arguments], **options)  # type: ignore[arg-type]
