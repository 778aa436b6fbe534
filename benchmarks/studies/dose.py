"""Study `dose`: does the repaired share cause bad performance, or do both come from the problem?

Every function is run in several boxes, and its donors leave some more often than others. Slopes of the share of
targets on the repaired share tell cause from company:

- *company*: between the functions, methods and configurations in the plain box, where nothing was changed;
- *box*: within each function, method and configuration, as its box is moved;
- *box and method*: the same after the mean effect of each box on all methods is taken away, for a box that is moved
  also becomes smaller or larger, which is the same for all methods;
- *inside*: the same without the boxes that have the optimum on the wall.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from inbounds.figures.style import FAINT, INK, SMALL, tidy
from inbounds.problems.suite_names import suite_name
from studies.scores import Cube, Estimate, Floats, bootstrap, cube, estimate, facts, markdown

PLAIN = "bbob"
AXES = ("function", "configuration", "boundary", "suite")
CAUSE, COMPANY, NO_CAUSE, MIXED, UNDECIDED = "cause", "company", "no cause", "mixed", "not decided"
INTERVENTIONS = ("box", "box and method", "inside")
MARGIN = 0.1  # of the targets, as the repaired share goes from none to all: less than that is no harm worth the name


@dataclass(frozen=True)
class Findings:
    """Slopes: change of the share of targets when the repaired share goes from 0 to 1."""

    slopes: dict[str, Estimate]
    boxes: list[tuple[str, float, Estimate]]  # box, mean repaired share, change of the score against the plain box
    repaired: Cube
    score: Cube

    @property
    def verdict(self) -> str:
        """Cause, where all interventions hurt clearly; none, where all exclude a harm above the margin."""
        interventions = [self.slopes[name] for name in INTERVENTIONS]
        signs = {slope.clear for slope in interventions}
        if signs == {-1}:
            return CAUSE
        if {-1, 1} <= signs:
            return MIXED
        if all(slope.low > -MARGIN for slope in interventions):
            return COMPANY if self.slopes["company"].clear < 0 else NO_CAUSE
        return UNDECIDED


def analyse(runs: pl.DataFrame) -> Findings:
    """Estimate the slopes and the mean effect of every box."""
    repaired, score = cube(runs, *AXES, value="repaired"), cube(runs, *AXES)
    plain = repaired.axes["suite"].index(PLAIN)
    inside = [k for k, name in enumerate(repaired.axes["suite"]) if suite_name(name).epsilon != 0]
    x, y = repaired.values, score.values
    slopes = {
        "company": _slope(x[..., [plain]], y[..., [plain]], within=False),
        "box": _slope(_centred(x, 3), _centred(y, 3)),
        "box and method": _slope(_centred(_centred(x, 3), 2), _centred(_centred(y, 3), 2)),
        "inside": _slope(_centred(_centred(x[..., inside], 3), 2), _centred(_centred(y[..., inside], 3), 2)),
    }
    boxes = [
        (name, float(x[..., k].mean()), estimate((y[..., k] - y[..., plain]).mean(axis=(1, 2))))
        for k, name in enumerate(repaired.axes["suite"])
    ]
    return Findings(slopes, sorted(boxes, key=lambda box: box[1]), repaired, score)


def _centred(values: Floats, axis: int) -> Floats:
    return values - values.mean(axis=axis, keepdims=True)


def _slope(x: Floats, y: Floats, *, within: bool = True) -> Estimate:
    """Return the least-squares slope, and its interval over functions; `within` says that both are centred already."""
    x, y = x.reshape(len(x), -1), y.reshape(len(y), -1)

    def slope(drawn: np.ndarray) -> float:
        left, right = x[drawn], y[drawn]
        if not within:
            left, right = left - left.mean(), right - right.mean()
        return float((left * right).sum() / (left**2).sum())

    return bootstrap(len(x), slope)


def draw(found: Findings) -> Figure:
    """Draw the change of the score against that of the repaired share, box by box, and the slopes."""
    figure = Figure(figsize=(7.2, 3.0), layout="constrained")
    left, right = figure.subplots(1, 2)
    plain = next(repaired for name, repaired, _ in found.boxes if name == PLAIN)
    for name, repaired, change in found.boxes:
        left.errorbar(
            repaired - plain,
            change.value,
            yerr=[[change.value - change.low], [change.high - change.value]],
            marker="o",
            markersize=3.5,
            linewidth=0.9,
            color=FAINT if name == PLAIN else "#1f6fb4",
        )
        left.annotate(label(name), (repaired - plain, change.value), (4, 4), textcoords="offset points", fontsize=SMALL)
    left.axhline(0, color=INK, linewidth=0.6)
    left.set_xlabel("change of the repaired share", fontsize=SMALL)
    left.set_ylabel("change of the share of targets", fontsize=SMALL)
    tidy(left, "Every box beside the plain one")
    for k, (name, slope) in enumerate(reversed(found.slopes.items())):
        right.plot([slope.low, slope.high], [k, k], color="#1f6fb4", linewidth=1.6)
        right.plot(slope.value, k, "o", color="#1f6fb4", markersize=4)
        right.annotate(name, (slope.value, k), (0, 6), textcoords="offset points", ha="center", fontsize=SMALL)
    right.axvline(0, color=INK, linewidth=0.6)
    right.set_yticks([])
    right.set_ylim(-0.5, len(found.slopes) - 0.3)
    right.set_xlabel("slope: share of targets per repaired share", fontsize=SMALL)
    tidy(right, "Association and interventions")
    return figure


def label(suite: str) -> str:
    """Return a box's name as it stands in figure and table."""
    if suite == PLAIN:
        return "plain"
    options = suite.partition("[")[2].rstrip("]")
    return options.replace("epsilon", "ε").replace("coordinates", "k").replace(",", ", ")


