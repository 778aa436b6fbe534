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

  void operator()(const Tile& tile, f64x4* value) const {
    for (std::size_t v = 0; v < tile.vectors; ++v) {
      const f64x4* x = tile.x + v * tile.stride;
      f64x4 previous{};
      f64x4 sum{};
      f64x4 outside{};
      for (std::size_t j = 0; j < tile.dimension; ++j) {
        const f64x4 here = sign[j] * x[j];  // distance from the corner
        const f64x4 z = scale[j] * (here + 0.25 * previous) + 100.0 * corner;
        previous = here;
        const f64x4 size = simd::abs(z);
        const f64x4 excess = simd::max(size - 500.0, simd::splat(0.0));
        outside += excess * excess;
        sum += best - z * simd::sin_bounded(simd::sqrt(size));
      }
      value[v] = 0.01 * (outside + sum / static_cast<double>(tile.dimension));
    }
  }

  static constexpr double corner = 4.2096874637;           // twice the coordinate of the optimum
  static constexpr double best = 418.9828872724339;        // the largest z sin(sqrt(z)) below 500
  std::vector<double> sign;                                // ±2
  std::vector<double> scale;
};

}  // namespace inbounds::problems::bbob
