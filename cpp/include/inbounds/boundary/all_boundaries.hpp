// The boundary methods, the paper's thirteen first and in its order; one line admits one.
#pragma once

#include "inbounds/boundary/beta.hpp"
#include "inbounds/boundary/conservatism.hpp"
#include "inbounds/boundary/cotn.hpp"
#include "inbounds/boundary/death_penalty.hpp"
#include "inbounds/boundary/exponential_best.hpp"
#include "inbounds/boundary/exponential_midpoint.hpp"
#include "inbounds/boundary/exponential_target.hpp"
#include "inbounds/boundary/mahalanobis.hpp"
#include "inbounds/boundary/midpoint_base.hpp"
#include "inbounds/boundary/midpoint_best.hpp"
#include "inbounds/boundary/midpoint_target.hpp"
#include "inbounds/boundary/projection.hpp"
#include "inbounds/boundary/projection_base.hpp"
#include "inbounds/boundary/projection_best.hpp"
#include "inbounds/boundary/projection_midpoint.hpp"
#include "inbounds/boundary/projection_target.hpp"
#include "inbounds/boundary/rand_base.hpp"
#include "inbounds/boundary/rand_best.hpp"
#include "inbounds/boundary/rand_target.hpp"
#include "inbounds/boundary/reflection.hpp"
#include "inbounds/boundary/reflection_random.hpp"
#include "inbounds/boundary/reinitialization.hpp"
#include "inbounds/boundary/resampling.hpp"
#include "inbounds/boundary/resampling_with_f.hpp"
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
    DeathPenalty,
    Cotn,
    MidpointBest,
    RandBest,
    RandTarget,
    ExponentialTarget,
    ExponentialBest,
    ExponentialMidpoint,
    ProjectionTarget,
    ProjectionBest,
    ResamplingWithF,
    Beta,
    Mahalanobis,
    ReflectionRandom>;  // clang-format on

}  // namespace inbounds
