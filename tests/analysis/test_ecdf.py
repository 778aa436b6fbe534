"""ECDFs by hand, and against iohinspector on hand-written IOHprofiler files."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import ecdf, ecdf_of_best, function_ranks, group_ranks, running_times
from inbounds.analysis.ecdf import final_shares, shares_after
from inbounds.analysis.loading import load
from inbounds.analysis.performance import run_areas
from inbounds.errors import InvalidArgumentError

from .run_tables import TARGETS, cell, methods_on, random_study

POWERS = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]  # 10^1, 10^0, …, 10^-8


def hits_at(evaluations: dict[int, int]) -> np.ndarray:
    """One run that reaches target k first after `evaluations[k]`, and each easier target no later."""
    hits = np.full(TARGETS.size, -1)
    for k, count in sorted(evaluations.items(), reverse=True):
        hits[: k + 1] = count
    return hits


def share_at(curves: pl.DataFrame, evaluations_per_dimension: float) -> float:
    before = curves.filter(pl.col("evaluations_per_dimension") <= evaluations_per_dimension * (1 + 1e-9))
    return before["share"][-1]


def test_the_share_of_the_targets_is_counted_by_hand():
    # dimension 5: one run reaches 10^1 at 10 evaluations and 10^0 at 50; the other 10^1 … 10^-1 at 500
    hits = np.stack([hits_at({5: 10, 10: 50}), hits_at({15: 500})])
    table = cell([1.0, 0.1], hits=hits)
    curves = ecdf(table, groups=["1"], points_per_decade=100).curves
    assert share_at(curves, 1.9) == 0
    assert share_at(curves, 2.1) == pytest.approx(1 / 20)
    assert share_at(curves, 10.3) == pytest.approx(2 / 20)
    assert share_at(curves, 101) == pytest.approx(5 / 20)
    assert curves["evaluations_per_dimension"][-1] == 200  # the whole budget


def test_the_area_is_what_lies_under_the_steps_on_the_log_axis():
    table = cell([1e-9], hits=hits_at({50: 100})[None])
    final = ecdf(table, groups=["1"]).final
    first, last = np.log10(1 / 5), np.log10(200)
    assert final["area"][0] == pytest.approx((last - np.log10(20)) / (last - first))
    assert final["share"][0] == 1.0


def test_the_targets_of_the_paper_are_the_ten_powers():
    assert ecdf(cell([1.0])).targets == pytest.approx([10.0**k for k in range(1, -9, -1)])
    assert len(ecdf(cell([1.0]), targets="all").targets) == 51
    assert ecdf(cell([1.0]), targets=[1e-8]).targets == pytest.approx([1e-8])


def test_the_final_share_needs_no_recorded_hits_and_agrees_with_them():
    runs = load(random_study(runs=4, functions=(3, 9), mutations=("nsde",)))
    np.testing.assert_allclose(final_shares(runs), shares_after(runs, 1000 / 5))


def test_all_runs_of_a_group_count_alike():
    table = random_study(runs=6, functions=range(6, 10), mutations=("rand/1",), boundaries=("wrapping",))
    final = ecdf(table, groups=["2"]).final
    for crossover, share in final.select("crossover", "share").iter_rows():
        part = table.filter(pl.col("crossover") == crossover)["hits"].to_numpy()[:, POWERS]
        assert share == pytest.approx((part >= 0).mean())


def test_each_line_is_the_best_ranked_method_and_the_first_in_heatmap_order_on_ties():
    good, bad = np.linspace(1, 1.1, 25), np.linspace(9, 9.1, 25)
    table = pl.concat(
        methods_on(f, {"wrapping": good, "conservatism": bad, "projection": good}, crossover=crossover)
        for f in (1, 2, 3, 4, 5)
        for crossover in ("binomial", "exponential")
    )
    result = ecdf_of_best(group_ranks(function_ranks(table)))
    assert result.final["boundary"].unique().to_list() == ["projection"]  # above wrapping in the heatmaps
    assert result.final.height == 2 * 2  # two crossovers in group 1 and in all


def test_missing_cells_leave_no_line():
    table = methods_on(1, {"a": [1.0]}, mutation="x").vstack(methods_on(2, {"b": [1.0]}, mutation="y"))
    assert ecdf(table, groups=["1"]).final.height == 2


@pytest.mark.parametrize("targets", ["many", [0.3], []])
def test_targets_that_were_not_recorded_are_refused(targets):
    with pytest.raises(InvalidArgumentError, match="target"):
        ecdf(cell([1.0]), targets=targets)


def test_a_table_without_hits_says_so():
    with pytest.raises(InvalidArgumentError, match="no column 'hits'"):
        ecdf(cell([1.0]).drop("hits"))


# --- the same runs as files of IOHprofiler -------------------------------------------------------------------------

DIMENSION, BUDGET = 5, 1000


def trajectories(seed: int, runs: int) -> list[list[tuple[int, float]]]:
    """Improvements that land a hair below recorded targets, the first at evaluation 1 on the easiest."""
    generator = np.random.default_rng(seed)
    result = []
    for _ in range(runs):
        levels = np.sort(generator.choice(np.arange(1, 51), generator.integers(1, 12), replace=False))
        times = np.sort(generator.choice(np.arange(2, BUDGET), levels.size, replace=False))
        reached = [float(TARGETS[k]) * (1 - 1e-9) for k in (0, *levels)]
        steps = list(zip((1, *times.tolist()), reached, strict=True))
        result.append([*steps, (BUDGET, steps[-1][1])])
    return result


def write_ioh(folder: Path, function: int, name: str, runs: list[list[tuple[int, float]]]) -> None:
    data = folder / f"data_f{function}_{name}"
    data.mkdir(parents=True)
    path = f"data_f{function}_{name}/IOHprofiler_f{function}_DIM{DIMENSION}.dat"
    blocks = ["evaluations raw_y\n" + "".join(f"{e} {y!r}\n" for e, y in run) for run in runs]
    (folder / path).write_text("".join(blocks))
    described = [
        {"instance": 1, "evals": BUDGET, "best": {"evals": run[-2][0], "y": run[-1][1], "x": [0.0] * DIMENSION}}
        for run in runs
    ]
    about = {
        "version": "0.3.22",
        "suite": "BBOB",
        "function_id": function,
        "function_name": name,
        "maximization": False,
        "algorithm": {"name": "ours", "info": ""},
        "attributes": ["evaluations", "raw_y"],
        "scenarios": [{"dimension": DIMENSION, "path": path, "runs": described}],
    }
    (folder / f"IOHprofiler_f{function}_{name}.json").write_text(json.dumps(about))


def as_runs(function: int, runs: list[list[tuple[int, float]]]) -> pl.DataFrame:
    hits = np.array([[next((e for e, y in run if y <= t), -1) for t in TARGETS] for run in runs])
    return cell([run[-1][1] for run in runs], function=function, dimension=DIMENSION, budget=BUDGET, hits=hits)


@pytest.fixture
def both(tmp_path):
    """The runs as our table and as iohinspector reads them from files."""
    inspector = pytest.importorskip("iohinspector", reason="iohinspector is the outside truth of these tests")
    samples = {1: trajectories(1, 7), 3: trajectories(2, 7)}
    manager = inspector.DataManager()
    for function, runs in samples.items():
        write_ioh(tmp_path / "ioh", function, {1: "Sphere", 3: "Rastrigin"}[function], runs)
    manager.add_folder(str(tmp_path / "ioh"))
    theirs = manager.load(monotonic=True, include_meta_data=True)
    return pl.concat(as_runs(function, runs) for function, runs in samples.items()), theirs


@pytest.mark.filterwarnings("ignore")
def test_the_curve_is_the_one_of_iohinspector(both):
    from iohinspector.metrics import get_data_ecdf

    ours, theirs = both
    result = ecdf(ours, groups=["1"], targets="all", points_per_decade=10)
    counts = np.unique(np.round(result.grid * DIMENSION).astype(int))
    columns = theirs.select("data_id", "evaluations", "raw_y").with_columns(everything=1)
    reference = get_data_ecdf(
        columns, free_vars=["everything"], f_min=1e-8, f_max=1e2, eval_values=counts.tolist(), return_as_pandas=False
    ).sort("evaluations")
    runs = load(ours)
    for count, level in reference.select("evaluations", "eaf").iter_rows():
        # on these runs precision is always one of 51 targets: (reached − 1)/50 is the position on the log axis
        share = shares_after(runs, count / DIMENSION, "all").mean()
        assert (51 * share - 1) / 50 == pytest.approx(level, abs=1e-8)
        shown = result.curves.filter(np.isclose(result.curves["evaluations_per_dimension"], count / DIMENSION))
        if shown.height:
            assert shown["share"][0] == pytest.approx(share)


@pytest.mark.filterwarnings("ignore")
def test_expected_running_times_are_those_of_iohinspector(both):
    from iohinspector.metrics import aggregate_running_time

    ours, theirs = both
    table = running_times(ours, targets="all")
    for function in (1, 3):
        reference = aggregate_running_time(
            theirs.filter(pl.col("function_id") == function),
            f_min=float(TARGETS[-1]),
            f_max=float(TARGETS[1]),
            eval_max=BUDGET,
            return_as_pandas=False,
        )
        mine = table.filter((pl.col("function") == function) & (pl.col("target") < 99)).sort("target")
        for row, (target, ert, rate) in zip(
            reference.sort("raw_y").select("raw_y", "ERT", "success_ratio").iter_rows(),
            mine.select("target", "ert", "success_rate").iter_rows(),
            strict=True,
        ):
            assert row[0] == pytest.approx(target, rel=1e-6)
            assert (ert, rate) == (pytest.approx(row[1]), pytest.approx(row[2]))


@pytest.mark.filterwarnings("ignore")
def test_the_area_over_the_convergence_curve_is_that_of_iohinspector_up_to_half_a_target_and_one_evaluation(both):
    from iohinspector.metrics import get_aocc, transform_fval

    ours, theirs = both
    levels = transform_fval(theirs, lb=1e-8, ub=1e2, scale_log=True)
    reference = get_aocc(levels, eval_max=BUDGET, free_vars=["function_id"], return_as_pandas=False)
    areas = load(ours).frame.with_columns(area=run_areas(load(ours), "linear")).group_by("function")
    mine = dict(areas.agg(pl.col("area").mean()).iter_rows())
    for function, area in reference.iter_rows():
        assert mine[function] == pytest.approx(area, abs=0.5 / 50 + 1 / BUDGET)
