// Exponential crossover as the paper's program had it until February 2021: a run that would have gone past n
// coordinates shrinks to a single one. Kept to reproduce published results.
#pragma once

#include "inbounds/crossover/crossover_context.hpp"

namespace inbounds {

struct Exponential2020 {
  static constexpr OperatorInfo info{
      .name = "exponential-2020",
      .label = "Exponential (2020)",
      .cite = "boks2021",
      .formula =
          R"(\text{exponential with } L \le n + 1,\ L = n + 1 \text{ taking the single coordinate } s\ (\text{probability } Cr_i^n))",
      .summary =
          "Exponential crossover with a defect of the paper's program: with probability Cr^n one coordinate is taken "
          "instead of all.",
      .needs = Needs::random};

  static void cross(double* trial, const double* target, double rate, const CrossoverContext& at) {
    const std::size_t start = at.random.below(at.width);
    const std::size_t more = successes(rate, at.width, at.random);
    keep_segment(trial, target, start, more == at.width ? 1 : 1 + more, at.width);
  }
};

}  // namespace inbounds
