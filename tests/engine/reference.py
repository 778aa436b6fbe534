# ruff: noqa: E741 - l and u are the paper's bounds
"""The operators in plain NumPy, as close to the equations of Boks et al. (2021, sections 2 and 3) as can be read.

Bounds l and u, donor v, base b, target t, best individual g, population X.
"""

import numpy as np
from scipy import optimize, stats


def reflection(v, l, u, **_):
    v = v.copy()
    with np.errstate(invalid="ignore"):
        while np.any((v < l) | (v > u)):
            v = np.where(v < l, 2 * l - v, v)
            v = np.where(v > u, 2 * u - v, v)
    return v


def wrapping(v, l, u, **_):
    with np.errstate(invalid="ignore"):
        below = u - np.fmod(l - v, u - l)
        above = l + np.fmod(v - u, u - l)
    return np.where(v < l, below, np.where(v > u, above, v))


def projection(v, l, u, **_):
    return np.where(v < l, l, np.where(v > u, u, v))


def midpoint_base(v, l, u, b, **_):
    return np.where(v < l, (l + b) / 2, np.where(v > u, (b + u) / 2, v))


def midpoint_target(v, l, u, t, **_):
    return np.where(v < l, (l + t) / 2, np.where(v > u, (t + u) / 2, v))


def conservatism(v, l, u, b, **_):
    return b if np.any((v < l) | (v > u)) else v


def _shrunk(v, l, u, anchor):
    """(1 − α)·anchor + α·v with the largest α in [0, 1] that keeps it inside."""
    alpha = 1.0
    for j in range(len(v)):
        if v[j] < l[j]:
            alpha = min(alpha, (l[j] - anchor[j]) / (v[j] - anchor[j]))
        elif v[j] > u[j]:
            alpha = min(alpha, (u[j] - anchor[j]) / (v[j] - anchor[j]))
    return np.clip((1 - alpha) * anchor + alpha * v, l, u)


def projection_midpoint(v, l, u, **_):
    return _shrunk(v, l, u, (l + u) / 2)


def projection_base(v, l, u, b, **_):
    return _shrunk(v, l, u, b)


def transformation(v, l, u, text=False, **_):
    """Offsets, periodic shift, mirror, quadratic ends."""
    offset = lambda bound: np.minimum((u - l) / 2, 1 + np.abs(bound) / 20 if text else (1 + np.abs(bound)) / 20)  # noqa: E731
    al, au = offset(l), offset(u)
    low, high = l - 2 * al - (u - l) / 2, u + 2 * au + (u - l) / 2
    period = 2 * (u - l + al + au)
    v = v.copy()
    for j in range(len(v)):
        while v[j] < low[j]:
            v[j] += period[j]
        while v[j] > high[j]:
            v[j] -= period[j]
    v = np.where(v < l - al, 2 * (l - al) - v, v)
    v = np.where(v > u + au, 2 * (u + au) - v, v)
    return np.where(
        v < l + al, l + (v - (l - al)) ** 2 / (4 * al), np.where(v > u - au, u - (v - (u + au)) ** 2 / (4 * au), v)
    )


def midpoint_best(v, l, u, g, **_):
    return np.where(v < l, (l + g) / 2, np.where(v > u, (g + u) / 2, v))


def projection_target(v, l, u, t, **_):
    return _shrunk(v, l, u, t)


def projection_best(v, l, u, g, **_):
    return _shrunk(v, l, u, g)


def mahalanobis(v, l, u, X):
    """The nearest point of the box in the metric of the inverse covariance, as a bounded least-squares problem."""
    root = np.linalg.cholesky(np.linalg.inv(np.cov(X, rowvar=False))).T
    return optimize.lsq_linear(root, root @ v, bounds=(l, u), tol=1e-14).x


def _truncated_exponential(bound, inner, width):
    """Exp(1) on the box of unit width, from the bound to the inner point."""
    reach = abs(inner - bound) / width
    away = stats.truncexpon(reach, scale=width)
    return (lambda x: away.cdf(x - bound)) if inner > bound else (lambda x: 1 - away.cdf(bound - x))


