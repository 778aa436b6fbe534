// A random individual plus one scaled difference.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Rand1 {
  static constexpr OperatorInfo info{
      .name = "rand/1",
      .label = "Rand/1",
      .cite = "storn1997",
      .formula = R"(\mathbf{v}_i = \mathbf{x}_{r_1} + F_i(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}))",
      .summary = "A random individual plus one scaled difference.",
      .distinct = 3};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<3>(i);
    add_difference(donor, at.x[r[0]], at.scale[i], at.x[r[1]], at.x[r[2]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
