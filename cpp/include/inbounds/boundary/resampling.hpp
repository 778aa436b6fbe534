// Makes another donor until one is feasible; projects after a hundred.
#pragma once

#include "inbounds/boundary/boundary_context.hpp"

namespace inbounds {

struct Resampling {
  static constexpr OperatorInfo info{
      .name = "resampling",
      .label = "Resampling",
      .cite = "arabas2010",
      .formula = R"(\mathbf{v} \leftarrow \text{a new donor, at most 100 times, then projection})",
      .summary = "Makes another donor until one is feasible; projects after a hundred.",
      .kind = Kind::resample,
      .needs = Needs::mutation};

  static constexpr int most_redraws = 100;

  static bool treat(double* donor, const BoundaryContext& at, auto&& remake) {
    if (at.box.contains(donor)) return false;
    for (int redraw = 1; redraw <= most_redraws; ++redraw) {
      at.base = remake(redraw == most_redraws);
      if (at.box.contains(donor)) return true;
    }
    settle(donor, at.box, at.target);
    return true;
  }
};

}  // namespace inbounds
