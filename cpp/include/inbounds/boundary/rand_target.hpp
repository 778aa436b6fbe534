// Puts each bad coordinate anywhere between the crossed bound and the target.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct RandTarget {
  static constexpr OperatorInfo info{
      .name = "rand-target",
      .label = "Rand Target",
      .cite = "price2005",
      .formula =
          R"(v_j \leftarrow \begin{cases} \mathcal{U}(l_j, t_j) & v_j < l_j \\ \mathcal{U}(t_j, u_j) & v_j > u_j \end{cases})",
      .summary = "Puts each bad coordinate anywhere between the crossed bound and the target.",
      .kind = Kind::repair,
      .needs = Needs::target | Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    at.random.fill_uniform(at.draws, at.box.stride);
    repair_coordinates(donor, at,
                       [&](Eight value, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
                         const Eight bound = simd::select(value < low, low, high);
                         return bound + simd::load<Eight>(at.draws + j) * (simd::load<Eight>(at.target + j) - bound);
                       });
  }
};

}  // namespace inbounds
