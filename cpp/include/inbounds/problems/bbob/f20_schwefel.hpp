// f20, Schwefel: the best of 2^n corners of the search space lies far from the second best.
#pragma once

#include <cmath>
#include <vector>

#include "inbounds/problem.hpp"
#include "inbounds/problems/bbob/instance.hpp"
#include "inbounds/problems/tile.hpp"

namespace inbounds::problems::bbob {

struct Schwefel {
  static constexpr FunctionInfo info{.number = 20, .name = "Schwefel", .label = "Schwefel", .group = 5};

  explicit Schwefel(Instance& instance) : sign(instance.dimension), scale(instance.powers(std::sqrt(10.0))) {
    const std::vector<double> draw = uniform(instance.dimension, instance.seed);
    for (std::size_t j = 0; j < sign.size(); ++j) {
      sign[j] = draw[j] < 0.5 ? -2.0 : 2.0;
      instance.x_opt[j] = sign[j] * 0.25 * corner;
      scale[j] *= 100.0;
    }
  }

  void operator()(const Tile& tile, Lanes* value) const {
    for (std::size_t g = 0; g < tile.groups; ++g) {
      const Lanes* x = tile.x + g * tile.stride;
      Lanes previous{};
      Lanes sum{};
      Lanes outside{};
      for (std::size_t j = 0; j < tile.dimension; ++j) {
        const Lanes here = sign[j] * x[j];  // distance from the corner
        const Lanes z = scale[j] * (here + 0.25 * previous) + 100.0 * corner;
        previous = here;
        const Lanes size = simd::abs(z);
        const Lanes excess = simd::max(size - 500.0, 0.0);
        outside += excess * excess;
        sum += best - z * simd::sin_bounded(simd::sqrt(size));
      }
      value[g] = 0.01 * (outside + sum / static_cast<double>(tile.dimension));
    }
  }

  static constexpr double corner = 4.2096874637;     // twice the coordinate of the optimum
  static constexpr double best = 418.9828872724339;  // the largest z sin(sqrt(z)) below 500
  std::vector<double> sign;                          // ±2
  std::vector<double> scale;
};

}  // namespace inbounds::problems::bbob
