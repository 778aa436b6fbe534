"""What a batch of runs reached, as arrays and as tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from inbounds.arrays import Floats, Integers
from inbounds.errors import missing_extra
from inbounds.runs.recording import CURVES, MEASURED, curve_evaluations, targets

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class SameArrays:
    """Equality of dataclasses that hold arrays: the same shapes and values, NaN equal to NaN."""

    __hash__ = None  # type: ignore[assignment] # arrays can be changed

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            _same(getattr(self, item.name), getattr(other, item.name))
            for item in fields(cast("Any", self))
            if item.compare
        )


def _same(mine: Any, others: Any) -> bool:
    return np.array_equal(mine, others, equal_nan=True) if isinstance(mine, np.ndarray) else bool(mine == others)


@dataclass(frozen=True, eq=False)
class Curves(SameArrays):
    """How the runs went: values at log-spaced evaluation counts, one row per run; in the order of the run table."""

    evaluations: Integers
    precision: Floats
    repaired: Floats
    mean_f: Floats
    mean_cr: Floats
    #: of the parts of a mixture, (runs, points, parts); no parts where there is no mixture
    shares: Floats = field(default_factory=lambda: np.empty((0, 0, 0)))


@dataclass(frozen=True, eq=False)
class RunResult(SameArrays):
    """What a batch of runs reached; two results are equal where all but the seconds are."""

    precision: Floats
    evaluations: Integers
    repaired: Floats
    x: Floats
    hits: Integers
    targets: Floats
    curves: Curves
    seconds: Floats = field(compare=False)
    nonfinite: Integers

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], budget: int) -> "RunResult":
        """Build the result from the core's arrays."""
        points = curve_evaluations(budget)
        shares = np.asarray(arrays["curve_shares"])
        parts = shares.size // (len(shares) * len(points)) if len(shares) else 0
        shares = shares.reshape(len(shares), len(points), parts)
        curves = replace(Curves(points, *(arrays[name] for name in CURVES)), shares=shares)
        direct = {name.name: arrays[name.name] for name in fields(cls) if name.name not in ("targets", "curves")}
        return cls(**direct, targets=targets(), curves=curves)

    def to_polars(self) -> "polars.DataFrame":
        """Return one row a run, in columns named as in a store's run table; `x`, `hits` and the curves as arrays."""
        import polars

        curves = dict(zip(CURVES, list(vars(self.curves).values())[1 : 1 + len(CURVES)], strict=True))
        direct = {name: getattr(self, name) for name in (*MEASURED, "x") if name not in CURVES}
        return polars.DataFrame({"run": np.arange(len(self.precision), dtype=np.int32), **direct, **curves})

    def to_arrow(self) -> "pyarrow.Table":
        """Return the table of `to_polars` as an Arrow table."""
        try:
            import pyarrow  # noqa: F401 - a clear error where the package is missing
        except ImportError:
            raise missing_extra("pyarrow", "pandas") from None
        return self.to_polars().to_arrow()

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the table of `to_polars` as a pandas frame, indexed by run."""
        try:
            import pandas
        except ImportError:
            raise missing_extra("pandas", "pandas") from None
        table = self.to_polars()
        columns = {name: list(table[name].to_numpy()) if table[name].dtype.is_nested() else table[name].to_numpy()
                   for name in table.columns[1:]}  # fmt: skip
        return pandas.DataFrame(columns, index=pandas.Index(table["run"].to_numpy(), name="run"))
