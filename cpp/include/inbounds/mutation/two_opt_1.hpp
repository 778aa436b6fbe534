// rand/1 that starts from the better of its first two individuals.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct TwoOpt1 {
  static constexpr OperatorInfo info{
      .name = "2-opt/1",
      .label = "2-Opt/1",
      .cite = "chiang2010",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + F_i(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}),\quad f(r_1) \le f(r_2))",
      .summary = "rand/1 that starts from the better of its first two individuals.",
      .needs = Needs::fitness,
      .distinct = 3};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    auto r = at.distinct<3>(i);
    at.better_first(r[0], r[1]);
    add_difference(donor, at.x[r[0]], at.scale[i], at.x[r[1]], at.x[r[2]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
