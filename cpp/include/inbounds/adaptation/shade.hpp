// Success-history based adaptation: parameters scatter around remembered means of what worked.
#pragma once

#include "inbounds/adaptation/adaptation.hpp"

namespace inbounds {

struct Shade {
  static constexpr OperatorInfo info{
      .name = "shade",
      .label = "SHADE",
      .cite = "tanabe2013",
      .formula =
          R"(F_i \sim \mathcal{C}(M_{F,r}, 0.1),\ Cr_i \sim \mathcal{N}(M_{Cr,r}, 0.1),\quad M_{F,k} \leftarrow \frac{\sum w S_F^2}{\sum w S_F},\ M_{Cr,k} \leftarrow \sum w S_{Cr})",
      .summary = "Success-history based adaptation: parameters scatter around remembered means of what worked.",
      .needs = Needs::random};

  static void start(Adaptation& state, std::size_t population) {
    state.memory_f.assign(population, 0.5);
    state.memory_cr.assign(population, 0.5);
  }

  static void draw(Adaptation& state, Parameters to) {
    scatter(to, [&](double& f, double& cr) {
      const std::size_t r = to.random.below(state.memory_f.size());
      f = state.memory_f[r];
      cr = state.memory_cr[r];
    });
  }

  static void learn(Adaptation& state, const Successes& from) {
    if (from.who.empty()) return;
    // Only ratios of improvements matter: scaling by the largest keeps their sum finite, and infinite ones
    // (from a NaN or infinite fitness) outweigh all finite ones.
    const double largest = *std::max_element(from.improvement.begin(), from.improvement.end());
    double weights = 0.0, f = 0.0, ff = 0.0, cr = 0.0;
    for (std::size_t k = 0; k < from.who.size(); ++k) {
      const double gain = from.improvement[k];
      const double weight = std::isinf(largest) ? (std::isinf(gain) ? 1.0 : 0.0) : gain / largest;
      weights += weight;
      f += weight * from.f[k];
      ff += weight * from.f[k] * from.f[k];
      cr += weight * from.cr[k];
    }
    state.memory_f[state.slot] = ff / f;
    state.memory_cr[state.slot] = cr / weights;
    state.slot = (state.slot + 1) % state.memory_f.size();
  }
};

}  // namespace inbounds
