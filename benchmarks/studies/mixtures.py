"""Study `mixtures`: do mixtures of boundary methods beat the best single one, chosen on other instances?"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from inbounds.figures.style import INK, SMALL, tidy
from inbounds.problems import functions
from studies.scores import Cube, Estimate, bootstrap, cube, estimate, facts, is_mixture, markdown, shown

CHOSEN_ON = 5  # instances 1 … 5 choose, the others report
BETTER, WORSE = "better", "worse"
OVERALL, GROUP, FUNCTION = "best single method overall", "best of the group", "best of the function"


@dataclass(frozen=True)
class Part:
    """One suite in one dimension."""

    choosing: Cube  # function × configuration × boundary, instances 1 … 5
    reporting: Cube  # the same on the others
    contenders: dict[str, np.ndarray]  # name → score on the reporting instances, function × configuration
    chosen: dict[str, str]  # which single method, which mixture
    beside: dict[str, Estimate]  # contender minus the best single method overall
    against: dict[str, Estimate]  # the chosen mixture minus each choice of single methods: overall, group, function
    closed: dict[str, Estimate]  # share of the way from a random single method to the best in hindsight
    groups: dict[str, Estimate]  # the chosen mixture beside the best single method, by group of functions

    @property
    def verdict(self) -> str:
        """How the mixture chosen on the first instances does on the others, beside the single method chosen so."""
        return self.beside[self.chosen["mixture"]].verdict(BETTER, WORSE)


@dataclass(frozen=True)
class Findings:
    """All suites and dimensions."""

    parts: dict[tuple[str, int], Part]


def analyse(runs: pl.DataFrame) -> Findings:
    """Choose on the first instances, report on the others."""
    return Findings(
        {
            (suite, dimension): _part(
                runs.filter(suite=suite, dimension=dimension).sort("function", maintain_order=True)
            )
            for suite in runs["suite"].unique(maintain_order=True).to_list()
            for dimension in runs.filter(suite=suite)["dimension"].unique().sort().to_list()
        }
    )


def _part(runs: pl.DataFrame) -> Part:
    axes = ("function", "configuration", "boundary")
    choosing = cube(runs.filter(pl.col("instance") <= CHOSEN_ON), *axes)
    reporting = cube(runs.filter(pl.col("instance") > CHOSEN_ON), *axes)
    names = choosing.axes["boundary"]
    if (reporting.axes["boundary"], reporting.axes["function"]) != (names, choosing.axes["function"]):
        raise ValueError("both parts of the instances must hold the same functions and methods in the same order")
    single = [k for k, name in enumerate(names) if not is_mixture(name)]
    mixed = [k for k, name in enumerate(names) if is_mixture(name)]
    numbers = {info.number: info.group for info in functions("bbob")}
    groups = np.array([numbers[number] for number in choosing.axes["function"]])
    train, test = choosing.values, reporting.values

    best = single[int(train[..., single].mean(axis=(0, 1)).argmax())]
    best_mixture = mixed[int(train[..., mixed].mean(axis=(0, 1)).argmax())]
    of_group = np.empty(len(groups), dtype=int)
    for group in np.unique(groups):
        of_group[groups == group] = single[int(train[groups == group][..., single].mean(axis=(0, 1)).argmax())]
    of_function = np.array(single)[train[..., single].mean(axis=1).argmax(axis=1)]
    rows = np.arange(len(groups))
    contenders = {
        OVERALL: test[..., best],
        GROUP: test[rows, :, of_group],
        FUNCTION: test[rows, :, of_function],
        **{shown(names[k]): test[..., k] for k in mixed},
    }
    random, hindsight = test[..., single].mean(axis=2), test[..., single].max(axis=2)

    def closed(score: np.ndarray) -> Estimate:
        won, room = (score - random).mean(axis=1), (hindsight - random).mean(axis=1)
        return bootstrap(len(rows), lambda drawn: float(won[drawn].sum() / room[drawn].sum()))

    chosen = shown(names[best_mixture])
    gains = {name: (contenders[chosen] - contenders[name]).mean(axis=1) for name in (OVERALL, GROUP, FUNCTION)}
    return Part(
        choosing,
        reporting,
        contenders,
        {"single": names[best], "mixture": chosen},
        {name: estimate((score - contenders[OVERALL]).mean(axis=1)) for name, score in contenders.items()},
        {name: estimate(gain) for name, gain in gains.items()},
        {name: closed(score) for name, score in contenders.items()},
        {str(group): estimate(gains[OVERALL][groups == group]) for group in np.unique(groups)},
    )


def draw(found: Findings) -> Figure:
    """Draw every contender beside the best single method."""
    across = min(2, len(found.parts))
    down = -(-len(found.parts) // across)
    figure = Figure(figsize=(5.0 if across == 1 else 7.2, 2.2 * down), layout="constrained")
    places = figure.subplots(down, across, squeeze=False, sharey=True, sharex="col").ravel()
    for place in places[len(found.parts) :]:
        place.set_visible(False)
    for place, ((suite, dimension), part) in zip(places, found.parts.items(), strict=False):
        names = [name for name in part.beside if name != OVERALL]
        for k, name in enumerate(reversed(names)):
            at = part.beside[name]
            colour = "#1f6fb4" if name.startswith("mixture") else "#6b7280"
            place.plot([at.low, at.high], [k, k], color=colour, linewidth=1.6)
            place.plot(at.value, k, "o", color=colour, markersize=3.5)
        place.set_yticks(range(len(names)), list(reversed(names)))
        place.axvline(0, color=INK, linewidth=0.6)
        place.label_outer()
        tidy(place, f"{suite}, {dimension}-D")
    figure.supxlabel("share of targets beside the best single method", fontsize=SMALL)
    return figure


def page(runs: pl.DataFrame, found: Findings) -> str:
    """Return the page."""
    answers, tables = [], []
    for (suite, dimension), part in found.parts.items():
        chosen = part.chosen["mixture"]
        answers.append(
            f"- {suite}, {dimension}-D: the {chosen} is {_words(part.verdict)} `{part.chosen['single']}`, the best "
            f"single method: {part.beside[chosen]} of the targets."
        )
        rows = (
            [name, float(score.mean()), part.beside[name], part.closed[name]] for name, score in part.contenders.items()
        )
        tables.append(f"## {suite}, {dimension}-D\n")
        tables.append(markdown(["contender", "share of targets", "beside the best single method", "gap closed"], rows))
        tables.append(f"The {chosen} minus single methods that were chosen as it was, on instances 1 to {CHOSEN_ON}:\n")
        tables.append(markdown(["single method", "difference"], part.against.items()))
        tables.append(f"Where the {chosen} stands beside `{part.chosen['single']}`, by group of functions:\n")
        tables.append(markdown(["group", "difference"], part.groups.items()))
        tables.append(_wins(part))
    body = "\n".join(tables)
    newline = "\n"
    configurations = ", ".join(f"`{name}`" for name in runs["configuration"].unique().sort())
    return f"""# Mixtures of boundary methods

