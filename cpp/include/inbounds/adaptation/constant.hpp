// No adaptation: the same F and Cr throughout.
#pragma once

#include "inbounds/adaptation/adaptation.hpp"

namespace inbounds {

struct Constant {
  static constexpr OperatorInfo info{.name = "constant",
                                     .label = "Constant",
                                     .cite = "storn1997",
                                     .formula = R"(F_i = F,\ Cr_i = Cr)",
                                     .summary = "No adaptation: the same F and Cr throughout.",
                                     .options = {{{.name = "F", .standard = 0.5, .low = 0.0, .high = 2.0},
                                                  {.name = "Cr", .standard = 0.9, .low = 0.0, .high = 1.0}}}};

  static void start(Adaptation&, std::size_t) {}

  static void draw(Adaptation& state, Parameters to) {
    std::fill(to.f.begin(), to.f.end(), state.options[0]);
    std::fill(to.cr.begin(), to.cr.end(), state.options[1]);
  }

  static void learn(Adaptation&, const Successes&) {}
};

}  // namespace inbounds
