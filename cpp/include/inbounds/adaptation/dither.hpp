// Dither: one F for the whole generation, drawn anew for each; Cr stays the same.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

namespace inbounds {

struct Dither {
  static constexpr OperatorInfo info{
      .name = "dither",
      .label = "Dither",
      .cite = "price2005",
      .formula = R"(F_i = F \sim U[\text{low}, \text{high}),\ Cr_i = \text{rate})",
      .summary = "One F for the whole generation, drawn anew for each; Cr stays the same.",
      .needs = Needs::random,
      .options = {{{.name = "low", .standard = 0.5, .low = 0.0, .high = 2.0},
                   {.name = "high", .standard = 1.0, .low = 0.0, .high = 2.0},
                   {.name = "rate", .standard = 0.7, .low = 0.0, .high = 1.0}}}};

  struct State {
    explicit State(const Setup& setup) : low(setup.options[0]), high(setup.options[1]), cr(setup.options[2]) {}

    double low, high, cr;
  };

  static void draw(Parameters to, State& state) {
    std::fill(to.f.begin(), to.f.end(), state.low + (state.high - state.low) * to.random.uniform());
    std::fill(to.cr.begin(), to.cr.end(), state.cr);
  }
};

}  // namespace inbounds
