"""Anything that can be evaluated can be made a problem."""

import sys

import numpy as np
import pytest

import inbounds as ib
from inbounds.problems import CocoProblem, IohProblem, ProblemLike, PythonProblem, as_problem


def sphere(x: np.ndarray) -> float:
    return float(np.sum(x**2))


def sphere_of_rows(X: np.ndarray) -> np.ndarray:
    return np.sum(X**2, axis=1)


BOX = {"lower": [-1.0, -2.0], "upper": [1.0, 2.0]}
POINTS = np.array([[0.5, 0.5], [1.0, -1.0], [0.0, 0.0]])


@pytest.mark.parametrize(("function", "vectorized"), [(sphere, False), (sphere_of_rows, True)])
def test_a_python_function_is_a_problem(function: object, vectorized: bool) -> None:
    problem = PythonProblem(function, **BOX, vectorized=vectorized, f_opt=-1.0, x_opt=[0.0, 0.0])
    assert isinstance(problem, ProblemLike)
    assert as_problem(problem) is problem
    assert problem.native is None
    assert np.array_equal(problem(POINTS), [0.5, 2.0, 0.0])
    assert problem(POINTS[0]) == 0.5
    assert np.array_equal(problem.precision(POINTS), [1.5, 3.0, 1.0])


def test_without_a_known_optimum_precision_is_the_value() -> None:
    problem = PythonProblem(sphere, **BOX)
    assert problem.f_opt is None
    assert np.array_equal(problem.precision(POINTS), problem(POINTS))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"lower": [0, 0], "upper": [1]}, "one length; got shapes (2,) and (1,)"),
        ({"lower": [], "upper": []}, "one length"),
        ({"lower": [0, 2], "upper": [1, 1]}, "variable 1 must be finite, lower <= upper"),
        ({"lower": [0, -np.inf], "upper": [1, 1]}, "variable 1 must be finite"),
        ({"lower": ["a"], "upper": [1]}, "bounds must be real numbers"),
        ({**BOX, "f_opt": np.nan}, "f_opt must be finite or None"),
        ({**BOX, "x_opt": [1.0]}, "x_opt must have shape (2,)"),
    ],
)
def test_wrong_boxes_and_optima_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(ib.InvalidArgumentError) as error:
        PythonProblem(sphere, **arguments)
    assert words in str(error.value)


def test_a_function_that_returns_no_numbers_is_told_so() -> None:
    with pytest.raises(ib.InvalidArgumentError, match="must return a number; got None"):
        PythonProblem(lambda x: None, **BOX)(POINTS)
    with pytest.raises(ib.InvalidArgumentError, match="must return 3 real values for 3 rows"):
        PythonProblem(sphere, **BOX, vectorized=True)(POINTS)
    with pytest.raises(ib.InvalidArgumentError, match="must be callable"):
        PythonProblem(3, **BOX)


def test_ioh_problems_keep_box_optimum_and_values() -> None:
    ioh = pytest.importorskip("ioh")
    twin = ioh.get_problem(8, 2, 4)
    problem = as_problem(twin)
    native = ib.problem("bbob", function=8, instance=2, dimension=4)
    points = np.random.default_rng(1).uniform(-5, 5, (6, 4))
    assert isinstance(problem, IohProblem)
    assert problem.precision(points) == pytest.approx(native.precision(points), rel=1e-9)
    assert problem.x_opt == pytest.approx(native.x_opt)
    assert (problem.f_opt, problem.dimension, problem.native) == (native.f_opt, 4, None)
    assert np.array_equal(problem.lower, native.lower)
    assert twin.state.evaluations == 6  # its own counters and loggers see every point


def test_ioh_problems_that_do_not_fit_are_refused() -> None:
    ioh = pytest.importorskip("ioh")
    with pytest.raises(ib.InvalidArgumentError, match="real-valued"):
        as_problem(ioh.get_problem(1, 1, 4, ioh.ProblemClass.PBO))
    unknown = ioh.wrap_problem(sphere, "unknown", ioh.ProblemClass.REAL, dimension=2, lb=-1, ub=1)
    assert as_problem(unknown).f_opt is None
    upwards = ioh.wrap_problem(
        sphere, "upwards", ioh.ProblemClass.REAL, dimension=2, lb=-1, ub=1, optimization_type=ioh.OptimizationType.MAX
    )
    with pytest.raises(ib.InvalidArgumentError, match="must be minimised"):
        as_problem(upwards)


