"""What a report's folder holds, without a browser."""

import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import Study, curves
from inbounds.errors import InvalidArgumentError
from inbounds.experiment import Store
from inbounds.figures.print_font import FAMILY
from inbounds.paper import CLAIMS
from inbounds.report import Report, packed_arrays, write_report
from inbounds.report.studies import studies_in
from tests.report.small_stores import NASTY, foreign_runs, make_store, paper_size_runs


def embedded(index: Path, name: str = "study-0") -> dict[str, object]:
    text = index.read_text(encoding="utf-8")
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def unpacked(packed: dict[str, object]) -> np.ndarray:
    import base64

    kinds = {"f4": "<f4", "i4": "<i4", "i2": "<i2"}
    return np.frombuffer(base64.b64decode(packed["data"]), kinds[packed["kind"]]).reshape(packed["shape"])


def test_the_folder_holds_a_page_figures_and_every_table(report: Report, analysed: Study) -> None:
    assert report.index.name == "index.html"
    assert {path.stem for path in report.tables} == set(analysed.tables())
    for path in report.tables:
        assert pl.read_csv(path, infer_schema=False).columns == analysed.tables()[path.stem].columns
    drawn, pixels = ({path.stem for path in report.figures if path.suffix == kind} for kind in (".pdf", ".png"))
    assert {"heatmaps", "heatmap_ranks_all", "ecdf", "best_counts", "critical_differences_binomial"} <= pixels <= drawn
    of_problems = {name for name in drawn if name.startswith(("box_plots", "convergence"))}
    assert of_problems
    assert not of_problems & pixels


@pytest.mark.xdist_group("printed")
def test_every_figure_is_drawn(printed: Report, report: Report) -> None:
    assert [path.name for path in printed.figures] == [path.name for path in report.figures]
    assert all(path.stat().st_size > 1000 for path in printed.figures)


@pytest.mark.xdist_group("printed")
def test_printed_figures_embed_the_light_font_as_text(printed: Report) -> None:
    pdf = next(path for path in printed.figures if path.name == "heatmap_ranks_all.pdf").read_bytes()
    assert FAMILY.replace(" ", "").encode() in pdf
    assert b"/Type3" not in pdf  # publishers refuse fonts of that kind


def test_the_page_names_no_other_address(report: Report) -> None:
    text = report.index.read_text(encoding="utf-8")
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s'\"<)]*", text))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"}  # languages, never fetched
    assert "default-src 'none'" in text
    assert not re.search(r"<(?:link|img|iframe|script)[^>]*(?:src|href)=(?!\"data:)", text)


def test_the_page_carries_the_mean_ranks_exactly(report: Report, analysed: Study) -> None:
    ranks = unpacked(embedded(report.index)["rank"])
    assert ranks == pytest.approx(analysed.group_ranks.means, rel=1e-6)


def test_the_page_carries_all_four_curves(report: Report, store: Store) -> None:
    data = embedded(report.index)
    packed = data["curves"]
    table = curves(store, functions=[5], mutations=["best/1"], crossovers=["exponential"], boundaries=["reflection"])
    method = [boundary["name"] for boundary in data["boundaries"]].index("reflection")
    place = (4, 1, method)  # this configuration, problem and method on the axes of the page
    assert packed["evaluations"][0] == table["evaluations"].to_list()
    for name in ("repaired", "f", "cr"):
        steps = unpacked(packed["values"][name])[place].astype(float)
        steps[steps == packed_arrays.MISSING] = np.nan
        wanted = table[name].fill_null(np.nan).to_numpy()
        assert steps / packed_arrays.UNIT_STEPS == pytest.approx(wanted, abs=5.1e-5, nan_ok=True)
        assert np.isfinite(steps).sum() >= 5
    assert 10 ** (unpacked(packed["values"]["precision"])[place] / packed_arrays.LOG_STEPS) == pytest.approx(
        table["precision"].to_numpy(), rel=2e-3
    )


