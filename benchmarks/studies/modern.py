"""Study `modern`: does the ranking of the boundary methods survive inside L-SHADE and jSO?"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.figure import Figure
from scipy.stats import spearmanr

from inbounds import catalogue
from inbounds.figures.style import SMALL, panels, tidy
from studies.scores import Cube, Estimate, bootstrap, cube, estimate, facts, markdown, shown

NAMES = {"shade": "SHADE", "l-shade": "L-SHADE", "jso": "jSO"}
USUAL = "midpoint-target"  # of both programs
SURVIVES, CHANGES, UNDECIDED = "survives", "does not survive", "not decided"


@dataclass(frozen=True)
class Findings:
    """Each algorithm in each dimension."""

    score: dict[tuple[str, int], Cube]  # function × boundary
    agreement: dict[tuple[str, int], Estimate]  # rank correlation with SHADE over the methods
    spread: dict[tuple[str, int], Estimate]  # best method minus the mean of all
    usual: dict[tuple[str, int], Estimate]  # the usual method beside the best one
    left_out: list[str]  # methods that were not run in every algorithm and dimension

    def verdict(self, algorithm: str, dimension: int) -> str:
        """Say whether SHADE's order of the methods holds in another algorithm."""
        found = self.agreement[algorithm, dimension]
        if found.low > 0.5:
            return SURVIVES
        return CHANGES if found.high < 0.5 else UNDECIDED

    def best(self, algorithm: str, dimension: int) -> str:
        """The method with the most targets."""
        score = self.score[algorithm, dimension]
        return str(score.axes["boundary"][int(score.values.mean(axis=0).argmax())])


def analyse(runs: pl.DataFrame) -> Findings:
    """Compare the order of the methods in each algorithm with that in SHADE; a method that one lacks is left out."""
    runs = runs.with_columns(
        algorithm=pl.col("adaptation").map_elements(lambda text: catalogue.without_modules(text)[0], pl.String)
    )
    common = runs.group_by("boundary").agg(held=pl.struct("algorithm", "dimension").n_unique())
    everywhere = runs.select(pl.struct("algorithm", "dimension").n_unique()).item()
    left_out = common.filter(pl.col("held") < everywhere)["boundary"].sort().to_list()
    runs = runs.filter(~pl.col("boundary").is_in(left_out))
    parts = {
        (algorithm, dimension): cube(part, "function", "boundary")
        for algorithm in NAMES
        for dimension in runs["dimension"].unique().sort().to_list()
        if (part := runs.filter(algorithm=algorithm, dimension=dimension)).height
    }
    agreement, spread, usual = {}, {}, {}
    for (algorithm, dimension), score in parts.items():
        values, order = score.values, score.axes["boundary"]
        best = int(values.mean(axis=0).argmax())
        spread[algorithm, dimension] = estimate(values[:, best] - values.mean(axis=1))
        if USUAL in order:
            usual[algorithm, dimension] = estimate(values[:, order.index(USUAL)] - values[:, best])
        if algorithm != "shade":
            reference = parts["shade", dimension]
            theirs = reference.values[:, [reference.axes["boundary"].index(name) for name in order]]
            agreement[algorithm, dimension] = _correlation(values, theirs)
    return Findings(parts, agreement, spread, usual, left_out)


def _correlation(ours: np.ndarray, theirs: np.ndarray) -> Estimate:
    return bootstrap(
        len(ours), lambda drawn: float(spearmanr(ours[drawn].mean(axis=0), theirs[drawn].mean(axis=0)).statistic)
    )


def draw(found: Findings) -> Figure:
    """Draw the methods' shares of targets in each algorithm against those in SHADE."""
    figure, places = panels(len(found.agreement), columns=2, width=3.6, height=2.9)
    for place, (algorithm, dimension) in zip(places, found.agreement, strict=True):
        ours, theirs = found.score[algorithm, dimension], found.score["shade", dimension]
        for k, name in enumerate(ours.axes["boundary"]):
            x, y = theirs.at(boundary=name).mean(), ours.values[:, k].mean()
            place.plot(x, y, "o", color="#1f6fb4", markersize=3)
            place.annotate(shown(name), (x, y), (2, 2), textcoords="offset points", fontsize=4)
        place.set_xlabel("share of targets in SHADE", fontsize=SMALL)
        place.set_ylabel(f"share of targets in {NAMES[algorithm]}", fontsize=SMALL)
        tidy(place, f"{NAMES[algorithm]}, {dimension}-D")
    return figure


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    verdicts = markdown(
        ["algorithm", "dimension", "rank correlation with SHADE", "SHADE's order"],
        ([NAMES[a], n, found.agreement[a, n], found.verdict(a, n)] for a, n in found.agreement),
    )
    best = markdown(
        ["algorithm", "dimension", "best method", "its lead over the mean method", f"`{USUAL}` beside it"],
        ([NAMES[a], n, f"`{shown(found.best(a, n))}`", found.spread[a, n], found.usual[a, n]] for a, n in found.score),
    )
    columns = list(found.score)
    order = sorted(
        found.score[columns[0]].axes["boundary"],
        key=lambda name: -float(np.mean([found.score[key].at(boundary=name).mean() for key in columns])),
    )
    table = markdown(
        ["method", *(f"{NAMES[a]} {n}-D" for a, n in columns)],
        ([shown(name), *(float(found.score[key].at(boundary=name).mean()) for key in columns)] for name in order),
    )
    left_out = ", ".join(f"`{shown(name)}`" for name in found.left_out) or "none"
    said = [found.verdict(*key) for key in found.agreement]
    counts = ", ".join(f"{said.count(word)} {word}" for word in (SURVIVES, CHANGES, UNDECIDED) if word in said)
    return f"""# Boundary methods inside L-SHADE and jSO

**Does the ranking survive?** Of {len(said)} comparisons with SHADE's order of the methods: {counts}. An order
*survives* where the whole interval of the rank correlation is above 0.5, and does not where all of it is below.

![Share of targets of each boundary method in L-SHADE and jSO against SHADE](modern.svg)

{verdicts}
How much there is to win by the choice, and what it costs to stay with `{USUAL}`, the method of both original
programs:

{best}
Mean share of the 51 targets:

{table}
SHADE is the paper's algorithm with `target-to-pbest/1` and binomial crossover; L-SHADE and jSO are the presets of
`DE`, with only the boundary method changed, and rates of 0 that stay as the papers' text has it. The lead of the
best method is flattered by its having been chosen on the same runs; an interval of it that holds zero means that no
method is clearly ahead. Left out, because not run with every algorithm: {left_out}.

Data: {facts(runs)}, 1000 evaluations per dimension. Intervals are 95 % bootstrap intervals over the 24 functions.
"""
