// No adaptation: the same F and Cr throughout.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

namespace inbounds {

struct Constant {
  static constexpr OperatorInfo info{.name = "constant",
                                     .label = "Constant",
                                     .cite = "storn1997",
                                     .formula = R"(F_i = F,\ Cr_i = Cr)",
                                     .summary = "No adaptation: the same F and Cr throughout.",
                                     .options = {{{.name = "F", .standard = 0.5, .low = 0.0, .high = 2.0},
                                                  {.name = "Cr", .standard = 0.9, .low = 0.0, .high = 1.0}}}};

  struct State {
    explicit State(const Setup& setup) : f(setup.options[0]), cr(setup.options[1]) {}

    double f, cr;
  };

  static void draw(Parameters to, State& state) {
    std::fill(to.f.begin(), to.f.end(), state.f);
    std::fill(to.cr.begin(), to.cr.end(), state.cr);
  }
};

}  // namespace inbounds
