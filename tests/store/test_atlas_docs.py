"""Everything that is said from the atlas is written by one command, from whatever runs there are."""

import re

import polars as pl
import pytest
from benchmarks.atlas_docs import studies
from benchmarks.atlas_docs.__main__ import ROOT, main
from benchmarks.atlas_docs.dimensions import verdict
from benchmarks.atlas_docs.markdown import replace_block
from benchmarks.measured_ranks import write_ranks

from inbounds.analysis.recommendation import recommend
from inbounds.experiment import Plan, Store, run_experiment
from inbounds.plan.config import load_config, parse_config
from inbounds.store.packed import pack_store

GRID = """
functions = [1, 5, 8]
dimensions = [2, 3]
mutations = ["rand/1", "nsde"]
crossovers = ["binomial", "exponential"]
boundaries = ["projection", "resampling"]
population = 10
budget = "100*n"
runs = 5
seed = 5
"""
MARKS = "# Front\n\n<!-- answer: begin -->\nold\n<!-- answer: end -->\n\nafter\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Return a checkout of a kind: an atlas with one packed store, docs and a README."""
    root = tmp_path_factory.mktemp("checkout")
    for folder in ("docs/_static", "docs/explanation", "atlas"):
        (root / folder).mkdir(parents=True)
    for page in ("README.md", "docs/index.md"):
        (root / page).write_text(MARKS)
    run_experiment(parse_config(GRID, name="dimensions"), root / "store")
    pack_store(Store(root / "store"), root / "atlas" / "dimensions")
    write(root)
    return root


def write(root):
    main(
        [f"--{name}={root / path}" for name, path in
         {"atlas": "atlas", "docs": "docs", "readme": "README.md", "ranks": "ranks.parquet"}.items()]
        + ["--resamples=5"]
    )  # fmt: skip


def written(root) -> dict[str, bytes]:
    files = [root / "README.md", root / "ranks.parquet", *(root / "docs").rglob("*.*")]
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files if file.is_file()}


def test_the_front_pages_answer_with_the_numbers_of_recommend_and_their_commands(place):
    advised = recommend(pl.read_parquet(place / "ranks.parquet"))
    row = advised.table.row(0, named=True)
    for page in ("README.md", "docs/index.md"):
        text = (place / page).read_text()
        assert text.startswith("# Front")
        assert text.endswith("<!-- answer: end -->\n\nafter\n")
        assert "old" not in text
        assert f"{row['boundary']} has the best mean rank, {row['mean_rank']:.2f} [{row['low']:.2f}" in text
        assert "3 functions, 3-D, 4 configurations, 5 runs per cell" in text
        assert "`inbounds recommend --dimension 3 --crossover exponential`" in text
        assert "`inbounds report atlas/dimensions`" in text
        assert [line[:3] for line in text.splitlines() if line[:1].isdigit()] == [f"{k}. " for k in range(1, 6)]


def test_the_pages_say_how_many_runs_they_rest_on(place):
    impact, dimensions = ((place / "docs/explanation" / f"{name}.md").read_text() for name in ("impact", "dimensions"))
    assert "5 runs per cell of 8 algorithms on 3 problems in 3 dimensions" in impact
    assert "boundary method" in impact
    assert "5 runs per cell" in dimensions
    assert "| measure | 2-D | 3-D |" in dimensions
    assert "The paper's expectation" in dimensions
    assert re.search(r"\| repaired share \| 2 \| 3 \| -?\d+\.\d points \[", dimensions)
    assert not (place / "docs/explanation/reproduction.md").exists()  # the atlas has no runs of the paper


def test_writing_again_changes_no_byte(place):
    before = written(place)
    assert {"docs/_static/answer.png", "docs/_static/variance-shares.png", "docs/_static/dimensions.png"} <= set(before)
    write(place)
    assert written(place) == before


