// Puts each bad coordinate halfway between the crossed bound and the best individual.
#pragma once

#include "inbounds/boundary/best_individual.hpp"

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
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         return 0.5 * (simd::select(value < low, low, high) + simd::load<Eight>(state.best + j));
                       });
  }
};

}  // namespace inbounds
