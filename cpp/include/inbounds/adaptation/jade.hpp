// Adaptation of JADE: one mean for each parameter, moved a tenth of the way towards what worked.
#pragma once

#include "inbounds/adaptation/adaptation.hpp"

namespace inbounds {

struct Jade {
  static constexpr OperatorInfo info{
      .name = "jade",
      .label = "JADE",
      .cite = "zhang2009",
      .formula =
          R"(F_i \sim \mathcal{C}(\mu_F, 0.1),\ Cr_i \sim \mathcal{N}(\mu_{Cr}, 0.1),\quad \mu_F \leftarrow 0.9\mu_F + 0.1 \frac{\sum S_F^2}{\sum S_F},\ \mu_{Cr} \leftarrow 0.9\mu_{Cr} + 0.1\,\overline{S_{Cr}})",
      .summary = "Adaptation of JADE: one mean for each parameter, moved a tenth of the way towards what worked.",
      .needs = Needs::random};
  static constexpr double learning_rate = 0.1;

  static void start(Adaptation& state, std::size_t) {
    state.memory_f.assign(1, 0.5);
    state.memory_cr.assign(1, 0.5);
  }

  static void draw(Adaptation& state, Parameters to) {
    scatter(to, [&](double& f, double& cr) {
      f = state.memory_f[0];
      cr = state.memory_cr[0];
    });
  }

  static void learn(Adaptation& state, const Successes& from) {
    if (from.who.empty()) return;
    double f = 0.0, ff = 0.0, cr = 0.0;
    for (std::size_t k = 0; k < from.who.size(); ++k) {
      f += from.f[k];
      ff += from.f[k] * from.f[k];
      cr += from.cr[k];
    }
    const double mean_cr = cr / static_cast<double>(from.who.size());
    state.memory_f[0] = (1.0 - learning_rate) * state.memory_f[0] + learning_rate * ff / f;
    state.memory_cr[0] = (1.0 - learning_rate) * state.memory_cr[0] + learning_rate * mean_cr;
  }
};

}  // namespace inbounds
