"""Study `bias`: on noise every point is as good as any other, so what an algorithm prefers there is its own bias."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure
from scipy import stats

import inbounds as ib
from inbounds import catalogue
from inbounds.experiment import Config, Plan
from inbounds.figures.style import SMALL, tidy
from inbounds.store.plain_tables import write_plain_table
from studies.scores import facts, markdown

LEVEL = 0.05
BINS = 10
BENDS_ALL = "transformation"  # treats feasible donors close to a bound as well
TESTS = {
    "Kolmogorov–Smirnov": lambda column: stats.kstest(column, "uniform").pvalue,
    "Cramér–von Mises": lambda column: stats.cramervonmises(column, "uniform").pvalue,
    "chi-square": lambda column: stats.chisquare(np.histogram(column, BINS, (0, 1))[0]).pvalue,
}


def final_positions(config: Config) -> Iterator[tuple[dict[str, object], np.ndarray, float]]:
    """Yield every algorithm of the config with the best points of its runs, on the unit box, and its repaired share.

    The runs are those of `inbounds run`, bit for bit; a store keeps no positions.
    """
    plan = Plan(config)
    for cell in plan.cells:
        problem = ib.problem(cell.suite, function=cell.function, instance=cell.instance, dimension=cell.dimension)
        algorithm = ib.DE(
            cell.mutation, cell.crossover, cell.boundary, adaptation=cell.adaptation, population=cell.population
        )
        result = algorithm.run(problem, budget=cell.budget, runs=config.runs, seed=plan.seed(cell), target=cell.target)
        kept = ("mutation", "crossover", "boundary", "dimension", "budget")
        labels = {name: value for name, value in cell.content().items() if name in kept}
        width = problem.upper - problem.lower
        yield labels, (result.x - problem.lower) / width, float(result.repaired.mean())


def uniformity(points: np.ndarray) -> dict[str, float]:
    """Test points of the unit box, one row per run, for uniformity in each coordinate.

    `p` is the smallest p-value over coordinates and tests, times their number (Bonferroni). `on_bounds` is the share of
    coordinates exactly on a bound; `from_centre` the mean distance from the middle, 0.25 for a uniform sample.
    """
    found = {name: min(test(column) for column in points.T) for name, test in TESTS.items()}
    smallest = min(found.values()) * len(TESTS) * points.shape[1]
    return {
        "p": min(1.0, float(smallest)),
        "on_bounds": float(np.mean((points == 0) | (points == 1))),
        "from_centre": float(np.abs(points - 0.5).mean()),
    }


def write_uniformity(config: Config, out: Path) -> None:
    """Run every algorithm on noise and write one row per algorithm."""
    rows = [
        {**labels, "runs": config.runs, "repaired": repaired, **uniformity(points)}
        for labels, points, repaired in final_positions(config)
    ]
    write_plain_table(out, pl.DataFrame(rows))


@dataclass(frozen=True)
class Findings:
    """Where the final points lie, and how often donors leave the box in each dimension."""

    algorithms: pl.DataFrame  # one row per algorithm; `biased` after correction over all of them
    methods: pl.DataFrame  # one row per boundary method
    dimensions: pl.DataFrame  # boundary, dimension, population, share of trials that were repaired
    scale: float  # F of the runs in several dimensions

    def theory(self, dimension: int) -> float:
        """The share of donors outside the box when the population is uniform: 1 − (1 − F/3)^n."""
        return 1 - (1 - self.scale / 3) ** dimension


def analyse(runs: pl.DataFrame, uniformity_table: pl.DataFrame) -> Findings:
    """Correct the tests over all algorithms, and collect the repaired shares."""
    p = np.minimum(1, 2 * np.minimum(uniformity_table["p"].to_numpy(), centre_test(uniformity_table)))
    piled = uniformity_table["on_bounds"].to_numpy() > 0  # which a uniform sample never is
    algorithms = uniformity_table.with_columns(biased=pl.Series(false_discoveries_kept(np.where(piled, 0, p))))
    methods = algorithms.group_by("boundary", maintain_order=True).agg(
        pl.col("biased").sum(),
        algorithms=pl.len(),
        on_bounds=pl.col("on_bounds").mean(),
        from_centre=pl.col("from_centre").mean(),
        repaired=pl.col("repaired").mean(),
    )
    donors = pl.col("budget") - pl.col("population")  # the first population needs no repair
    dimensions = (
        runs.group_by("boundary", "dimension", "population", maintain_order=True)
        .agg(share=(pl.col("repaired") * pl.col("evaluations") / donors).mean())
        .sort("dimension", maintain_order=True)
    )
    adaptation = catalogue.choose("adaptation", runs["adaptation"][0])
    return Findings(algorithms, methods.sort("biased", "on_bounds", descending=True), dimensions, adaptation.values[0])


def centre_test(table: pl.DataFrame) -> np.ndarray:
    """Return the p-value of the mean distance from the centre, over all coordinates: |U − 1/2| has variance 1/48."""
    values = (table["runs"] * table["dimension"]).to_numpy()
    return 2 * stats.norm.sf(np.abs(table["from_centre"].to_numpy() - 0.25) * np.sqrt(48 * values))


def false_discoveries_kept(p: np.ndarray) -> np.ndarray:
    """Return which hypotheses of uniformity fall, at a false discovery rate of 5 % (Benjamini and Hochberg)."""
    order = np.argsort(p)
    below = np.flatnonzero(p[order] <= LEVEL * np.arange(1, p.size + 1) / p.size)
    fallen = np.zeros(p.size, dtype=bool)
    fallen[order[: below[-1] + 1 if below.size else 0]] = True
    return fallen


def draw(found: Findings) -> Figure:
    """Draw how many algorithms are biased with each method, and the repaired share against the dimension."""
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    methods = found.methods.reverse()
    left.barh(range(methods.height), methods["biased"] / methods["algorithms"], color="#1f6fb4", height=0.6)
    left.set_yticks(range(methods.height), methods["boundary"].to_list())
    left.set_xlabel("share of the algorithms whose final points are not uniform", fontsize=SMALL)
    left.set_xlim(0, 1)
    tidy(left, "Biased on noise")
    left.tick_params(axis="y", labelsize=5)
    for population, colour in zip(found.dimensions["population"].unique().sort(), ("#c0392b", "#1f6fb4"), strict=False):
        part = found.dimensions.filter(population=population)
        for _, line in part.group_by("boundary", maintain_order=True):
            right.plot(line["dimension"], line["share"], color=colour, linewidth=0.5, alpha=0.7)
        right.plot([], [], color=colour, linewidth=1, label=f"{population} individuals, each method a line")
    places = found.dimensions["dimension"].unique().sort().to_list()
    right.plot(places, [found.theory(n) for n in places], "k--", linewidth=1, label="1 − (1 − F/3)ⁿ")
    right.set_xscale("log")
    right.set_xticks(places, [str(n) for n in places])
    right.set_xlabel("dimension", fontsize=SMALL)
    right.set_ylabel("share of trials repaired", fontsize=SMALL)
    right.legend(fontsize=SMALL, frameon=False)
    tidy(right, "Donors outside the box")
    return figure


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    fallen, total = int(found.algorithms["biased"].sum()), found.algorithms.height
    piled = found.methods.filter(pl.col("on_bounds") > 0)
    methods = markdown(
        ["method", "biased", "of", "coordinates on a bound", "distance from the centre", "repaired share"],
        found.methods.select("boundary", "biased", "algorithms", "on_bounds", "from_centre", "repaired").rows(),
    )
    uniform = int(found.dimensions["population"].max())
    first = found.dimensions.filter(
        (pl.col("population") == uniform) & ~pl.col("boundary").is_in([*catalogue.ALWAYS_ON_TRIALS, BENDS_ALL])
    )
    later = found.dimensions.filter(pl.col("population") < uniform)
    donors = int(runs.filter(population=uniform)["budget"][0]) - uniform
    each = runs["run"].n_unique() * donors * first["boundary"].n_unique()
    spans = markdown(
        ["dimension", "theory, uniform population", "measured", "beside theory", "drifted: lowest", "drifted: highest"],
        (
            [str(n), found.theory(n), *_measured(first, n, found.theory(n), each), *_span(later, n)]
            for n in found.dimensions["dimension"].unique().sort().to_list()
        ),
    )
    piles = (
        ", ".join(f"`{name}` ({share:.1%})" for name, share in piled.select("boundary", "on_bounds").rows()) or "none"
    )
    alone = int(false_discoveries_kept(found.algorithms["p"].to_numpy()).sum())
    piling = int((found.algorithms["on_bounds"] > 0).sum())
    runs_each, configurations = found.algorithms["runs"][0], found.methods["algorithms"].max()
    return f"""# What an algorithm prefers when nothing is better

