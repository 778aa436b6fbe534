// Puts each bad coordinate halfway between the crossed bound and the best individual.
#pragma once

#include "inbounds/boundary/best_individual.hpp"
#include "inbounds/boundary/one_by_one.hpp"

namespace inbounds {

struct MidpointBest {
  static constexpr OperatorInfo info{
      .name = "midpoint-best",
      .label = "Midpoint Best",
      .cite = "kononova2024",
      .formula = R"(v_j \leftarrow \begin{cases} (l_j + g_j)/2 & v_j < l_j \\ (g_j + u_j)/2 & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate halfway between the crossed bound and the best individual.",
      .kind = Kind::repair,
      .needs = Needs::best};

  using State = BestIndividual;

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    replace_outside(donor, at, [&](double value, double low, double high, std::size_t j) {
      return 0.5 * ((value < low ? low : high) + state.best[j]);
    });
  }
};

}  // namespace inbounds
