// Puts each bad coordinate halfway between the crossed bound and the target.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct MidpointTarget {
  static constexpr OperatorInfo info{
      .name = "midpoint-target",
      .label = "Midpoint Target",
      .cite = "biedrzycki2019",
      .formula = R"(v_j \leftarrow \begin{cases} (l_j + t_j)/2 & v_j < l_j \\ (t_j + u_j)/2 & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate halfway between the crossed bound and the target.",
      .kind = Kind::repair,
      .needs = Needs::target};

  static void repair(double* donor, const BoundaryContext& at) {
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         return 0.5 * (simd::select(value < low, low, high) + simd::load<Eight>(at.target + j));
                       });
  }
};

}  // namespace inbounds
