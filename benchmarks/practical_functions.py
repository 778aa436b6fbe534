"""Ten functions like people's own, most with optima on or near the bounds, and minimizers ranked on them.

    python benchmarks/practical_functions.py [--seeds 15] [--only NAME ...] [--functions NAME ...]

Each takes points, one per row, and returns their values. Budget 2000 evaluations per variable; the table gives the
median of the best values over the seeds and the mean rank. What is measured is kept in
benchmarks/practical_measurements.json.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from minimizers import PEERS, Recorder, installed, search
from scipy.stats import rankdata

from inbounds.atomic_files import replace_file

MEASURED = Path(__file__).parent / "practical_measurements.json"
EVALUATIONS_PER_VARIABLE = 2_000


@dataclass(frozen=True)
class Practical:
    """A function of points, one per row, in a box."""

    name: str
    values: Callable[[Any], Any]
    lower: Any
    upper: Any
    f_opt: float = 0.0  # `precision` gives plain values: most of these optima are not known exactly

    def precision(self, points: Any) -> Any:
        """Return the values of points, one per row."""
        return self.values(points)


@cache
def assets() -> tuple[Any, Any]:
    """Return the covariance and the returns of the assets of `portfolio`."""
    rng = np.random.default_rng(1)
    factors = rng.normal(size=(20, 4))
    return factors @ factors.T / 10 + np.diag(rng.uniform(0.02, 0.2, 20)), rng.uniform(0.0, 0.3, 20)


def portfolio(points: Any) -> Any:
    """Variance less return of 20 assets; the weights are the point's shares of its sum, most of them 0 at the best."""
    covariance, returns = assets()
    weights = points / np.maximum(points.sum(axis=1, keepdims=True), 1e-12)
    return np.einsum("ki,ij,kj->k", weights, covariance, weights) - weights @ returns


DECAYS = np.array([[4.0, 0.1], [3.0, 2.0], [2.0, 20.0], [5.0, 150.0], [1.0, 700.0]])  # amplitudes and rates


def exponential_sum(points: Any) -> Any:
    """Squared error of a sum of five decays, amplitudes in [0, 10] and rates in [0, 1000]; 0 at `DECAYS`."""
    times = np.geomspace(1e-4, 10.0, 60)
    signal = DECAYS[:, 0] @ np.exp(-DECAYS[:, 1:] * times)
    amplitudes, rates = points[:, 0::2], points[:, 1::2]
    model = (amplitudes[:, :, None] * np.exp(-rates[:, :, None] * times)).sum(axis=1)
    return ((model - signal) ** 2).sum(axis=1)


TONE = np.array([1.0, 5.0, -1.5, 4.8, 2.0, 4.9])


def fm_synthesis(points: Any) -> Any:
    """Frequency-modulated sound matching, problem 1 of CEC 2011: six parameters in [-6.4, 6.35]; 0 at `TONE`."""

    def wave(parameters: Any) -> Any:
        a1, w1, a2, w2, a3, w3 = parameters[:, :, None].transpose(1, 0, 2)
        t = np.arange(101) * (2 * np.pi / 100)
        return a1 * np.sin(w1 * t + a2 * np.sin(w2 * t + a3 * np.sin(w3 * t)))

    return ((wave(points) - wave(TONE[None])) ** 2).sum(axis=1)


@cache
def radar_terms(n: int) -> tuple[Any, Any, Any, Any]:
    """Return from where to where each term sums phases, at which term each sum begins, and the sums' constants."""
    odd = [[(j, abs(2 * i - j - 1)) for j in range(i, n + 1)] for i in range(1, n + 1)]
    even = [[(j, abs(2 * i - j)) for j in range(i + 1, n + 1)] for i in range(1, n)]
    begins = np.cumsum([0, *map(len, odd + even)])[:-1]
    last, first = np.array([pair for terms in odd + even for pair in terms]).T
    return first, last, begins, np.repeat([0.0, 0.5], [n, n - 1])


def radar_polyphase(points: Any) -> Any:
    """Spread spectrum radar polyphase code, problem 7 of CEC 2011: the largest of the auto-correlation's bounds."""
    first, last, begins, constants = radar_terms(points.shape[1])
    sums = np.concatenate([np.zeros((len(points), 1)), np.cumsum(points, axis=1)], axis=1)
    terms = np.cos(sums[:, last] - sums[:, first])
    return np.abs(constants + np.add.reduceat(terms, begins, axis=1)).max(axis=1)


def lennard_jones(points: Any) -> Any:
    """Energy of a cluster of six atoms with the Lennard-Jones potential; the least is -12.712062."""
    atoms = points.reshape(len(points), -1, 3)
    first, second = np.triu_indices(atoms.shape[1], 1)
    squares = np.maximum(((atoms[:, first] - atoms[:, second]) ** 2).sum(axis=2), 1e-6)
    return (squares**-6 - 2 * squares**-3).sum(axis=1)


@cache
def labelled() -> tuple[Any, Any]:
    """Return the observations of `logistic_regression` and their labels, 1 or -1."""
    rng = np.random.default_rng(2)
    data = rng.normal(size=(200, 15))
    return data, np.where(data @ np.linspace(-1.0, 4.0, 15) + rng.logistic(size=200) > 0, 1.0, -1.0)


