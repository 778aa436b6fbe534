"""Whether an experiment has the paper's design, so that its results can be held against the paper's."""

from inbounds.analysis.cube import Axes
from inbounds.paper import published

SUITE = "bbob"
ADAPTATION = "shade"
DIMENSION = 30


def has_the_papers_design(axes: Axes, *, suite: str, adaptation: str) -> bool:
    """Tell whether these are the paper's methods, configurations and functions, nothing less and nothing else.

    Either variant of exponential crossover counts, or both. Dimension, budget and runs may be smaller: they change
    how sure a result is and whom it concerns, not what is compared.
    """
    crossovers = {configuration.crossover for configuration in axes.configurations}
    variants = set(published.EXPONENTIAL_VARIANTS)
    mutations = {(c.mutation, c.crossover) for c in axes.configurations}
    return (
        (suite, adaptation) == (SUITE, ADAPTATION)
        and set(axes.boundaries) == set(published.BOUNDARIES)
        and published.CROSSOVERS[0] in crossovers
        and bool(crossovers & variants)
        and crossovers <= {published.CROSSOVERS[0], *variants}
        and mutations == {(mutation, crossover) for mutation in published.MUTATIONS for crossover in crossovers}
        and {block.function for block in axes.blocks}
        == {f for group in published.FUNCTION_GROUPS.values() for f in group}
    )
