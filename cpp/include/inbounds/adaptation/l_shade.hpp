// L-SHADE's adaptation: SHADE with Lehmer means for both parameters, and a rate that is 0 once 0 alone worked.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

namespace inbounds {

struct LShade {
  static constexpr OperatorInfo info{
      .name = "l-shade",
      .label = "L-SHADE",
      .cite = "tanabe2014",
      .formula =
          R"(F_i \sim \mathcal{C}(M_{F,r}, 0.1),\ Cr_i \sim \mathcal{N}(M_{Cr,r}, 0.1) \text{ or } 0,\quad M_k \leftarrow \frac{\sum w S^2}{\sum w S})",
      .summary =
          "L-SHADE's adaptation: SHADE with Lehmer means for both parameters, and a rate that is 0 once 0 alone "
          "worked: for good by the paper's text, until another works in the authors' program.",
      .needs = Needs::random,
      .options = lehmer_options(6.0)};

  struct State : LehmerMemory {
    explicit State(const Setup& setup) : LehmerMemory(setup.options, 0.5, 0.5) {}

    void learn(const Outcome& from) {
      if (from.who.empty()) return;
      const auto [mean_f, mean_cr] = lehmer_means(from);
      f[slot] = mean_f;
      cr[slot] = closed() || mean_cr == 0.0 ? always_zero : mean_cr;
      slot = (slot + 1) % f.size();
    }
  };

  static void draw(Parameters to, State& state) {
    scatter(to, [&](double& f, double& cr) {
      const std::size_t r = to.random.below(state.f.size());
      f = state.f[r];
      cr = state.cr[r];
    });
  }
};

}  // namespace inbounds
