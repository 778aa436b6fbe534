"""What other libraries call the operators: for the hint in an error message, never as second names."""

NAMES_ELSEWHERE: dict[str, dict[str, str]] = {
    "boundary": {
        **dict.fromkeys(("saturate", "saturation", "clip", "clipping", "clamp", "clamping", "bound"), "projection"),
        **dict.fromkeys(("mirror", "mirroring", "reflect", "bounce", "fold"), "reflection"),
        **dict.fromkeys(("toroidal", "torus", "periodic", "wrap"), "wrapping"),
        **dict.fromkeys(("uniform", "unif", "random", "reinit", "random-init"), "reinitialization"),
        **dict.fromkeys(("halving", "hvb", "parent-medium", "midpoint"), "midpoint-target"),
        **dict.fromkeys(("bounce-back", "bounceback", "repair_random_init", "rand-init"), "rand-base"),
        **dict.fromkeys(("evolutionary", "evolutionary-boundary"), "rand-best"),
        **dict.fromkeys(("one-tailed-normal", "complete-one-tailed-normal"), "cotn"),
        **dict.fromkeys(("resample", "rejection"), "resampling"),
        **dict.fromkeys(("dismiss", "ignore"), "conservatism"),
        **dict.fromkeys(("penalty", "death", "reject"), "death-penalty"),
        **dict.fromkeys(("reflect-random", "random-reflection"), "reflection-random"),
        **dict.fromkeys(("expc-target", "expc_target"), "exponential-target"),
        **dict.fromkeys(("expc-best", "expc_best"), "exponential-best"),
        **dict.fromkeys(("expc-midpoint", "expc-center", "expc_center"), "exponential-midpoint"),
    },
    "crossover": {"bin": "binomial", "exp": "exponential"},
}
