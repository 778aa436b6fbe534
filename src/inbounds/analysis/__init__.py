"""From runs to understanding: ranks, tests, repairs, curves and claims, as tables."""
