"""Is it the paper's design? Its operators on its functions; only then are runs sorted and judged by the paper."""

from dataclasses import replace
from itertools import product

from inbounds.analysis.axes import Axes, Configuration
from inbounds.analysis.cube import Runs
from inbounds.paper import published
from inbounds.problems.function_groups import group_members

SUITE = "bbob"


def is_papers_design(axes: Axes) -> bool:
    """Tell whether all of the paper's algorithm instances stand on `axes`, with all of its 24 functions.

    Dimension, budget and number of runs may differ: a smaller study of the same design can be held beside the paper.
    """
    functions = {function for members in group_members().values() for function in members}
    return (
        axes.suite == SUITE
        and functions <= {block.function for block in axes.blocks}
        and set(published.BOUNDARIES) <= set(axes.boundaries)
        and bool(exponential_variants(axes))
        and _configurations("binomial") <= set(axes.configurations)
    )


def exponential_variants(axes: Axes) -> tuple[str, ...]:
    """Name the exponential crossovers that stand on `axes` with all of the paper's mutations."""
    return tuple(name for name in published.EXPONENTIAL_VARIANTS if _configurations(name) <= set(axes.configurations))


def in_papers_order(runs: Runs) -> Runs:
    """Return runs of the paper's design with the methods from top to bottom of its heatmaps; others as they are."""
    if not is_papers_design(runs.axes):
        return runs
    others = tuple(name for name in runs.boundaries if name not in published.BOUNDARIES)
    return runs.on(replace(runs.axes, boundaries=(*published.BOUNDARIES, *others)))


def _configurations(crossover: str) -> set[Configuration]:
    return {Configuration(*pair) for pair in product(published.MUTATIONS, (crossover,))}