ANSWERS = {
    CAUSE: "**Cause.** Where a moved box makes more donors leave, the same algorithm does worse on the same function, "
    "also beside the other methods in the same box.",
    COMPANY: "**Company.** Runs that repair much reach fewer targets, but making more donors leave the box does not "
    "make the same algorithm worse: what makes a function hard also makes donors leave.",
    NO_CAUSE: "**Not a cause.** Making more donors leave the box does not make the same algorithm worse on the same "
    "function, and in the plain box itself runs that repair more are not clearly worse either.",
    MIXED: "**No plain cause.** The interventions do not agree: whether a method whose repairs grow more than those of "
    "the others gains or loses depends on where the optimum lies, on the wall or inside.",
    UNDECIDED: "**Not decided.** The interventions do not agree, or their intervals are too wide to exclude harm.",
}


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    slopes = markdown(
        ["slope of the share of targets on the repaired share", "estimate", "reading"],
        (
            [SLOPES[name], slope, slope.verdict("more repairs, more targets", "more repairs, fewer targets")]
            for name, slope in found.slopes.items()
        ),
    )
    boxes = markdown(
        ["box", "repaired share", "share of targets beside the plain box"],
        ([label(name), repaired, change] for name, repaired, change in found.boxes),
    )
    return f"""# Does the repaired share cause bad performance?

{ANSWERS[found.verdict]}

![Change of the share of targets against the change of the repaired share](dose.svg)

The paper finds that algorithms which repair many trials often perform badly, and leaves open whether one causes the
other. Here the share is changed from outside: every function is run in nine boxes by the same 13 boundary methods
in four configurations. In the suite [`walls`](../howto/run-an-experiment.md) the optimum lies at the distance ε of
the box's width from the nearer wall, in all coordinates or in k of them: a small ε lets many donors leave, ε = 0.5
puts the optimum into the middle.

{slopes}
A slope of −0.5 means that half of the 51 targets are lost when the repaired share goes from none to all. A box that
is moved also changes in size; the last two rows therefore ask only whether a method whose repairs grew more than
those of the other methods in the same box lost more than they did. The verdict calls the share harmless where all
intervals exclude a slope of −{MARGIN:g}.

The margin and the last row were added after a first look at the results. Mind the other direction: a method that
comes closer to an optimum at the wall also sends more donors across it, so a slope above zero in the last two rows
may say that success makes repairs, not that repairs make success.

{boxes}
Data: {facts(runs)} in {runs["dimension"][0]}-D, {runs["budget"][0]} evaluations each. Intervals are 95 % bootstrap
intervals over the 24 functions.
"""


SLOPES = {
    "company": "association: between functions and methods, plain box",
    "box": "intervention: the box is moved, all else equal",
    "box and method": "intervention, beside the other methods in the same box",
    "inside": "the same without the boxes that have the optimum on the wall (ε = 0)",
}
