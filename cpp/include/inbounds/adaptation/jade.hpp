// Adaptation of JADE: one mean for each parameter, moved a tenth of the way towards what worked.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

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

  struct State : Memory {
    explicit State(const Setup&) : Memory{.f = {0.5}, .cr = {0.5}} {}

    void learn(const Outcome& from) {
      if (from.who.empty()) return;
      double sum_f = 0.0, sum_ff = 0.0, sum_cr = 0.0;
      for (std::size_t k = 0; k < from.who.size(); ++k) {
        sum_f += from.f[k];
        sum_ff += from.f[k] * from.f[k];
        sum_cr += from.cr[k];
      }
      if (!(sum_f > 0.0)) return;  // an F of 0, put there from outside, teaches nothing
      const double mean_cr = sum_cr / static_cast<double>(from.who.size());
      f[0] = (1.0 - learning_rate) * f[0] + learning_rate * sum_ff / sum_f;
      cr[0] = (1.0 - learning_rate) * cr[0] + learning_rate * mean_cr;
    }
  };

  static void draw(Parameters to, State& state) {
    scatter(to, [&](double& f, double& cr) {
      f = state.f[0];
      cr = state.cr[0];
    });
  }
};

}  // namespace inbounds
