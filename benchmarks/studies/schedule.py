"""Study `schedule`: exponential crossover early and binomial late, against each alone."""

from dataclasses import dataclass

import polars as pl
from matplotlib.figure import Figure

from inbounds.figures.style import INK, SMALL, tidy
from studies.scores import Cube, Estimate, cube, estimate, facts, markdown

ALONE = ("exponential", "binomial")


@dataclass(frozen=True)
class Findings:
    """Each schedule beside each crossover alone, by dimension."""

    score: dict[int, Cube]  # function × crossover
    beside: dict[tuple[int, str, str], Estimate]  # dimension, schedule, crossover alone
    late: dict[int, Estimate]  # binomial minus exponential

    def schedules(self, dimension: int) -> list[str]:
        """The crossovers that change during a run."""
        return [name for name in self.score[dimension].axes["crossover"] if name not in ALONE]

    def verdict(self, dimension: int, schedule: str) -> str:
        """Say how a schedule stands beside both."""
        signs = [self.beside[dimension, schedule, alone].clear for alone in ALONE]
        if min(signs) > 0:
            return "better than both"
        if max(signs) < 0:
            return "worse than both"
        if signs == [0, 0]:
            return "no clear difference"
        words = {1: "better than", -1: "worse than", 0: "no clear difference from"}
        return ", ".join(f"{words[sign]} {alone}" for sign, alone in zip(signs, ALONE, strict=True))


def analyse(runs: pl.DataFrame) -> Findings:
    """Compare every schedule with either crossover."""
    score, beside, late = {}, {}, {}
    for (dimension,), part in runs.group_by("dimension", maintain_order=True):
        found = cube(part, "function", "crossover")
        score[int(dimension)] = found
        late[int(dimension)] = estimate(found.at(crossover="binomial") - found.at(crossover="exponential"))
        for schedule in (name for name in found.axes["crossover"] if name not in ALONE):
            for alone in ALONE:
                difference = found.at(crossover=schedule) - found.at(crossover=alone)
                beside[int(dimension), schedule, alone] = estimate(difference)
    return Findings(score, beside, late)


def draw(found: Findings) -> Figure:
    """Draw the differences with their intervals."""
    figure = Figure(figsize=(7.2, 2.6), layout="constrained")
    places = figure.subplots(1, len(found.score) * 2, squeeze=False, sharey=True)[0]
    panels = [(dimension, alone) for dimension in found.score for alone in ALONE]
    for place, (dimension, alone) in zip(places, panels, strict=True):
        schedules = found.schedules(dimension)
        for k, schedule in enumerate(reversed(schedules)):
            at = found.beside[dimension, schedule, alone]
            place.plot([at.low, at.high], [k, k], color="#1f6fb4", linewidth=1.6)
            place.plot(at.value, k, "o", color="#1f6fb4", markersize=3.5)
        place.set_yticks(range(len(schedules)), [label(name) for name in reversed(schedules)])
        place.axvline(0, color=INK, linewidth=0.6)
        place.set_xlabel("difference of the share of targets", fontsize=SMALL)
        tidy(place, f"beside {alone}, {dimension}-D")
    return figure


def label(schedule: str) -> str:
    """Return when a schedule changes over."""
    if "by=repaired" in schedule:
        return f"when fewer than {schedule.rpartition('at=')[2].rstrip(']')} are repaired"
    return f"at {schedule.rpartition('at=')[2].rstrip(']') if '[' in schedule else '0.5'} of the budget"


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    rows = [
        [
            f"{dimension}-D, {label(schedule)}",
            float(found.score[dimension].at(crossover=schedule).mean()),
            *(found.beside[dimension, schedule, alone] for alone in ALONE),
            found.verdict(dimension, schedule),
        ]
        for dimension in found.score
        for schedule in found.schedules(dimension)
    ]
    table = markdown(
        ["change to binomial", "share of targets", "beside exponential", "beside binomial", "verdict"], rows
    )
    alone = markdown(
        ["dimension", *ALONE, "binomial minus exponential"],
        (
            [f"{n}-D", *(float(found.score[n].at(crossover=name).mean()) for name in ALONE), found.late[n]]
            for n in found.score
        ),
    )
    methods = ", ".join(f"`{name}`" for name in runs["boundary"].unique().sort())
    mutations = ", ".join(f"`{name}`" for name in runs["mutation"].unique().sort())
    winners = [row[0] for row in rows if row[-1] == "better than both"]
    answer = (
        f"**Yes** for {'; '.join(map(str, winners))}: clearly more targets than with either crossover alone."
        if winners
        else "**No schedule is clearly better than both crossovers alone.**"
    )
    return f"""# Exponential crossover early, binomial late

{answer}

![Difference of each schedule from exponential and from binomial crossover](schedule.svg)

The paper proposes exponential crossover early in a run and binomial crossover later. Each crossover alone:

{alone}
The schedules, changing at a share of the budget or once the repaired share of a generation falls below a limit:

{table}
Means over the mutations {mutations}, the boundary methods {methods}
and {runs["function"].n_unique()} BBOB functions.

Data: {facts(runs)}, 1000 evaluations per dimension. Intervals are 95 % bootstrap intervals over the functions.
"""
