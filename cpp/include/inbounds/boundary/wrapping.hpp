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
    repair_coordinates(donor, at, [&](Eight value, Eight low, Eight high, std::size_t) __attribute__((always_inline)) {
      const auto below = value < low;
      const Eight beyond = remainder_of(simd::select(below, low - value, value - high), high - low);
      return simd::select(below, high - beyond, low + beyond);
    });
  }
};

}  // namespace inbounds
