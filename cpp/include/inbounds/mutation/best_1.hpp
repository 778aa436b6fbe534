// The best individual plus one scaled difference.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Best1 {
  static constexpr OperatorInfo info{
      .name = "best/1",
      .label = "Best/1",
      .cite = "storn1997",
      .formula = R"(\mathbf{v}_i = \mathbf{x}_{\text{best}} + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}))",
      .summary = "The best individual plus one scaled difference.",
      .needs = Needs::best,
      .distinct = 2};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<2>(i);
    add_difference(donor, at.x[at.best], at.scale[i], at.x[r[0]], at.x[r[1]], at);
    return at.x[at.best];
  }
};

}  // namespace inbounds