def test_cocoex_problems_keep_box_and_values_and_bbob_its_optimum() -> None:
    cocoex = pytest.importorskip("cocoex")
    twin = next(iter(cocoex.Suite("bbob", "instances: 2", "dimensions: 5 function_indices: 8")))
    problem = as_problem(twin)
    native = ib.problem("bbob", function=8, instance=2, dimension=5)
    points = np.random.default_rng(1).uniform(-5, 5, (6, 5))
    assert isinstance(problem, CocoProblem)
    assert problem(points) == pytest.approx(native(points), rel=1e-9)
    assert problem.f_opt == native.f_opt
    assert np.array_equal(problem.x_opt, native.x_opt)


def test_cocoex_problems_with_two_objectives_are_refused() -> None:
    cocoex = pytest.importorskip("cocoex")
    twin = next(iter(cocoex.Suite("bbob-biobj", "instances: 1", "dimensions: 2 function_indices: 1")))
    with pytest.raises(ib.InvalidArgumentError, match="one objective and no constraints"):
        as_problem(twin)


@pytest.mark.parametrize(("package", "adapter", "extra"), [("ioh", IohProblem, "ioh"), ("cocoex", CocoProblem, "coco")])
def test_a_missing_package_is_named_with_its_extra(
    package: str, adapter: type, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ib.MissingExtraError, match=rf"inbounds\[{extra}\]"):
        adapter(object())


@pytest.mark.parametrize("box", [{"lower": [-2, -1], "upper": [2, 3]}, {"bounds": [(-2, 2), (-1, 3)]}])
def test_anything_callable_over_rows_with_bounds_is_a_problem(box: dict[str, object]) -> None:
    class Parabola:
        def __call__(self, X: np.ndarray) -> np.ndarray:
            assert X.ndim == 2
            return (X**2).sum(axis=1)

    parabola = Parabola()
    vars(parabola).update(box)
    taken = as_problem(parabola)
    assert np.array_equal(taken.lower, [-2, -1])
    assert np.array_equal(taken.upper, [2, 3])
    result = ib.DE(population=20).run(parabola, budget=2000, seed=1)
    assert result.precision[0] == pytest.approx(0, abs=1e-6)


def test_what_is_no_problem_is_refused_with_a_way_out() -> None:
    with pytest.raises(ib.InvalidArgumentError, match=r"PythonProblem\(function"):
        as_problem(sphere)
    with pytest.raises(ib.InvalidArgumentError, match="got 3"):
        as_problem(3)


def test_the_same_algorithm_runs_on_native_and_adapted_problems() -> None:
    ioh = pytest.importorskip("ioh")
    de = ib.DE(population=20)
    native = de.run(ib.problem("bbob", function=1, dimension=3), budget=600, seed=4)
    adapted = de.run(as_problem(ioh.get_problem(1, 1, 3)), budget=600, seed=4)
    assert adapted.precision == pytest.approx(native.precision, rel=1e-6, abs=1e-12)


def test_a_plain_function_runs_in_the_bounds_beside_it():
    de = ib.DE(population=10)
    seen = []

    def sphere(x):
        seen.append(x.copy())
        return float(x @ x)

    result = de.run(sphere, bounds=[(1, 3), (2, 4)], budget=100, runs=2, seed=3)
    wrapped = de.run(PythonProblem(sphere, lower=[1, 2], upper=[3, 4]), budget=100, runs=2, seed=3)
    assert result == wrapped
    assert seen[0].shape == (2,)
    assert (result.precision >= 5).all()


@pytest.mark.parametrize("given", [ib.problem("bbob", function=1, dimension=2), "sphere"])
def test_bounds_beside_anything_but_a_plain_function_are_refused(given):
    with pytest.raises(ib.InvalidArgumentError, match="bounds go with a plain function of one point; got "):
        ib.DE().run(given, bounds=[(-1, 1)] * 2, budget=100)