@pytest.mark.usefixtures("empty_figures")
def test_curves_that_were_not_recorded_are_not_shown(tmp_path: Path) -> None:
    runs = paper_size_runs(functions=(1,), mutations=("rand/1",), crossovers=("binomial",))
    unknown = pl.col("curve_f").list.eval(pl.lit(float("nan"), dtype=pl.Float32))
    written = write_report(runs.with_columns(curve_f=unknown).drop("curve_cr"), tmp_path, resamples=2)
    assert list(embedded(written.index)["curves"]["values"]) == ["precision", "repaired"]
    drawn = " ".join(path.stem for path in written.figures)
    assert "convergence_" in drawn
    assert "f_curves_" not in drawn
    assert "cr_curves_" not in drawn


def test_the_page_of_the_whole_paper_stays_small(tmp_path: Path) -> None:
    index = write_report(paper_size_runs(), tmp_path, resamples=2, figures="none").index
    packed = embedded(index)["curves"]["values"]
    assert list(packed) == ["precision", "repaired", "f", "cr"]
    assert all(values["shape"] == [28, 24, 13, 29] for values in packed.values())
    assert index.stat().st_size < 25e6
    assert len(embedded(index)["claims"]["rows"]) == len(CLAIMS)


def test_no_name_can_leave_its_script_element(tmp_path: Path) -> None:
    index = write_report(foreign_runs(), tmp_path, resamples=5, figures="none").index
    text = index.read_text(encoding="utf-8")
    assert text.count("<script") == 4  # the list of studies, the playground, the study and the script
    names = [boundary["name"] for boundary in embedded(index)["boundaries"]]
    assert sorted(names) == sorted(NASTY)
    assert "\u2028" not in text


def test_packed_numbers_come_back() -> None:
    values = np.array([[1e-9, 3.25, np.nan], [0.0, 1e5, 7.0]])
    assert unpacked(packed_arrays.floats(values)) == pytest.approx(values, rel=1e-6, nan_ok=True)
    logs = unpacked(packed_arrays.logarithms(values)).astype(float)
    assert logs[0, 2] == packed_arrays.MISSING
    assert 10 ** (logs[0, :2] / packed_arrays.LOG_STEPS) == pytest.approx(values[0, :2], rel=2e-3)
    assert logs[1, 0] == -32000  # log 0, below every axis
    assert unpacked(packed_arrays.ten_thousandths([0.0, 0.12345, 1.0, 2.0, 9.0])).tolist() == [
        0,
        1234,
        10000,
        20000,
        32000,
    ]


def test_each_suite_and_dimension_is_a_study_and_all_dimensions_can_be_one(tmp_path: Path) -> None:
    store = make_store(tmp_path / "store", functions=[1, 15], dimensions=[2, 3], runs=2, mutations=["rand/1"])
    assert [selection.title for selection in studies_in(store)] == ["bbob, 2-D", "bbob, 3-D"]
    assert [selection.title for selection in studies_in(store, dimension="all")] == ["bbob, all dimensions"]
    two = write_report(store, tmp_path / "two", resamples=2, figures="none")
    assert two.studies == ("bbob, 2-D", "bbob, 3-D")
    assert (tmp_path / "two" / "tables" / "bbob-3-d" / "mean_ranks.csv").is_file()
    one = write_report(store, tmp_path / "one", resamples=2, dimension="all")
    assert {block["dimension"] for block in embedded(one.index)["blocks"]} == {2, 3}
    with pytest.raises(InvalidArgumentError, match="dimension=7"):
        write_report(store, tmp_path / "none", dimension=7)


def test_the_facts_tell_runs_evaluations_and_versions(report: Report, store: Store) -> None:
    facts = dict(embedded(report.index)["facts"])
    runs = store.runs(["evaluations"]).collect()
    assert facts["Runs"].startswith(f"{runs.height:,}")
    assert facts["Evaluations"] == f"{runs['evaluations'].sum():,}"
    assert store.environment["inbounds"] in facts["Run with"]
    assert store.environment["host"] not in json.dumps(facts)


def test_unknown_figures_are_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgumentError, match="'main', 'all', 'none'; got 'some'"):
        write_report(store, tmp_path, figures="some")  # type: ignore[arg-type]


def test_a_table_without_repairs_hits_and_curves_makes_a_report(tmp_path: Path) -> None:
    written = write_report(foreign_runs(("A", "B", "C")), tmp_path, resamples=2)
    assert not any("repaired" in path.stem for path in written.figures)
    data = embedded(written.index)
    assert data["ecdf"] is None
    assert data["curves"] is None
