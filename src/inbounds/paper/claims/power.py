"""Could the runs have shown it? What claims about significant differences need before they are decided."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from inbounds.analysis.cube import Runs
from inbounds.analysis.power import confirmed_by_more_runs, worse_with_the_worst_runs
from inbounds.analysis.ranking import RankingOptions
from inbounds.analysis.significance import SignificanceOptions
from inbounds.arrays import Floats
from inbounds.paper import published
from inbounds.paper.claims.claim import MANY, Claim
from inbounds.paper.paper_grid import Evidence, boundary_column, gather


class Power:
    """What the tests show of these runs if there were as many as the paper has."""

    def __init__(
        self, runs: Runs, ranking: RankingOptions, significance: SignificanceOptions, exponentials: Sequence[str]
    ) -> None:
        self._runs, self._options, self._exponentials = runs, (ranking, significance), exponentials
        self._per_cell = max(published.RUNS, int(runs.sizes.max()))

    def reason_against(self, claim: Claim, exponential: str, *, holds: bool) -> str | None:
        """Say why a claim about significance cannot be decided by these runs; None where it can."""
        share = self._could_be_worse(claim, exponential)
        if share < MANY:
            return (
                "the tests could hardly show it: even with the worst runs of every function, a method would be called "
                f"significantly worse in {share:.0%} of the columns (where all runs reach the floor, methods tie)"
            )
        if claim.holds(claim.number(self._confirmed[exponential])) != holds:
            return (
                f"too few runs: if {published.RUNS} per cell, as in the paper, confirmed what these show, the verdict "
                "would change"
            )
        return None

    def _could_be_worse(self, claim: Claim, exponential: str) -> float:
        evidence = self._with_the_worst_runs[exponential]
        methods = [boundary_column(name) for name in claim.called_worse]
        shares = [evidence.of("worse", group, c)[:, methods].mean() for group in claim.groups for c in claim.crossovers]
        return float(np.mean(shares))

    @cached_property
    def _confirmed(self) -> dict[str, Evidence]:
        return self._gathered(*confirmed_by_more_runs(self._runs, *self._options, per_cell=self._per_cell))

    @cached_property
    def _with_the_worst_runs(self) -> dict[str, Evidence]:
        methods = range(len(self._runs.boundaries))
        marks = [worse_with_the_worst_runs(self._runs, *self._options, at, per_cell=self._per_cell) for at in methods]
        worse = np.stack(marks, axis=-1)
        return self._gathered(np.zeros(worse.shape), worse)

    def _gathered(self, means: Floats, worse: NDArray[np.bool_]) -> dict[str, Evidence]:
        return {name: gather(self._runs, name, means, worse) for name in self._exponentials}
