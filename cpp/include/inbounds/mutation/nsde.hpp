// A random individual plus a difference scaled by a normal or a Cauchy number, not by F.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct Nsde {
  static constexpr OperatorInfo info{
      .name = "nsde",
      .label = "NSDE",
      .cite = "yang2008",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + s(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}),\quad s \sim \mathcal{N}(0.5, 0.5)\ \text{or}\ \mathcal{C}(0, 1),\ \text{each w.p. } \tfrac12)",
      .summary = "A random individual plus a difference scaled by a normal or a Cauchy number, not by F.",
      .needs = Needs::random,
      .distinct = 3};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const auto r = at.distinct<3>(i);
    const double step = at.random.uniform() < 0.5 ? 0.5 + 0.5 * at.random.normal() : at.random.cauchy();
    add_difference(donor, at.x[r[0]], step, at.x[r[1]], at.x[r[2]], at);
    return at.x[r[0]];
  }
};

}  // namespace inbounds
