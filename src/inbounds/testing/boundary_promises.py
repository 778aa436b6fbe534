"""What every boundary method promises."""

import numpy as np

from inbounds.testing.stand import (
    NEAR,
    POPULATION,
    Case,
    Check,
    Promise,
    Stand,
    boundary_kind,
    donors_around,
    leaves_inputs_alone,
    require,
    require_inside,
    rows_inside,
    whole_runs_stay_inside,
)


def _repairs_from(far: float) -> Check:
    def keeps(name: str, case: Case) -> None:
        if boundary_kind(name) == "penalise":
            return
        donors = donors_around(case, far)
        stand = Stand(case, boundary=name)
        require_inside(case, donors, stand.repaired(donors))

    return keeps


def _repairs_nonfinite(name: str, case: Case) -> None:
    if boundary_kind(name) == "penalise":
        return
    donors = donors_around(case, NEAR)
    donors[0, 0], donors[1, 0], donors[2, 0] = np.nan, np.inf, -np.inf
    donors[3, :], donors[4, :] = np.inf, np.nan
    require_inside(case, donors, Stand(case, boundary=name).repaired(donors))


def _leaves_feasible_donors(name: str, case: Case) -> None:
    if boundary_kind(name) == "transform":
        return
    donors = case.population(np.random.default_rng(3), POPULATION)
    donors[0], donors[1] = case.lower, case.upper
    stand = Stand(case, boundary=name)
    got = stand.repaired(donors)
    require(np.array_equal(got, donors), "a donor inside the box, or on its wall, was moved")
    require(not stand.engine.repaired.any(), "a donor inside the box was counted as repaired")


def _counts_repairs(name: str, case: Case) -> None:
    if boundary_kind(name) in ("transform", "penalise"):
        return
    donors = donors_around(case, NEAR)
    stand = Stand(case, boundary=name)
    stand.repaired(donors)
    right = np.array_equal(stand.engine.repaired.astype(bool), ~rows_inside(case, donors))
    require(right, "the donors counted as repaired are not those that were infeasible")


def _boundary_is_deterministic(name: str, case: Case) -> None:
    donors = donors_around(case, NEAR)
    first, second = (Stand(case, boundary=name).repaired(donors) for _ in range(2))
    require(np.array_equal(first, second), "two runs with the same seed differ; draw from generation.rng only")


def _boundary_keeps_inputs(name: str, case: Case) -> None:
    stand = Stand(case, boundary=name)
    stand.repaired(donors_around(case, NEAR))
    stand.unchanged()


BOUNDARY = (
    Promise("A donor a little outside comes back into the box", _repairs_from(NEAR)),
    Promise("A donor far outside comes back into the box", _repairs_from(1e3)),
    Promise("A donor extremely far outside comes back into the box", _repairs_from(1e100)),
    Promise("Infinite and NaN coordinates come back into the box", _repairs_nonfinite),
    Promise("A donor inside the box, or on its wall, stays where it is", _leaves_feasible_donors),
    Promise("The repaired share counts exactly the infeasible donors", _counts_repairs),
    Promise("The same seed gives the same result", _boundary_is_deterministic),
    Promise("Population and box are left alone", _boundary_keeps_inputs),
    Promise("Inputs other than the donors are left alone", leaves_inputs_alone("boundary")),
    Promise("No run evaluates a point outside the box", whole_runs_stay_inside("boundary")),
)
