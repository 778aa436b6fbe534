// What every parameter adaptation shares: the parameters it draws, and a memory of means.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "inbounds/operator_state.hpp"
#include "inbounds/random_stream.hpp"
#include "inbounds/rows.hpp"

namespace inbounds {

// The parameters of this generation, one of each for every individual from `first` on.
struct Parameters {
  std::span<double> f, cr;
  RandomStream& random;
  std::size_t first = 0;
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
// clipped to [0, 1]; centre(f, cr) says where for one individual after the other.
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
    const double rate = cr + width * to.cr[i], raised = rate > 0.0 ? rate : 0.0;
    to.cr[i] = raised < 1.0 ? raised : 1.0;
  }
}

}  // namespace inbounds
