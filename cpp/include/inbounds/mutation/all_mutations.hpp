// The mutations, in the paper's order, then later ones; one line admits one.
#pragma once

#include "inbounds/mutation/best_1.hpp"
#include "inbounds/mutation/best_2.hpp"
#include "inbounds/mutation/nsde.hpp"
#include "inbounds/mutation/proximity_rand_1.hpp"
#include "inbounds/mutation/rand_1.hpp"
#include "inbounds/mutation/rand_2.hpp"
#include "inbounds/mutation/rand_2_dir.hpp"
#include "inbounds/mutation/ranking_target_to_pbest_1.hpp"
#include "inbounds/mutation/target_to_best_1.hpp"
#include "inbounds/mutation/target_to_best_2.hpp"
#include "inbounds/mutation/target_to_pbest_1.hpp"
#include "inbounds/mutation/target_to_pbest_w_1.hpp"
#include "inbounds/mutation/trigonometric.hpp"
#include "inbounds/mutation/two_opt_1.hpp"
#include "inbounds/mutation/two_opt_2.hpp"

namespace inbounds {

using Mutations = Family<
    // clang-format off
    Rand1,
    Best1,
    TargetToBest1,
    Best2,
    Rand2,
    TargetToBest2,
    TargetToPbest1,
    Rand2Dir,
    Nsde,
    Trigonometric,
    TwoOpt1,
    TwoOpt2,
    ProximityRand1,
    RankingTargetToPbest1,
    TargetToPbestW1>;  // clang-format on

}  // namespace inbounds
