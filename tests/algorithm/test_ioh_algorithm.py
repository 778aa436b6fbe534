"""`ioh` as the host: its problem and its logger see exactly the evaluations that our DE counts."""

import copy
import pickle

import numpy as np
import polars as pl
import pytest

import inbounds as ib
from inbounds.errors import InvalidArgumentError
from inbounds.exchange import IohAlgorithm, import_results
from inbounds.experiment import Store

ioh = pytest.importorskip("ioh")
DE = ib.DE(population=20)


@pytest.mark.parametrize("target", [1.0, 1e-8, None])
def test_ioh_counts_our_evaluations_and_knows_our_best(target):
    problem = ioh.get_problem(3, 1, 4)
    result = DE.run(problem, budget=1510, seed=2, target=target)
    assert problem.state.evaluations == result.evaluations[0]
    assert problem.state.current_best.y - problem.optimum.y == result.precision[0]
    assert list(problem.state.current_best.x) == result.x[0].tolist()


def test_a_run_on_an_ioh_problem_is_the_native_run_of_the_same_seed():
    # Two codes of one function may differ in the last bits; the sphere's do not steer a run apart in 300 evaluations.
    theirs = DE.run(ioh.get_problem(1, 1, 3), budget=300, seed=5, runs=2)
    ours = DE.run(ib.problem("bbob", function=1, instance=1, dimension=3), budget=300, seed=5, runs=2)
    assert theirs.precision == pytest.approx(ours.precision, rel=1e-6)
    assert theirs.repaired.tolist() == ours.repaired.tolist()


def test_trials_that_death_penalty_refuses_are_counted_and_not_evaluated():
    problem = ioh.get_problem(1, 1, 3)
    result = ib.DE(population=20, boundary="death-penalty").run(problem, budget=600, seed=2, target=None)
    refused = round(result.repaired[0] * result.evaluations[0])
    assert refused > 0
    assert problem.state.evaluations == result.evaluations[0] - refused


def experiment(algorithm, folder, **settings):
    ioh.Experiment(
        algorithm,
        fids=[1, 5],
        iids=[1, 2],
        dims=[2, 3],
        reps=3,
        output_directory=str(folder.parent),
        folder_name=folder.name,
        zip_output=False,
        experiment_attributes=algorithm.experiment_attributes,
        run_attributes=algorithm.run_attributes,
        logged_attributes=algorithm.logged_attributes,
        **settings,
    )()


def test_an_ioh_experiment_logs_exactly_our_runs(tmp_path):
    algorithm = DE.as_ioh_algorithm(budget="150*n", seed=4)
    experiment(algorithm, tmp_path / "logged")
    import_results([tmp_path / "logged"], tmp_path / "store", compare="operators")
    logged = Store(tmp_path / "store").runs().collect()
    assert logged.select("mutation", "crossover", "boundary", "adaptation", "population").unique().rows() == [
        ("rand/1", "binomial", "reflection", "shade", 20)
    ]
    for (function, instance, dimension), runs in logged.group_by("function", "instance", "dimension"):
        problem = ioh.get_problem(function, instance, dimension)
        ours = DE.run(problem, budget=150 * dimension, runs=3, seed=algorithm.seed_of(problem))
        runs = runs.sort("run")
        assert runs["evaluations"].to_list() == ours.evaluations.tolist()
        assert runs["precision"].to_numpy() == pytest.approx(ours.precision, rel=1e-12, abs=1e-13)
        assert runs["repaired"].to_numpy() == pytest.approx(ours.repaired, rel=1e-9)
        reached = ours.targets >= 1e-6  # rows are printed with ten decimals
        assert np.array_equal(runs["hits"].to_numpy()[:, reached], ours.hits[:, reached])


def test_each_problem_and_each_repetition_has_its_own_stream(tmp_path):
    experiment(DE.as_ioh_algorithm(budget=100), tmp_path / "logged")
    import_results([tmp_path / "logged"], tmp_path / "store")
    first = Store(tmp_path / "store").runs(["curve_precision"]).select(pl.col("curve_precision").list.first()).collect()
    assert first.n_unique() == 2 * 2 * 2 * 3


def test_running_columns_follow_the_run(tmp_path):
    experiment(DE.as_ioh_algorithm(budget="150*n"), tmp_path / "logged", logger_triggers=[ioh.logger.trigger.ALWAYS])
    lines = (tmp_path / "logged" / "data_f1_Sphere" / "IOHprofiler_f1_DIM3.dat").read_text().splitlines()
    assert lines[0].split() == ["evaluations", "raw_y", "repaired", "F", "Cr"]
    rows = np.array([line.split() for line in lines[1 : lines.index(lines[0], 1)]], dtype=float)
    assert (rows[:20, 2:] == 0).all()  # the initial population is drawn inside the box
    assert (rows[20:, 2] > 0).any()
    assert ((rows[20:, 3] > 0) & (rows[20:, 3] <= 1)).all()
    assert ((rows[20:, 4] >= 0) & (rows[20:, 4] <= 1)).all()


def test_the_algorithm_can_be_copied_and_sent_to_workers():
    algorithm = IohAlgorithm(DE, budget=100, seed=3)
    for twin in (copy.deepcopy(algorithm), pickle.loads(pickle.dumps(algorithm))):
        assert twin == algorithm
    assert str(algorithm) == "rand-1_binomial_reflection_shade"


@pytest.mark.parametrize(
    ("bad", "message"),
    [({"budget": "n+1"}, "budget must be"), ({"budget": 0}, "budget must be"), ({"seed": -1}, "seed must be")],
)
def test_bad_settings_are_named(bad, message):
    with pytest.raises(InvalidArgumentError, match=message):
        DE.as_ioh_algorithm(**bad)


def test_cocoex_counts_our_evaluations_too():
    cocoex = pytest.importorskip("cocoex")
    suite = cocoex.Suite("bbob", "", "dimensions: 5 function_indices: 8 instance_indices: 1")
    problem = next(iter(suite))
    result = DE.run(problem, budget=500, seed=1)
    assert problem.evaluations == result.evaluations[0]
    assert problem.best_observed_fvalue1 == pytest.approx(
        result.precision[0] + ib.problem("bbob", function=8, dimension=5).f_opt, rel=1e-12
    )
