// A random individual plus two scaled differences.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Rand2 {
  static constexpr OperatorInfo info{
      .name = "rand/2",
      .label = "Rand/2",
      .cite = "storn1997",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + F_i(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}) + F_i(\mathbf{x}_{r_4} - \mathbf{x}_{r_5}))",
      .summary = "A random individual plus two scaled differences.",
      .distinct = 5};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<5>(i);
    add_differences(donor, at.x[r[0]], at.scale[i], at.x[r[1]], at.x[r[2]], at.x[r[3]], at.x[r[4]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
