// The target, drawn towards the best, plus two scaled differences.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct TargetToBest2 {
  static constexpr OperatorInfo info{
      .name = "target-to-best/2",
      .label = "Target-to-best/2",
      .cite = "gong2013",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{i} + F_i(\mathbf{x}_{\text{best}} - \mathbf{x}_{i}) + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}) + F_i(\mathbf{x}_{r_3} - \mathbf{x}_{r_4}))",
      .summary = "The target, drawn towards the best, plus two scaled differences.",
      .needs = Needs::best,
      .distinct = 4};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<4>(i);
    const double scale = at.scale[i];
    const double *t = at.x[i], *best = at.x[at.best];
    const double *a = at.x[r[0]], *b = at.x[r[1]], *c = at.x[r[2]], *d = at.x[r[3]];
    for (std::size_t j = 0; j < at.stride(); ++j)
      donor[j] = t[j] + scale * ((best[j] - t[j]) + (a[j] - b[j]) + (c[j] - d[j]));
    return t;
  }
};

}  // namespace inbounds