def _between(bound, inner):
    return stats.uniform(min(bound, inner), abs(inner - bound)).cdf


def _half_normal(bound, far):
    """|N(0, 1/3)| widths inside the bound, mirrored at the far one."""
    width, half = abs(far - bound), stats.halfnorm(scale=abs(far - bound) / 3)

    def inside(step):
        return half.cdf(step) + half.cdf(2 * width) - half.cdf(2 * width - step)

    return (lambda x: inside(x - bound)) if far > bound else (lambda x: 1 - inside(bound - x))


def _towards_mirror(v, bound, far):
    return _between(bound, bound + np.clip(bound - v, -abs(far - bound), abs(far - bound)))


def _beta(l, u, m, s2):
    """By the moments m and s2 of the population on the unit box."""
    a = m * (m - m**2 - s2) / s2
    return stats.beta(a, a * (1 - m) / m, loc=l, scale=u - l).cdf


# The distribution of a coordinate that left the box: functions of v, the crossed bound, the other one, and the points.
RANDOM = {
    "reinitialization": lambda v, bound, far, **_: _between(bound, far),
    "rand-base": lambda v, bound, far, b, **_: _between(bound, b),
    "rand-target": lambda v, bound, far, t, **_: _between(bound, t),
    "rand-best": lambda v, bound, far, g, **_: _between(bound, g),
    "cotn": lambda v, bound, far, **_: _half_normal(bound, far),
    "reflection-random": lambda v, bound, far, **_: _towards_mirror(v, bound, far),
    "exponential-target": lambda v, bound, far, t, **_: _truncated_exponential(bound, t, abs(far - bound)),
    "exponential-best": lambda v, bound, far, g, **_: _truncated_exponential(bound, g, abs(far - bound)),
    "exponential-midpoint": lambda v, bound, far, **_: _truncated_exponential(
        bound, (bound + far) / 2, abs(far - bound)
    ),
    "beta": lambda v, bound, far, m, s2, **_: _beta(min(bound, far), max(bound, far), m, s2),
}


DETERMINISTIC = {
    "projection": projection,
    "reflection": reflection,
    "wrapping": wrapping,
    "midpoint-base": midpoint_base,
    "midpoint-target": midpoint_target,
    "conservatism": conservatism,
    "projection-midpoint": projection_midpoint,
    "projection-base": projection_base,
    "midpoint-best": midpoint_best,
    "projection-target": projection_target,
    "projection-best": projection_best,
    "transformation": transformation,
    "transformation[offset=text]": lambda v, l, u, **rest: transformation(v, l, u, text=True, **rest),
}


def shade_memory(f, cr, improvement):
    """The new memory entries after one generation's successes (Tanabe & Fukunaga 2013)."""
    f, cr, w = np.asarray(f), np.asarray(cr), np.asarray(improvement) / np.sum(improvement)
    return np.sum(w * f**2) / np.sum(w * f), np.sum(w * cr)


def donor_coefficients(mutation, i, r, F, M):
    """Coefficients of x_1 … x_M in the donor of target i with drawn indices r, and in its base."""
    donor, base = np.zeros(M), np.zeros(M)

    def put(vector, index, value):
        vector[index] += value

    start = {"rand": r[0], "best": 0, "target": i}[mutation.split("/")[0].split("-")[0]]
    put(donor, start, 1)
    put(base, start, 1)
    pairs = {
        "rand/1": [(1, 2)],
        "best/1": [(0, 1)],
        "target-to-best/1": [(0, 1)],
        "best/2": [(0, 1), (2, 3)],
        "rand/2": [(1, 2), (3, 4)],
        "target-to-best/2": [(0, 1), (2, 3)],
    }[mutation]
    if mutation.startswith("target"):
        put(donor, 0, F)
        put(donor, i, -F)
    for plus, minus in pairs:
        put(donor, r[plus], F)
        put(donor, r[minus], -F)
    return donor, base
