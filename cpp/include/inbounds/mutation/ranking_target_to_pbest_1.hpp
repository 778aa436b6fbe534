// target-to-pbest/1 whose first difference vector starts from a good individual, by a wheel on rank.
#pragma once

#include <algorithm>
#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct RankingTargetToPbest1 {
  static constexpr OperatorInfo info{
      .name = "ranking-target-to-pbest/1",
      .label = "Ranking-based target-to-pbest/1",
      .cite = "gong2013",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{i} + F_i(\mathbf{x}_{p\text{best}} - \mathbf{x}_{i}) + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}),\quad P(r_1 = \text{rank } k) \propto M - k)",
      .summary = "target-to-pbest/1 whose first difference vector starts from a good individual, by a wheel on rank.",
      .needs = Needs::elite | Needs::ranking,
      .distinct = 2};

  static const double* make(std::size_t i, double* donor, const MutationContext& at) {
    const double* pbest = at.x[at.pbest()];
    std::array<std::size_t, 2> r{};
    do r[0] = better_of_two(at);
    while (r[0] == i);
    r[1] = at.another(i, r, 1);
    add_differences(donor, at.x[i], at.scale[i], pbest, at.x[i], at.x[r[0]], at.x[r[1]], at);
    return at.x[i];
  }

 private:
  // The better of two different ranks is rank k with probability proportional to M − k.
  static std::size_t better_of_two(const MutationContext& at) {
    const std::size_t one = at.random.below(at.size());
    std::size_t other = at.random.below(at.size() - 1);
    other += other >= one;
    return at.order[std::min(one, other)];
  }
};

}  // namespace inbounds
