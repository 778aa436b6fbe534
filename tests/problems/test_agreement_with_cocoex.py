"""The native BBOB functions are COCO's functions."""

import numpy as np
import pytest

import inbounds as ib

from .peers import around_optimum, coco_precision, excess_near_optimum, relative_difference, scattered

cocoex = pytest.importorskip("cocoex")


def compare(instances: str, dimensions: str) -> None:
    for twin in cocoex.Suite("bbob", f"instances: {instances}", f"dimensions: {dimensions}"):
        problem = ib.problem("bbob", function=twin.id_function, instance=twin.id_instance, dimension=twin.dimension)
        points = np.concatenate([scattered(problem, 8, 5.0), scattered(problem, 8, 9.0, seed=1)])
        far = relative_difference(problem.precision(points), coco_precision(twin, problem, points))
        assert far.max() <= 1e-9, twin.id
        points = around_optimum(problem)
        near = excess_near_optimum(problem.precision(points), coco_precision(twin, problem, points), problem)
        assert near.max() <= 0.0, twin.id


def test_values_agree_far_from_and_near_the_optimum() -> None:
    compare("1,2,15,300000", "2,5,20")


@pytest.mark.slow
def test_values_agree_on_the_whole_grid() -> None:
    compare("1-15,71,1000,99999,300000", "2,3,5,10,20,40")
