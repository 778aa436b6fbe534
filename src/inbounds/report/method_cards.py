"""What the page tells of a boundary method: its sentence, its formula and a small picture of what it does."""

from typing import Any
from xml.etree.ElementTree import Element, fromstring

import numpy as np
from latex2mathml.converter import convert
from numpy.typing import NDArray

from inbounds.analysis.boundary_effect import BOUND, DIRECTIONS, BoundaryEffect, boundary_effect
from inbounds.errors import InboundsError
from inbounds.operators import catalogue
from inbounds.operators.catalogue import plain_name

STEP = 2  # the ring of donors that is shown: long steps, half of which leave the box on two sides
EVERY = 2  # of its donors


def method_card(boundary: str) -> dict[str, Any] | None:
    """Return what is known of one of the catalogue's methods, ready for JSON; None for any other.

    A user's own method is not asked: its module would have to be imported.
    """
    if ":" in boundary:
        return None
    try:
        info = catalogue.find("boundary", plain_name(boundary))
    except InboundsError:
        return None
    if info.function is not None:
        return {"sentence": info.summary, "formula": None, "picture": None} if info.summary else None
    return {"sentence": info.summary, "formula": _formula(info.formula), "picture": _picture(boundary)}


def _formula(latex: str) -> list[Any] | None:
    return _tree(fromstring(convert(latex))) if latex else None


def _tree(element: Element) -> list[Any]:
    """Return an element as [tag, attributes, children]; the page builds it again without reading markup."""
    children: list[Any] = [element.text] if element.text else []
    for child in element:
        children += [_tree(child), *([child.tail] if child.tail else [])]
    return [element.tag.rpartition("}")[2], dict(element.attrib), children]


def _picture(boundary: str) -> dict[str, Any]:
    effect = boundary_effect(boundary)
    resampled = effect.base is None and catalogue.find("boundary", plain_name(boundary)).kind == "resample"
    ring = np.arange(len(effect.before)) if resampled else STEP * DIRECTIONS + np.arange(0, DIRECTIONS, EVERY)
    shown = ring[_outside(effect)[ring]][: DIRECTIONS // EVERY]
    return {
        "bound": BOUND,
        "reach": round(1.06 * float(np.abs(effect.before[shown]).max()), 2),
        "before": _points(effect.before[shown]),
        "after": _points(effect.after[shown]),
        "refused": effect.refused[shown].tolist(),
        "base": effect.base,
        "target": effect.target,
        "caption": _caption(effect),
    }


def _caption(effect: BoundaryEffect) -> str:
    points = {"b the base vector": effect.base, "t the target": effect.target}
    marks = [words for words, point in points.items() if point is not None]
    fate = "crosses: refused" if effect.refused.any() else "dots: where they are put"
    return "; ".join(["Rings: donors outside the box", fate, *marks]) + "."


def _outside(effect: BoundaryEffect) -> NDArray[np.bool_]:
    return np.asarray((np.abs(effect.before) > BOUND).any(axis=1))


def _points(points: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(value), 2) for value in point] for point in points]
