// What every parameter adaptation shares: its memory, and the successes it learns from.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "inbounds/operator_info.hpp"
#include "inbounds/population.hpp"
#include "inbounds/random_stream.hpp"

namespace inbounds {

struct Adaptation {
  AlignedVector<double> memory_f, memory_cr;
  std::size_t slot = 0;
  OptionValues options{};
};

// The parameters of this generation, one of each for every individual.
struct Parameters {
  std::span<double> f, cr;
  RandomStream& random;
};

// The individuals whose trial was better, what they used, and by how much they improved (all > 0).
struct Successes {
  std::span<const std::size_t> who;
  std::span<const double> f, cr, improvement;
};

inline double positive_cauchy(double centre, RandomStream& random) {
  double value;
  do value = centre + 0.1 * random.cauchy();
  while (!(value > 0.0));
  return std::min(value, 1.0);
}

inline double clipped_normal(double centre, RandomStream& random) {
  return std::clamp(centre + 0.1 * random.normal(), 0.0, 1.0);
}

}  // namespace inbounds
