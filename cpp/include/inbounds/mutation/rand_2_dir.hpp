// A random individual plus half of two differences that point downhill.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Rand2Dir {
  static constexpr OperatorInfo info{
      .name = "rand/2/dir",
      .label = "Rand/2/dir",
      .cite = "mezura2006",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + \tfrac{F_i}{2}(\mathbf{x}_{r_1}-\mathbf{x}_{r_2}+\mathbf{x}_{r_3}-\mathbf{x}_{r_4}),\quad f(r_1)<f(r_2),\ f(r_3)<f(r_4))",
      .summary = "A random individual plus half of two differences that point downhill.",
      .needs = Needs::fitness,
      .distinct = 4};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    auto r = at.distinct<4>(i);
    at.better_first(r[0], r[1]);
    at.better_first(r[2], r[3]);
    add_differences(donor, at.x[r[0]], 0.5 * at.scale[i], at.x[r[0]], at.x[r[1]], at.x[r[2]], at.x[r[3]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
