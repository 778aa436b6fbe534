// What every parameter adaptation shares: the parameters it draws, and a memory of means.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

// The parameters of this generation, one of each for every individual from `first` on.
struct Parameters {
  std::span<double> f, cr;
  RandomStream& random;
  std::size_t first = 0;  // the individual of the first of them
  double progress = 0.0;  // as of `Generation`
};

// Remembered F and Cr.
struct Memory {
  AlignedVector<double> f, cr;

  template <class Visitor>
  void saved(Visitor& visit) {
    visit("memory_f", f.data(), f.size(), 0.0, 1.0);
    visit("memory_cr", cr.data(), cr.size(), 0.0, 1.0);
  }
};

// Scatters F around its centre by a Cauchy law, redrawn while not positive and cut to 1, and Cr by a normal one,
// clipped to [0, 1]; centre(f, cr) says where for one individual after the other, a negative cr: exactly 0.
template <class Centre>
void scatter(Parameters to, Centre&& centre) {
  constexpr double width = 0.1;
  to.random.fill_cauchy(to.f.data(), to.f.size());
  to.random.fill_normal(to.cr.data(), to.cr.size());
  for (std::size_t i = 0; i < to.f.size(); ++i) {
    double f, cr;
    centre(f, cr);
    double drawn = f + width * to.f[i];
    while (!(drawn > 0.0)) drawn = f + width * to.random.cauchy();
    to.f[i] = drawn < 1.0 ? drawn : 1.0;
    const double rate = cr < 0.0 ? 0.0 : cr + width * to.cr[i], raised = rate > 0.0 ? rate : 0.0;
    to.cr[i] = raised < 1.0 ? raised : 1.0;
  }
}

// The options of `LehmerMemory`.
constexpr std::array<OptionInfo, max_options> lehmer_options(double memory) {
  return {{{.name = "memory", .standard = memory, .low = 1.0, .high = 1000.0},
           {.name = "zero", .choices = "text|program"}}};
}

// A memory with a place to be written next, whose means of Cr may be closed: for good by the papers' text, not in the
// authors' programs.
struct LehmerMemory : Memory {
  static constexpr double always_zero = -1.0;  // stands for a Cr of 0 without scatter

  LehmerMemory(const OptionValues& options, double f_start, double cr_start) : for_good(options[1] == 0.0) {
    const auto slots = static_cast<std::size_t>(options[0]);
    f.assign(slots, f_start);
    cr.assign(slots, cr_start);
  }

  // The rate to be written next is 0 and stays so.
  bool closed() const { return for_good && cr[slot] == always_zero; }

  template <class Visitor>
  void saved(Visitor& visit) {
    visit("memory_f", f.data(), f.size(), 0.0, 1.0);
    visit("memory_cr", cr.data(), cr.size(), always_zero, 1.0);
    visit("slot", &slot, 1, std::size_t{0}, f.size() - 1);
  }

  std::size_t slot = 0;
  bool for_good;
};

// Lehmer means of the successful F and Cr, weighted by improvement; that of rates that are all 0 is 0. Infinite
// improvements outweigh all finite ones, as in SHADE.
inline std::pair<double, double> lehmer_means(const Outcome& from) {
  const double largest = *std::max_element(from.improvement.begin(), from.improvement.end());
  double sum_f = 0.0, sum_ff = 0.0, sum_cr = 0.0, sum_cc = 0.0;
  for (std::size_t k = 0; k < from.who.size(); ++k) {
    const double gain = from.improvement[k];
    const double weight = std::isinf(largest) ? (std::isinf(gain) ? 1.0 : 0.0) : gain / largest;
    sum_f += weight * from.f[k];
    sum_ff += weight * from.f[k] * from.f[k];
    sum_cr += weight * from.cr[k];
    sum_cc += weight * from.cr[k] * from.cr[k];
  }
  return {sum_ff / sum_f, sum_cr > 0.0 ? sum_cc / sum_cr : 0.0};
}

}  // namespace inbounds
