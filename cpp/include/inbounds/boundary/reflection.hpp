// Mirrors each bad coordinate at the bounds until it is inside.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Reflection {
  static constexpr OperatorInfo info{
      .name = "reflection",
      .label = "Reflection",
      .cite = "ronkkonen2005",
      .formula =
          R"(v_j \leftarrow \begin{cases} 2l_j - v_j & v_j < l_j \\ 2u_j - v_j & v_j > u_j \end{cases}\ \text{until inside})",
      .summary = "Mirrors each bad coordinate at the bounds until it is inside.",
      .kind = Kind::repair};

  static void repair(double* donor, const BoundaryContext& at) {
    repair_coordinates(donor, at.box, [&](double value, double low, double high, std::size_t) {
      const double width = high - low, there = remainder_of(value - low, 2.0 * width);
      return there > width ? high - (there - width) : low + there;
    });
  }
};

}  // namespace inbounds
