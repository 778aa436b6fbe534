// How many of the best individuals a pbest mutation may choose from.
#pragma once

#include <algorithm>
#include <cmath>

#include "inbounds/operator_state.hpp"

namespace inbounds {

struct ConstantPbest {
  static constexpr OperatorInfo info{
      .name = "constant",
      .label = "Constant pbest share",
      .cite = "zhang2009",
      .formula = R"(\lfloor \max(p N,\ 3) \rfloor)",
      .summary = "The same share of the population throughout, at least three individuals.",
      .options = {{{.name = "share", .standard = 0.05, .low = 0.0, .high = 1.0}}}};

  struct State {
    explicit State(const Setup& setup) : share(setup.options[0]) {}
    double share;
  };

  static std::size_t count(std::size_t population, double, const State& state) {
    const auto size = static_cast<double>(population);
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(state.share, 3.0 / size) * size + 1e-9), 1,
                                   population);
  }
};

struct LinearPbest {
  static constexpr OperatorInfo info{
      .name = "linear",
      .label = "Linear pbest share",
      .cite = "brest2017",
      .formula = R"(\max(2,\ \mathrm{round}((p_\text{start} + (p_\text{end} - p_\text{start})\,t) N)))",
      .summary = "A share that goes linearly with the evaluations from `start` to `end`, at least two individuals.",
      .options = {{{.name = "start", .standard = 0.2, .low = 0.0, .high = 1.0},
                   {.name = "end", .standard = 0.05, .low = 0.0, .high = 1.0}}}};

  struct State {
    explicit State(const Setup& setup) : start(setup.options[0]), end(setup.options[1]) {}
    double start, end;
  };

  static std::size_t count(std::size_t population, double progress, const State& state) {
    const double share = state.start + (state.end - state.start) * progress;
    const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(population)));
    return std::clamp<std::size_t>(wanted, std::min<std::size_t>(2, population), population);
  }
};

using PbestSchedules = Family<ConstantPbest, LinearPbest>;

}  // namespace inbounds
