"""Ask for points, evaluate them elsewhere, tell their values; pause in a file and go on with the same bits."""

import tempfile
from pathlib import Path

import numpy as np

import inbounds as ib


def measured_in_the_laboratory(X: np.ndarray) -> np.ndarray:
    return ((X - [0.3, 0.0, 1.0]) ** 2).sum(axis=1)


def main() -> None:
    de = ib.DE(mutation="target-to-pbest/1", boundary="midpoint-target", population=20)
    opt = de.start([(-1, 1), (-1, 1), (0, 1)], seed=1, budget=2000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.npz"
        for _ in range(10):
            X = opt.ask()
            opt.save(path)  # even between asking and telling
            opt.tell(measured_in_the_laboratory(X))

        again = ib.load(path)
        assert np.array_equal(again.ask(), X)
        again.tell(measured_in_the_laboratory(X))
        assert np.array_equal(again.population, opt.population)

    while not opt.finished:
        opt.tell(measured_in_the_laboratory(opt.ask()))
    print(opt.result.x, opt.result.fun)


if __name__ == "__main__":
    main()
