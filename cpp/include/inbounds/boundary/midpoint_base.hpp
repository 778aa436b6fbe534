// Puts each bad coordinate halfway between the crossed bound and the base vector.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct MidpointBase {
  static constexpr OperatorInfo info{
      .name = "midpoint-base",
      .label = "Midpoint Base",
      .cite = "price2005",
      .formula = R"(v_j \leftarrow \begin{cases} (l_j + b_j)/2 & v_j < l_j \\ (b_j + u_j)/2 & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate halfway between the crossed bound and the base vector.",
      .kind = Kind::repair,
      .needs = Needs::base};

  static void repair(double* donor, const BoundaryContext& at) {
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         return 0.5 * (simd::select(value < low, low, high) + simd::load<Eight>(at.base + j));
                       });
  }
};

}  // namespace inbounds
