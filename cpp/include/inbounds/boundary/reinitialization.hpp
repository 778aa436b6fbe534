// Puts each bad coordinate anywhere in the box.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Reinitialization {
  static constexpr OperatorInfo info{.name = "reinitialization",
                                     .label = "Reinitialization",
                                     .cite = "price2005",
                                     .formula = R"(v_j \leftarrow \mathcal{U}(l_j, u_j))",
                                     .summary = "Puts each bad coordinate anywhere in the box.",
                                     .kind = Kind::repair,
                                     .needs = Needs::random};

  static void repair(double* donor, const BoundaryContext& at) {
    at.random.fill_uniform(at.draws, at.box.stride);
    repair_coordinates(donor, at, [&](Eight, Eight low, Eight high, std::size_t j) __attribute__((always_inline)) {
      return low + simd::load<Eight>(at.draws + j) * (high - low);
    });
  }
};

}  // namespace inbounds