Do mixtures and adaptive rules beat the best single method? Everything is chosen on instances 1 to {CHOSEN_ON} and
reported on the others.

{newline.join(answers)}

![Every contender beside the best single method](mixtures.svg)

A *mixture* draws one of its methods for every infeasible donor: with equal shares, or by a rule that learns from
success (`success-rate`, `abchs`) or from later survival (`survival`). The mixture of six holds `resampling`,
`projection`, `reflection`, `midpoint-target`, `conservatism` and `projection-base`. *Gap closed* is 0 for a single
method drawn at random and 1 for the single method that, in hindsight, is best for each function and configuration;
the hindsight is flattering, so nothing need reach 1.

{body}
Data: {facts(runs)}, 1000 evaluations per dimension, configurations
{configurations}. Intervals are 95 % bootstrap intervals over the functions.
"""


def _words(verdict: str) -> str:
    return {BETTER: "clearly better than", WORSE: "clearly worse than"}.get(verdict, "not clearly different from")


def _wins(part: Part) -> str:
    names = part.reporting.axes["boundary"]
    single = part.reporting.values[..., [k for k, name in enumerate(names) if not is_mixture(name)]].mean(axis=0)
    chosen = part.contenders[part.chosen["mixture"]].mean(axis=0)
    won = int((chosen > single.max(axis=1)).sum())
    return (
        f"In {won} of {chosen.size} configurations it has more targets than each of {single.shape[1]} single methods.\n"
    )
