// Puts each bad coordinate anywhere between the crossed bound and the best individual.
#pragma once

#include "inbounds/boundary/best_individual.hpp"

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
    at.random.fill_uniform(at.draws, at.box.stride);
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         const Eight bound = simd::select(value < low, low, high);
                         return bound + simd::load<Eight>(at.draws + j) * (simd::load<Eight>(state.best + j) - bound);
                       });
  }
};

}  // namespace inbounds
