// A run of neighbouring coordinates comes from the donor; it goes on, wrapping around, with probability Cr.
#pragma once

#include "inbounds/crossover/crossover_context.hpp"

namespace inbounds {

struct Exponential {
  static constexpr OperatorInfo info{
      .name = "exponential",
      .label = "Exponential",
      .cite = "storn1997",
      .formula =
          R"(u_j = \begin{cases} v_j & j \in \{s, \dots, s + L - 1\} \bmod n \\ x_{i,j} & \text{otherwise} \end{cases},\quad P(L \ge k) = Cr_i^{k-1},\ L \le n)",
      .summary =
          "A run of neighbouring coordinates comes from the donor; it goes on, wrapping around, with probability Cr.",
      .needs = Needs::random};

  static void cross(double* trial, const double* target, double rate, const CrossoverContext& at) {
    const std::size_t start = at.random.below(at.width);
    keep_segment(trial, target, start, 1 + successes(rate, at.width - 1, at.random), at.width);
  }
};

}  // namespace inbounds
