// How the population shrinks over a run: the worst go, so that the end of the budget is spent on few.
#pragma once

#include <algorithm>
#include <cmath>

#include "inbounds/operator_state.hpp"

namespace inbounds {

struct NoReduction {
  static constexpr OperatorInfo info{.name = "none",
                                     .label = "Constant population",
                                     .cite = "storn1997",
                                     .formula = R"(N_g = N_0)",
                                     .summary = "The population keeps its size."};
};

struct ReductionState {
  explicit ReductionState(const Setup& setup) : least(static_cast<std::size_t>(setup.options[0])) {}

  std::size_t between(std::size_t start, double way) const {
    const double from = static_cast<double>(start), to = static_cast<double>(std::min(least, start));
    return static_cast<std::size_t>(std::lround(from + (to - from) * way));
  }

  std::size_t least;
};

struct LinearReduction {
  static constexpr OperatorInfo info{
      .name = "linear",
      .label = "Linear reduction",
      .cite = "tanabe2014",
      .formula = R"(N = \mathrm{round}(N_0 + (N_\text{least} - N_0)\,t),\quad t = \text{evaluations} / \text{budget})",
      .summary = "The population falls linearly with the evaluations, down to `least` at the end of the budget.",
      .options = {{{.name = "least", .standard = 4.0, .low = 4.0, .high = 1000.0}}}};

  using State = ReductionState;

  static std::size_t planned(std::size_t start, double progress, const State& state) {
    return state.between(start, progress);
  }
};

struct NonlinearReduction {
  static constexpr OperatorInfo info{
      .name = "nonlinear",
      .label = "Non-linear reduction",
      .cite = "stanovov2021",
      .formula =
          R"(N = \mathrm{round}(N_0 + (N_\text{least} - N_0)\,t^{1-t}),\quad t = \text{evaluations} / \text{budget})",
      .summary = "NL-SHADE-RSP's reduction: faster than linear from the beginning, down to `least` at the end.",
      .options = {{{.name = "least", .standard = 4.0, .low = 4.0, .high = 1000.0}}}};

  using State = ReductionState;

  static std::size_t planned(std::size_t start, double progress, const State& state) {
    return state.between(start, std::pow(progress, 1.0 - progress));
  }
};

using Reductions = Family<NoReduction, LinearReduction, NonlinearReduction>;

}  // namespace inbounds