def test_an_empty_atlas_and_a_page_without_marks_are_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([f"--atlas={tmp_path}"])
    assert "holds no runs yet" in capsys.readouterr().err
    bare = tmp_path / "README.md"
    bare.write_text("nothing marked")
    with pytest.raises(SystemExit, match="must hold <!-- answer: begin -->"):
        replace_block(bare, "answer", "text")
    assert bare.read_text() == "nothing marked"


@pytest.mark.parametrize(
    ("trends", "words"),
    [
        (["rises", "no clear change"], "holds here: a rises clearly."),
        (["rises", "rises"], "holds here: a and b rise clearly."),
        (["falls", "no clear change"], "does not hold here: a falls clearly."),
        (["rises", "falls"], "holds by some measures and not by others: a rises; b falls clearly."),
        (["no clear change", "no clear change"], "cannot be decided here: no measure changes clearly."),
    ],
)
def test_the_verdict_on_higher_dimensions_follows_the_trends(trends, words):
    assert verdict(pl.DataFrame({"measure": ["a", "b"], "trend": trends})) == f"The paper's expectation {words}"


def test_studies_are_written_from_their_runs_and_say_how_much_of_their_preset_that_is(tmp_path):
    small = {"functions": [1, 5], "dimensions": [3], "budget": 60, "runs": 1, "mutations": ["rand/1"], "population": 12}
    config = load_config("schedule").with_(**small)
    run_experiment(config, tmp_path / "store", workers=1)
    pack_store(Store(tmp_path / "store"), tmp_path / "atlas/studies/schedule")
    (tmp_path / "docs/studies").mkdir(parents=True)
    (tmp_path / "docs/studies/index.md").write_text("<!-- studies: begin -->\nold\n<!-- studies: end -->\n")
    runs = Plan(config).runs
    assert studies.write(tmp_path / "atlas", tmp_path / "docs") == [f"studies/schedule.md: {runs} runs"]
    assert (tmp_path / "docs/studies/schedule.svg").exists()
    index = (tmp_path / "docs/studies/index.md").read_text()
    share = 100 * runs / Plan(load_config("schedule")).runs
    assert f"| {runs} | {share:.0f} % |" in index
    assert "old" not in index


def test_the_shipped_ranks_take_the_nearest_walls_however_few_their_runs(place, tmp_path):
    walls = parse_config(GRID, name="walls").with_(suites=["walls"], epsilon=[0.0, 0.5], dimensions=[2], runs=1)
    run_experiment(walls, tmp_path / "walls", workers=1)
    assert not write_ranks([tmp_path / "walls"], tmp_path / "ranks.parquet")  # they answer one question only
    assert write_ranks([place / "atlas/dimensions", tmp_path / "walls"], tmp_path / "ranks.parquet")
    ranks = pl.read_parquet(tmp_path / "ranks.parquet")
    assert ranks.filter(suite="bbob").equals(pl.read_parquet(place / "ranks.parquet"))
    assert ranks.select("suite", "runs").unique(maintain_order=True).rows() == [("bbob", 5), ("walls[epsilon=0]", 1)]


def test_a_dimension_is_taken_from_the_first_store_that_has_it(place, tmp_path):
    again = parse_config(GRID, name="again").with_(dimensions=[3, 4], budget="30*n")
    run_experiment(again, tmp_path / "again", workers=1)
    assert write_ranks([place / "atlas/dimensions", tmp_path / "again"], tmp_path / "ranks.parquet")
    ranks = pl.read_parquet(tmp_path / "ranks.parquet")
    first = pl.read_parquet(place / "ranks.parquet")
    assert first["dimension"].unique().sort().to_list() == [2, 3]
    assert ranks.filter(pl.col("dimension") < 4).equals(first)
    assert "budget 30*n" in ranks.filter(dimension=4)["setup"][0]


def test_the_atlas_stays_small_enough_for_a_repository():
    atlas = ROOT / "atlas"
    assert sum(file.stat().st_size for file in atlas.rglob("*") if file.is_file()) <= 45e6
