"""The same bits for any number of workers, any executor, hash seed, locale and number of OpenMP threads; low limits."""

import json
import os
import resource
import subprocess
import sys

import pytest

PROGRAM = """
import hashlib, json, sys
import numpy as np
import inbounds as ib
from inbounds.experiment import Store, parse_config, run_experiment

if __name__ == "__main__":
    workers, executor, store = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    told = hashlib.blake2b(digest_size=16)
    problem = ib.problem("bbob", function=15, dimension=5)
    result = ib.DE(adaptation="shade").run(problem, budget=3000, runs=8, seed=7, workers=workers)
    for name in ("precision", "evaluations", "x", "hits"):
        told.update(np.ascontiguousarray(getattr(result, name)).tobytes())
    found = ib.minimize(lambda x: float(x @ x), [(-1, 2)] * 3, seed=3, max_evaluations=900)
    told.update(found.x.tobytes())
    config = parse_config(
        'functions = [1, 15]\\ndimensions = [2]\\nmutations = ["rand/1"]\\ncrossovers = ["binomial"]\\n'
        'boundaries = ["reflection", "resampling"]\\npopulation = 10\\nbudget = 200\\nruns = 6\\n'
    )
    run_experiment(config, store, executor=executor, workers=workers)
    print(json.dumps([told.hexdigest(), Store(store).digest()]))
"""


def bits(tmp_path, name, workers=1, executor="threads", **environment):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, str(tmp_path / "program.py"), str(workers), executor, str(tmp_path / name)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=True, env={**os.environ, **environment}
    )
    return json.loads(done.stdout)


@pytest.mark.slow
def test_the_bits_do_not_depend_on_where_and_how(tmp_path):
    expected = bits(tmp_path, "first", PYTHONHASHSEED="0", OMP_NUM_THREADS="1", LC_ALL="C")
    ways = [
        {"workers": 8, "PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "4"},
        {
            "workers": 2,
            "executor": "processes",
            "PYTHONHASHSEED": "2",
            "OMP_DYNAMIC": "true",
            "OMP_SCHEDULE": "dynamic",
        },
    ]
    for number, way in enumerate(ways):
        assert bits(tmp_path, f"way{number}", **way) == expected, way


def limited(command, **limits):
    def lower():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, name), (value, value))

    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, preexec_fn=lower)


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_an_experiment_needs_few_open_files(tmp_path, executor):
    """48 cells with 64 file handles; and with too few, one line says so."""
    command = [
        sys.executable,
        "-m",
        "inbounds",
        "run",
        "smoke",
        "--runs",
        "1",
        "--executor",
        executor,
        "--workers",
        "2",
    ]
    done = limited([*command, "--store", tmp_path / "store"], RLIMIT_NOFILE=64)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert "48 of 48 cells" in done.stdout


@pytest.mark.slow
def test_too_little_memory_is_no_traceback(tmp_path):
    """A population that does not fit into the address space allowed is refused or fails with one line."""
    program = """
import inbounds as ib
try:
    ib.DE(population=400_000).start([(0, 1)] * 400).ask()
except (ib.InboundsError, MemoryError) as error:
    print(type(error).__name__)
"""
    done = limited([sys.executable, "-c", program], RLIMIT_AS=2 * 2**30)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() in ("InvalidArgumentError", "MemoryError")
