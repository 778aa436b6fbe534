// Shrinks the whole donor towards the best individual until it is inside.
#pragma once

#include "inbounds/boundary/best_individual.hpp"
#include "inbounds/boundary/shrink.hpp"

namespace inbounds {

struct ProjectionBest {
  static constexpr OperatorInfo info{
      .name = "projection-best",
      .label = "Projection Best",
      .cite = "kononova2024",
      .formula =
          R"(\mathbf{v} \leftarrow (1-\alpha)\,\mathbf{g} + \alpha\,\mathbf{v},\ \alpha\ \text{largest with } \mathbf{v} \in [\mathbf{l}, \mathbf{u}])",
      .summary = "Shrinks the whole donor towards the best individual until it is inside.",
      .kind = Kind::repair,
      .needs = Needs::best};

  using State = BestIndividual;

  static void repair(double* donor, const BoundaryContext& at, State& state) {
    shrink_towards(donor, at, [&](std::size_t j) { return simd::load<Eight>(state.best + j); });
  }
};

}  // namespace inbounds
