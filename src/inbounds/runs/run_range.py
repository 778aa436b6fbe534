"""Consecutive runs of one cell."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class RunRange:
    """The runs first, first + 1, …, first + count - 1 of a cell."""

    first: int
    count: int

    @property
    def end(self) -> int:
        """The first run after the range."""
        return self.first + self.count
