// The boundary methods, in the paper's order; one line admits one.
#pragma once

#include "inbounds/boundary/conservatism.hpp"
#include "inbounds/boundary/death_penalty.hpp"
#include "inbounds/boundary/midpoint_base.hpp"
#include "inbounds/boundary/midpoint_target.hpp"
#include "inbounds/boundary/projection.hpp"
#include "inbounds/boundary/projection_base.hpp"
#include "inbounds/boundary/projection_midpoint.hpp"
#include "inbounds/boundary/rand_base.hpp"
#include "inbounds/boundary/reflection.hpp"
#include "inbounds/boundary/reinitialization.hpp"
#include "inbounds/boundary/resampling.hpp"
#include "inbounds/boundary/transformation.hpp"
#include "inbounds/boundary/wrapping.hpp"

namespace inbounds {

using Boundaries = Family<
    // clang-format off
    Resampling,
    Reinitialization,
    Projection,
    Reflection,
    Wrapping,
    Transformation,
    RandBase,
    MidpointBase,
    MidpointTarget,
    Conservatism,
    ProjectionMidpoint,
    ProjectionBase,
    DeathPenalty>;  // clang-format on

}  // namespace inbounds
