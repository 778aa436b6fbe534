// Exponential crossover first, binomial later: by the share of the budget, or once few donors are repaired.
#pragma once

#include <numeric>

#include "inbounds/crossover/binomial.hpp"
#include "inbounds/crossover/exponential.hpp"

namespace inbounds {

struct ExponentialThenBinomial {
  static constexpr OperatorInfo info{
      .name = "exponential-then-binomial",
      .label = "Exponential, then Binomial",
      .cite = "boks2021",
      .formula =
          R"(\text{exponential while } \mathit{evaluations} < a \cdot \mathit{budget}\ (\text{or until a generation's repaired share falls below } a),\ \text{binomial from then on})",
      .summary =
          "Exponential crossover first, binomial later: from the share `at` of the budget on, or once the repaired "
          "share "
          "of a generation falls below `at`.",
      .needs = Needs::random,
      .options = {
          {{.name = "by", .choices = "budget|repaired"}, {.name = "at", .standard = 0.5, .low = 0.01, .high = 0.99}}}};

  struct State {
    explicit State(const Setup& setup) : by_repaired(setup.options[0] == 1.0), at(setup.options[1]) {}

    void prepare(const Generation& now) {
      late = late || (by_repaired ? repaired_share < at
                                  : static_cast<double>(now.evaluations) >= at * static_cast<double>(now.budget));
    }

    void learn(const Outcome& outcome) {
      const auto& repaired = outcome.repaired;
      repaired_share = std::accumulate(repaired.begin(), repaired.end(), 0.0) / static_cast<double>(repaired.size());
    }

    template <class Visitor>
    void saved(Visitor& visit) {
      visit("crossover_late", &late, 1);
      visit("crossover_repaired_share", &repaired_share, 1, 0.0, 1.0);
    }

    bool by_repaired, late = false;
    double at, repaired_share = 1.0;
  };

  static void cross(double* trial, const double* target, double rate, const CrossoverContext& at, State& state) {
    if (state.late)
      Binomial::cross(trial, target, rate, at);
    else
      Exponential::cross(trial, target, rate, at);
  }
};

}  // namespace inbounds
