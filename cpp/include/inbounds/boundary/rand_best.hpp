// Puts each bad coordinate anywhere between the crossed bound and the best individual.
#pragma once

#include "inbounds/boundary/best_individual.hpp"
#include "inbounds/boundary/one_by_one.hpp"

namespace inbounds {

struct RandBest {
  static constexpr OperatorInfo info{
      .name = "rand-best",
      .label = "Rand Best",
      .cite = "gandomi2012",
      .formula =
          R"(v_j \leftarrow \begin{cases} \mathcal{U}(l_j, g_j) & v_j < l_j \\ \mathcal{U}(g_j, u_j) & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate anywhere between the crossed bound and the best individual.",
      .kind = Kind::repair,
      .needs = Needs::best | Needs::random};

  using State = BestIndividual;

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t j) {
      const double bound = value < low ? low : high;
      return bound + at.random.uniform() * (state.best[j] - bound);
    });
  }
};

}  // namespace inbounds
