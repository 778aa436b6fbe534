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
    // One mirroring does nearly always; only what it leaves outside costs a division.
    auto within = Eight{} == Eight{};
    for (std::size_t j = 0; j < at.box.stride; j += row_multiple) {
      const Eight value = simd::load<Eight>(donor + j);
      const Eight low = simd::load<Eight>(&at.box.lower[j]), high = simd::load<Eight>(&at.box.upper[j]);
      const Eight bound = simd::select(value < low, low, high);
      const Eight mirrored = simd::select((low <= value) & (value <= high), value, bound + (bound - value));
      within = within & (low <= mirrored) & (mirrored <= high);
      simd::store(donor + j, mirrored);
    }
    if (simd::all(within)) [[likely]]
      return;
    repair_coordinates(donor, at, [&](Eight value, Eight low, Eight high, std::size_t) __attribute__((always_inline)) {
      const Eight width = high - low, there = remainder_of(value - low, 2.0 * width);
      return simd::select(there > width, high - (there - width), low + there);
    });
  }
};

}  // namespace inbounds
