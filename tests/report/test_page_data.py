"""Every field of the page's data, held against the table or the runs that it comes from, by its labels."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import Study, study
from inbounds.analysis.curves import all_curves
from inbounds.paper import reproduction
from inbounds.paper.published import BEST_COUNTS
from inbounds.report.curve_arrays import curve_arrays
from inbounds.report.extent import Extent
from inbounds.report.figure_files import figures_of
from inbounds.report.methods_and_facts import Experiment, budget_words, facts, methods, missing_words
from inbounds.report.packed_arrays import LOG_STEPS, MISSING, UNIT_STEPS
from inbounds.report.page_data import page_data
from inbounds.report.summary import summarise
from tests.analysis.run_tables import TARGETS, random_study
from tests.report.small_stores import paper_size_runs
from tests.report.test_write_report import unpacked

GRID = {
    "functions": (1, 5, 6, 15),
    "mutations": ("rand/1", "target-to-best/1"),
    "crossovers": ("binomial", "exponential"),
    "boundaries": ("midpoint-base", "midpoint-target", "reflection"),
}
GROUPED, CELLS = ("group", "configuration", "boundary"), ("configuration", "block", "boundary")
EXPERIMENT = Experiment("planted", {"target": 1e-8, "seed": 3}, {}, imported=False)
UNCHECKED = {"title", "folder"}  # handed through


@pytest.fixture(scope="module")
def runs() -> pl.DataFrame:
    """Runs in which every cell differs, some significantly, and one cell is missing."""
    table = paper_size_runs(runs=10, **GRID)
    worse = (pl.col("boundary") == "reflection") & (pl.col("crossover") == "binomial")
    table = table.with_columns(
        precision=pl.when(worse).then(pl.col("precision") * 1e4).otherwise(pl.col("precision") * 1e-4)
    )
    gone = (pl.col("function") == 15) & (pl.col("mutation") == "rand/1") & (pl.col("boundary") == "reflection")
    return table.filter(~(gone & (pl.col("crossover") == "binomial")))


@pytest.fixture(scope="module")
def analysed(runs: pl.DataFrame) -> Study:
    return study(runs, resamples=15)


@pytest.fixture(scope="module")
def page(analysed: Study) -> dict[str, Any]:
    curves = curve_arrays(all_curves(analysed.runs), analysed.runs.axes)
    return page_data(analysed, None, curves, EXPERIMENT, title="a title", folder="a-folder")


def place(page: dict[str, Any], row: dict[str, Any], axes: tuple[str, ...]) -> tuple[int, ...]:
    """Return where the labels of a table's row stand on the page."""
    labels = {
        "group": [group["id"] for group in page["groups"]],
        "configuration": [(c["mutation"], c["crossover"]) for c in page["configurations"]],
        "block": [block["function"] for block in page["blocks"]],
        "boundary": [boundary["name"] for boundary in page["boundaries"]],
    }
    own = {
        "group": row.get("group"),
        "configuration": (row.get("mutation"), row.get("crossover")),
        "block": row.get("function"),
        "boundary": row.get("boundary"),
    }
    return tuple(labels[axis].index(own[axis]) for axis in axes)


def hold(page: dict[str, Any], packed: dict[str, Any], table: pl.DataFrame, axes: tuple[str, ...], value: Any) -> None:
    """Hold every number of an array against its table; what no row of the table is about is missing."""
    shown = unpacked(packed).astype(float)
    told = np.zeros(shown.shape, dtype=bool)
    for row in table.iter_rows(named=True):
        at = place(page, row, axes)
        wanted = value(row)
        assert shown[at] == pytest.approx(np.nan if wanted is None else wanted, rel=1e-5, abs=1e-7, nan_ok=True)
        told[at] = True
    assert told.any()
    assert not (np.nan_to_num(shown) * ~told).any()


GROUP_FIELDS = {
    "rank": (lambda s: s.group_ranks.mean_ranks, lambda row: row["mean_rank"]),
    "marks": (lambda s: s.group_ranks.mean_ranks, lambda row: 1 * bool(row["best"]) + 2 * bool(row["worse"])),
    "adjustedP": (lambda s: s.group_ranks.mean_ranks, lambda row: row["p_adjusted"]),
    "low": (lambda s: s.intervals.table, lambda row: row["low"]),
    "high": (lambda s: s.intervals.table, lambda row: row["high"]),
    "bestShare": (lambda s: s.intervals.table, lambda row: row["best_share"]),
    "repaired": (lambda s: s.repaired, lambda row: row["repaired"]),
    "success": (lambda s: s.success, lambda row: row["success_rate"]),
    "area": (lambda s: s.areas, lambda row: row["area"]),
}


