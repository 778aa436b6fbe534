// Self-adaptation of jDE: every individual carries its own parameters, now and then renewed, kept when they work.
#pragma once

#include "inbounds/adaptation/adaptation.hpp"

namespace inbounds {

struct Jde {
  static constexpr OperatorInfo info{
      .name = "jde",
      .label = "jDE",
      .cite = "brest2006",
      .formula =
          R"(F_i \leftarrow 0.1 + 0.9\,U \text{ w.p. } 0.1,\quad Cr_i \leftarrow U \text{ w.p. } 0.1,\quad \text{kept on success})",
      .summary =
          "Self-adaptation of jDE: every individual carries its own parameters, now and then renewed, kept when they "
          "work.",
      .needs = Needs::random};
  static constexpr double renewal = 0.1;

  static void start(Adaptation& state, std::size_t population) {
    state.memory_f.assign(population, 0.5);
    state.memory_cr.assign(population, 0.9);
  }

  static void draw(Adaptation& state, Parameters to) {
    for (std::size_t i = 0; i < to.f.size(); ++i) {
      to.f[i] = to.random.uniform() < renewal ? 0.1 + 0.9 * to.random.uniform() : state.memory_f[i];
      to.cr[i] = to.random.uniform() < renewal ? to.random.uniform() : state.memory_cr[i];
    }
  }

  static void learn(Adaptation& state, const Successes& from) {
    for (std::size_t k = 0; k < from.who.size(); ++k) {
      state.memory_f[from.who[k]] = from.f[k];
      state.memory_cr[from.who[k]] = from.cr[k];
    }
  }
};

}  // namespace inbounds
