// jSO's weighted pull: weak towards the best few at first, strong later.
#pragma once

#include "inbounds/mutation/mutation_context.hpp"

namespace inbounds {

struct TargetToPbestW1 {
  static constexpr OperatorInfo info{
      .name = "target-to-pbest-w/1",
      .label = "Target-to-pbest-w/1",
      .cite = "brest2017",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{i} + w F_i(\mathbf{x}_{p\text{best}} - \mathbf{x}_{i}) + F_i(\mathbf{x}_{r_1} - \mathbf{x}_{r_2}),\quad w = 0.7,\ 0.8 \text{ from } 0.2,\ 1.2 \text{ from } 0.4 \text{ of the budget})",
      .summary =
          "target-to-pbest/1 with a weight on the pull that grows over the run; in the first half the target is not "
          "its own pbest.",
      .needs = Needs::elite | Needs::archive,
      .distinct = 2};

  struct State {
    void prepare(const Generation& now) {
      weight = now.progress < 0.2 ? 0.7 : now.progress < 0.4 ? 0.8 : 1.2;
      towards_another = now.progress < 0.5;
    }

    double weight = 0.7;
    bool towards_another = true;
  };

  static const double* make(std::size_t i, double* donor, const MutationContext& at, State& state) {
    std::size_t guide = at.pbest();
    if (state.towards_another && at.elite > 1)
      while (guide == i) guide = at.pbest();
    const auto r = at.distinct<1>(i);
    const double* minus = at.subtrahend(i, r, 1);
    add_weighted(donor, at.x[i], at.scale[i], state.weight, at.x[guide], at.x[r[0]], minus, at.stride());
    return at.x[i];
  }

 private:
  // target + F (w (guide − target) + plus − minus)
  static void add_weighted(double* donor, const double* target, double factor, double weight, const double* guide,
                           const double* plus, const double* minus, std::size_t stride) {
    using Eight = simd::f64x8;
    for (std::size_t j = 0; j < stride; j += row_multiple) {
      const Eight start = simd::load<Eight>(target + j);
      const Eight pull = weight * (simd::load<Eight>(guide + j) - start);
      const Eight difference = simd::load<Eight>(plus + j) - simd::load<Eight>(minus + j);
      simd::store(donor + j, start + factor * (pull + difference));
    }
  }
};

}  // namespace inbounds
