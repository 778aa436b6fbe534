"""How operators look in every picture, on paper and on the page: a colour per mutation, a dash per crossover."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

# Distinct in lightness as well as in hue: rand schemes blue, best schemes warm, target schemes green.
MUTATION_COLOURS: Final = {
    "rand/1": "#0072b2",
    "best/1": "#d55e00",
    "target-to-best/1": "#009e73",
    "best/2": "#e69f00",
    "rand/2": "#56b4e9",
    "target-to-best/2": "#0b5d2a",
    "target-to-pbest/1": "#63c5a4",
    "rand/2/dir": "#332288",
    "nsde": "#e377c2",
    "trigonometric": "#882255",
    "2-opt/1": "#8c8c2b",
    "2-opt/2": "#6b3a1e",
    "proximity-rand/1": "#7f7f7f",
    "ranking-target-to-pbest/1": "#a6559d",
}
COLOURS: Final = tuple(MUTATION_COLOURS.values())
Dash: TypeAlias = Literal["solid", "dashed", "dotted", "dashdot"]
CROSSOVER_DASHES: Final[dict[str, Dash]] = {"binomial": "solid", "exponential": "dashed", "exponential-2020": "dotted"}
DASHES: Final[tuple[Dash, ...]] = ("solid", "dashed", "dotted", "dashdot")


def mutation_colours(mutations: Sequence[str]) -> dict[str, str]:
    """Give every mutation its colour; foreign names take what is left over."""
    free = [colour for name, colour in MUTATION_COLOURS.items() if name not in mutations] or list(COLOURS)
    foreign = [name for name in mutations if name not in MUTATION_COLOURS]
    return {
        name: MUTATION_COLOURS.get(name) or free[foreign.index(name) % len(free)] for name in dict.fromkeys(mutations)
    }


def crossover_dashes(crossovers: Sequence[str]) -> dict[str, Dash]:
    """Give every crossover its line: solid is binomial, dashed exponential."""
    foreign = [name for name in crossovers if name not in CROSSOVER_DASHES]
    return {
        name: CROSSOVER_DASHES.get(name) or DASHES[foreign.index(name) % len(DASHES)]
        for name in dict.fromkeys(crossovers)
    }