@pytest.mark.parametrize("field", GROUP_FIELDS)
def test_a_field_over_the_groups_is_its_column(page: dict[str, Any], analysed: Study, field: str) -> None:
    table, value = GROUP_FIELDS[field]
    hold(page, page[field], table(analysed), GROUPED, value)
    assert len(set(unpacked(page[field]).ravel().tolist())) > 2  # so that a wrong column would show


def test_tests_of_a_group_are_those_of_friedman(page: dict[str, Any], analysed: Study) -> None:
    table = analysed.group_ranks.friedman
    for field, column in (("p", "p"), ("problems", "blocks"), ("difference", "critical_difference")):
        hold(page, page["friedman"][field], table, ("group", "configuration"), lambda row, name=column: row[name])
    assert set(page["friedman"]) == {"p", "problems", "difference"}


def test_ranks_on_one_problem_are_those_of_the_table(page: dict[str, Any], analysed: Study) -> None:
    hold(page, page["functionRank"], analysed.function_ranks.table, CELLS, lambda row: row["rank"])


def test_boxes_and_their_runs_are_quantiles_of_the_runs(page: dict[str, Any], runs: pl.DataFrame) -> None:
    boxes, counted = unpacked(page["boxes"]), unpacked(page["runs"])
    for labels, cell in runs.group_by("function", "mutation", "crossover", "boundary"):
        row = dict(zip(("function", "mutation", "crossover", "boundary"), labels, strict=True))
        at = place(page, row, CELLS)
        values = cell["precision"].to_numpy()
        low, high = values.min(), values.max()
        quartiles = np.quantile(values, (0.25, 0.5, 0.75))
        assert boxes[at] == pytest.approx([low, *quartiles, high, values.mean()], rel=1e-5)
        assert counted[at] == 10
    assert counted.sum() == runs.height  # the missing cell has none


def test_running_times_are_of_their_own_target(page: dict[str, Any], runs: pl.DataFrame, analysed: Study) -> None:
    targets = page["times"]["targets"]
    ert, successes = unpacked(page["times"]["ert"]), unpacked(page["times"]["successes"])
    assert len(targets) > 2
    differ = 0
    for labels, cell in runs.group_by("function", "mutation", "crossover", "boundary"):
        at = place(page, dict(zip(("function", "mutation", "crossover", "boundary"), labels, strict=True)), CELLS)
        hits = cell["hits"].to_numpy()
        for k, target in enumerate(targets):
            first = hits[:, int(np.argmin(abs(np.log10(TARGETS / target))))]
            spent = np.where(first > 0, first, cell["evaluations"].to_numpy()).sum()  # a run without a hit costs all
            reached = int((first > 0).sum())
            assert successes[(*at, k)] == reached
            wanted = spent / reached if reached else None
            if wanted is None:
                assert not np.isfinite(ert[(*at, k)])
            else:
                assert ert[(*at, k)] == pytest.approx(wanted, rel=1e-5)
        differ += len(set(ert[at].tolist())) > 1
    assert differ


def test_curves_are_medians_and_means_of_the_runs(page: dict[str, Any], runs: pl.DataFrame) -> None:
    curves = page["curves"]
    assert set(curves) == {"evaluations", "countsOfBlock", "values"}
    assert curves["countsOfBlock"] == [0, 0, 0, 0]
    for name, packed in curves["values"].items():
        steps = unpacked(packed).astype(float)
        for labels, cell in runs.group_by("function", "mutation", "crossover", "boundary"):
            at = place(page, dict(zip(("function", "mutation", "crossover", "boundary"), labels, strict=True)), CELLS)
            values = np.array(cell[f"curve_{name}"].to_list(), dtype=float)
            if name == "precision":
                assert 10 ** (steps[at] / LOG_STEPS) == pytest.approx(np.median(values, axis=0), rel=2e-3)
            else:
                assert steps[at] / UNIT_STEPS == pytest.approx(values.mean(axis=0), abs=1e-4)
        assert (steps == MISSING).all(axis=-1).sum() == 1
    assert list(curves["values"]) == ["precision", "repaired", "f", "cr"]
    assert len(curves["evaluations"][0]) == unpacked(curves["values"]["f"]).shape[-1]


