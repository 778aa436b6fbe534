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
  static constexpr int hopeful_redraws = 10;  // after them hardly any donor is expected to be feasible

  static bool treat(double* donor, const BoundaryContext& at, auto&& remake) {
    if (at.box.contains(donor)) return false;
    for (int redraw = 1; redraw <= most_redraws; ++redraw) {
      const bool hopeful = redraw <= hopeful_redraws;
      at.base = remake(redraw == most_redraws ? Wanted::whole : hopeful ? Wanted::feasible : Wanted::rarely_feasible);
      if (!hopeful && !at.box.contains(donor, 0, row_multiple)) continue;
      if (at.box.contains(donor)) return true;
    }
    settle(donor, at.box, at.target);
    return true;
  }
};

}  // namespace inbounds