**{fallen} of {total} algorithms are biased** on f0, where every value is a random number and every point as good as
any other: their final points are not uniform in the box. {piling} of them put points exactly on a bound, which a
uniform sample never does; methods and share of coordinates there: {piles}.

![Share of biased algorithms by boundary method, and repaired share against the dimension](bias.svg)

The best points of {runs_each} runs of each algorithm ({found.methods.height} boundary methods in {configurations}
configurations, {found.algorithms["dimension"][0]}-D) are tested in each coordinate by {len(TESTS)} tests
({", ".join(TESTS)}), and over all coordinates by their mean distance from the centre, corrected over coordinates
and tests (Bonferroni) and over all algorithms (Benjamini and Hochberg, false discovery rate {LEVEL:.0%}). A uniform
sample lies 0.25 of the box's width from the centre on average; less means towards the middle, more towards the
walls.

{methods}
The tests in each coordinate alone find {alone}; the one over all coordinates was added after that was seen. No bias
found is not a proof of none: {runs_each} runs of {found.algorithms["budget"][0]} evaluations show only strong ones.

## How often donors leave the box

From a uniform population each component of a `rand/1` donor leaves the box with probability F/3, so a donor of n
components does with probability 1 − (1 − F/3)ⁿ; here F = {found.scale:g}. *Measured* is the first generation of
{uniform} individuals, mean of the {first["boundary"].n_unique()} methods that act on infeasible donors only;
*drifted* is the lowest and highest share of any method when a population of {later["population"][0]} has gone on
for {(donors + uniform) // later["population"][0] - 1} generations:

{spans}
Data: {facts(runs)} for the dimensions, besides those for the positions.
"""


def _measured(table: pl.DataFrame, dimension: int, theory: float, donors: int) -> list[object]:
    share = float(table.filter(dimension=dimension)["share"].mean())
    error = np.sqrt(theory * (1 - theory) / donors)
    return [share, f"{(share - theory) / error:+.1f} standard errors"]


def _span(table: pl.DataFrame, dimension: int) -> list[float]:
    shares = table.filter(dimension=dimension)["share"]
    return [float(shares.min()), float(shares.max())]