def test_lines_of_the_ecdf_are_those_of_the_table(page: dict[str, Any], analysed: Study) -> None:
    assert analysed.ecdf is not None
    final, curves = analysed.ecdf.final, analysed.ecdf.curves
    shares = unpacked(page["ecdf"]["shares"]) / UNIT_STEPS
    assert page["ecdf"]["grid"] == pytest.approx(analysed.ecdf.grid, rel=1e-4)
    assert len(page["ecdf"]["lines"]) == final.height
    for line, share, row in zip(page["ecdf"]["lines"], shares, final.iter_rows(named=True), strict=True):
        assert (line["group"], line["configuration"], line["boundary"]) == place(page, row, GROUPED)
        assert (line["share"], line["area"]) == (row["share"], row["area"])
        own = curves.filter(*(pl.col(name) == row[name] for name in ("group", "mutation", "crossover", "boundary")))
        assert share == pytest.approx(own["share"].to_numpy(), abs=1e-4)


def test_counts_of_wins_are_those_of_the_table(page: dict[str, Any], analysed: Study) -> None:
    assert page["counts"]["crossovers"] == list(GRID["crossovers"])
    assert page["counts"]["citation"] is None
    held = 0
    for column in page["counts"]["columns"]:
        part = analysed.counts.table.filter(pl.col("group") == column["group"])
        for row in part.iter_rows(named=True):
            method = row["boundary"]
            assert column["configurations"] == row["configurations"]
            assert (column["counts"][method], column["alone"][method]) == (row["count"], row["alone"])
            assert (method in column["most"]) == row["most"]
            held += 1
        assert (column["paper"], column["spearman"], column["spearmanP"], column["kendall"]) == ({}, None, None, None)
    assert held == analysed.counts.table.height


def test_tables_are_shown_with_their_values(page: dict[str, Any], analysed: Study) -> None:
    sources = {
        "sensitivity": analysed.sensitivity,
        "sensitivity_by_crossover": analysed.sensitivity_by_crossover,
        "noise_check": analysed.noise.summary,
        "noise_pairs": analysed.noise.mean_ranks,
        "repairs_and_performance": analysed.relation.table,
        "floors": analysed.floors.table,
        "friedman": analysed.group_ranks.friedman,
        "ecdf_final": analysed.ecdf.final if analysed.ecdf is not None else None,
        "missing": analysed.coverage.missing,
    }
    assert [table["name"] for table in page["tables"]] == list(sources)
    for table in page["tables"]:
        source = sources[table["name"]]
        assert source is not None
        assert len(table["rows"]) == source.height
        for shown, row in zip(table["rows"], source.iter_rows(named=True), strict=True):
            for column, value in zip(table["columns"], shown, strict=True):
                own = row[column["key"]]
                assert value == (None if isinstance(own, float) and not np.isfinite(own) else own)
        assert table["title"]
        assert table["note"]
    assert page["claims"] is None


def test_labels_are_those_of_the_axes(page: dict[str, Any], analysed: Study) -> None:
    axes = analysed.runs.axes
    assert [(g["id"], g["ready"]) for g in page["groups"]] == [(g, True) for g in ("1", "2", "4", "all")]
    assert page["groups"][0]["label"] == "Group 1: separable"
    assert [(c["mutation"], c["crossover"]) for c in page["configurations"]] == list(axes.configurations)
    dashes = {c["crossover"]: c["dash"] for c in page["configurations"]}
    colours = {c["mutation"]: c["colour"] for c in page["configurations"]}
    assert len(set(map(str, dashes.values()))) == len(set(colours.values())) == 2
    assert [(b["function"], b["instance"], b["dimension"], b["group"]) for b in page["blocks"]] == [
        (1, 1, 5, "1"), (5, 1, 5, "1"), (6, 1, 5, "2"), (15, 1, 5, "4"),
    ]  # fmt: skip
    assert page["blocks"][1]["name"] == "Linear Slope"
    assert [b["name"] for b in page["boundaries"]] == list(axes.boundaries)
    assert not any(b["asterisk"] for b in page["boundaries"])
    assert "reflection" in page["playable"]["boundary"]
    assert (page["adaptation"], page["population"], page["fullNames"]) == ("shade", 100, [])


