// Puts each bad coordinate between the crossed bound and the best individual, exponentially more often close to the
// bound.
#pragma once

#include "inbounds/boundary/best_individual.hpp"
#include "inbounds/boundary/one_by_one.hpp"
#include "inbounds/boundary/truncated_exponential.hpp"

namespace inbounds {

struct ExponentialBest {
  static constexpr OperatorInfo info{
      .name = "exponential-best",
      .label = "Exponential Best",
      .cite = "padhye2015",
      .formula =
          R"(v_j \leftarrow \begin{cases} l_j - \ln(1 + r(e^{l_j - a_j} - 1)) & v_j < l_j \\ u_j + \ln(1 + r(e^{a_j - u_j} - 1)) & v_j > u_j \end{cases}\ \text{on the box of unit width},\ a_j = g_j,\ r \sim \mathcal{U}(0, 1))",
      .summary =
          "Puts each bad coordinate between the crossed bound and the best individual, exponentially more often close "
          "to the bound.",
      .kind = Kind::repair,
      .needs = Needs::best | Needs::random};

  using State = BestIndividual;

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t j) {
      return exponential_from(value < low ? low : high, state.best[j], high - low, at.random);
    });
  }
};

}  // namespace inbounds
