// Puts each bad coordinate anywhere between the crossed bound and the base vector.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct RandBase {
  static constexpr OperatorInfo info{
      .name = "rand-base",
      .label = "Rand Base",
      .cite = "price2005",
      .formula =
          R"(v_j \leftarrow \begin{cases} \mathcal{U}(l_j, b_j) & v_j < l_j \\ \mathcal{U}(b_j, u_j) & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate anywhere between the crossed bound and the base vector.",
      .kind = Kind::repair,
      .needs = Needs::base | Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    at.random.fill_uniform(at.draws, at.box.stride);
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         const Eight bound = simd::select(value < low, low, high);
                         return bound + simd::load<Eight>(at.draws + j) * (simd::load<Eight>(at.base + j) - bound);
                       });
  }
};

}  // namespace inbounds
