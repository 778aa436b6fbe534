"""What a batch of runs reached, as arrays and as tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from inbounds.arrays import Floats, Integers
from inbounds.errors import missing_extra, studies_extra
from inbounds.notebook import html_table
from inbounds.runs.recording import CURVES, MEASURED, MEASURES, curve_evaluations, extras, targets

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

SHOWN_RUNS = 10  # in a notebook
_MADE = ("targets", "curves", "measures")  # fields that are put together from the core's arrays


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


@dataclass(frozen=True, eq=False, repr=False)
class Curves(SameArrays):
    """How the runs went, read at k log-spaced evaluation counts, which are the same for all runs.

    `evaluations`: (k,), the counts. All others are (runs, k) and keep their last value once a run has ended:
    `precision`, the best so far; `repaired`, the share of evaluations so far whose point had to be repaired;
    `mean_f` and `mean_cr`, the means of F and Cr in that generation, NaN before the first one.
    """

    evaluations: Integers
    precision: Floats
    repaired: Floats
    mean_f: Floats
    mean_cr: Floats
    #: of the parts of a mixture, (runs, points, parts); no parts where there is no mixture
    shares: Floats = field(default_factory=lambda: np.empty((0, 0, 0)))

    def __repr__(self) -> str:
        return "<Curves: {} runs at {} evaluation counts>".format(*self.precision.shape)


@dataclass(frozen=True, eq=False, repr=False)
class Measures(SameArrays):
    """What explains the runs, where `measures=True` asked for it.

    All but `walls` are (runs, k), read at the evaluation counts of the curves. A count stands for the generation in
    which it falls: the population is measured after the selection of that generation, repairs in that generation and
    in every twentieth since the count before. Lengths are in widths of the box, and fixed variables count in no measure
    of the population. NaN: there was nothing to measure.

    `outside`: share of the components outside the box, of the donors (or trials) that the boundary method is given.
    `cosine`: of the angle between (repaired − target) and (before − target), mean over repaired points; steps of no
    length are left out. `distance`: between a point before and after repair, mean. `survived_repaired`,
    `survived_unrepaired`: share of the trials that replaced their target, of those repaired (or refused) and of the
    others. `diversity`: standard deviation of the population, mean over the coordinates. `extension`: of its bounding
    box, (∏ side / width)^(1/n). `on_bound`: share of its coordinates exactly on a bound. `walls`: (runs, 2, n), share
    of the donors in these generations that crossed each lower and each upper wall.
    """

    outside: Floats
    cosine: Floats
    distance: Floats
    survived_repaired: Floats
    survived_unrepaired: Floats
    diversity: Floats
    extension: Floats
    on_bound: Floats
    walls: Floats

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "Measures | None":
        """Build them from the core's arrays; None where the runs were not measured."""
        found = extras(arrays)
        if "walls" not in found:
            return None
        walls = found["walls"]
        return cls(**{name: found[f"curve_{name}"] for name in MEASURES}, walls=walls.reshape(len(walls), 2, -1))

    def __repr__(self) -> str:
        return "<Measures: {} runs at {} evaluation counts>".format(*self.outside.shape)


@dataclass(frozen=True, eq=False, repr=False)
class RunResult(SameArrays):
    """What a batch of runs reached; two results are equal where all but the seconds are.

    `precision`: (runs,), f − f_opt of the best point, f itself where f_opt is not known. `evaluations`: (runs,).
    `repaired`: (runs,), the share of evaluations whose point had to be repaired. `x`: (runs, n), the best points.
    `hits`: (runs, 51), the evaluation at which each of `targets` was first reached, -1 for never. `targets`: (51,),
    precisions from 10² down to 10⁻⁸. `curves`: `Curves`, how the runs went. `seconds`: (runs,), wall-clock time.
    `nonfinite`: (runs,), how many values were NaN or infinite. `measures`: `Measures` of runs with ``measures=True``.
    """

    precision: Floats
    evaluations: Integers
    repaired: Floats
    x: Floats
    hits: Integers
    targets: Floats
    curves: Curves
    seconds: Floats = field(compare=False)
    nonfinite: Integers
    measures: Measures | None = None

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], budget: int) -> "RunResult":
        """Build the result from the core's arrays."""
        points = curve_evaluations(budget)
        shares = np.asarray(arrays["curve_shares"])
        parts = shares.size // (len(shares) * len(points)) if len(shares) else 0
        shares = shares.reshape(len(shares), len(points), parts)
        curves = replace(Curves(points, *(arrays[name] for name in CURVES)), shares=shares)
        direct = {name.name: arrays[name.name] for name in fields(cls) if name.name not in _MADE}
        return cls(**direct, targets=targets(), curves=curves, measures=Measures.from_arrays(arrays))

    def __repr__(self) -> str:
        runs, dimension = self.x.shape
        return (
            f"<RunResult: {runs} run{'s' * (runs != 1)} in dimension {dimension}, "
            f"precision {self.precision.min():.3g} to {self.precision.max():.3g}, "
            f"{self.evaluations.sum()} evaluations, {self.repaired.mean():.1%} repaired>"
        )

    def _repr_html_(self) -> str:
        columns = ("precision", "evaluations", "repaired", "seconds")
        values = zip(*(getattr(self, name)[:SHOWN_RUNS].tolist() for name in columns), strict=True)
        left_out = len(self.precision) - SHOWN_RUNS
        more = [("…", f"{left_out} more")] if left_out > 0 else []
        return html_table(repr(self)[1:-1], ("run", *columns), [*((k, *row) for k, row in enumerate(values)), *more])

    def to_polars(self) -> "polars.DataFrame":
        """Return one row per run, named as in a store's run table; `x`, `hits`, curves and measures as arrays."""
        with studies_extra():
            import polars

        curves = dict(zip(CURVES, list(vars(self.curves).values())[1 : 1 + len(CURVES)], strict=True))
        direct = {name: getattr(self, name) for name in (*MEASURED, "x") if name not in CURVES}
        return polars.DataFrame(
            {"run": np.arange(len(self.precision), dtype=np.int32), **direct, **curves, **self._extras()}
        )

    def _extras(self) -> dict[str, Floats]:
        """Shares and measures, where there are any, as the run table has them."""
        runs = len(self.precision)
        shares = {"curve_shares": self.curves.shares.reshape(runs, -1)} if self.curves.shares.size else {}
        if self.measures is None:
            return shares
        measured = {f"curve_{name}": getattr(self.measures, name) for name in MEASURES}
        return {**shares, **measured, "walls": self.measures.walls.reshape(runs, -1)}

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