def logistic_regression(points: Any) -> Any:
    """Mean log-loss of 200 observations, coefficients in [0, 3]: several are on a bound at the best."""
    data, labels = labelled()
    return np.logaddexp(0.0, -labels * (points @ data.T)).mean(axis=1)


def schwefel(points: Any) -> Any:
    """Schwefel's function 2.26: the best point, 420.9687 everywhere, is near a corner and far from the second best."""
    return 418.9828872724338 * points.shape[1] - (points * np.sin(np.sqrt(np.abs(points)))).sum(axis=1)


def corner_rastrigin(points: Any) -> Any:
    """Rastrigin's function in [0, 5.12]: its best point is a corner; 0 there."""
    return (points**2 - 10 * np.cos(2 * np.pi * points) + 10).sum(axis=1)


@cache
def with_outliers() -> tuple[Any, Any]:
    """Return the data of `least_deviations` and what was observed."""
    rng = np.random.default_rng(3)
    data = rng.normal(size=(60, 12))
    noise = np.where(rng.random(60) < 0.2, 10.0, 0.1) * rng.normal(size=60)
    return data, data @ np.linspace(-0.5, 2.5, 12) + noise


def least_deviations(points: Any) -> Any:
    """Sum of absolute errors of a linear model with outliers, 12 coefficients in [0, 2]; a linear program."""
    data, observed = with_outliers()
    return np.abs(points @ data.T - observed).sum(axis=1)


CUSTOMERS = np.random.default_rng(4).random((80, 2))


def facilities(points: Any) -> Any:
    """Mean distance of 80 customers in the unit square to the nearest of seven facilities."""
    places = points.reshape(len(points), -1, 1, 2)
    return np.sqrt(((places - CUSTOMERS) ** 2).sum(axis=3)).min(axis=1).mean(axis=1)


def _in_a_box(name: str, values: Callable[[Any], Any], dimension: int, low: float, high: float) -> Practical:
    return Practical(name, values, np.full(dimension, low), np.full(dimension, high))


PRACTICAL = {
    made.name: made
    for made in (
        _in_a_box("portfolio weights", portfolio, 20, 0.0, 1.0),
        Practical("exponential sum", exponential_sum, np.zeros(10), np.tile([10.0, 1000.0], 5)),
        _in_a_box("FM synthesis", fm_synthesis, 6, -6.4, 6.35),
        _in_a_box("radar polyphase", radar_polyphase, 20, 0.0, 2 * np.pi),
        _in_a_box("Lennard-Jones, 6 atoms", lennard_jones, 18, -2.0, 2.0),
        _in_a_box("logistic regression", logistic_regression, 15, 0.0, 3.0),
        _in_a_box("Schwefel 2.26", schwefel, 10, -500.0, 500.0),
        _in_a_box("corner Rastrigin", corner_rastrigin, 10, 0.0, 5.12),
        _in_a_box("least deviations", least_deviations, 12, 0.0, 2.0),
        _in_a_box("facility location", facilities, 14, 0.0, 1.0),
    )
}


def held() -> dict[str, list[float]]:
    """Return what has been measured: per minimizer and function, the best value of each seed."""
    read: dict[str, list[float]] = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    return read


def measure(names: list[str], functions: list[str], seeds: int) -> None:
    """Measure what is not held yet."""
    for function in functions:
        problem = PRACTICAL[function]
        for name in names:
            best = held().get(f"{name} | {function}", [])
            for seed in range(len(best), seeds):
                recorder = Recorder(problem, EVALUATIONS_PER_VARIABLE * len(problem.lower), -np.inf)
                best.append(search(PEERS[name][1], recorder, seed + 1))
            found = held() | {f"{name} | {function}": best}  # read again: another process may have added to it
            print(f"{np.median(best):12.6g}  {name} | {function}", file=sys.stderr, flush=True)
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(found[key])}" for key in sorted(found))
            replace_file(MEASURED, ("{\n" + lines + "\n}\n").encode())


def standings() -> str:
    """Return the medians as Markdown, and the mean ranks on the functions all were run on, the best first."""
    found = held()
    names = [name for name in PEERS if any(key.startswith(f"{name} | ") for key in found)]
    functions = [function for function in PRACTICAL if any(f"{name} | {function}" in found for name in names)]
    if not names:
        return "Not measured yet."
    medians = np.array(
        [[np.median(found.get(f"{name} | {function}", np.nan)) for function in functions] for name in names]
    )
    complete = ~np.isnan(medians).any(axis=0)
    ranks = np.array([rankdata(column) for column in np.round(medians[:, complete], 6).T]).mean(axis=0)
    lines = ["| | mean rank | seeds | " + " | ".join(functions) + " |", "|---" * (len(functions) + 3) + "|"]
    for at in np.argsort(ranks, kind="stable"):
        seeds = min(len(best) for key, best in found.items() if key.startswith(f"{names[at]} | "))
        cells = ["–" if np.isnan(median) else f"{median:.6g}" for median in medians[at]]
        lines.append(f"| {names[at]} | **{ranks[at]:.2f}** | {seeds} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Read the command line, measure and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=15)
    parser.add_argument("--only", nargs="+", help="these minimizers only")
    parser.add_argument("--functions", nargs="+", choices=PRACTICAL, default=list(PRACTICAL))
    given = parser.parse_args()
    measure([name for name in installed() if not given.only or name in given.only], given.functions, given.seeds)
    print(standings())


if __name__ == "__main__":
    main()
