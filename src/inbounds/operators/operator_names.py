"""The names of the built-in operators, for editors and type checkers. Written by tools/write_operator_names.py.

Wherever a name is taken, any other text is too: options follow a name in brackets, "+" joins a mixture.
"""

from typing import Literal, TypeAlias

MutationName: TypeAlias = Literal[
    "rand/1",
    "best/1",
    "target-to-best/1",
    "best/2",
    "rand/2",
    "target-to-best/2",
    "target-to-pbest/1",
    "rand/2/dir",
    "nsde",
    "trigonometric",
    "2-opt/1",
    "2-opt/2",
    "proximity-rand/1",
    "ranking-target-to-pbest/1",
    "target-to-pbest-w/1",
]

CrossoverName: TypeAlias = Literal[
    "binomial",
    "exponential",
    "exponential-2020",
    "exponential-then-binomial",
]

BoundaryName: TypeAlias = Literal[
    "resampling",
    "reinitialization",
    "projection",
    "reflection",
    "wrapping",
    "transformation",
    "rand-base",
    "midpoint-base",
    "midpoint-target",
    "conservatism",
    "projection-midpoint",
    "projection-base",
    "death-penalty",
    "cotn",
    "midpoint-best",
    "rand-best",
    "rand-target",
    "exponential-target",
    "exponential-best",
    "exponential-midpoint",
    "projection-target",
    "projection-best",
    "resampling-with-F",
    "beta",
    "mahalanobis",
    "reflection-random",
]

AdaptationName: TypeAlias = Literal[
    "shade",
    "jade",
    "jde",
    "constant",
    "dither",
    "l-shade",
    "jso",
]

ArchiveName: TypeAlias = Literal[
    "none",
    "external",
]

ReductionName: TypeAlias = Literal[
    "none",
    "linear",
    "nonlinear",
]

PbestName: TypeAlias = Literal[
    "constant",
    "linear",
]

RotationName: TypeAlias = Literal[
    "none",
    "eigen",
]

RestartName: TypeAlias = Literal[
    "none",
    "stagnation",
]

SelectionName: TypeAlias = Literal[
    "better",
    "better-or-equal",
]
