"""Results in the field's formats become a store; the loggers of `ioh` and `cocoex` write the truth."""

import json
import shutil
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from inbounds.analysis import load
from inbounds.errors import InvalidArgumentError, StoreError
from inbounds.exchange import export_store, import_results
from inbounds.experiment import Store, store_status
from inbounds.runs.recording import curve_evaluations, targets

ioh = pytest.importorskip("ioh")

KEYS = ["mutation", "boundary", "function", "dimension", "instance", "run"]
BUDGET = 120


class RandomSearch:
    """Uniform points from a fixed stream a problem; remembers f − f_opt of every evaluation."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, int, int], list[np.ndarray]] = {}

    def __call__(self, problem) -> None:
        about = problem.meta_data
        key = (about.problem_id, about.instance, about.n_variables)
        repetitions = self.seen.setdefault(key, [])
        rng = np.random.default_rng([*key, len(repetitions)])
        points = rng.uniform(-5, 5, (BUDGET, about.n_variables))
        repetitions.append(np.array([problem(point) for point in points]) - problem.optimum.y)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory):
    """Random search logged by the real loggers: by folder, and every value it saw."""
    root = tmp_path_factory.mktemp("logged")
    for folder, kind in (("random", ioh.logger.Analyzer), ("old", ioh.logger.old.Analyzer)):
        logger = kind(root=str(root), folder_name=folder, algorithm_name="RandomSearch")
        search = RandomSearch()
        for function, dimension, instance in product((1, 15), (2, 5), (1, 2)):
            problem = ioh.get_problem(function, instance, dimension)
            problem.attach_logger(logger)
            for _ in range(3):
                search(problem)
                problem.reset()
            problem.detach_logger()
        logger.close()
    return root, search.seen


def check_against(seen, runs: pl.DataFrame, tolerance: float) -> None:
    """Hold every run against the values that were seen."""
    assert runs.height == sum(map(len, seen.values()))
    for row in runs.iter_rows(named=True):
        best = np.minimum.accumulate(seen[row["function"], row["instance"], row["dimension"]][row["run"]])
        assert row["evaluations"] == len(best)
        assert row["precision"] == pytest.approx(best[-1], rel=1e-9, abs=tolerance)
        hits = [int(np.argmax(best <= t)) + 1 if best[-1] <= t else -1 for t in targets()]
        assert row["hits"] == hits
        curve = best[curve_evaluations(row["budget"]) - 1]
        assert row["curve_precision"] == pytest.approx(curve, rel=2e-7, abs=tolerance)


def test_what_the_ioh_logger_saw_is_in_the_store(logged, tmp_path):
    root, seen = logged
    imported = import_results([root / "random"], tmp_path / "store")
    check_against(seen, Store(tmp_path / "store").runs().collect(), tolerance=1e-10)
    assert imported.algorithms == ("RandomSearch",)
    assert imported.runs == 24


def test_runs_of_different_length_are_noted_unless_a_budget_cuts_them_to_one(tmp_path):
    for name, evaluations in (("brief", 20), ("patient", 100)):
        logger = ioh.logger.Analyzer(root=str(tmp_path), folder_name=name, algorithm_name=name)
        problem = ioh.get_problem(1, 1, 2)
        problem.attach_logger(logger)
        for point in np.random.default_rng(1).uniform(-5, 5, (evaluations, 2)):
            problem(point)
        problem.detach_logger()
        logger.close()
    folders = [tmp_path / "brief", tmp_path / "patient"]
    noted = import_results(folders, tmp_path / "store").notes
    (note,) = (note for note in noted if "differ in length" in note)
    assert (
        "in dimension 2 those of 'brief' end after at most 20 evaluations, those of 'patient' after up to 100" in note
    )
    assert "differ in length" not in "".join(import_results(folders, tmp_path / "cut", budget=20).notes)


def test_what_the_older_ioh_logger_saw_is_in_the_store(logged, tmp_path):
    root, seen = logged
    import_results([root / "old"], tmp_path / "store")
    check_against(seen, Store(tmp_path / "store").runs().collect(), tolerance=1e-10)


def test_the_best_value_is_exact_where_rows_are_rounded(logged, tmp_path):
    root, _ = logged
    import_results([root / "random"], tmp_path / "store")
    runs = Store(tmp_path / "store").runs().filter(function=1, dimension=2, instance=1).collect()
    index = json.loads((root / "random" / "IOHprofiler_f1_Sphere.json").read_text())
    expected = [run["best"]["y"] for run in index["scenarios"][0]["runs"] if run["instance"] == 1]
    assert runs["precision"].to_list() == expected


def test_an_archive_is_read_like_its_folder(logged, tmp_path):
    root, _ = logged
    for kind, suffix in (("zip", ".zip"), ("gztar", ".tar.gz")):
        shutil.make_archive(str(tmp_path / kind), kind, root / "random")
        import_results([tmp_path / f"{kind}{suffix}"], tmp_path / f"store-{kind}")
    import_results([root / "random"], tmp_path / "store")
    tables = [Store(tmp_path / name).runs().collect() for name in ("store", "store-zip", "store-gztar")]
    assert all(other.equals(tables[0]) for other in tables[1:])


def test_what_cocos_observer_saw_is_in_the_store(tmp_path, monkeypatch):
    cocoex = pytest.importorskip("cocoex")
    monkeypatch.chdir(tmp_path)  # it writes to exdata/ in the current folder
    observer = cocoex.Observer("bbob", "result_folder: random")
    seen = {}
    for problem in cocoex.Suite("bbob", "", "dimensions: 2,5 function_indices: 1,15 instance_indices: 1,2"):
        problem.observe_with(observer)
        points = np.random.default_rng(problem.id_function).uniform(-5, 5, (BUDGET, problem.dimension))
        values = np.array([problem(point) for point in points])
        optimum = ioh.get_problem(problem.id_function, problem.id_instance, problem.dimension).optimum.y
        seen[problem.id_function, problem.id_instance, problem.dimension] = values - optimum
        problem.free()
    imported = import_results([tmp_path / "exdata"], tmp_path / "store")
    assert imported.algorithms == ("random",)  # named by its folder, as in cocopp
    runs = Store(tmp_path / "store").runs().collect()
    assert runs.height == len(seen)
    for row in runs.iter_rows(named=True):
        best = np.minimum.accumulate(seen[row["function"], row["instance"], row["dimension"]])
        assert row["precision"] == pytest.approx(best[-1], rel=1e-9)
        assert row["evaluations"] == BUDGET
        assert row["hits"] == [int(np.argmax(best <= t)) + 1 if best[-1] <= t else -1 for t in targets()]


@pytest.mark.parametrize("kind", ["ioh", "coco"])
def test_an_export_comes_back_as_it_was(store_path, stored, tmp_path, kind):
    export_store(store_path, tmp_path / "out", format=kind)
    import_results([tmp_path / "out"], tmp_path / "store")
    back = Store(tmp_path / "store").runs().collect()
    same = ["precision", "evaluations", "hits", "curve_precision", "budget"]
    if kind == "ioh":
        same += ["repaired", "curve_repaired", "seed", "population", "suite", "crossover", "adaptation"]
        expected = stored
    else:  # the algorithms come back as wholes
        expected = stored.filter(pl.col("dimension") != 7).with_columns(
            boundary=pl.col("mutation").str.replace("/", "-") + "_binomial_" + pl.col("boundary") + "_shade",
            mutation=pl.lit(""),
        )
    assert back.sort(KEYS).select(*KEYS, *same).equals(expected.sort(KEYS).select(*KEYS, *same))


def test_the_analysis_compares_algorithms_in_the_place_of_boundary_methods(logged, store_path, tmp_path):
    root, _ = logged
    export_store(store_path, tmp_path / "out", functions=[1, 15], dimensions=[5], algorithms=["rand-1_*"])
    imported = import_results([root / "random", tmp_path / "out"], tmp_path / "store")
    assert any("compared as wholes" in note for note in imported.notes)
    runs = load(tmp_path / "store", dimension=5)
    assert set(runs.boundaries) == {
        "RandomSearch",
        "rand-1_binomial_reflection_shade",
        "rand-1_binomial_death-penalty_shade",
    }
    assert runs.complete
    assert runs.budget == 1500  # of the longest run
    assert np.isnan(runs.cell_means("repaired")[..., runs.boundaries.index("RandomSearch")]).all()


def test_a_common_budget_cuts_longer_runs(store_path, stored, tmp_path):
    export_store(store_path, tmp_path / "out", dimensions=[5])
    import_results([tmp_path / "out"], tmp_path / "store", budget="100*n")
    cut = Store(tmp_path / "store").runs().collect().sort(KEYS)
    whole = stored.filter(dimension=5).sort(KEYS)
    assert cut["budget"].unique().to_list() == [500]
    expected = whole["hits"].to_numpy()
    assert np.array_equal(cut["hits"].to_numpy(), np.where(expected > 500, -1, expected))
    assert cut["evaluations"].to_list() == whole["evaluations"].clip(upper_bound=500).to_list()


def test_folders_can_name_the_algorithms(logged, tmp_path):
    root, _ = logged
    both = import_results([root / "random", root / "old"], tmp_path / "one")
    assert any("come from several folders" in note for note in both.notes)
    apart = import_results([root / "random", root / "old"], tmp_path / "two", named_by="folder")
    assert apart.algorithms == ("old", "random")
    assert not any("several folders" in note for note in apart.notes)


def test_a_guessed_suite_is_said_and_can_be_given(logged, tmp_path):
    root, _ = logged
    guessed = import_results([root / "random"], tmp_path / "one")
    assert any("by the functions' names it is 'bbob'" in note for note in guessed.notes)
    given = import_results([root / "random"], tmp_path / "two", suite="mine")
    assert given.notes == ()
    assert Store(tmp_path / "two").runs().collect()["suite"].unique().to_list() == ["mine"]


def test_an_imported_store_tells_what_it_is_and_cannot_be_gone_on_with(logged, tmp_path):
    root, _ = logged
    import_results([root / "random"], tmp_path / "store")
    store = Store(tmp_path / "store")
    assert store.imported
    assert store.description["functions"] == [1, 15]
    assert store.description["boundaries"] == ["RandomSearch"]
    with pytest.raises(StoreError, match="holds imported results"):
        store.plan()
    status = store_status(store)
    assert (status.cells_done, status.runs_done, status.complete) == (8, 24, True)


def copied(logged, tmp_path: Path) -> Path:
    return Path(shutil.copytree(logged[0] / "random", tmp_path / "copy"))


def test_broken_data_are_named_and_no_store_is_left(logged, tmp_path):
    folder = copied(logged, tmp_path)
    data = folder / "data_f15_RastriginRotated" / "IOHprofiler_f15_DIM5.dat"
    whole = data.read_text()
    for broken, message in [
        (whole[: len(whole) // 2].rpartition("evaluations")[0], "holds . runs; its index says 6"),
        (whole.replace("raw_y", "fitness"), "needs a column .*'raw_y'.*it has 'evaluations', 'fitness'"),
        (whole.replace("\n1 ", "\n1x ", 1), "cut short or not made of numbers"),
        (whole.replace("\n1 ", "\n9999 ", 1), "no rising whole numbers"),
    ]:
        data.write_text(broken)
        with pytest.raises(InvalidArgumentError, match=message):
            import_results([folder], tmp_path / "store")
        assert not (tmp_path / "store").exists()
    data.unlink()
    with pytest.raises(InvalidArgumentError, match="cannot be read: No such file"):
        import_results([folder], tmp_path / "store")


def test_an_index_that_is_not_whole_is_named(logged, tmp_path):
    folder = copied(logged, tmp_path)
    index = folder / "IOHprofiler_f1_Sphere.json"
    text = index.read_text()
    index.write_text(text[:-20])
    with pytest.raises(InvalidArgumentError, match=r"f1_Sphere\.json', line \d+: is not whole"):
        import_results([folder], tmp_path / "store")
    index.write_text(text.replace('"maximization": false', '"maximization": true'))
    with pytest.raises(InvalidArgumentError, match="maximises"):
        import_results([folder], tmp_path / "store")
    index.write_text("{}")
    with pytest.raises(InvalidArgumentError, match="is not IOHprofiler JSON: no 'maximization'"):
        import_results([folder], tmp_path / "store")


def test_bad_arguments_are_named(logged, tmp_path):
    root, _ = logged
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidArgumentError, match="no IOHprofiler or COCO data"):
        import_results([tmp_path / "empty"], tmp_path / "store")
    with pytest.raises(InvalidArgumentError, match="there is no"):
        import_results([tmp_path / "nowhere"], tmp_path / "store")
    with pytest.raises(InvalidArgumentError, match="compare must be one of"):
        import_results([root / "random"], tmp_path / "store", compare="all")
    with pytest.raises(InvalidArgumentError, match="compare='operators' needs data that record them"):
        import_results([root / "random"], tmp_path / "store", compare="operators")
    with pytest.raises(InvalidArgumentError, match="budget must be a positive integer"):
        import_results([root / "random"], tmp_path / "store", budget="n+1")
    with pytest.raises(StoreError, match="is there already and not empty"):
        import_results([root / "random"], root)
