// Self-adaptation of jDE: every individual carries its own parameters, now and then renewed, kept when they work.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

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

  struct State : Memory {
    explicit State(const Setup& setup) {
      f.assign(setup.population, 0.5);
      cr.assign(setup.population, 0.9);
    }

    void learn(const Outcome& from) {
      for (std::size_t k = 0; k < from.who.size(); ++k) {
        f[from.who[k]] = from.f[k];
        cr[from.who[k]] = from.cr[k];
      }
    }
  };

  static void draw(Parameters to, State& state) {
    for (std::size_t i = 0; i < to.f.size(); ++i) {
      to.f[i] = to.random.uniform() < renewal ? 0.1 + 0.9 * to.random.uniform() : state.f[to.first + i];
      to.cr[i] = to.random.uniform() < renewal ? to.random.uniform() : state.cr[to.first + i];
    }
  }
};

}  // namespace inbounds
