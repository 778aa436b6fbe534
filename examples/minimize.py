"""Minimise a function of one's own: the plain call, a whole generation at once, several processes."""

import numpy as np

import inbounds as ib


def rastrigin(x: np.ndarray, strength: float) -> float:
    return float((x**2 + strength * (1 - np.cos(2 * np.pi * x))).sum())


def rastrigin_of_rows(X: np.ndarray, strength: float) -> np.ndarray:
    return (X**2 + strength * (1 - np.cos(2 * np.pi * X))).sum(axis=1)


def main() -> None:
    bounds = [(-5.12, 5.12)] * 5
    result = ib.minimize(rastrigin, bounds, args=(10.0,), seed=1)
    print(result.message, "after", result.nfev, "evaluations")
    print("f =", result.fun, "repaired:", f"{result.repaired:.1%}")

    # A function that takes rows is called once per generation.
    fast = ib.minimize(rastrigin_of_rows, bounds, args=(10.0,), seed=1, vectorized=True)
    print("vectorized:", fast.fun)

    # An expensive one is spread over processes; the result is the same, bit for bit.
    spread = ib.minimize(rastrigin, bounds, args=(10.0,), seed=1, workers=2)
    print("same with two processes:", np.array_equal(spread.population, result.population))

    # Anything can watch, and stop.
    def stop_when_good(intermediate_result):
        if intermediate_result.fun < 1e-3:
            raise StopIteration

    watched = ib.minimize(rastrigin_of_rows, bounds, args=(10.0,), seed=1, vectorized=True, callback=stop_when_good)
    print(watched.message, "after", watched.nfev, "evaluations")


if __name__ == "__main__":
    main()