def test_words_and_levels_are_those_of_the_study(page: dict[str, Any], analysed: Study) -> None:
    assert page["findings"] == [[finding.topic, finding.text] for finding in summarise(analysed)]
    assert page["methods"] == methods(analysed, None)
    assert page["facts"] == facts(analysed, EXPERIMENT)
    assert page["missing"] == missing_words(analysed)
    assert page["missing"].startswith("This is a partial result: 1 of 48 cells")
    assert page["unequal"] is budget_words(analysed, EXPERIMENT) is None
    assert (page["level"], page["alpha"]) == (analysed.intervals.level, 0.05)
    assert page["successTarget"] == analysed.success["target"].unique().item()


def test_no_field_goes_unlooked_at(page: dict[str, Any]) -> None:
    looked_at = {
        *GROUP_FIELDS, "friedman", "functionRank", "boxes", "runs", "times", "curves", "ecdf", "counts", "tables",
        "claims", "groups", "configurations", "blocks", "boundaries", "playable", "adaptation", "population",
        "fullNames", "findings", "methods", "facts", "missing", "unequal", "level", "alpha", "successTarget",
        "mixtures", "wallHits", "variants",
    }  # fmt: skip
    assert set(page) == looked_at | UNCHECKED


def test_the_facts_are_counted_from_the_runs(analysed: Study, runs: pl.DataFrame) -> None:
    told = dict(facts(analysed, EXPERIMENT))
    assert told["Runs"] == "470 (10 per cell)"
    assert told["Evaluations"] == "470,000"
    assert told["Computing time"] == "47.0 s of one core, 100.00 µs per evaluation"
    assert told["Budget"] == "300,000 evaluations per run"
    assert told["Target"] == "1e-08: runs stop there"
    assert told["Seed"] == "3"
    hour = study(runs.with_columns(seconds=pl.lit(3600.0 * 2.5 / runs.height)), resamples=2)
    assert dict(facts(hour, EXPERIMENT))["Computing time"].startswith("2.5 h of one core, 19148.94 µs")
    minute = study(runs.with_columns(seconds=pl.lit(90.0 / runs.height)), resamples=2)
    assert dict(facts(minute, EXPERIMENT))["Computing time"].startswith("1.5 min of one core")


def test_the_paper_s_counts_and_claims_stand_beside_ours() -> None:
    whole = study(random_study(runs=5), resamples=2)
    against = reproduction(whole)
    assert against is not None
    page = page_data(whole, against, None, EXPERIMENT, title="", folder="")
    assert page["counts"]["citation"] == against.counts.citation
    correlated = {row["group"]: row for row in against.counts.correlation.iter_rows(named=True)}
    for column in page["counts"]["columns"]:
        if column["group"] in "12345":
            assert column["paper"] == {name: counts[int(column["group"]) - 1] for name, counts in BEST_COUNTS.items()}
        row = correlated.get(column["group"], {})
        found = (column["spearman"], column["spearmanP"], column["kendall"])
        assert found == (row.get("spearman"), row.get("spearman_p"), row.get("kendall"))
    verdicts = [row[[c["key"] for c in page["claims"]["columns"]].index("verdict")] for row in page["claims"]["rows"]]
    assert verdicts == against.claims.table["verdict"].to_list()
    assert page["curves"] is None


def box_plots(study: Study, extent: Extent) -> list[str]:
    names = [figure.name for figure in figures_of(study, None, extent, None)]
    return [name for name in names if name.startswith("box_plots")]


def test_problem_figures_are_drawn_of_the_most_sensitive_configuration(analysed: Study) -> None:
    drawn = box_plots(analysed, "main")
    wanted = []
    for group in ("1", "2", "4"):
        part = analysed.sensitivity.filter(pl.col("group") == group).drop_nulls("spread")
        spreads = dict(zip(zip(part["mutation"], part["crossover"], strict=True), part["spread"], strict=True))
        mutation, crossover = max(spreads, key=lambda place: spreads[place])
        assert len(set(spreads.values())) > 1
        wanted.append(f"box_plots_{group}_{mutation.replace('/', '-')}_{crossover}")
    assert drawn == wanted
    assert len(box_plots(analysed, "all")) == 3 * 4
