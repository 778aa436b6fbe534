"""What happened in each generation and finish of a `minimize` run."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from inbounds.arrays import Floats
from inbounds.errors import studies_extra


@dataclass
class History:
    """One row per generation or finish: evaluations so far, best value, median of the population, repaired share."""

    _rows: list[tuple[float, float, float, float]] = field(default_factory=list, repr=False)

    def add(self, evaluations: int, best: float, median: float, repaired: float) -> None:
        """Note a generation, or a finish."""
        self._rows.append((evaluations, best, median, repaired))

    @classmethod
    def of(cls, rows: Floats, evaluations: int) -> "History":
        """Return the history with these rows, of a run with so many evaluations."""
        if rows.dtype != np.float64 or rows.ndim != 2 or rows.shape[1] != 4:
            raise ValueError(f"history must be rows of 4 numbers; got shape {rows.shape} of {rows.dtype}")
        if not (np.diff(rows[:, 0], prepend=0, append=evaluations + 1) > 0).all():
            raise ValueError("the evaluations of the history must increase up to those of the run")
        return cls([tuple(row) for row in rows.tolist()])

    @property
    def rows(self) -> Floats:
        """All columns together, (k, 4)."""
        return np.array(self._rows, dtype=float).reshape(-1, 4)

    def _column(self, number: int) -> Floats:
        column: Floats = self.rows[:, number]
        return column

    @property
    def evaluations(self) -> Floats:
        """Evaluations until then."""
        return self._column(0)

    @property
    def best(self) -> Floats:
        """The best value until then."""
        return self._column(1)

    @property
    def median(self) -> Floats:
        """The median value of the population."""
        return self._column(2)

    @property
    def repaired(self) -> Floats:
        """The share of the evaluations until then whose point was repaired."""
        return self._column(3)

    def __len__(self) -> int:
        return len(self._rows)

    def plot(self, axes: Any = None) -> Any:
        """Draw best and median value, and the repaired share, over the evaluations; return the axes."""
        if axes is None:
            with studies_extra():
                from matplotlib.figure import Figure

            axes = Figure(figsize=(7, 4), layout="constrained").subplots()
        axes.plot(self.evaluations, self.best, label="best")
        axes.plot(self.evaluations, self.median, label="median of the population", alpha=0.6)
        finite = self.best[np.isfinite(self.best)]
        if len(finite) and finite.min() > 0:
            axes.set_yscale("log")
        axes.set(xlabel="evaluations", ylabel="value")
        share = axes.twinx()
        share.plot(self.evaluations, 100 * self.repaired, color="0.6", linestyle=":", label="repaired")
        share.set(ylabel="repaired in %", ylim=(0, None))
        axes.legend(loc="upper right")
        return axes
