// Makes another trial, with another F, until one is feasible; puts bad coordinates halfway to the target after a
// hundred.
#pragma once

#include "inbounds/boundary/midpoint_target.hpp"

namespace inbounds {

struct ResamplingWithF {
  static constexpr OperatorInfo info{
      .name = "resampling-with-F",
      .label = "Resampling with F",
      .cite = "stanovov2022",
      .formula =
          R"(\mathbf{u} \leftarrow \text{a new trial from a new } F_i,\ \text{at most 100 times, then midpoint-target})",
      .summary =
          "Acts after crossover: makes another trial, with another F and other individuals, until one is feasible; "
          "puts "
          "bad coordinates halfway to the target after a hundred.",
      .kind = Kind::resample,
      .needs = Needs::mutation | Needs::target};

  static constexpr bool acts_on_trial = true, redraws_scale = true;
  static constexpr int most_redraws = 100;

  static bool treat(double* trial, const BoundaryContext& at, auto&& remake) {
    if (at.box.contains(trial)) return false;
    for (int redraw = 0; redraw < most_redraws; ++redraw) {
      at.base = remake(Wanted::whole);
      if (at.box.contains(trial)) return true;
    }
    MidpointTarget::repair(trial, at);
    return true;
  }
};

}  // namespace inbounds
