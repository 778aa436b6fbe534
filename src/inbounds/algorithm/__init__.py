"""Differential evolution: whole batches of runs, ask and tell, and `minimize`; the public names are `inbounds`' own."""

from inbounds.algorithm.configuration_space import irace_parameters, parameters

__all__ = ["irace_parameters", "parameters"]
