"""The picture of a boundary method shows what the method does."""

import numpy as np
import pytest

import inbounds as ib
from inbounds.analysis.boundary_effect import BASE, BOUND, TARGET, boundary_effect
from inbounds.figures.boundary_effect import draw_boundary_effect, draw_overview


def inside(points):
    return (np.abs(points) <= BOUND).all(axis=1)


@pytest.mark.parametrize("boundary", ib.boundaries())
def test_donors_end_inside_the_box_or_are_refused(boundary):
    effect = boundary_effect(boundary)
    assert (~inside(effect.before)).sum() > 50
    assert (inside(effect.after) != effect.refused).all()
    figure = draw_boundary_effect(effect)
    assert len(figure.axes) == 3  # donors, their ways, where they end
    assert len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1  # boxes of one size
    assert "grey: inside the box" in figure.get_supxlabel()


def test_projection_of_the_picture_is_the_nearest_point():
    effect = boundary_effect("projection")
    np.testing.assert_array_equal(effect.after, np.clip(effect.before, -BOUND, BOUND))


def test_midpoint_target_of_the_picture_uses_the_marked_target():
    effect = boundary_effect("midpoint-target")
    assert effect.target == TARGET
    right = effect.before[:, 0] > BOUND
    np.testing.assert_allclose(effect.after[right, 0], (BOUND + TARGET[0]) / 2)


def test_conservatism_of_the_picture_returns_to_the_marked_base():
    effect = boundary_effect("conservatism")
    assert effect.base == BASE
    np.testing.assert_array_equal(effect.after[~inside(effect.before)] - BASE, 0)


def test_resampling_of_the_picture_keeps_feasible_donors():
    effect = boundary_effect("resampling")
    kept = inside(effect.before)
    np.testing.assert_array_equal(effect.after[kept], effect.before[kept])


def test_the_overview_has_a_panel_for_the_donors_and_one_for_each_method():
    figure = draw_overview([boundary_effect(name) for name in ib.boundaries()])
    titles = [axes.get_title() for axes in figure.axes if axes.get_title()]
    assert len(titles) == 1 + len(ib.boundaries())
    assert len({axes.get_xlim() for axes in figure.axes if axes.get_title()}) == 1
