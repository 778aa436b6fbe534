"""What the studies share: how many targets a run reaches, means of that, and bootstrap intervals over functions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from inbounds import catalogue
from inbounds.plan.config import STORE_FILE
from inbounds.runs.recording import targets
from inbounds.store.opening import open_store

Floats = NDArray[np.float64]
RESAMPLES = 2000
CONFIGURATION = pl.col("mutation") + " " + pl.col("crossover")
LABELS = ("suite", "dimension", "function", "instance", "mutation", "crossover", "boundary", "adaptation", "population")


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, from functions drawn again with replacement."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"

    @property
    def clear(self) -> int:
        """1 where the whole interval is above zero, −1 where it is below, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def verdict(self, above: str, below: str) -> str:
        """Return the words for a clear difference, or that there is none."""
        return {1: above, -1: below, 0: "no clear difference"}[self.clear]


@dataclass(frozen=True)
class Cube:
    """Means laid out along named axes."""

    values: Floats
    axes: dict[str, list]

    def at(self, **chosen: object) -> Floats:
        """Return the part with these labels, their axes gone."""
        places = tuple(self.axes[name].index(chosen[name]) if name in chosen else slice(None) for name in self.axes)
        return self.values[places]


def load_runs(stores: Iterable[str | Path]) -> pl.DataFrame:
    """Return one row per run of all stores, with the share of the 51 targets that it reached as `score`.

    A run that two stores hold is the same run and counts once. A folder of `bare_runs.py` is taken alone.
    """
    places = [Path(path) for path in stores]
    if len(places) == 1 and not (places[0] / STORE_FILE).exists() and (parts := sorted(places[0].glob("*.parquet"))):
        bare = pl.concat([pl.read_parquet(part) for part in parts])
        score = pl.Series(bare["reached"].to_numpy() / targets().size)
        whole = pl.col("evaluations").cast(pl.Int64)  # the sum over a study is beyond 32 bits
        return bare.with_columns(whole, score=score, configuration=CONFIGURATION)
    wanted = ["cell", *LABELS, "budget", "run", "precision", "evaluations", "repaired"]
    tables = [open_store(place).runs(wanted).collect() for place in places]
    return scored(pl.concat(tables).unique(["cell", "run"], keep="first", maintain_order=True))


def scored(table: pl.DataFrame) -> pl.DataFrame:
    """Add `score`, and `configuration`: the mutation with its crossover.

    A target is reached where the final precision is not above it; so the ten hits that a packed store keeps suffice.
    """
    levels = np.sort(targets())
    reached = levels.size - np.searchsorted(levels, table["precision"].to_numpy(), side="left")
    return table.with_columns(
        score=pl.Series(reached / levels.size),
        configuration=CONFIGURATION,
    )


def cube(table: pl.DataFrame, *axes: str, value: str = "score") -> Cube:
    """Return the means of `value` along `axes`; every combination must have runs."""
    means = table.group_by(axes).agg(pl.col(value).mean())
    labels = {axis: table[axis].unique().sort().to_list() for axis in axes}
    places = tuple(
        means[axis].replace_strict(labels[axis], range(len(labels[axis])), return_dtype=pl.Int64).to_numpy()
        for axis in axes
    )
    values = np.full([len(labels[axis]) for axis in axes], np.nan)
    values[places] = means[value].to_numpy()
    if np.isnan(values).any():
        raise ValueError(f"runs are missing for some combination of {', '.join(axes)}")
    return Cube(values, labels)


def estimate(per_function: Floats) -> Estimate:
    """Return the mean of one number per function, and its interval."""
    drawn = np.random.default_rng(0).integers(len(per_function), size=(RESAMPLES, len(per_function)))
    return _interval(float(per_function.mean()), per_function[drawn].mean(axis=1))


def bootstrap(functions: int, statistic: Callable[[NDArray[np.intp]], float]) -> Estimate:
    """Return a statistic of some functions, given by their places, and its percentile interval."""
    stream = np.random.default_rng(0)
    drawn = [statistic(stream.integers(functions, size=functions)) for _ in range(RESAMPLES)]
    return _interval(statistic(np.arange(functions)), np.array(drawn))


def _interval(value: float, drawn: Floats) -> Estimate:
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Estimate(value, float(low), float(high))


def shown(boundary: str) -> str:
    """Return a method's name, short where it is a mixture."""
    choice = catalogue.choose("boundary", boundary)
    if not choice.parts:
        return boundary
    rule = "" if choice.rule == "uniform" else f", {choice.rule}"
    return f"mixture of {len(choice.parts)}{rule}"


def is_mixture(boundary: str) -> bool:
    """Whether a method draws among several."""
    return bool(catalogue.choose("boundary", boundary).parts)


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown: text left, numbers right, to three digits."""
    lines = [[f"{value:.3f}" if isinstance(value, float) else str(value) for value in row] for row in rows]
    right = ["---" if column == 0 else "---:" for column in range(len(head))]
    return "\n".join("| " + " | ".join(line) + " |" for line in [list(head), right, *lines]) + "\n"


def facts(table: pl.DataFrame) -> str:
    """Return how many runs and evaluations stand behind a page, in words."""
    runs, evaluations, each = table.height, int(table["evaluations"].sum()), table["run"].n_unique()
    return f"{runs:_} runs ({each} per algorithm and problem), {evaluations / 1e6:.0f} million evaluations".replace(
        "_", " "
    )
