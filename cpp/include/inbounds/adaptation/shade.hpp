// Success-history based adaptation: parameters scatter around remembered means of what worked.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

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

  struct State : Memory {
    explicit State(const Setup& setup) {
      f.assign(setup.population, 0.5);
      cr.assign(setup.population, 0.5);
    }

    void learn(const Outcome& from) {
      if (from.who.empty()) return;
      // Only ratios of improvements matter: scaling by the largest keeps their sum finite, and infinite ones
      // (from a NaN or infinite fitness) outweigh all finite ones.
      const double largest = *std::max_element(from.improvement.begin(), from.improvement.end());
      double weights = 0.0, sum_f = 0.0, sum_ff = 0.0, sum_cr = 0.0;
      for (std::size_t k = 0; k < from.who.size(); ++k) {
        const double gain = from.improvement[k];
        const double weight = std::isinf(largest) ? (std::isinf(gain) ? 1.0 : 0.0) : gain / largest;
        weights += weight;
        sum_f += weight * from.f[k];
        sum_ff += weight * from.f[k] * from.f[k];
        sum_cr += weight * from.cr[k];
      }
      if (!(sum_f > 0.0)) return;  // an F of 0, put there from outside, teaches nothing
      f[slot] = sum_ff / sum_f;
      cr[slot] = sum_cr / weights;
      slot = (slot + 1) % f.size();
    }

    template <class Visitor>
    void saved(Visitor& visit) {
      Memory::saved(visit);
      visit("slot", &slot, 1, std::size_t{0}, f.size() - 1);
    }

    std::size_t slot = 0;  // the one to be written next
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
