// Shrinks the whole donor towards the centre of the box until it is inside.
#pragma once

#include "inbounds/boundary/shrink.hpp"

namespace inbounds {

struct ProjectionMidpoint {
  static constexpr OperatorInfo info{
      .name = "projection-midpoint",
      .label = "Projection Midpoint",
      .cite = "kreischer2017",
      .formula =
          R"(\mathbf{v} \leftarrow (1-\alpha)\,\tfrac{\mathbf{l}+\mathbf{u}}{2} + \alpha\,\mathbf{v},\ \alpha\ \text{largest with } \mathbf{v} \in [\mathbf{l}, \mathbf{u}])",
      .summary = "Shrinks the whole donor towards the centre of the box until it is inside.",
      .kind = Kind::repair};

  static void repair(double* donor, const BoundaryContext& at) {
    shrink_towards(donor, at, [&](std::size_t j) {
      return 0.5 * (simd::load<Eight>(&at.box.lower[j]) + simd::load<Eight>(&at.box.upper[j]));
    });
  }
};

}  // namespace inbounds
