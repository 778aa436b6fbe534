"""Spearman's rank correlation, for whole arrays at once."""

import numpy as np
from scipy import stats

from inbounds.arrays import Booleans, Floats


def rank_correlation(first: Floats, second: Floats) -> Floats:
    """Return Spearman's correlation along the last axis; NaN with fewer than 3 pairs or where a side is constant."""
    known = ~(np.isnan(first) | np.isnan(second))
    a, b = (_centred_ranks(values, known) for values in (first, second))
    scale = np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1))
    usable = (scale > 0) & (known.sum(axis=-1) >= 3)
    return np.asarray(np.divide((a * b).sum(axis=-1), scale, out=np.full(scale.shape, np.nan), where=usable))


def correlation_p(correlation: float, pairs: int) -> float:
    """Return the two-sided p-value of a rank correlation over so many pairs, by Student's t."""
    freedom = pairs - 2
    if abs(correlation) >= 1:
        return 0.0
    t = correlation * np.sqrt(freedom / ((1 + correlation) * (1 - correlation)))
    return float(2 * stats.t.sf(abs(t), freedom))


def _centred_ranks(values: Floats, known: Booleans) -> Floats:
    if known.all():
        return np.asarray(stats.rankdata(values, axis=-1) - (values.shape[-1] + 1) / 2)
    ranks = np.zeros(values.shape)
    for at in np.ndindex(values.shape[:-1]):
        here = known[at]
        ranks[at][here] = stats.rankdata(values[at][here]) - (here.sum() + 1) / 2
    return ranks
