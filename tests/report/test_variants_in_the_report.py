"""The paper's statements under variants: on the page, as CSV and LaTeX, with what is missing named."""

import re
from pathlib import Path

import polars as pl
import pytest

from inbounds.analysis import study
from inbounds.errors import InvalidArgumentError
from inbounds.paper import CLAIMS, VARIANTS, reproduction, sets_of_runs
from inbounds.paper.claims import FAILS, HOLDS, UNDECIDABLE
from inbounds.report import Report, write_report
from inbounds.report.shown_tables import variants_table
from tests.analysis.run_tables import random_study
from tests.browser import Seen
from tests.command_line import inbounds
from tests.report.test_write_report import embedded

pytestmark = pytest.mark.xdist_group("variants")

OF_THE_STORE_ALONE = [variant.name for variant in VARIANTS if not variant.needs]
OLD = "exponential-2020"


@pytest.fixture(scope="module")
def paper() -> pl.DataFrame:
    """Runs in which the exponential crossover reaches all targets of group 2."""
    return random_study(runs=2).with_columns(precision=pl.lit(1e-9))


@pytest.fixture(scope="module")
def old(paper: pl.DataFrame) -> pl.DataFrame:
    """The same with the old crossover, which reaches none of them."""
    exponential = paper.filter(pl.col("crossover") == "exponential")
    missed = pl.when(pl.col("function").is_between(6, 9)).then(1e3).otherwise("precision")
    return exponential.with_columns(crossover=pl.lit(OLD), precision=missed)


@pytest.fixture(scope="module")
def written(paper: pl.DataFrame, old: pl.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Report:
    place = tmp_path_factory.mktemp("variants")
    return write_report(paper, place, resamples=20, figures="none", beside={"paper-2020": old})


def table_of(report: Report, name: str) -> pl.DataFrame:
    return pl.read_csv(next(path for path in report.tables if path.stem == name))


def test_every_claim_has_a_verdict_under_every_variant_that_has_runs(written: Report) -> None:
    wide = table_of(written, "claims_by_variant")
    assert wide["claim"].to_list() == [claim.name for claim in CLAIMS]
    tested = [name for name in wide.columns if name not in ("claim", "section", "group", "statement", "cause")]
    assert tested == [name for name in (variant.name for variant in VARIANTS) if name in (*OF_THE_STORE_ALONE, OLD)]
    assert {verdict for row in wide.select(tested).rows() for verdict in row} <= {HOLDS, FAILS, UNDECIDABLE}
    long = table_of(written, "variant_verdicts")
    assert long.height == len(CLAIMS) * len(tested)
    as_is = long.filter(variant="as is").select("claim", "verdict", "number")
    assert as_is.equals(table_of(written, "claims").select("claim", "verdict", "number"))


def test_the_page_shows_them_with_the_cause_and_names_what_is_missing(written: Report) -> None:
    shown = embedded(written.index)["variants"]
    keys = [column["key"] for column in shown["columns"]]
    below = next(row for row in shown["rows"] if "reaches less than 10 % of the targets" in row[1])
    assert [below[keys.index(name)] for name in ("as is", OLD)] == [UNDECIDABLE, UNDECIDABLE]  # for want of runs
    assert re.match(r"\d+ of \d+ statements? that do(es)? not hold as is (is|are) brought back", shown["note"])
    assert "proximity by distance (needs paper-proximity)" in shown["note"]
    assert "death penalty outside (needs paper-death-penalty and linear-slope-2020)" in shown["note"]
    assert "given with --beside" in shown["note"]
    assert shown["note"].split(".")[0] in str(embedded(written.index)["findings"])


def test_latex_has_a_row_for_every_claim(written: Report) -> None:
    text = next(path for path in written.latex if path.stem == "claims_by_variant").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if " & " in line]
    assert len(rows) == 2 + len(CLAIMS)
    assert {row.count("&") for row in rows} == {len(OF_THE_STORE_ALONE) + 1}
    assert text.count("{") == text.count("}")
    assert r"less than 10 \% of the targets" in text


def test_runs_of_another_dimension_are_no_stand_ins_and_variants_can_be_left_out(
    paper: pl.DataFrame, old: pl.DataFrame, tmp_path: Path
) -> None:
    analysed = study(paper, resamples=2)
    other = old.with_columns(dimension=pl.lit(7, dtype=old.schema["dimension"]))
    found = reproduction(analysed, {"paper-2020": other})
    assert found is not None
    assert found.variants is not None
    assert found.variants.left_out[OLD] == ("paper-2020",)
    plain = write_report(paper, tmp_path, resamples=2, figures="none", variants=False)
    assert embedded(plain.index)["variants"] is None
    assert not any("variant" in path.stem for path in (*plain.tables, *plain.latex))


def test_a_store_that_holds_the_old_crossover_needs_no_other(paper: pl.DataFrame, old: pl.DataFrame) -> None:
    found = reproduction(study(pl.concat([paper, old], how="vertical_relaxed"), resamples=2), {})
    assert found is not None
    assert found.variants is not None
    assert OLD not in found.variants.left_out
    assert [column.key for column in variants_table(found.variants).columns][3] == OLD


def test_sets_of_runs_are_found_by_their_names(tmp_path: Path, old: pl.DataFrame) -> None:
    (tmp_path / "paper-2020").mkdir()
    old.head(1).write_parquet(tmp_path / "linear-slope-2020.parquet")
    both = {"paper-2020": tmp_path / "paper-2020", "linear-slope-2020": tmp_path / "linear-slope-2020.parquet"}
    assert sets_of_runs(tmp_path) == sets_of_runs(*both.values()) == both
    for wrong in (tmp_path / "paper-2020" / "blocks", tmp_path / "nowhere" / "paper-2020"):
        with pytest.raises(
            InvalidArgumentError, match=r"a set of runs is one of 'paper-2020', .*, or a folder of them"
        ):
            sets_of_runs(wrong)


def test_the_command_refuses_what_is_no_set_of_runs(tmp_path: Path) -> None:
    asked = ("report", tmp_path / "runs.csv", "--beside", tmp_path)
    for arguments, words in (
        (asked, "a set of runs is one of"),
        ((*asked, "--no-variants"), "--beside is for variants"),
    ):
        done = inbounds(*arguments)
        assert done.returncode == 2
        assert words in done.stderr


def test_verdicts_under_variants_stand_below_the_claims(seen: Seen, written: Report) -> None:
    page = seen.open(written.index).page
    assert page.locator("#variants tbody tr").count() == len(CLAIMS)
    assert page.locator("#variants thead th").all_inner_texts()[2:4] == ["as is", OLD]
    assert page.locator("#variants tbody tr").first.locator(".verdict").count() == len(OF_THE_STORE_ALONE) + 1
    assert "brought back by a tested variant" in page.inner_text("#variants")
    assert page.locator("#variants a").get_attribute("href") == "tables/claims_by_variant.csv"
