"""Are two samples from one distribution? Kolmogorov–Smirnov, exact, and Anderson–Darling, by permutation."""

import math
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inbounds.arrays import Floats


def dense_codes(values: Floats) -> NDArray[np.int32]:
    """Replace each panel's values (panels × methods × runs) by their dense rank among all of the panel.

    Tests on order need nothing else. Padding (NaN) gets the highest code of its panel, one above the values'.
    """
    panels, methods, runs = values.shape
    flat = values.reshape(panels, -1)
    order = np.argsort(flat, axis=1, kind="stable")
    ordered = np.take_along_axis(flat, order, axis=1)
    steps = np.zeros(flat.shape, dtype=np.int32)
    steps[:, 1:] = (ordered[:, 1:] != ordered[:, :-1]) & ~np.isnan(ordered[:, :-1])  # NaN == NaN: one code
    codes = np.empty_like(steps)
    np.put_along_axis(codes, order, np.cumsum(steps, axis=1, dtype=np.int32), axis=1)
    return codes.reshape(panels, methods, runs)


def cumulative_counts(codes: NDArray[np.int32], sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Count the runs of each method with at most each code; the padding's code counts nothing."""
    panels, methods, _ = codes.shape
    levels = int(codes.max()) + 1
    base = np.arange(panels * methods).reshape(panels, methods, 1) * levels
    flat = np.bincount((codes + base).ravel(), minlength=panels * methods * levels)
    small = np.int16 if codes.shape[2] <= np.iinfo(np.int16).max else np.int32  # half the memory to walk through
    counts: NDArray[Any] = flat.astype(small).reshape(panels, methods, levels)
    padded = codes.shape[2] - sizes
    if padded.any():
        panel, method = np.nonzero(padded)
        counts[panel, method, codes[panel, method].max(axis=-1)] = 0
    return np.cumsum(counts, axis=2, dtype=small)


def ks_heights(codes: NDArray[np.int32], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return D · lcm(n_i, n_j) for every pair of methods of every panel, an integer; 0 where a sample is empty.

    The largest F_i − F_j stands at a run of i, so only those points are looked at.
    """
    panels, methods, runs = codes.shape
    counts = cumulative_counts(codes, sizes)
    at_runs = np.empty((panels, methods, methods, runs), dtype=counts.dtype)
    for panel in range(panels):  # several times faster than one take_along_axis over all
        np.take(counts[panel], codes[panel], axis=1, out=at_runs[panel], mode="clip")
    own = np.einsum("piir->pir", at_runs)[:, None]  # [panel, other, owner of the run, run]
    if (sizes == runs).all():
        above = (own - at_runs).max(axis=3).astype(np.int64)
    else:
        divisor = np.maximum(np.gcd(sizes[:, :, None], sizes[:, None, :]), 1)
        other = (sizes[:, :, None] // divisor)[..., None]
        owner = (sizes[:, None, :] // divisor)[..., None]
        real = np.arange(runs) < sizes[:, None, :, None]
        above = np.where(real, own.astype(np.int64) * other - at_runs.astype(np.int64) * owner, 0).max(axis=3)
        present = sizes > 0
        above = np.where(present[:, :, None] & present[:, None, :], above, 0)
    return np.asarray(np.maximum(above, above.swapaxes(1, 2)))


@lru_cache(maxsize=100_000)
def ks_exact_p(height: int, n: int, m: int) -> float:
    """Return P(D ≥ height / lcm(n, m)) for samples of n and m from one continuous distribution, exactly.

    Equal sizes: the reflection principle's alternating sum; otherwise lattice paths counted one by one
    (Hodges 1958). Integers all the way: no cancellation.
    """
    if height <= 0:
        return 1.0
    if n == m:
        terms: list[int] = [math.comb(2 * n, n - k * height) * (-1) ** (k - 1) for k in range(1, n // height + 1)]
        return 2 * sum(terms) / math.comb(2 * n, n)
    divisor = math.gcd(n, m)
    up, right = n // divisor, m // divisor
    # inside[j]: paths to (i, j) that never reach the height; |i·m − j·n| / gcd is the scaled distance there
    inside = [0] * (m + 1)
    for i in range(n + 1):
        for j in range(m + 1):
            if abs(i * right - j * up) >= height:
                inside[j] = 0
            elif i == 0 and j == 0:
                inside[j] = 1
            elif j:
                inside[j] += inside[j - 1]
    total = math.comb(n + m, n)
    return (total - inside[m]) / total


def ks_p_values(codes: NDArray[np.int32], sizes: NDArray[np.int64]) -> Floats:
    """Return the exact two-sided p-value of every pair of methods in every panel; NaN where a sample is empty."""
    fewest = int(sizes.min())
    equal = (sizes == fewest).all(axis=1)
    if fewest == 0 or fewest == codes.shape[2] or not equal.any():
        return _ks_p_values(codes, sizes)
    p = np.empty((*sizes.shape, sizes.shape[1]))  # a few panels with more runs must not slow down all others
    p[equal] = _ks_p_values(codes[equal, :, :fewest], sizes[equal])
    if not equal.all():
        p[~equal] = _ks_p_values(codes[~equal], sizes[~equal])
    return p


def _ks_p_values(codes: NDArray[np.int32], sizes: NDArray[np.int64]) -> Floats:
    heights = ks_heights(codes, sizes)
    first = np.broadcast_to(sizes[:, :, None], heights.shape)
    second = np.broadcast_to(sizes[:, None, :], heights.shape)
    if sizes.min() == sizes.max():
        return _p_table(int(sizes.max()))[heights]
    p = np.full(heights.shape, np.nan)
    known = (first > 0) & (second > 0)
    keys, inverse = np.unique(np.stack((heights[known], first[known], second[known])), axis=1, return_inverse=True)
    # D is symmetric in the samples: one order, one cached value
    values = [ks_exact_p(int(h), int(max(n, m)), int(min(n, m))) for h, n, m in keys.T]
    p[known] = np.array(values)[inverse.ravel()]
    return p


@lru_cache(maxsize=64)
def _p_table(size: int) -> Floats:
    return np.array([ks_exact_p(height, size, size) for height in range(size + 1)])


def anderson_darling_p_values(
    codes: NDArray[np.int32], sizes: NDArray[np.int64], *, resamples: int, seed: int
) -> Floats:
    """Return the permutation p-value of the two-sample Anderson–Darling test (midranks) for every pair.

    Under the null hypothesis the statistic depends only on the sizes and the ties of the pooled sample, so
    one set of permutations serves every pair with the same ties; without ties, all of them.
    """
    panels, methods, _ = codes.shape
    p = np.full((panels, methods, methods), np.nan)
    null: dict[tuple[bytes, int], Floats] = {}
    for panel in range(panels):
        samples = [codes[panel, method, : sizes[panel, method]] for method in range(methods)]
        present = [method for method in range(methods) if samples[method].size]
        p[panel, present, present] = 1.0
        for i, j in combinations(present, 2):
            p[panel, i, j] = p[panel, j, i] = _permutation_p(samples[i], samples[j], null, resamples, seed)
    return p


def _permutation_p(
    first: NDArray[np.int32],
    second: NDArray[np.int32],
    null: dict[tuple[bytes, int], Floats],
    resamples: int,
    seed: int,
) -> float:
    _, place, ties = np.unique(np.concatenate((first, second)), return_inverse=True, return_counts=True)
    if ties.size == 1:
        return 1.0
    key = (ties.astype(np.int32).tobytes(), first.size)
    if key not in null:
        null[key] = _null_statistics(ties, first.size, resamples, seed)
    chosen = np.bincount(place.ravel()[: first.size], minlength=ties.size)
    observed = float(_anderson_darling(chosen[None, :], ties)[0])
    # sorted ascending: as many permutations reach the observed value, up to rounding
    reached = resamples - int(np.searchsorted(null[key], observed * (1 - 1e-12), side="left"))
    return (reached + 1) / (resamples + 1)


def _null_statistics(ties: NDArray[Any], size: int, resamples: int, seed: int) -> Floats:
    generator = np.random.default_rng(seed)
    total = int(ties.sum())
    place = np.repeat(np.arange(ties.size), ties)
    statistics = []
    for start in range(0, resamples, 1000):
        rows = min(1000, resamples - start)
        drawn = generator.permuted(np.broadcast_to(np.arange(total), (rows, total)), axis=1)[:, :size]
        flat = place[drawn] + np.arange(rows)[:, None] * ties.size
        chosen = np.bincount(flat.ravel(), minlength=rows * ties.size).reshape(rows, ties.size)
        statistics.append(_anderson_darling(chosen, ties))
    return np.sort(np.concatenate(statistics))


def _anderson_darling(chosen: NDArray[Any], ties: NDArray[Any]) -> Floats:
    """Scholz and Stephens (1987), equation 7 for two samples, up to a factor; one row a labelling."""
    total, size = int(ties.sum()), int(chosen[0].sum())
    below = np.cumsum(ties) - ties / 2
    of_first = np.cumsum(chosen, axis=1) - chosen / 2
    weight = ties / (below * (total - below) - total * ties / 4)
    return np.asarray(((total * of_first - size * below) ** 2) @ weight)
