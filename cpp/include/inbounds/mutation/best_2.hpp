// The best individual plus two scaled differences.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Best2 {
  static constexpr OperatorInfo info{
      .name = "best/2",
      .label = "Best/2",
      .cite = "storn1997",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{\text{best}} + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}) + F_i(\mathbf{x}_{r_3} - \mathbf{x}_{r_4}))",
      .summary = "The best individual plus two scaled differences.",
      .needs = Needs::best,
      .distinct = 4};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<4>(i);
    add_differences(donor, at.x[at.best], at.scale[i], at.x[r[0]], at.x[r[1]], at.x[r[2]], at.x[r[3]], at);
    return at.x[at.best];
  }
};

}  // namespace inbounds
