"""Known algorithms as combinations of operators and modules."""

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "l-shade": {  # version 1.0.1 of the authors' program
        "mutation": "target-to-pbest/1",
        "crossover": "binomial",
        "boundary": "midpoint-target",
        "adaptation": "l-shade",
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
        "adaptation": "jso",
        "population": "25*sqrt(n)*log(n)",
        "archive": "external",
        "reduction": "linear",
        "pbest": "linear[start=0.25,end=0.125]",
        "selection": "better-or-equal",
    },
}
