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
    repair_coordinates(donor, at.box, [&](double value, double low, double high, std::size_t j) {
      return 0.5 * ((value < low ? low : high) + at.base[j]);
    });
  }
};

}  // namespace inbounds
