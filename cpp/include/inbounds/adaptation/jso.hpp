// jSO's adaptation: L-SHADE's with slower memory, one fixed slot, and limits on F and Cr early in the run.
#pragma once

#include "inbounds/adaptation/parameters.hpp"

namespace inbounds {

struct Jso {
  static constexpr OperatorInfo info{
      .name = "jso",
      .label = "jSO",
      .cite = "brest2017",
      .formula =
          R"(M_k \leftarrow \tfrac12 (M_k + \tfrac{\sum w S^2}{\sum w S}),\quad M_H = 0.9,\quad F_i \le 0.7 \text{ until } 0.6,\ Cr_i \ge 0.7, 0.6 \text{ until } 0.25, 0.5 \text{ of the budget})",
      .summary =
          "jSO's adaptation: L-SHADE's with a slower memory, one fixed slot, and limits on F and Cr early in the run. "
          "In the authors' program a rate of 0 counts as -1 in the mean of old and new; by the text it stays 0.",
      .needs = Needs::random,
      .options = lehmer_options(5.0)};
  static constexpr double fixed = 0.9;  // both parameters of the last slot

  struct State : LehmerMemory {
    explicit State(const Setup& setup) : LehmerMemory(setup.options, 0.3, 0.8) {}

    void learn(const Outcome& from) {
      if (from.who.empty()) return;
      const auto [mean_f, mean_cr] = lehmer_means(from);
      f[slot] = 0.5 * (f[slot] + mean_f);
      const double learnt = mean_cr == 0.0 ? always_zero : mean_cr;
      cr[slot] = closed() || (for_good && mean_cr == 0.0) ? always_zero : 0.5 * (cr[slot] + learnt);
      slot = (slot + 1) % f.size();
    }
  };

  static void draw(Parameters to, State& state) {
    scatter(to, [&](double& f, double& cr) {
      const std::size_t r = to.random.below(state.f.size());
      const bool last = r + 1 == state.f.size();
      f = last ? fixed : state.f[r];
      cr = last ? fixed : state.cr[r];
    });
    const double least_cr = to.progress < 0.25 ? 0.7 : to.progress < 0.5 ? 0.6 : 0.0;
    const double most_f = to.progress < 0.6 ? 0.7 : 1.0;
    for (std::size_t i = 0; i < to.f.size(); ++i) {
      to.f[i] = std::min(to.f[i], most_f);
      to.cr[i] = std::max(to.cr[i], least_cr);
    }
  }
};

}  // namespace inbounds
