// Shrinks the whole donor towards its base vector until it is inside.
#pragma once

#include "inbounds/boundary/shrink.hpp"

namespace inbounds {

struct ProjectionBase {
  static constexpr OperatorInfo info{
      .name = "projection-base",
      .label = "Projection Base",
      .cite = "biedrzycki2019",
      .formula =
          R"(\mathbf{v} \leftarrow (1-\alpha)\,\mathbf{b} + \alpha\,\mathbf{v},\ \alpha\ \text{largest with } \mathbf{v} \in [\mathbf{l}, \mathbf{u}])",
      .summary = "Shrinks the whole donor towards its base vector until it is inside.",
      .kind = Kind::repair,
      .needs = Needs::base};

  static void repair(double* donor, const BoundaryContext& at) {
    shrink_towards(donor, at, [&](std::size_t j) { return simd::load<Eight>(at.base + j); });
  }
};

}  // namespace inbounds
