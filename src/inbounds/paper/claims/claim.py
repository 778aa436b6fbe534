"""What a claim is: a statement, a number on the evidence, and the bound that decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from inbounds.paper.paper_grid import BINOMIAL, EXPONENTIAL, GROUPS, Evidence

Sense: TypeAlias = Literal["at least", "at most", "above", "below"]
BOTH: Final = (BINOMIAL, EXPONENTIAL)

# The paper's words, as numbers.
MANY: Final = 0.25
MOST: Final = 0.5
RARELY: Final = 0.1
GOOD_PLACE: Final = 4  # the upper third of 13 methods
ALL_TARGETS: Final = 0.999
ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Claim:
    """One statement of the paper in our words: it holds if `number` is on the right side of the rule's bound.

    `groups` and `crossovers` say which cells it is about; all of them must have runs, and where it `uses_ranks`
    enough runs for the ranking's test to separate methods at all. `called_worse`: the methods of which it says how
    often they are significantly worse than the best; tests must be able to show that (see `power`).
    """

    name: str
    statement: str
    groups: Sequence[str]
    crossovers: Sequence[int]
    measure: str
    rule: tuple[Sense, float]
    number: Callable[[Evidence], float]
    uses_ranks: bool = True
    called_worse: Sequence[str] = ()

    @property
    def rule_in_words(self) -> str:
        """Say when the claim holds."""
        sense, bound = self.rule
        return f"{sense} {bound:.4g}"

    @property
    def group(self) -> str:
        """Say which groups it is about."""
        return "1–5" if tuple(self.groups) == GROUPS else ", ".join(self.groups)

    def holds(self, number: float) -> bool:
        """Tell whether `number` satisfies the rule."""
        sense, bound = self.rule
        match sense:
            case "at least":
                return number >= bound - ROUNDING
            case "at most":
                return number <= bound + ROUNDING
            case "above":
                return number > bound + ROUNDING
            case "below":
                return number < bound - ROUNDING
