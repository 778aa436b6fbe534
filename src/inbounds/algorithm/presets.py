"""Known algorithms as combinations of operators and modules, as in their authors' programs."""

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "l-shade": {
        "mutation": "target-to-pbest/1",
        "crossover": "binomial",
        "boundary": "midpoint-target",
        "adaptation": "l-shade[zero=program]",
        "population": "18*n",
        "archive": "external[size=2.6]",
        "reduction": "linear",
        "pbest": "linear[start=0.11,end=0.11]",
        "selection": "better-or-equal",
    },
    "jso": {
        "mutation": "target-to-pbest-w/1",
        "crossover": "binomial",
        "boundary": "midpoint-target",
        "adaptation": "jso[zero=program]",
        "population": "25*sqrt(n)*log(n)",
        "archive": "external",
        "reduction": "linear",
        "pbest": "linear[start=0.25,end=0.125]",
        "selection": "better-or-equal",
    },
}
