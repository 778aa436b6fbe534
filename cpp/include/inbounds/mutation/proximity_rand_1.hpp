// rand/1 among individuals drawn by a wheel on their distance to the target.
#pragma once

#include "inbounds/mutation/mutation.hpp"

namespace inbounds {

struct ProximityRand1 {
  static constexpr OperatorInfo info{
      .name = "proximity-rand/1",
      .label = "Proximity-based rand/1",
      .cite = "epitropakis2011",
      .formula =
          R"(\mathbf{v}_i = \mathbf{x}_{r_1} + F_i(\mathbf{x}_{r_2} - \mathbf{x}_{r_3}),\quad P(r) \propto 1/\lVert\mathbf{x}_r-\mathbf{x}_i\rVert)",
      .summary = "rand/1 among individuals drawn by a wheel on their distance to the target.",
      .needs = Needs::distances,
      .distinct = 3,
      .options = {{{.name = "weight", .choices = "inverse|distance"}}}};

  static const double* make(std::size_t i, double* donor, const Mutation& at) {
    std::array<std::size_t, 3> r{};
    at.wheel->draw(i, r, at.random);
    add_difference(donor, at.x[r[0]], at.scale[i], at.x[r[1]], at.x[r[2]], at.stride());
    return at.x[r[0]];
  }
};

}  // namespace inbounds
