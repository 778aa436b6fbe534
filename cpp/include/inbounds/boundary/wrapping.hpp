// Lets each bad coordinate enter again at the opposite bound, as on a torus.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Wrapping {
  static constexpr OperatorInfo info{
      .name = "wrapping",
      .label = "Wrapping",
      .cite = "purchla2004",
      .formula =
          R"(v_j \leftarrow \begin{cases} u_j - (l_j - v_j) \bmod (u_j - l_j) & v_j < l_j \\ l_j + (v_j - u_j) \bmod (u_j - l_j) & v_j > u_j \end{cases})",
      .summary = "Lets each bad coordinate enter again at the opposite bound, as on a torus.",
      .kind = Kind::repair};

  static void repair(double* donor, const BoundaryContext& at) {
    repair_coordinates(donor, at.box, [&](double value, double low, double high, std::size_t) {
      const double width = high - low;
      return value < low ? high - remainder_of(low - value, width) : low + remainder_of(value - high, width);
    });
  }
};

}  // namespace inbounds
