// Shrinks the whole donor towards the target until it is inside.
#pragma once

#include "inbounds/boundary/shrink.hpp"

namespace inbounds {

struct ProjectionTarget {
  static constexpr OperatorInfo info{
      .name = "projection-target",
      .label = "Projection Target",
      .cite = "kononova2024",
      .formula =
          R"(\mathbf{v} \leftarrow (1-\alpha)\,\mathbf{t} + \alpha\,\mathbf{v},\ \alpha\ \text{largest with } \mathbf{v} \in [\mathbf{l}, \mathbf{u}])",
      .summary = "Shrinks the whole donor towards the target until it is inside.",
      .kind = Kind::repair,
      .needs = Needs::target};

  static void repair(double* donor, const BoundaryContext& at) {
    shrink_towards(donor, at, [&](std::size_t j) { return simd::load<Eight>(at.target + j); });
  }
};

}  // namespace inbounds
