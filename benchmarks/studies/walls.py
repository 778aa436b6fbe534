"""Study `walls`: which boundary method finds an optimum on the wall, and which one is a trap?"""

from dataclasses import dataclass

import polars as pl
from matplotlib.figure import Figure

from inbounds import catalogue
from inbounds.figures.style import FAINT, INK, SMALL, tidy
from inbounds.problems.suite_names import suite_name
from studies.scores import Cube, Estimate, cube, estimate, facts, markdown, shown


@dataclass(frozen=True)
class Findings:
    """Methods against ε, the distance of the optimum from the wall."""

    score: Cube  # function × configuration × boundary × epsilon
    on_the_wall: dict[str, Estimate]  # the share of targets at ε = 0 beside the mean of all methods
    fall: dict[str, Estimate]  # from the largest ε to 0, beside the mean of all methods
    behind: dict[str, Estimate]  # at ε = 0, beside the best method there

    @property
    def best(self) -> str:
        """The method with the most targets when the optimum lies on the wall."""
        return max(self.on_the_wall, key=lambda name: self.on_the_wall[name].value)

    @property
    def as_good(self) -> list[str]:
        """The methods that are not clearly behind the best one there."""
        return [name for name, gap in self.behind.items() if gap.clear == 0 and name != self.best]

    @property
    def traps(self) -> list[str]:
        """The methods that are clearly below the mean there and have clearly lost, worst first."""
        found = [name for name in self.fall if self.fall[name].clear < 0 and self.on_the_wall[name].clear < 0]
        return sorted(found, key=lambda name: self.on_the_wall[name].value)


def moved(runs: pl.DataFrame) -> pl.DataFrame:
    """Return the runs in boxes that were moved in every coordinate, with their ε; other boxes are another question."""
    suites = {name: suite_name(name) for name in runs["suite"].unique()}
    far = {name: suite.epsilon for name, suite in suites.items() if suite.epsilon is not None and not suite.coordinates}
    kept = runs.filter(pl.col("suite").is_in(list(far)))
    return kept.with_columns(epsilon=pl.col("suite").replace_strict(far, return_dtype=pl.Float64))


def analyse(runs: pl.DataFrame) -> Findings:
    """Compare all methods at every ε."""
    score = cube(moved(runs), "function", "configuration", "boundary", "epsilon")
    values = score.values.mean(axis=1)  # function × boundary × epsilon
    beside = values - values.mean(axis=1, keepdims=True)
    methods = score.axes["boundary"]
    best = int(values[:, :, 0].mean(axis=0).argmax())
    return Findings(
        score,
        {name: estimate(beside[:, k, 0]) for k, name in enumerate(methods)},
        {name: estimate(beside[:, k, 0] - beside[:, k, -1]) for k, name in enumerate(methods)},
        {name: estimate(values[:, k, 0] - values[:, best, 0]) for k, name in enumerate(methods)},
    )


def _in_order(found: Findings) -> list[str]:
    return sorted(found.on_the_wall, key=lambda name: -found.on_the_wall[name].value)


def draw(found: Findings) -> Figure:
    """Draw every method's share of targets, beside the mean of all, against ε."""
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.1, 1])
    values = found.score.values.mean(axis=(0, 1))
    beside = values - values.mean(axis=0)
    marked = {found.best: "#1a7f37", **dict.fromkeys(found.traps[:3], "#c0392b")}
    places = range(len(found.score.axes["epsilon"]))
    for k, name in enumerate(found.score.axes["boundary"]):
        colour = marked.get(name, FAINT)
        left.plot(places, beside[k], color=colour, linewidth=1.4 if name in marked else 0.5)
        if name in marked:
            left.annotate(
                shown(name), (0, beside[k, 0]), (3, 3), textcoords="offset points", fontsize=SMALL, color=colour
            )
    left.set_xticks(list(places), [f"{epsilon:g}" for epsilon in found.score.axes["epsilon"]])
    left.set_xlabel("ε: distance of the optimum from the wall", fontsize=SMALL)
    left.set_ylabel("share of targets beside the mean method", fontsize=SMALL)
    tidy(left, "From the middle (right) to the wall (left)")
    order = list(reversed(_in_order(found)))
    for k, name in enumerate(order):
        at, colour = found.on_the_wall[name], marked.get(name, "#1f6fb4")
        right.plot([at.low, at.high], [k, k], color=colour, linewidth=1)
        right.plot(at.value, k, "o", color=colour, markersize=2.5)
    right.set_yticks(range(len(order)), [shown(name) for name in order])
    right.axvline(0, color=INK, linewidth=0.6)
    right.set_xlabel("share of targets beside the mean method", fontsize=SMALL)
    tidy(right, "Optimum on the wall, ε = 0")
    right.tick_params(axis="y", labelsize=5)
    return figure


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    runs = moved(runs)
    missing = ", ".join(f"`{name}`" for name in catalogue.names("boundary") if name not in found.on_the_wall) or "none"
    epsilons = found.score.axes["epsilon"]
    means = found.score.values.mean(axis=(0, 1))
    methods = found.score.axes["boundary"]
    rows = (
        [
            shown(name),
            *(float(value) for value in means[methods.index(name)]),
            found.on_the_wall[name],
            found.fall[name],
        ]
        for name in _in_order(found)
    )
    table = markdown(
        [
            "method",
            *(f"ε = {epsilon:g}" for epsilon in epsilons),
            "at ε = 0, beside the mean",
            "change on the way to the wall",
        ],
        rows,
    )
    best = found.on_the_wall[found.best]
    as_good = ", ".join(f"`{shown(name)}`" for name in found.as_good) or "none"
    traps = ", ".join(f"`{shown(name)}` ({found.on_the_wall[name]})" for name in found.traps) or "none"
    return f"""# An optimum on the wall

**Which method for an optimum on the wall?** `{shown(found.best)}` reaches the most targets there, {best} beside the
mean of all methods. Not clearly behind it: {as_good}.

**Which one is a trap?** Clearly below the mean when the optimum lies on the wall, and clearly better placed when it
lies in the middle: {traps}.

![Share of targets of all methods as the optimum comes close to the wall](walls.svg)

The box of every BBOB function is moved so that its optimum lies at the distance ε of the box's width from the
nearer wall in every coordinate; ε = 0 puts it into a corner, 0.5 into the middle. Mean share of the 51 targets,
over {len(found.score.axes["function"])} functions and {len(found.score.axes["configuration"])} configurations
({", ".join(f"`{name}`" for name in found.score.axes["configuration"])}):

{table}
The last column is what each one gains (plus) or loses (minus) beside the mean method on the way from
ε = {epsilons[-1]:g} to ε = 0.

Methods that were not run: {missing}.

Data: {facts(runs)} in {runs["dimension"][0]}-D, {runs["budget"][0]} evaluations each. Intervals are 95 % bootstrap
intervals over the functions.
"""
