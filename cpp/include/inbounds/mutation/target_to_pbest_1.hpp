// The target, drawn towards one of the best few, plus one scaled difference.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct TargetToPbest1 {
  static constexpr OperatorInfo info{
      .name = "target-to-pbest/1",
      .label = "Target-to-pbest/1",
      .cite = "zhang2009",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{i} + F_i(\mathbf{x}_{p\text{best}} - \mathbf{x}_{i}) + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}))",
      .summary = "The target, drawn towards one of the best few, plus one scaled difference.",
      .needs = Needs::elite,
      .distinct = 2};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const double* pbest = at.x[at.pbest()];
    const auto r = at.distinct<2>(i);
    add_differences(donor, at.x[i], at.scale[i], pbest, at.x[i], at.x[r[0]], at.x[r[1]], at);
    return at.x[i];
  }
};

}  // namespace inbounds
