// The target, drawn towards the best, plus one scaled difference.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct TargetToBest1 {
  static constexpr OperatorInfo info{
      .name = "target-to-best/1",
      .label = "Target-to-best/1",
      .cite = "storn1997",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{i} + F_i(\mathbf{x}_{\text{best}} - \mathbf{x}_{i}) + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}))",
      .summary = "The target, drawn towards the best, plus one scaled difference.",
      .needs = Needs::best,
      .distinct = 2};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<2>(i);
    add_differences(donor, at.x[i], at.scale[i], at.x[at.best], at.x[i], at.x[r[0]], at.x[r[1]], at);
    return at.x[i];
  }
};

}  // namespace inbounds
